sourcebookSearch("l3","ABart BBus ACder BBie ACein ABist ACjan ABmal CDx BDin CBt ACokt ABund AEvon ABwas")
