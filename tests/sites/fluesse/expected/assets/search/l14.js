sourcebookSearch("l14","ABbalkendiagramm BCeispielverlag ABveroffentlicht")
