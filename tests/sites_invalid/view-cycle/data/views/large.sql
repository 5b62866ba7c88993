SELECT name, size, ref FROM small ORDER BY name
