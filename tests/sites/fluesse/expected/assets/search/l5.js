sourcebookSearch("l5","ACatlas ABbeide CCste ACdaten BEonau ACeinem ABfahrt BFluss AElange ABmisst ACpreis ADrhein ABseine BBtand ABteuer BBitel ABviele ABwurde")
