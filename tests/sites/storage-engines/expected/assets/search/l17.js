sourcebookSearch("l17","ABexamplelabhistory")
