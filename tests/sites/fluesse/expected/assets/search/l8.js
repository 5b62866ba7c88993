sourcebookSearch("l8","ABcheapest ABexamples AEgemessen BDreatest ADsmallest ABtabellen ABzusammen")
