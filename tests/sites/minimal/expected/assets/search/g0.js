sourcebookSearch("g0","a\t\t1\tAu\nbut\t\t1\tAb\nnothing\tD\t1\tAb\nof\t\t1\tAu\none\t\t1\tAu\npage\t\t1\tAu\nsite\t\t1\tAu\nthis\t\t1\tAb")
