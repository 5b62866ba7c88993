sourcebookSearch("l7","ABnothing")
