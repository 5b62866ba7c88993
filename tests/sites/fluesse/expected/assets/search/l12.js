sourcebookSearch("l12","ABbeschreibung ABschreibweise")
