sourcebookSearch("l4","ADalle AEbach BBook ADdrei ACeine ABfell BBrom ABjahr AElang ACmarz ABname BCein ABohne ABplot ABsein ABtage BBext AEwert")
