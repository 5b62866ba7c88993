sourcebookSearch("l3","ABart BBus ABbar ACder BBie ACein ABist ACjan ABmal CDx BDin ACokt ABthe ABund AEvon ABwas")
