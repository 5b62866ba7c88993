sourcebookSearch("contributing/l9","ABpublished")
