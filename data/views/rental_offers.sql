-- For each accelerator, terms, number of chips sold together and kind of seller, the lowest price (see listed_prices).
-- On a tie the first id wins.
-- @offered {title: Sold by, unit: chip, format: ",d"}
-- @sold_as {title: Sold as}
-- @term {title: Paid for at least, unit: h, format: ",d"}
SELECT p.id, p.accelerator, n.short AS chip, n.class, p.provider, p.kind, p.region, p.terms,
  p.accelerators AS offered, p.ref AS offered__ref,
  CASE WHEN n.class = 'TPU' THEN 'slices' WHEN p.accelerators >= 8 THEN 'servers' WHEN h.domain_size > 8 THEN 'parts of a rack' ELSE 'single GPUs' END AS sold_as,
  p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref,
  CASE p.terms WHEN 'commit-1y' THEN 8760 WHEN 'commit-3y' THEN 26280 ELSE 0 END AS term, p.ref AS term__ref,
  p.as_of, p.ref
FROM listed_prices p
JOIN chip_names n ON n.id = p.accelerator
LEFT JOIN specs h ON h.accelerator = p.accelerator
WHERE p.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = p.accelerator AND c.terms = p.terms AND c.accelerators = p.accelerators AND c.kind = p.kind
  ORDER BY c.usd_per_accelerator_hour, c.id LIMIT 1)
ORDER BY p.accelerator, p.terms, p.accelerators, p.kind, p.id
