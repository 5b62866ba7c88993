sourcebookSearch("contributing/l6","ABbefore ABpeople ABsearch BBource")
