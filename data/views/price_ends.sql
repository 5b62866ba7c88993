-- For each accelerator and terms the lowest and the highest price per chip-hour (see listed_prices), and between how
-- many. On a tie the newest price wins, then the smallest offering, then the first id.
-- @lowest {extreme: "lowest of listed_prices.usd_per_accelerator_hour by accelerator, terms"}
-- @highest {extreme: "highest of listed_prices.usd_per_accelerator_hour by accelerator, terms"}
-- @offers {title: Prices found, unit: 1, format: ",d"}
-- @sellers {title: Sellers, unit: 1, format: ",d"}
SELECT n.accelerator, n.terms, a.name, a.class,
  lo.usd_per_accelerator_hour AS lowest, lo.ref AS lowest__ref, lo.id AS lowest_id, lo.sold_by AS lowest_provider, lo.region AS lowest_region, lo.as_of AS lowest_as_of, lo.origin AS lowest_origin,
  hi.usd_per_accelerator_hour AS highest, hi.ref AS highest__ref, hi.sold_by AS highest_provider, hi.region AS highest_region, hi.as_of AS highest_as_of,
  n.offers, n.refs AS offers__ref, n.sellers, n.refs AS sellers__ref,
  refs(lo.ref, hi.ref) AS ref
FROM (
  SELECT p.accelerator, p.terms, count(*) AS offers, count(DISTINCT p.provider) AS sellers, all_refs(p.ref) AS refs
  FROM listed_prices p GROUP BY p.accelerator, p.terms) n
JOIN accelerators a ON a.id = n.accelerator
JOIN listed_prices lo ON lo.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = n.accelerator AND c.terms = n.terms
  ORDER BY c.usd_per_accelerator_hour, c.as_of DESC, c.accelerators, c.id LIMIT 1)
JOIN listed_prices hi ON hi.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = n.accelerator AND c.terms = n.terms
  ORDER BY c.usd_per_accelerator_hour DESC, c.as_of DESC, c.accelerators, c.id LIMIT 1)
ORDER BY n.accelerator, n.terms
