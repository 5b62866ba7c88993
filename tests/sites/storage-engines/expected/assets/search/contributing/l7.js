sourcebookSearch("contributing/l7","ABengines ABrepeats")
