sourcebookSearch("contributing/l11","ACmeasurement ABthermocline")
