-- Each TPU beside each GPU that one party measured under the same conditions (see serving_comparisons), and the relative
-- values that it gives for two of them. Occasions with unlike set-ups are left out.
-- @tpu_value {title: TPU, unitField: unit, format: ",~g"}
-- @gpu_value {title: GPU, unitField: unit, format: ",~g"}
-- @engines {title: Software}
WITH met AS (
  SELECT t.*, CASE WHEN t.input_tokens < 1000 THEN t.input_tokens ELSE CAST(t.input_tokens / 1000 AS INTEGER) || ',' || substr('00' || (t.input_tokens % 1000), -3) END || ' tokens in and ' || CASE WHEN t.output_tokens < 1000 THEN t.output_tokens ELSE CAST(t.output_tokens / 1000 AS INTEGER) || ',' || substr('00' || (t.output_tokens % 1000), -3) END || ' out' AS tokens,
    g.id AS gpu_id, g.accelerator AS gpu, g.value AS gpu_value, g.ref AS gpu_ref, g.software AS gpu_software, t.accelerator AS tpu, t.value AS tpu_value, t.ref AS tpu_ref, t.software AS tpu_software
  FROM serving_comparisons t
  JOIN accelerators ta ON ta.id = t.accelerator AND ta.class = 'TPU'
  JOIN serving_comparisons g ON g.occasion = t.occasion AND g.id <> t.id
  JOIN accelerators ga ON ga.id = g.accelerator AND ga.class = 'GPU'
  UNION ALL
  SELECT r.*, CASE WHEN r.input_tokens < 1000 THEN r.input_tokens ELSE CAST(r.input_tokens / 1000 AS INTEGER) || ',' || substr('00' || (r.input_tokens % 1000), -3) END || ' tokens in and ' || CASE WHEN r.output_tokens < 1000 THEN r.output_tokens ELSE CAST(r.output_tokens / 1000 AS INTEGER) || ',' || substr('00' || (r.output_tokens % 1000), -3) END || ' out',
    r.id, CASE ra.class WHEN 'GPU' THEN r.accelerator ELSE r.against END, CASE ra.class WHEN 'GPU' THEN r.value END, r.ref, CASE ra.class WHEN 'GPU' THEN r.software END,
    CASE ra.class WHEN 'TPU' THEN r.accelerator ELSE r.against END, CASE ra.class WHEN 'TPU' THEN r.value END, r.ref, CASE ra.class WHEN 'TPU' THEN r.software END
  FROM serving_comparisons r
  JOIN accelerators ra ON ra.id = r.accelerator
  WHERE r.against IS NOT NULL)
SELECT m.gpu_id || '/' || m.tpu AS id, m.comparison, m.kind, m.model, m.precision, coalesce(m.finding, m.measure || CASE WHEN m.unit = '%' THEN ', than the other' ELSE '' END) AS measure, m.unit,
  coalesce(m.model || ', ', '') || coalesce(m.precision || ', ', '') || coalesce(m.tokens || '; ', '') || coalesce(m.conditions, 'conditions not given') AS conditions,
  m.tpu, nt.short AS tpu_short, m.tpu_value, m.tpu_ref AS tpu_value__ref,
  m.gpu, ng.short AS gpu_short, m.gpu_value, m.gpu_ref AS gpu_value__ref,
  CASE WHEN m.same_software THEN 'the same engine' WHEN m.same_software = 0 THEN 'different engines' ELSE 'not stated' END AS engines,
  m.as_of, m.note, refs(m.tpu_ref, m.gpu_ref) AS ref
FROM met m
JOIN chip_names nt ON nt.id = m.tpu
JOIN chip_names ng ON ng.id = m.gpu
WHERE m.comparison <> 'inferencex-other'
ORDER BY m.comparison, m.occasion, m.gpu
