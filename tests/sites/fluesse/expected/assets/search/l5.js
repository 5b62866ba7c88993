sourcebookSearch("l5","ACatlas ABbeide ABchart CBeap AEdonau ACeinem ABfahrt BFluss AElange BDeast ABmisst ACprice ADrhein ABseine ABtimes CBtle ABviele ABwurde")
