sourcebookSearch("l10","ABbilligster ABdiagrammen ABgunstigste ADniedrigste ABrechnungen")
