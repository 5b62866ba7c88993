-- For each accelerator the lowest and the highest price per chip-hour on demand over all providers and regions.
-- Prices of a GPU without its host machine and asks on a marketplace are left out. On a tie the smallest offering wins, then the first id.
-- @factor {title: Highest over lowest, unit: 1, format: ".1f"}
SELECT
  a.id AS accelerator, a.name, a.class,
  lo.usd_per_accelerator_hour AS lowest, lo.ref AS lowest__ref,
  lo.provider AS lowest_provider, lo.region AS lowest_region, lo.as_of AS lowest_as_of,
  hi.usd_per_accelerator_hour AS highest, hi.ref AS highest__ref,
  hi.provider AS highest_provider, hi.region AS highest_region, hi.as_of AS highest_as_of,
  hi.usd_per_accelerator_hour / lo.usd_per_accelerator_hour AS factor, refs(hi.ref, lo.ref) AS factor__ref
FROM accelerators a
JOIN prices lo ON lo.id = (
  SELECT c.id
  FROM prices c
  WHERE c.accelerator = a.id AND c.terms = 'on-demand' AND c.offering NOT LIKE 'GPU SKU only%' AND c.provider <> 'Vast.ai'
  ORDER BY c.usd_per_accelerator_hour, c.accelerators, c.id
  LIMIT 1)
JOIN prices hi ON hi.id = (
  SELECT c.id
  FROM prices c
  WHERE c.accelerator = a.id AND c.terms = 'on-demand' AND c.offering NOT LIKE 'GPU SKU only%' AND c.provider <> 'Vast.ai'
  ORDER BY c.usd_per_accelerator_hour DESC, c.accelerators, c.id
  LIMIT 1)
ORDER BY a.id
