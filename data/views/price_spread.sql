-- For each accelerator the lowest and the highest price per chip-hour on demand, over all sellers and regions.
-- @factor {title: Highest over lowest, unit: 1, format: ".1f"}
SELECT e.accelerator, e.name, e.class,
  e.lowest, e.lowest__ref, e.lowest_provider, e.lowest__ref AS lowest_provider__ref, e.lowest_region, e.lowest_as_of,
  e.highest, e.highest__ref, e.highest_provider, e.highest_region, e.highest_as_of,
  e.highest / e.lowest AS factor, refs(e.highest__ref, e.lowest__ref) AS factor__ref
FROM price_ends e
WHERE e.terms = 'on-demand'
ORDER BY e.accelerator
