-- For each published training run in bf16, or in a format that is not stated, its share of the chip's rated bf16 peak; and
-- for all of training Llama 3 70B what the GPU hours that Meta states come to.
-- @chip like chip_names.short
-- @share {title: Share of the peak, unit: "%", better: higher, format: ",.3r"}
SELECT t.id, t.accelerator, n.short AS chip, t.model, CASE t.unit WHEN '%' THEN t.value ELSE 100.0 * t.value / s.peak_bf16 END AS share,
  CASE t.unit WHEN '%' THEN t.ref ELSE refs(t.ref, s.peak_bf16__ref) END AS share__ref, t.ref
FROM training_speeds t
JOIN specs s ON s.accelerator = t.accelerator
JOIN chip_names n ON n.id = t.accelerator
WHERE t.precision <> 'fp8'
UNION ALL
SELECT 'llama3-70b-hours', r.accelerator, r.chip, 'Llama 3 70B', 100.0 * r.slow / s.peak_bf16, refs(r.slow__ref, s.peak_bf16__ref), r.slow__ref
FROM training_range r
JOIN specs s ON s.accelerator = r.accelerator
WHERE r.slow_from = 'all of training Llama 3 70B'
ORDER BY 1
