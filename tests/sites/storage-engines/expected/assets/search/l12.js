sourcebookSearch("l12","ABarethesereal ABdifferencegb AChighlighting AFmeasurements ABspacehistory ABtreesandlogs")
