-- For each accelerator, terms and number of chips sold together, the lowest price of this year that we found.
-- Prices of a GPU without its host machine and asks on a marketplace are left out. On a tie the first id wins.
-- @offered {title: Sold by, unit: chip, format: ",d"}
-- @term {title: Paid for at least, unit: h, format: ",d"}
SELECT p.id, p.accelerator, n.short AS chip, n.class, p.provider, p.region, p.terms,
  p.accelerators AS offered, p.ref AS offered__ref,
  p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref,
  CASE p.terms WHEN 'commit-1y' THEN 8760 WHEN 'commit-3y' THEN 26280 ELSE 0 END AS term, p.ref AS term__ref,
  p.as_of, p.ref
FROM prices p
JOIN chip_names n ON n.id = p.accelerator
WHERE p.id = (
  SELECT c.id FROM prices c
  WHERE c.accelerator = p.accelerator AND c.terms = p.terms AND c.accelerators = p.accelerators
    AND c.as_of >= '2026-01-01' AND c.offering NOT LIKE 'GPU SKU only%' AND c.provider <> 'Vast.ai'
  ORDER BY c.usd_per_accelerator_hour, c.id LIMIT 1)
ORDER BY p.accelerator, p.terms, p.accelerators, p.id
