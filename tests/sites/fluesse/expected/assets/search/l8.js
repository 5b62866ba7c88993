sourcebookSearch("l8","AEgemessen BDrosster HDs ADhochster HDs ADkleinste ABtabellen BBeuerste ADwenigste ABzitieren BBusammen")
