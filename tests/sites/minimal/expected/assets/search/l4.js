sourcebookSearch("l4","ABpage ABsite ABthis")
