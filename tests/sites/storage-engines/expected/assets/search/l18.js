sourcebookSearch("l18","ADwriteamplification")
