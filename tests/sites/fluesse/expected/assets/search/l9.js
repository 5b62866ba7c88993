sourcebookSearch("l9","ABdeutscher ABexpensive ABpublished IBr AEschiffbar")
