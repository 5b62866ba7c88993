sourcebookSearch("contributing/l3","ACadd BBnd BBre ABcsv ACfor ABhow ACits ABnot ABrow ABsee ACthe ACwho")
