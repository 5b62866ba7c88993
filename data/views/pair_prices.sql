-- Which prices stand side by side for each pair: the lowest of each chip under each term (see price_ends), and on demand at
-- the one seller that has both, if there is only one. Both prices of a row follow one rule: if the prices of one chip under
-- that term are all too old to count as current, the row has the lowest list price of the last year for both.
-- @place {title: Place, unit: 1, format: "d"}
WITH year AS (
  SELECT p.id, p.accelerator, p.terms, row_number() OVER (PARTITION BY p.accelerator, p.terms ORDER BY p.usd_per_accelerator_hour, p.as_of DESC, p.accelerators, p.id) AS place
  FROM prices p
  WHERE p.provider NOT IN ('Vast.ai', 'SF Compute') AND p.offering NOT LIKE 'GPU SKU only%'
    AND julianday((SELECT max(n.as_of) FROM prices n)) - julianday(p.as_of) <= quantity(365, 'd'))
SELECT p.id || '/' || t.terms AS id, p.id AS pair, t.place, t.title,
  CASE WHEN bl.age IS NOT NULL THEN ya.id ELSE a.lowest_id END AS a, CASE WHEN al.age IS NOT NULL THEN yb.id ELSE b.lowest_id END AS b, p.ref
FROM pairs p
JOIN (SELECT 'on-demand' AS terms, 'On demand' AS title, 1 AS place UNION ALL SELECT 'spot', 'Spot', 3 UNION ALL SELECT 'commit-1y', 'One year', 4 UNION ALL SELECT 'commit-3y', 'Three years', 5) t
LEFT JOIN price_ends a ON a.accelerator = p.a AND a.terms = t.terms
LEFT JOIN price_ends b ON b.accelerator = p.b AND b.terms = t.terms
LEFT JOIN listed_prices al ON al.id = a.lowest_id
LEFT JOIN listed_prices bl ON bl.id = b.lowest_id
LEFT JOIN year ya ON ya.accelerator = p.a AND ya.terms = t.terms AND ya.place = 1
LEFT JOIN year yb ON yb.accelerator = p.b AND yb.terms = t.terms AND yb.place = 1
WHERE a.lowest IS NOT NULL OR b.lowest IS NOT NULL
UNION ALL
SELECT e.id, e.pair, 2, 'On demand at ' || e.provider, e.a_id, e.b_id, e.ref
FROM like_for_like e
WHERE e.terms = 'on-demand' AND e.id NOT LIKE '%/one-region'
  AND NOT EXISTS (SELECT 1 FROM like_for_like o WHERE o.pair = e.pair AND o.provider <> e.provider)
ORDER BY 2, 3, 1
