-- One LoRA run of MLPerf (Llama 2 70B) on eight chips: for each accelerator the fastest available system of its last round,
-- at the lowest on-demand price of a large cloud. Runs and prices are of different years and owners.
-- @usd {title: The run at a large cloud, unit: USD, better: lower, comparable: round, format: ",.2f"}
-- @chip_hours {title: Chip-hours, unit: chip*h, better: lower, comparable: round, format: ",.2f"}
SELECT t.accelerator, n.short AS chip, n.short || ', ' || t.submitter || ', v' || t.round AS run, t.round, t.division, t.benchmark, t.submitter, t.accelerators, t.ref AS accelerators__ref, t.minutes, t.ref AS minutes__ref,
  t.accelerators * t.minutes / 60.0 AS chip_hours, t.ref AS chip_hours__ref,
  p.provider, p.region, p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref, p.as_of,
  t.accelerators * t.minutes / 60.0 * p.usd_per_accelerator_hour AS usd, refs(t.ref, p.ref) AS usd__ref, refs(t.ref, p.ref) AS ref
FROM mlperf_training t
JOIN chip_names n ON n.id = t.accelerator
LEFT JOIN large_cloud_prices p ON p.accelerator = t.accelerator
WHERE t.id = (
  SELECT b.id FROM mlperf_training b
  WHERE b.benchmark = 'llama2_70b_lora' AND b.accelerator = t.accelerator AND b.accelerators = 8 AND b.metric = 'time_to_train'
    AND b.division = 'closed' AND b.availability LIKE 'available%'
  ORDER BY b.round DESC, b.minutes, b.id
  LIMIT 1)
ORDER BY t.minutes, t.accelerator
