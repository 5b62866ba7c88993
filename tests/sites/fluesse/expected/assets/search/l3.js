sourcebookSearch("l3","ABart BBus ABbar ACder BBie ACein ABist ABmal CDx BDin ABthe ABund AEvon ABwas")
