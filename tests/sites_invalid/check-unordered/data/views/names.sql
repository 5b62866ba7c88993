SELECT name FROM engines
