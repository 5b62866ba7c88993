-- For each accelerator whether it can be had: on sale if a seller lists a price of the last 90 days or its newest market
-- status says so; not on sale yet by any other newest status; otherwise our list has no current offer. The date is that of
-- the status or, without one, of the newest price. An entry in software counts only where nothing else was said, and an
-- undated page only where there is no dated statement: when it was read is not when it was said.
-- @status like market_status.status
-- @market {title: Can it be had?}
-- @source like market_status.source
WITH newest AS (
  SELECT m.accelerator, m.status, m.statement, m.source, m.stated, m.stated_words, m.ref,
    row_number() OVER (PARTITION BY m.accelerator ORDER BY m.kind = 'software', m.as_of IS NULL, m.as_of DESC, m.status = 'sold' DESC, m.id) AS place
  FROM market_statements m WHERE m.accelerator IS NOT NULL),
priced AS (
  SELECT p.accelerator, p.as_of, p.ref, row_number() OVER (PARTITION BY p.accelerator ORDER BY p.as_of DESC, p.id) AS place
  FROM listed_prices p WHERE p.age IS NULL)
SELECT n.id AS accelerator, n.name, n.short, n.class, n.announced,
  CASE WHEN p.ref IS NOT NULL THEN 'sold' ELSE s.status END AS status,
  CASE WHEN p.ref IS NOT NULL OR s.status = 'sold' THEN 'on sale' WHEN s.status IS NOT NULL THEN 'not on sale yet' ELSE 'no current offer in our list' END AS market,
  CASE WHEN s.status = 'sold' OR p.ref IS NULL THEN s.statement END AS statement,
  CASE WHEN s.status = 'sold' OR p.ref IS NULL THEN s.stated ELSE p.as_of END AS stated, CASE WHEN s.status = 'sold' OR p.ref IS NULL THEN s.stated_words END AS stated_words, CASE WHEN s.status = 'sold' OR p.ref IS NULL THEN s.source END AS source, coalesce(CASE WHEN s.status = 'sold' OR p.ref IS NULL THEN s.ref END, p.ref, n.ref) AS ref
FROM chip_names n
LEFT JOIN newest s ON s.accelerator = n.id AND s.place = 1
LEFT JOIN priced p ON p.accelerator = n.id AND p.place = 1
ORDER BY n.id
