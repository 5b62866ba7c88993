-- Which prices stand side by side for each pair: the lowest of each chip under each term (see price_ends), and on demand at
-- the one seller that has both, if there is only one.
-- @place {title: Place, unit: 1, format: "d"}
SELECT p.id || '/' || t.terms AS id, p.id AS pair, t.place, t.title, a.lowest_id AS a, b.lowest_id AS b, p.ref
FROM pairs p
JOIN (SELECT 'on-demand' AS terms, 'On demand' AS title, 1 AS place UNION ALL SELECT 'spot', 'Spot', 3 UNION ALL SELECT 'commit-1y', 'One year', 4 UNION ALL SELECT 'commit-3y', 'Three years', 5) t
LEFT JOIN price_ends a ON a.accelerator = p.a AND a.terms = t.terms
LEFT JOIN price_ends b ON b.accelerator = p.b AND b.terms = t.terms
WHERE a.lowest IS NOT NULL OR b.lowest IS NOT NULL
UNION ALL
SELECT e.id, e.pair, 2, 'On demand at ' || e.provider, e.a_id, e.b_id, e.ref
FROM like_for_like e
WHERE e.terms = 'on-demand' AND e.id NOT LIKE '%/one-region'
  AND NOT EXISTS (SELECT 1 FROM like_for_like o WHERE o.pair = e.pair AND o.provider <> e.provider)
ORDER BY 2, 3, 1
