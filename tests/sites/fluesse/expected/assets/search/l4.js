sourcebookSearch("l4","ADalle AEbach BBook ADdrei ACeine ABjahr AElang ACmarz ABname BCein ABohne ABsein ABtage BBext AEwert")
