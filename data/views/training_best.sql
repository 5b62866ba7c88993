-- For each round, benchmark, accelerator and number of chips the shortest time to train.
-- On a tie the first id wins. Preview and research systems are in it: see availability.
SELECT
  t.round, t.division, t.benchmark, t.accelerator, a.name, a.class, t.accelerators, t.minutes,
  t.availability, t.submitter, t.system, t.as_of, t.id, t.ref
FROM mlperf_training t
JOIN accelerators a ON a.id = t.accelerator
LEFT JOIN mlperf_training faster
  ON faster.round = t.round AND faster.benchmark = t.benchmark
 AND faster.accelerator = t.accelerator AND faster.accelerators = t.accelerators
 AND (faster.minutes, faster.id) < (t.minutes, t.id)
WHERE faster.id IS NULL
ORDER BY t.round, t.benchmark, t.accelerators, t.minutes, t.id
