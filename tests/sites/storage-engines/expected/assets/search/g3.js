sourcebookSearch("g3","you\t\t7\thBdRTGZBgBkCYCR\nyour yours\t\t4\tBEkBYURFa\nzero\t\t4\tONDSDUBS\nα\t\t1\tsBT\nελληνικα\t\t1\tgBa\nω\t\t1\tsBT\n数据\t\t1\tgBa")
