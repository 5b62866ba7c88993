-- Each TPU beside each GPU of the same round and benchmark on the same number of chips, with the best result of either.
-- @tpu_over_gpu {title: TPU time over GPU time, unit: 1, better: lower, comparable: "round, benchmark", format: ".2f"}
SELECT
  t.round, t.benchmark, t.accelerators, t.ref AS accelerators__ref,
  t.accelerator AS tpu, ta.name AS tpu_name, t.minutes AS tpu_minutes, t.ref AS tpu_minutes__ref, t.availability AS tpu_availability,
  g.accelerator AS gpu, ga.name AS gpu_name, g.minutes AS gpu_minutes, g.ref AS gpu_minutes__ref, g.submitter AS gpu_submitter,
  t.minutes / g.minutes AS tpu_over_gpu, refs(t.ref, g.ref) AS tpu_over_gpu__ref,
  t.as_of, refs(t.ref, g.ref) AS ref
FROM mlperf_training t
JOIN accelerators ta ON ta.id = t.accelerator AND ta.class = 'TPU'
JOIN mlperf_training g ON g.round = t.round AND g.benchmark = t.benchmark AND g.accelerators = t.accelerators
JOIN accelerators ga ON ga.id = g.accelerator AND ga.class = 'GPU'
LEFT JOIN mlperf_training tf
  ON tf.round = t.round AND tf.benchmark = t.benchmark AND tf.accelerator = t.accelerator
 AND tf.accelerators = t.accelerators AND (tf.minutes, tf.id) < (t.minutes, t.id)
LEFT JOIN mlperf_training gf
  ON gf.round = g.round AND gf.benchmark = g.benchmark AND gf.accelerator = g.accelerator
 AND gf.accelerators = g.accelerators AND (gf.minutes, gf.id) < (g.minutes, g.id)
WHERE tf.id IS NULL AND gf.id IS NULL
ORDER BY t.round, t.benchmark, t.accelerators, t.accelerator, g.minutes, g.accelerator
