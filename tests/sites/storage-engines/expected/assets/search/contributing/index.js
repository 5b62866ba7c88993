sourcebookSearch("contributing/index",{"entries":2,"kinds":[0,2,2,2,2,2,2],"begin":"D","groups":["a"],"texts":[0],"lengths":[3,4,5,6,7,8,9,10,11,12],"words":{},"synonyms":[],"scopes":[]})
