SELECT name, size, ref FROM large ORDER BY name
