sourcebookSearch("l12","ABarethesereal ABdifferencegb ABhighlighting AFmeasurements ABspacehistory ABtreesandlogs")
