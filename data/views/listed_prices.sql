-- The prices that count as "the lowest" and "the cheapest" everywhere in this guide: list prices of sellers for a chip
-- with its host machine, at most 90 days older than the newest price in the list. A chip that has none under some terms
-- keeps its prices of the last year there, marked as older. Asks on marketplaces are left out. Days are counted in years
-- that begin in March, so that a leap day is the last of its year.
-- @kind {title: Kind of seller}
-- @age {title: Age}
-- @origin {title: Read in}
WITH priced AS (
  SELECT p.*, 365 * y.year + floor(y.year / 4) - floor(y.year / 100) + floor(y.year / 400) + floor((153 * y.month + 2) / 5) + substr(p.as_of, 9, 2) AS day
  FROM prices p
  JOIN (
    SELECT d.as_of, substr(d.as_of, 1, 4) - (substr(d.as_of, 6, 2) < '03') AS year, (substr(d.as_of, 6, 2) + 9) % 12 AS month
    FROM (SELECT DISTINCT o.as_of FROM prices o) d) y ON y.as_of = p.as_of
  WHERE p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%'),
dated AS (
  SELECT q.*, (SELECT max(n.day) FROM priced n) - q.day AS days FROM priced q)
SELECT p.id, p.accelerator, p.provider,
  CASE WHEN p.provider IN ('AWS', 'Google Cloud', 'Microsoft Azure', 'Oracle Cloud') THEN 'Large cloud' ELSE 'Smaller seller' END AS kind,
  p.offering, p.accelerators, p.region, p.terms, p.usd_per_accelerator_hour, p.as_of,
  CASE WHEN p.days > 90 THEN 'older than 90 days' END AS age,
  CASE WHEN p.secondary THEN 'second-hand source' ELSE 'seller''s catalogue' END || CASE WHEN p.days > 90 THEN ', older than 90 days' ELSE '' END AS origin, p.ref
FROM dated p
WHERE p.days <= 90 OR p.days <= 365 AND NOT EXISTS (
  SELECT 1 FROM dated f WHERE f.accelerator = p.accelerator AND f.terms = p.terms AND f.days <= 90)
ORDER BY p.id
