sourcebookSearch("l10","ABbilligster ABdiagrammen ABgunstigste ABhorizontal ADniedrigste ABrechnungen")
