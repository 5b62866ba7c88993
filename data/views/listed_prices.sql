-- The prices that count as "the lowest" and "the cheapest" everywhere in this guide: list prices of sellers for a chip
-- with its host machine that is not older than its table allows. A chip that has none under some terms keeps its prices
-- of the last year there, marked as older. Asks on marketplaces are left out. `sold_by` says
-- where a seller rents out machines of third parties at its own list price.
-- @sold_by like prices.provider
-- @kind {title: Kind of seller}
-- @age {title: Age}
-- @origin {title: Read in}
WITH dated AS (
  SELECT p.*, is_old(p.ref) AS is_old, julianday((SELECT max(n.as_of) FROM prices n)) - julianday(p.as_of) AS days
  FROM prices p
  WHERE p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%')
SELECT p.id, p.accelerator, p.provider,
  p.provider || CASE WHEN p.offering LIKE '%, Community Cloud %' OR p.offering LIKE '%(Community Cloud, %' THEN ' Community Cloud' ELSE '' END AS sold_by,
  CASE WHEN p.provider IN ('AWS', 'Google Cloud', 'Microsoft Azure', 'Oracle Cloud') THEN 'Large cloud' ELSE 'Smaller seller' END AS kind,
  p.offering, p.accelerators, p.region, p.terms, p.usd_per_accelerator_hour, p.as_of,
  CASE WHEN p.is_old AND p.days > quantity(90, 'd') THEN 'more than 90 days older than our newest price' END AS age,
  CASE WHEN NOT p.secondary OR p.secondary IS NULL THEN 'seller''s catalogue' WHEN p.in_catalogue IS NULL THEN 'second-hand source' ELSE 'second-hand source; the same in the seller''s catalogue of ' || ltrim(substr(p.in_catalogue, 9), '0') || ' '
    || replace(substr('JanFebMarAprMayJunJulAugSepOctNovDec', substr(p.in_catalogue, 6, 2) * 3 - 2, 3), 'Sep', 'Sept') || ' ' || substr(p.in_catalogue, 1, 4) END
    || CASE WHEN p.is_old AND p.days > quantity(90, 'd') THEN '; more than 90 days older than our newest price' ELSE '' END AS origin, p.ref
FROM dated p
WHERE NOT p.is_old OR p.days <= quantity(365, 'd') AND NOT EXISTS (
  SELECT 1 FROM dated f WHERE f.accelerator = p.accelerator AND f.terms = p.terms AND NOT f.is_old)
ORDER BY p.id
