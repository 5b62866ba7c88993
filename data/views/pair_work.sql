-- The MLPerf results that decide each pair: those of chips that were for sale, or all if there are none of these. The price
-- of that work on the second chip is divided by its price on the first, at the lowest on-demand prices (of whole servers
-- for training): above 1 the first chip is cheaper.
-- @a_speed like pair_meetings.a_speed
-- @a_usd {title: Price of the first for an hour, unit: USD, format: "$,.2f"}
-- @b_usd {title: Price of the second for an hour, unit: USD, format: "$,.2f"}
-- @b_over_a {title: Price on the second over the first, unit: 1, format: ".2f"}
WITH met AS (
  SELECT m.*, CASE WHEN m.a_availability IN ('preview', 'research') OR m.b_availability IN ('preview', 'research') THEN 'preview' ELSE 'sold' END AS state FROM pair_meetings m)
SELECT m.pair, m.suite, m.round, m.benchmark, m.task, m.target, m.accelerators, m.accelerators__ref,
  CASE m.suite WHEN 'Training' THEN 'training ' ELSE 'serving ' END || m.benchmark AS work,
  ' (MLPerf ' || m.suite || ' ' || m.round || CASE m.suite WHEN 'Training' THEN '' ELSE replace(m.task, 'inference', '') END || ', ' || substr(m.as_of, 1, 4) || ')' AS measured_in,
  m.state, m.a_availability, m.b_availability, m.a_speed, m.ref AS a_speed__ref,
  CASE m.suite WHEN 'Training' THEN sa.usd_per_accelerator_hour ELSE ca.usd_per_accelerator_hour END * quantity(1, 'chip*h') AS a_usd, CASE m.suite WHEN 'Training' THEN sa.ref ELSE ca.ref END AS a_usd__ref, CASE m.suite WHEN 'Training' THEN sa.as_of ELSE ca.as_of END AS a_priced,
  CASE m.suite WHEN 'Training' THEN sb.usd_per_accelerator_hour ELSE cb.usd_per_accelerator_hour END * quantity(1, 'chip*h') AS b_usd, CASE m.suite WHEN 'Training' THEN sb.ref ELSE cb.ref END AS b_usd__ref, CASE m.suite WHEN 'Training' THEN sb.as_of ELSE cb.as_of END AS b_priced,
  CASE m.suite WHEN 'Training' THEN sb.usd_per_accelerator_hour / sa.usd_per_accelerator_hour ELSE cb.usd_per_accelerator_hour / ca.usd_per_accelerator_hour END * m.a_speed AS b_over_a,
  CASE m.suite WHEN 'Training' THEN refs(m.ref, sa.ref, sb.ref) ELSE refs(m.ref, ca.ref, cb.ref) END AS b_over_a__ref,
  m.as_of, m.ref
FROM met m
JOIN pairs p ON p.id = m.pair
JOIN cheapest_on_demand ca ON ca.accelerator = p.a
JOIN cheapest_on_demand cb ON cb.accelerator = p.b
LEFT JOIN cheapest_cluster sa ON sa.accelerator = p.a
LEFT JOIN cheapest_cluster sb ON sb.accelerator = p.b
WHERE m.state = 'sold' OR NOT EXISTS (SELECT 1 FROM met o WHERE o.pair = m.pair AND o.state = 'sold')
ORDER BY m.pair, m.as_of DESC, m.suite DESC, m.accelerators DESC, m.benchmark, m.task, m.target
