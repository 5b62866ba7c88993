sourcebookSearch("l14","ACbeispielverlag ABveroffentlicht")
