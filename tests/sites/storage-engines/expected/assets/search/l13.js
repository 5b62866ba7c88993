sourcebookSearch("l13","AFamplification ACcontradictory ACkaferhandbuch AClogstructured ABspeedrequests")
