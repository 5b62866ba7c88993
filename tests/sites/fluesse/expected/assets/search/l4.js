sourcebookSearch("l4","ADalle AEbach BBook ADdrei ACeine ABjahr AElang ADmarz ABname BCein ABohne ABsein ABtage BBext AEwert")
