sourcebookSearch("l14","ACbeispielverlag")
