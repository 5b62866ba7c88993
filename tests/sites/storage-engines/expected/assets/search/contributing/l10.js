sourcebookSearch("contributing/l10","ABbenchmarks ABlaboratory")
