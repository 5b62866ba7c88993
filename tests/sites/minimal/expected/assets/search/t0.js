sourcebookSearch("t0",[["index.html","","A site of one page","","Nothing but this."]])
