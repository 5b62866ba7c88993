-- Which measurements of a TPU and of a GPU stand side by side: those of one occasion, and each relative value, whose one
-- row is on the side of its accelerator. `row` is the measurement with the conditions.
SELECT g.id || '/' || t.accelerator AS id, t.id AS row, t.accelerator AS tpu, t.id AS tpu_row, g.accelerator AS gpu, g.id AS gpu_row
FROM serving_comparisons t
JOIN accelerators ta ON ta.id = t.accelerator AND ta.class = 'TPU'
JOIN serving_comparisons g ON g.occasion = t.occasion AND g.id <> t.id
JOIN accelerators ga ON ga.id = g.accelerator AND ga.class = 'GPU'
UNION ALL
SELECT r.id || '/' || CASE a.class WHEN 'TPU' THEN r.accelerator ELSE r.against END, r.id,
  CASE a.class WHEN 'TPU' THEN r.accelerator ELSE r.against END, CASE a.class WHEN 'TPU' THEN r.id END,
  CASE a.class WHEN 'GPU' THEN r.accelerator ELSE r.against END, CASE a.class WHEN 'GPU' THEN r.id END
FROM serving_comparisons r
JOIN accelerators a ON a.id = r.accelerator
WHERE r.against IS NOT NULL
ORDER BY 1, 3, 5
