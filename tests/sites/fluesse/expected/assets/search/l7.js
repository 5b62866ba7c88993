sourcebookSearch("l7","ABbetragt ABeinheit ABfahrten BBluesse ADgebuehr BDrosste BBunstig ADhochste AElangste ADmaximum BBessung BDinimum ACquellen ABspalten")
