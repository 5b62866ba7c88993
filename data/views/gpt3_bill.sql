-- One MLPerf run of GPT-3 on 512 chips, at on-demand list prices of several sellers of whole servers. Results of 2024 are multiplied by
-- prices of 2026; none of these sellers ran the H100 result.
-- @usd {title: Chips of one run at list price, unit: USD, better: lower, format: ",.0f"}
SELECT a.id || '-' || CASE p.provider WHEN 'Google Cloud' THEN 'google' ELSE lower(p.provider) END AS id,
  a.name, a.class, p.provider,
  replace(replace(replace(a.name, 'NVIDIA ', ''), ' SXM', ''), ' (Trillium)', '') || ', ' || p.provider AS label,
  t.accelerators, t.ref AS accelerators__ref,
  t.minutes, t.ref AS minutes__ref,
  p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref, p.as_of,
  t.minutes / 60.0 * t.accelerators * p.usd_per_accelerator_hour AS usd, refs(t.ref, p.ref) AS usd__ref,
  refs(t.ref, p.ref) AS ref
FROM mlperf_training t
JOIN prices p ON p.accelerator = t.accelerator
JOIN accelerators a ON a.id = t.accelerator
WHERE t.id IN ('mlperf-training-v4.1/Google/cloud-tpu-trillium-512-maxtext/gpt3', 'mlperf-training-v4.1/NVIDIA/eos_n64_ngc24.09_nemo/gpt3')
  AND p.id IN ('gcp/tpu-v6e/us-east1/on-demand', 'gcp/a3-highgpu-8g/us-central1/on-demand', 'coreweave/h100-sxm-8x/global/on-demand', 'vultr/h100_sxm-8x/global/on-demand')
ORDER BY usd, id
