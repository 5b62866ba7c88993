sourcebookSearch("l11","ABdescription")
