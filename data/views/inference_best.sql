-- For each round, benchmark, accuracy target, scenario, accelerator and number of chips the highest throughput.
-- On a tie the first id wins. Preview systems are in it: see availability.
SELECT
  i.round, i.division, i.benchmark, i.model_version, i.scenario, i.accelerator, a.name, a.class, i.accelerators,
  i.throughput, i.unit, i.availability, i.submitter, i.system, i.as_of, i.id, i.ref
FROM mlperf_inference i
JOIN accelerators a ON a.id = i.accelerator
LEFT JOIN mlperf_inference better
  ON better.round = i.round AND better.benchmark = i.benchmark AND better.model_version IS i.model_version
 AND better.scenario = i.scenario AND better.accelerator = i.accelerator AND better.accelerators = i.accelerators
 AND (better.throughput > i.throughput OR better.throughput = i.throughput AND better.id < i.id)
WHERE better.id IS NULL
ORDER BY i.round, i.benchmark, i.scenario, i.accelerators, i.throughput DESC, i.id
