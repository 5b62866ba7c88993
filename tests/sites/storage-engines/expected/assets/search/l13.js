sourcebookSearch("l13","AFamplification ACkaferhandbuch AClogstructured ABspeedrequests")
