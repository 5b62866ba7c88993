sourcebookSearch("l6","AEanteil ACbester FCs BBillig ABdieser AFflusse ADgebiet DEuhr ABjanuar ADkosten FBt ADlaenge CEngen ADmeiste ACquelle AEwerten ABzahlen")
