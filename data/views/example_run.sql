-- What eight chips for a hundred hours cost at the lowest price that we found, by accelerator and terms. An example of
-- one size for all: the chips differ in how much work they do in that time, and a commitment is paid for idle hours too.
-- @usd {title: Cost of the example run, unit: USD, better: lower, format: ",.0f"}
SELECT e.accelerator || '/' || e.terms AS id, e.accelerator, n.short AS chip, n.class, e.terms,
  CASE e.terms WHEN 'on-demand' THEN 'on demand' WHEN 'spot' THEN 'spot' WHEN 'commit-1y' THEN 'one year' ELSE 'three years' END AS paid,
  e.lowest, e.lowest__ref, e.lowest_provider AS provider, e.lowest_region AS region, e.lowest_as_of AS as_of,
  e.lowest * quantity(800, 'chip*h') AS usd, e.lowest__ref AS usd__ref, e.lowest__ref AS ref
FROM price_ends e
JOIN chip_names n ON n.id = e.accelerator
ORDER BY e.accelerator, e.terms
