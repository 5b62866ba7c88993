sourcebookSearch("contributing/l4","ABdata ABelse ABfeed ABgoes ABinto ABmenu ABtest BBhey CBis ABwith")
