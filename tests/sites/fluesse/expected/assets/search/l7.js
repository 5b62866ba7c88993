sourcebookSearch("l7","ABbetragt BDiggest ABcolumns ABfahrten BBluesse ADgebuehr ADhighest AElangste CDrgest ADmaximum BBessung BDinimum ABscatter BCources")
