sourcebookSearch("l15","ABgithubflavoured")
