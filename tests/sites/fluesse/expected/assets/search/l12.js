sourcebookSearch("l12","ABschreibweise")
