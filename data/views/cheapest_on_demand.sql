-- For each accelerator the lowest price per chip-hour on demand (see listed_prices), with who asks it, where and when.
-- On a tie the newest price wins, then the smallest offering, then the first id.
-- @usd_per_accelerator_hour {extreme: "lowest of listed_prices.usd_per_accelerator_hour by accelerator, terms"}
SELECT
  a.id AS accelerator, a.name, a.vendor, a.class,
  p.usd_per_accelerator_hour, p.terms, p.sold_by AS provider, p.offering, p.accelerators, p.region, p.as_of, p.origin,
  p.id, p.ref
FROM accelerators a
JOIN listed_prices p ON p.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = a.id AND c.terms = 'on-demand'
  ORDER BY c.usd_per_accelerator_hour, c.as_of DESC, c.accelerators, c.id LIMIT 1)
ORDER BY p.usd_per_accelerator_hour, a.id
