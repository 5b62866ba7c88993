-- Google's list price of one chip on sale, in a United States region, on demand and, where found, for one and three years.
SELECT d.id, a.name, a.class, a.name || ', ' || d.region AS sold, d.region, d.as_of,
  d.usd_per_accelerator_hour AS on_demand, d.ref AS on_demand__ref,
  y.usd_per_accelerator_hour AS one_year, y.ref AS one_year__ref,
  t.usd_per_accelerator_hour AS three_years, t.ref AS three_years__ref,
  d.ref
FROM prices d
JOIN accelerators a ON a.id = d.accelerator
JOIN chip_status s ON s.accelerator = d.accelerator AND s.market = 'on sale'
LEFT JOIN prices y ON y.id = replace(d.id, '/on-demand', '/commit-1y')
LEFT JOIN prices t ON t.id = replace(d.id, '/on-demand', '/commit-3y')
WHERE d.id IN (
  'gcp/tpu-v3-8/us-central1/on-demand', 'gcp/tpu-v4-8/us-central2/on-demand', 'gcp/tpu-v5e/us-central1/on-demand',
  'gcp/tpu-v5p/us-east5/on-demand', 'gcp/tpu-v6e/us-east1/on-demand', 'gcp/tpu7x/us-central1/on-demand',
  'gcp/a3-highgpu-8g/us-central1/on-demand', 'gcp/a2-highgpu-8g/us-central1/on-demand')
ORDER BY d.usd_per_accelerator_hour DESC, d.id
