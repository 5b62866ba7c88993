sourcebookSearch("l18","ACwriteamplification")
