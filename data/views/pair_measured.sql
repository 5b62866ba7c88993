-- What one party measured on both chips of each pair, outside MLPerf: of a TPU and a GPU (see measured_side_by_side), or of two
-- chips of one kind on one occasion. The throughput per chip follows from the numbers of chips of the two systems, where the
-- source gives both.
-- @a_value {title: First, unitField: unit, format: ",~g"}
-- @b_value {title: Second, unitField: unit, format: ",~g"}
-- @a_chips like serving_comparisons.accelerators {title: Chips of the first}
-- @b_chips like serving_comparisons.accelerators {title: Chips of the second}
SELECT p.id || '/' || s.id AS id, p.id AS pair, s.measure, s.tpu_value AS a_value, s.tpu_value__ref AS a_value__ref, s.unit, s.gpu_value AS b_value, s.gpu_value__ref AS b_value__ref, s.conditions, s.engines, ta.accelerators AS a_chips, ta.ref AS a_chips__ref, gb.accelerators AS b_chips, gb.ref AS b_chips__ref, s.as_of, s.ref
FROM pairs p
JOIN measured_side_by_side s ON s.tpu = p.a AND s.gpu = p.b
JOIN measured_pairs m ON m.id = s.id
LEFT JOIN serving_comparisons ta ON ta.id = m.tpu_row
LEFT JOIN serving_comparisons gb ON gb.id = m.gpu_row
UNION ALL
SELECT p.id || '/' || a.id, p.id, coalesce(a.finding, a.measure), a.value, a.ref, a.unit, b.value, b.ref, coalesce(a.model || ', ', '') || coalesce(CASE WHEN a.precision = b.precision THEN a.precision ELSE a.precision || ' and ' || b.precision END || '; ', '') || coalesce(a.conditions, 'conditions not given'),
  CASE WHEN a.same_software THEN 'the same engine' WHEN a.same_software = 0 THEN 'different engines' ELSE 'not stated' END, a.accelerators, a.ref, b.accelerators, b.ref, a.as_of, refs(a.ref, b.ref)
FROM pairs p
JOIN serving_comparisons a ON a.accelerator = p.a
JOIN serving_comparisons b ON b.accelerator = p.b AND b.occasion = a.occasion AND b.unit = a.unit
JOIN accelerators ca ON ca.id = a.accelerator
JOIN accelerators cb ON cb.id = b.accelerator AND cb.class = ca.class
WHERE a.value IS NOT NULL AND b.value IS NOT NULL AND a.comparison <> 'inferencex-other'
ORDER BY 2, 9, 3, 1
