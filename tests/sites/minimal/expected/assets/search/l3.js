sourcebookSearch("l3","ABbut ABone")
