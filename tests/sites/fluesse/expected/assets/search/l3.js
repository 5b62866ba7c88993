sourcebookSearch("l3","ADall ABbar ACder BBie ACein ABhow ABist ADmax BDin ABthe BBop ABund ABwas")
