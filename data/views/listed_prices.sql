-- The prices that count as "the lowest" and "the cheapest" everywhere in this guide: list prices of sellers for a chip
-- with its host machine, at most a year older than the newest price in the list. Asks on marketplaces are left out.
-- @kind {title: Kind of seller}
SELECT p.id, p.accelerator, p.provider,
  CASE WHEN p.provider IN ('AWS', 'Google Cloud', 'Microsoft Azure', 'Oracle Cloud') THEN 'Large cloud' ELSE 'Smaller seller' END AS kind,
  p.offering, p.accelerators, p.region, p.terms, p.usd_per_accelerator_hour, p.as_of, p.ref
FROM prices p
WHERE p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%'
  AND (substr(p.as_of, 1, 4) + 1) || substr(p.as_of, 5) >= (SELECT max(newest.as_of) FROM prices newest)
ORDER BY p.id
