sourcebookSearch("contributing/l12","ACcontributors ACmeasurements")
