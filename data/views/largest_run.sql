-- For each accelerator the most chips that worked on one model: in a run that our data hold, or linked in one group.
-- @most {title: Chips on one model at most, unit: chip, format: ",d"}
SELECT r.accelerator, r.chips AS most, r.origin AS most__ref, r.origin AS ref
FROM (
  SELECT e.accelerator, e.chips, e.origin, row_number() OVER (PARTITION BY e.accelerator ORDER BY e.chips DESC, e.origin) AS place
  FROM (
    SELECT m.accelerator, m.accelerators AS chips, m.ref AS origin FROM mlperf_training m
    UNION ALL SELECT t.accelerator, t.accelerators, t.ref FROM training_speeds t
    UNION ALL SELECT s.accelerator, s.domain_size, s.domain_size__ref FROM specs s WHERE s.domain_size IS NOT NULL) e) r
WHERE r.place = 1
ORDER BY r.accelerator
