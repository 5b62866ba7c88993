-- For each accelerator, terms, kind of seller and way of being sold (single GPUs, whole servers, slices), the lowest
-- price of an offer of at most eight chips (see listed_prices). On a tie the newest price wins, then the smallest
-- offering, then the first id. A server has eight GPUs; in a rack that links more of them, a server has four.
-- @offered {title: Sold by, unit: chip, format: ",d"}
-- @sold_as {title: Sold as}
-- @term {title: Paid for at least, unit: h, format: ",d"}
WITH offers AS (
  SELECT p.*, n.short AS chip, n.class,
    CASE WHEN n.class = 'TPU' THEN 'slices' WHEN p.accelerators >= 8 THEN 'servers' WHEN h.domain_size > 8 AND p.accelerators >= 4 THEN 'servers of a rack' ELSE 'single GPUs' END AS sold_as
  FROM listed_prices p
  JOIN chip_names n ON n.id = p.accelerator
  LEFT JOIN specs h ON h.accelerator = p.accelerator
  WHERE p.accelerators <= 8),
ranked AS (
  SELECT o.*, row_number() OVER (PARTITION BY o.accelerator, o.terms, o.kind, o.sold_as ORDER BY o.usd_per_accelerator_hour, o.as_of DESC, o.accelerators, o.id) AS place
  FROM offers o)
SELECT o.id, o.accelerator, o.chip, o.class, o.sold_by AS provider, o.kind, o.region, o.terms,
  o.accelerators AS offered, o.ref AS offered__ref, o.sold_as,
  o.usd_per_accelerator_hour, o.ref AS usd_per_accelerator_hour__ref,
  CASE o.terms WHEN 'commit-1y' THEN quantity(8760, 'h') WHEN 'commit-3y' THEN quantity(26280, 'h') ELSE 0 END AS term, o.ref AS term__ref,
  o.as_of, o.ref
FROM ranked o
WHERE o.place = 1
ORDER BY o.accelerator, o.terms, o.sold_as, o.kind
