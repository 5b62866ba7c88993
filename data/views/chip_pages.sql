-- What the page of a family of accelerators says first: the lowest on-demand price of the best-known one, with its seller and
-- month, or its memory if there is no price; what it is, and whether it is on sale.
WITH months(number, name) AS (VALUES ('01', 'January'), ('02', 'February'), ('03', 'March'), ('04', 'April'), ('05', 'May'), ('06', 'June'),
  ('07', 'July'), ('08', 'August'), ('09', 'September'), ('10', 'October'), ('11', 'November'), ('12', 'December'))
SELECT a.id, f.title AS name,
  coalesce(' This page also covers the ' || o.variants || '.', '') AS others,
  'The ' || a.name || ' is ' || CASE a.class WHEN 'TPU' THEN 'a TPU' WHEN 'GPU' THEN 'a GPU' ELSE 'a chip built for neural networks' END
    || ' from ' || a.vendor || CASE WHEN a.announced IS NULL THEN '' ELSE ', announced in ' || coalesce(w.name || ' ', '') || substr(a.announced, 1, 4) END || '.' AS what_it_is,
  coalesce(a.note, '') AS remark,
  CASE s.market WHEN 'on sale' THEN 'It is on sale' WHEN 'not on sale yet' THEN 'It is not on sale yet' ELSE 'Our price list contains no current offer for it' END AS market,
  CASE WHEN a.id = 'rtx-4090' OR e.lowest IS NOT NULL AND NOT is_old(e.lowest__ref) THEN 'One ' || a.name || ' costs from ' WHEN e.lowest IS NULL THEN 'Our list has no on-demand price for the ' || a.name || ', a chip with '
    ELSE 'One ' || a.name || ' cost from ' END AS before,
  CASE WHEN a.id = 'rtx-4090' THEN 'usage/ws-rent-4090/low' WHEN e.lowest IS NULL THEN 'specs/' || a.id || '/memory_capacity' ELSE 'its_lowest/' || a.id || '/usd' END AS figure,
  CASE WHEN a.id = 'rtx-4090' THEN ' to rent, according to a price tracker.' WHEN e.lowest IS NULL THEN ' of memory.' ELSE ' an hour on demand, at ' || e.lowest_provider || ' in ' || m.name || ' ' || substr(e.lowest_as_of, 1, 4)
    || CASE WHEN is_old(e.lowest__ref) THEN '; our list has no newer price.' ELSE '.' END END AS after, a.ref
FROM accelerators a
JOIN chip_status s ON s.accelerator = a.id
JOIN families f ON f.id = a.id AND f.family = a.id
LEFT JOIN price_ends e ON e.accelerator = a.id AND e.terms = 'on-demand'
LEFT JOIN months m ON m.number = substr(e.lowest_as_of, 6, 2)
LEFT JOIN months w ON w.number = substr(a.announced, 6, 2)
LEFT JOIN (
  SELECT v.family, group_concat(v.name, ', ') AS variants
  FROM (SELECT x.family, x.name FROM families x WHERE x.id <> x.family ORDER BY x.family, x.name) v GROUP BY v.family) o ON o.family = a.id
ORDER BY a.id
