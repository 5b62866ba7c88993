sourcebookSearch("l13","AEeinzugsgebiet BBrmassigungen ABpunktdiagramm")
