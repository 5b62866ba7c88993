-- For each accelerator and arithmetic the ends of the range of its training speed. The fast end is the fastest published
-- measurement with a dense model. The slow end is the slowest of three: the slowest such measurement without the share of
-- attention, which the operations of the estimate leave out; in bf16 the slowest H100 measurement times the ratio of the
-- two chips' times in MLPerf, on equal numbers of chips, in one round, for training a language model; and, for the H100,
-- the total GPU time of Meta's training of Llama 3 70B.
-- @chip like chip_names.short
-- @precision like training_speeds.precision
-- @fast {title: Fast end, unit: TFLOP/s/chip, format: ",.0f"}
-- @slow {title: Slow end, unit: TFLOP/s/chip, format: ",.0f"}
-- @slow_from {title: What the slow end is}
WITH speed AS (
  SELECT t.accelerator, t.precision, t.model || ', ' || t.accelerators || ' chips' AS what,
    CASE t.unit WHEN '%' THEN t.value / 100.0 * s.peak_bf16 ELSE t.value END AS speed,
    CASE t.unit WHEN '%' THEN refs(t.ref, s.peak_bf16__ref) ELSE t.ref END AS origin
  FROM training_speeds t
  JOIN specs s ON s.accelerator = t.accelerator
  WHERE t.precision IN ('bf16', 'fp8')),
best AS (
  SELECT m.round, m.benchmark, m.accelerators, m.accelerator, m.minutes, m.ref,
    row_number() OVER (PARTITION BY m.round, m.benchmark, m.accelerators, m.accelerator ORDER BY m.minutes, m.id) AS place
  FROM mlperf_training m
  WHERE m.division = 'closed' AND m.metric = 'time_to_train' AND m.benchmark IN ('gpt3', 'llama31_405b', 'llama31_8b')),
ends AS (
  SELECT s.accelerator, s.precision, s.speed, s.origin, 'the fastest measured' AS what, 'fast' AS part FROM speed s
  UNION ALL
  SELECT s.accelerator, s.precision, s.speed * (1 - a.value / 100.0), refs(s.origin, a.ref), s.what || ', without attention', 'slow'
  FROM speed s JOIN sizing_rules a ON a.id = 'attention-8k'
  UNION ALL
  SELECT t.accelerator, 'bf16', h.speed * g.minutes / t.minutes, refs(h.origin, g.ref, t.ref),
    'MLPerf ' || t.round || ', ' || t.benchmark || ', ' || t.accelerators || ' chips', 'slow'
  FROM best t
  JOIN best g ON g.round = t.round AND g.benchmark = t.benchmark AND g.accelerators = t.accelerators AND g.accelerator = 'h100-sxm' AND g.place = 1
  JOIN speed h ON h.accelerator = 'h100-sxm' AND h.precision = 'bf16'
  WHERE t.place = 1 AND t.accelerator <> 'h100-sxm'
  UNION ALL
  SELECT 'h100-sxm', 'bf16', quantity(70, 'Gparameter') * f.value * w.value * 1000000.0 / (h.value * 3600), refs(h.ref, w.ref, f.ref), 'all of training Llama 3 70B', 'slow'
  FROM sizing_rules h JOIN sizing_rules w JOIN sizing_rules f
  WHERE h.id = 'llama3-70b-hours' AND w.id = 'llama3-70b-text' AND f.id = 'train-flop'),
ranked AS (
  SELECT e.*, row_number() OVER (PARTITION BY e.accelerator, e.precision, e.part ORDER BY CASE e.part WHEN 'fast' THEN -e.speed ELSE e.speed END, e.what) AS place
  FROM ends e)
SELECT a.accelerator || '/' || a.precision AS id, a.accelerator, n.short AS chip, a.precision,
  a.speed AS fast, a.origin AS fast__ref, z.speed AS slow, z.origin AS slow__ref, z.what AS slow_from, refs(a.origin, z.origin) AS ref
FROM ranked a
JOIN ranked z ON z.accelerator = a.accelerator AND z.precision = a.precision AND z.part = 'slow' AND z.place = 1
JOIN chip_names n ON n.id = a.accelerator
WHERE a.part = 'fast' AND a.place = 1
ORDER BY a.precision, a.speed DESC, a.accelerator
