-- For each accelerator the lowest on-demand price (see listed_prices) at one of four large clouds, which rent out their
-- own machines. On a tie the newest price wins, then the smallest offering, then the first id.
-- @usd_per_accelerator_hour {extreme: "lowest of listed_prices.usd_per_accelerator_hour by accelerator, terms, kind"}
SELECT a.id AS accelerator, a.name, a.class, 'on-demand' AS terms, 'Large cloud' AS kind,
  p.usd_per_accelerator_hour, p.provider, p.offering, p.region, p.as_of, p.id, p.ref
FROM accelerators a
JOIN prices p ON p.id = (
  SELECT c.id FROM listed_prices c
  WHERE c.accelerator = a.id AND c.terms = 'on-demand' AND c.kind = 'Large cloud'
  ORDER BY c.usd_per_accelerator_hour, c.as_of DESC, c.accelerators, c.id LIMIT 1)
ORDER BY a.id
