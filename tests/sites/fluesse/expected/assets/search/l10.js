sourcebookSearch("l10","ABdiagrammen ABhorizontal ABrechnungen")
