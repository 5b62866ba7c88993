-- For each accelerator and arithmetic the training speed that was measured with the dense model nearest in size to 70
-- billion parameters; of several the latest, on the most chips, then the first id. A share of the peak is multiplied by the rated peak.
-- @speed {title: Measured speed, unit: TFLOP/s/chip, better: higher, format: ",.0f"}
SELECT t.accelerator || '/' || t.precision AS id, t.accelerator, t.precision, t.model AS measured_with,
  t.accelerators AS measured_on, t.ref AS measured_on__ref,
  CASE t.unit WHEN '%' THEN t.value / 100.0 * s.peak_bf16 ELSE t.value END AS speed,
  CASE t.unit WHEN '%' THEN refs(t.ref, s.peak_bf16__ref) ELSE t.ref END AS speed__ref,
  t.ref
FROM training_speeds t
JOIN specs s ON s.accelerator = t.accelerator
WHERE t.id = (
  SELECT b.id FROM training_speeds b
  WHERE b.accelerator = t.accelerator AND b.precision = t.precision
  ORDER BY CASE WHEN b.parameters > 70000000000 THEN b.parameters / 70000000000.0 ELSE 70000000000.0 / b.parameters END,
    b.as_of DESC, b.accelerators DESC, b.id
  LIMIT 1)
ORDER BY t.accelerator, t.precision
