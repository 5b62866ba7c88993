sourcebookSearch("contributing/l5","ABguide ABlooks ABnotes ABthese ABwhere BBrite")
