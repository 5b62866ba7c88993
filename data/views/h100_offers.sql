-- The lowest on-demand price of the H100 SXM of each seller (see listed_prices).
SELECT p.id, p.sold_by AS provider, p.offering, p.region, p.usd_per_accelerator_hour, p.as_of, p.kind AS seller, p.origin, p.ref
FROM listed_prices p
WHERE p.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = 'h100-sxm' AND c.terms = 'on-demand' AND c.provider = p.provider
  ORDER BY c.usd_per_accelerator_hour, c.as_of DESC, c.accelerators, c.id LIMIT 1)
ORDER BY p.usd_per_accelerator_hour, p.id
