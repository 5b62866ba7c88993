sourcebookSearch("l4","ADalle AEbach BBook ADdrei ACeine ABfell BBrom ABjahr AElang ABname BCein ABohne ABplot ABsein ABtage BBext AEwert")
