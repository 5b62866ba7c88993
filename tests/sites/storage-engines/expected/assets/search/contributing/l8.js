sourcebookSearch("contributing/l8","ABsomebody")
