-- Where one seller has prices of both chips of a pair on the same terms, with dates at most three months apart: the
-- lowest price of each at that seller (see listed_prices), in whatever region it is. Where these are two regions, a
-- second row has the region in which the first chip costs least, among those that list both.
-- @a like prices.usd_per_accelerator_hour
-- @b like prices.usd_per_accelerator_hour
-- @regions {title: Regions}
-- @b_over_a {title: Second over first, unit: 1, format: ".2f"}
WITH offers AS (
  SELECT p.id, p.accelerator, p.provider, p.terms, p.region, p.usd_per_accelerator_hour AS price, p.as_of, substr(p.as_of, 1, 4) * 372 + substr(p.as_of, 6, 2) * 31 + substr(p.as_of, 9, 2) AS day, p.ref,
    row_number() OVER (PARTITION BY p.accelerator, p.provider, p.terms ORDER BY p.usd_per_accelerator_hour, p.as_of DESC, p.accelerators, p.id) AS place
  FROM listed_prices p),
both AS (
  SELECT p.id AS pair, a.provider, a.terms, a.region AS a_region, b.region AS b_region, a.place = 1 AND b.place = 1 AS lowest, a.region = b.region AS one_region,
    a.price AS a, a.ref AS a_ref, a.id AS a_id, a.as_of AS a_as_of, b.price AS b, b.ref AS b_ref, b.id AS b_id, b.as_of AS b_as_of, abs(a.day - b.day) AS apart, a.id || ' ' || b.id AS tie
  FROM pairs p
  JOIN offers a ON a.accelerator = p.a
  JOIN offers b ON b.accelerator = p.b AND b.provider = a.provider AND b.terms = a.terms
  WHERE length(a.as_of) = 10 AND length(b.as_of) = 10 AND abs(a.day - b.day) <= 93),
met AS (
  SELECT b.*, 1 AS first, '' AS how FROM both b WHERE b.lowest
  UNION ALL
  SELECT r.*, '/one-region' FROM (
    SELECT b.*, row_number() OVER (PARTITION BY b.pair, b.provider, b.terms ORDER BY b.a, b.b, b.apart, b.a_region, b.tie) AS first FROM both b WHERE b.one_region) r
  WHERE r.first = 1 AND NOT EXISTS (
    SELECT 1 FROM both l WHERE l.pair = r.pair AND l.provider = r.provider AND l.terms = r.terms AND l.lowest AND l.one_region))
SELECT m.pair || '/' || m.provider || '/' || m.terms || m.how AS id, m.pair, m.provider, m.terms,
  CASE WHEN m.one_region THEN m.a_region ELSE m.a_region || ' and ' || m.b_region END AS regions,
  m.a, m.a_ref AS a__ref, m.a_id, m.a_as_of, m.b, m.b_ref AS b__ref, m.b_id, m.b_as_of,
  m.b / m.a AS b_over_a, refs(m.a_ref, m.b_ref) AS b_over_a__ref, refs(m.a_ref, m.b_ref) AS ref
FROM met m
ORDER BY m.pair, CASE m.terms WHEN 'on-demand' THEN 1 WHEN 'spot' THEN 2 WHEN 'commit-1y' THEN 3 ELSE 4 END, m.provider, m.how
