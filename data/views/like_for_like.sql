-- Where one seller has prices of both chips of a pair on the same terms, in the same region, with dates at most three months apart: of each seller and terms, the region and offer where the first chip costs least, and there the lowest price of the second (see listed_prices).
-- @a like prices.usd_per_accelerator_hour
-- @b like prices.usd_per_accelerator_hour
-- @b_over_a {title: Second over first, unit: 1, format: ".2f"}
WITH offers AS (
  SELECT p.id, p.accelerator, p.provider, p.terms, p.region, p.usd_per_accelerator_hour AS price, p.as_of, substr(p.as_of, 1, 4) * 372 + substr(p.as_of, 6, 2) * 31 + substr(p.as_of, 9, 2) AS day, p.ref
  FROM listed_prices p),
met AS (
  SELECT p.id AS pair, a.provider, a.terms, a.region, a.price AS a, a.ref AS a_ref, a.as_of AS a_as_of, b.price AS b, b.ref AS b_ref, b.as_of AS b_as_of,
    row_number() OVER (PARTITION BY p.id, a.provider, a.terms ORDER BY a.price, b.price, abs(a.day - b.day), a.region, a.id, b.id) AS place
  FROM pairs p
  JOIN offers a ON a.accelerator = p.a
  JOIN offers b ON b.accelerator = p.b AND b.provider = a.provider AND b.terms = a.terms AND b.region = a.region
  WHERE length(a.as_of) = 10 AND length(b.as_of) = 10 AND abs(a.day - b.day) <= 93)
SELECT m.pair || '/' || m.provider || '/' || m.terms AS id, m.pair, m.provider, m.terms, m.region,
  m.a, m.a_ref AS a__ref, m.a_as_of, m.b, m.b_ref AS b__ref, m.b_as_of,
  m.b / m.a AS b_over_a, refs(m.a_ref, m.b_ref) AS b_over_a__ref, refs(m.a_ref, m.b_ref) AS ref
FROM met m
WHERE m.place = 1
ORDER BY m.pair, CASE m.terms WHEN 'on-demand' THEN 1 WHEN 'spot' THEN 2 WHEN 'commit-1y' THEN 3 ELSE 4 END, b_over_a, m.provider
