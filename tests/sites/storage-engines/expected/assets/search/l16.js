sourcebookSearch("l16","ADrequestsrequests ABworkloadrequests")
