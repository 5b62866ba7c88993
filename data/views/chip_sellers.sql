-- For each accelerator who sells it on demand: the lowest list price of each seller, of the last 90 days or, where the seller
-- has no such price, of the last year. RunPod's Community Cloud, on machines of third parties, counts as a seller of its own.
-- Asks on marketplaces are left out, and prices of a chip without its host machine.
-- @seller {title: Seller}
WITH sold AS (
  SELECT p.*, julianday((SELECT max(n.as_of) FROM prices n)) - julianday(p.as_of) AS days,
    p.provider || CASE WHEN p.offering LIKE '%of Community and Secure Cloud%' THEN ', Community or Secure Cloud' WHEN p.offering LIKE '%Community Cloud%' THEN ', Community Cloud' WHEN p.offering LIKE '%Secure Cloud%' THEN ', Secure Cloud' ELSE '' END AS seller
  FROM prices p
  WHERE p.terms = 'on-demand' AND p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%'),
ranked AS (
  SELECT s.*, CASE WHEN is_old(s.ref) AND s.days > quantity(90, 'd') THEN 'older' ELSE 'recent' END AS age,
    row_number() OVER (PARTITION BY s.accelerator, s.seller ORDER BY is_old(s.ref) AND s.days > quantity(90, 'd'), s.usd_per_accelerator_hour, s.as_of DESC, s.accelerators, s.id) AS place
  FROM sold s WHERE s.days <= quantity(365, 'd'))
SELECT r.id, r.accelerator, r.seller, r.usd_per_accelerator_hour, r.region, r.as_of, r.age, r.ref
FROM ranked r WHERE r.place = 1
ORDER BY r.id
