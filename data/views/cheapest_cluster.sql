-- For each accelerator the lowest on-demand price (see listed_prices) that can hold for more than eight chips: of whole
-- servers of eight GPUs, of servers of a rack, or of TPU slices (see rental_offers). Single GPUs are not linked to each other.
SELECT r.accelerator, a.name, a.class, r.usd_per_accelerator_hour, r.provider, r.kind, r.offered, r.offered__ref, r.region, r.as_of, r.id, r.ref
FROM rental_offers r
JOIN accelerators a ON a.id = r.accelerator
WHERE r.id = (
  SELECT c.id FROM rental_offers c
  WHERE c.accelerator = r.accelerator AND c.terms = 'on-demand' AND c.sold_as <> 'single GPUs'
  ORDER BY c.usd_per_accelerator_hour, c.as_of DESC, c.offered, c.id LIMIT 1)
ORDER BY r.accelerator
