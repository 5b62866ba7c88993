sourcebookSearch("l14","ACcontradictions ABkaeferhandbuch")
