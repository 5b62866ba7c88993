-- For each accelerator and terms the lowest list price of the last year, if it is too old to count as current and below the
-- lowest price that counts (see price_ends). It may have changed.
-- @usd like prices.usd_per_accelerator_hour
-- @seller {title: Seller}
-- @dated {title: As of}
WITH sold AS (
  SELECT p.*, row_number() OVER (PARTITION BY p.accelerator, p.terms ORDER BY p.usd_per_accelerator_hour, p.as_of DESC, p.accelerators, p.id) AS place
  FROM prices p
  WHERE p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%'
    AND julianday((SELECT max(n.as_of) FROM prices n)) - julianday(p.as_of) <= quantity(365, 'd'))
SELECT s.accelerator || '/' || s.terms AS id, s.accelerator, s.terms, s.provider AS seller, s.usd_per_accelerator_hour AS usd, s.as_of,
  substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * CAST(substr(s.as_of, 6, 2) AS INTEGER) - 2, 3) || ' ' || substr(s.as_of, 1, 4) AS dated, s.ref
FROM sold s
JOIN price_ends e ON e.accelerator = s.accelerator AND e.terms = s.terms
WHERE s.place = 1 AND is_old(s.ref) AND s.usd_per_accelerator_hour < e.lowest
ORDER BY s.accelerator, s.terms
