sourcebookSearch("l9","ABbeispiele BBilligste ABdeutscher ADkleinster IDs AEschiffbar ABteuerster ACverwendet")
