-- Where one seller has an on-demand price of both chips of a pair: the lowest of either in any of its regions.
-- Prices of a GPU without its host machine and asks on a marketplace are left out. On a tie the smallest offering wins, then the first id.
-- @a like prices.usd_per_accelerator_hour
-- @b like prices.usd_per_accelerator_hour
WITH lowest AS (
  SELECT p.provider, p.accelerator, p.id
  FROM prices p
  WHERE p.terms = 'on-demand' AND p.offering NOT LIKE 'GPU SKU only%'
    AND p.id = (
      SELECT c.id FROM prices c
      WHERE c.provider = p.provider AND c.accelerator = p.accelerator AND c.terms = 'on-demand' AND c.offering NOT LIKE 'GPU SKU only%'
      ORDER BY c.usd_per_accelerator_hour, c.accelerators, c.id LIMIT 1))
SELECT p.id AS pair, a.provider,
  a.usd_per_accelerator_hour AS a, a.ref AS a__ref, b.usd_per_accelerator_hour AS b, b.ref AS b__ref, refs(a.ref, b.ref) AS ref
FROM pairs p
JOIN lowest la ON la.accelerator = p.a
JOIN lowest lb ON lb.accelerator = p.b AND lb.provider = la.provider
JOIN prices a ON a.id = la.id
JOIN prices b ON b.id = lb.id
ORDER BY p.id, a.provider
