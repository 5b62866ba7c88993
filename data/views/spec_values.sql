-- One row for each figure of an accelerator, of those that compete the preferred one, in the order of a spec sheet.
-- @value {unitField: unit}
-- @place {title: Place, unit: 1, format: "d"}
SELECT f.accelerator, f.quantity, q.title,
  CASE f.quantity
    WHEN 'peak_bf16' THEN 1 WHEN 'peak_fp16' THEN 2 WHEN 'peak_fp8' THEN 3 WHEN 'peak_fp4' THEN 4 WHEN 'peak_int8' THEN 5 WHEN 'peak_tf32' THEN 6 WHEN 'peak_fp32' THEN 7
    WHEN 'memory_capacity' THEN 8 WHEN 'memory_bandwidth' THEN 9 WHEN 'interconnect_bandwidth' THEN 10 WHEN 'domain_size' THEN 11
    WHEN 'power' THEN 12 ELSE 13 END AS place,
  f.value, f.unit, f.as_of, f.note, f.ref
FROM figures f
JOIN quantities q ON q.name = f.quantity
LEFT JOIN figures o ON o.accelerator = f.accelerator AND o.quantity = f.quantity AND o.preferred
WHERE o.ref IS NULL OR o.ref = f.ref
ORDER BY f.accelerator, place
