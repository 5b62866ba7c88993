sourcebookSearch("l7","ABbetragt ABeinheit ABfahrten BBluesse ADgebuehr BDrosste BBunstig ABhighest BDochste AElangste ADmaximum BBessung BDinimum ACquellen ABscatter BBpalten")
