sourcebookSearch("l14","ABcontradictions ABkaeferhandbuch ABsupporteduntil")
