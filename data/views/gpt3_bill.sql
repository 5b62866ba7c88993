-- One MLPerf run of GPT-3 on 512 chips, at the lowest on-demand price of each seller of whole servers or slices (see
-- listed_prices). Results of 2024 are multiplied by prices of 2026; none of these sellers ran the H100 result.
-- @usd {title: Chips of one run at list price, unit: USD, better: lower, format: ",.0f"}
WITH offers AS (
  SELECT p.*, row_number() OVER (PARTITION BY p.accelerator, p.provider ORDER BY p.usd_per_accelerator_hour, p.as_of DESC, p.accelerators, p.id) AS place
  FROM listed_prices p
  WHERE p.terms = 'on-demand' AND (p.accelerator = 'tpu-v6e' OR p.accelerator = 'h100-sxm' AND p.accelerators >= 8))
SELECT a.id || '-' || CASE p.provider WHEN 'Google Cloud' THEN 'google' ELSE replace(lower(p.provider), ' ', '-') END AS id,
  a.name, a.class, p.provider, p.kind, t.round, t.division, t.benchmark,
  replace(replace(replace(a.name, 'NVIDIA ', ''), ' SXM', ''), ' (Trillium)', '') || ', ' || p.provider AS label,
  t.accelerators, t.ref AS accelerators__ref,
  t.minutes, t.ref AS minutes__ref,
  p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref, p.as_of, p.origin,
  t.minutes / 60.0 * t.accelerators * p.usd_per_accelerator_hour AS usd, refs(t.ref, p.ref) AS usd__ref,
  refs(t.ref, p.ref) AS ref
FROM mlperf_training t
JOIN offers p ON p.accelerator = t.accelerator AND p.place = 1
JOIN accelerators a ON a.id = t.accelerator
WHERE t.id IN ('mlperf-training-v4.1/Google/cloud-tpu-trillium-512-maxtext/gpt3', 'mlperf-training-v4.1/NVIDIA/eos_n64_ngc24.09_nemo/gpt3')
ORDER BY usd, id
