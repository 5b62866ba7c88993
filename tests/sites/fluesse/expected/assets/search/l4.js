sourcebookSearch("l4","ADalle AEbach BBook ADdrei ACeine ABjahr AElang ABname BCein ABohne ABplot ABsein ABtage BBext AEwert")
