sourcebookSearch("l4","AEbach BCest BBook ABcite BCost ACdata BDrei ACeine ABfell BCrom ABjahr AElang ADmost ABname BCein ABohne ABplot ABsein ABtage BBext BBhis BBype ABunit BCsed")
