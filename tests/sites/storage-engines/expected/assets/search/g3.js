sourcebookSearch("g3","yet\t\t3\t5BQCNCP\nyou\t\t7\tiBdRTGZBgBkCYCR\nyour yours\t\t4\tBElBYURFa\nzero\t\t4\tPNDSDUBS\nα\t\t1\ttBT\nελληνικα\t\t1\thBa\nω\t\t1\ttBT\n数据\t\t1\thBa")
