sourcebookSearch("l11","ABaldermanual ABbirchmanual ACcomparisons ABdescription ABfasterreads ADlibrarysize BBogarithmic ABmathematics ABnonbreaking AFwritemostly")
