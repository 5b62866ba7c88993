sourcebookSearch("l6","AEanteil ADfewest BFlusse ADgebiet DEuhr ABjanuar ABkosten FBt ADlaenge CEngen BDowest ACsource ABvalues ABworked ABzahlen")
