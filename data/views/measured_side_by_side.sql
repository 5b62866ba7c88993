-- Each TPU beside each GPU that one party measured under the same conditions (see serving_comparisons), and the relative
-- values that it gives for two of them. Occasions with unlike set-ups are left out.
-- @tpu_value {title: TPU, unitField: unit, format: ",~g"}
-- @gpu_value {title: GPU, unitField: unit, format: ",~g"}
-- @engines {title: Software}
SELECT p.id, m.comparison, m.kind, m.model, m.precision, coalesce(m.finding, m.measure || CASE WHEN m.unit = '%' THEN ', than the other' ELSE '' END) AS measure, m.unit,
  coalesce(m.model || ', ', '') || coalesce(m.precision || ', ', '') || coalesce(CASE WHEN m.input_tokens < 1000 THEN m.input_tokens ELSE CAST(m.input_tokens / 1000 AS INTEGER) || ',' || substr('00' || (m.input_tokens % 1000), -3) END || ' tokens in and ' || CASE WHEN m.output_tokens < 1000 THEN m.output_tokens ELSE CAST(m.output_tokens / 1000 AS INTEGER) || ',' || substr('00' || (m.output_tokens % 1000), -3) END || ' out' || '; ', '') || coalesce(m.conditions, 'conditions not given') AS conditions,
  p.tpu, nt.short AS tpu_short, tv.value AS tpu_value, tv.ref AS tpu_value__ref,
  p.gpu, ng.short AS gpu_short, gv.value AS gpu_value, gv.ref AS gpu_value__ref,
  CASE WHEN m.same_software THEN 'the same engine' WHEN m.same_software = 0 THEN 'different engines' ELSE 'not stated' END AS engines,
  m.as_of, m.note, refs(tv.ref, gv.ref) AS ref
FROM measured_pairs p
JOIN serving_comparisons m ON m.id = p.row
JOIN chip_names nt ON nt.id = p.tpu
JOIN chip_names ng ON ng.id = p.gpu
LEFT JOIN serving_comparisons tv ON tv.id = p.tpu_row
LEFT JOIN serving_comparisons gv ON gv.id = p.gpu_row
WHERE m.comparison <> 'inferencex-other'
ORDER BY m.comparison, m.occasion, p.gpu
