sourcebookSearch("l11","ABgunstigster KBs ABherausgeber ADniedrigster KDs")
