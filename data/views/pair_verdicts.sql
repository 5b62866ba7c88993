-- Which chip of each pair to choose, in words that follow from the data. For each MLPerf result of both on the same number
-- of chips, the price of that work on the second chip is divided by its price on the first: at the seller that has both,
-- and at the lowest on-demand prices (of whole servers for training). Above 1 the first chip is cheaper.
WITH work AS (
  SELECT m.pair, m.a_speed,
    o.b_over_a * m.a_speed AS same,
    CASE m.suite WHEN 'Training' THEN sb.usd_per_accelerator_hour / sa.usd_per_accelerator_hour ELSE cb.usd_per_accelerator_hour / ca.usd_per_accelerator_hour END * m.a_speed AS lowest,
    m.a_availability IN ('preview', 'research') OR m.b_availability IN ('preview', 'research') AS not_for_sale
  FROM pair_meetings m
  JOIN pairs p ON p.id = m.pair
  JOIN cheapest_on_demand ca ON ca.accelerator = p.a
  JOIN cheapest_on_demand cb ON cb.accelerator = p.b
  LEFT JOIN cheapest_cluster sa ON sa.accelerator = p.a
  LEFT JOIN cheapest_cluster sb ON sb.accelerator = p.b
  LEFT JOIN like_for_like o ON o.pair = p.id AND o.terms = 'on-demand'),
ends AS (
  SELECT w.pair, min(w.same) AS same_least, max(w.same) AS same_most, min(w.lowest) AS least, max(w.lowest) AS most,
    min(w.a_speed) AS slowest, max(w.a_speed) AS fastest, CASE WHEN min(w.not_for_sale) THEN ', although one of the two was not yet for sale' WHEN max(w.not_for_sale) THEN ', although in some rounds one of the two was not yet for sale' ELSE '' END AS caveat
  FROM work w GROUP BY w.pair),
sellers AS (
  SELECT o.pair, CASE count(DISTINCT o.provider) WHEN 1 THEN min(o.provider) ELSE 'sellers that have both' END AS names
  FROM like_for_like o WHERE o.terms = 'on-demand' GROUP BY o.pair),
ratings AS (
  SELECT f.pair,
    max(f.a_over_b) AS a_best, max(1 / f.a_over_b) AS b_best,
    max(CASE WHEN NOT EXISTS (SELECT 1 FROM pair_figures o WHERE o.pair = f.pair AND o.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') AND o.a_over_b > f.a_over_b) THEN f.quantity END) AS a_what,
    max(CASE WHEN NOT EXISTS (SELECT 1 FROM pair_figures o WHERE o.pair = f.pair AND o.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') AND o.a_over_b < f.a_over_b) THEN f.quantity END) AS b_what
  FROM pair_figures f
  WHERE f.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') GROUP BY f.pair),
facts AS (
  SELECT p.id AS pair, a.short AS a, b.short AS b, a.class AS a_class, a.vendor AS a_vendor, b.class AS b_class, b.vendor AS b_vendor, s.names,
    pa.usd_per_eflop < pb.usd_per_eflop AS a_peak_cheaper, r.a_best, r.b_best, r.a_what, r.b_what, e.slowest, e.fastest, e.caveat,
    CASE WHEN e.pair IS NULL THEN 'unmeasured' WHEN e.same_least IS NULL THEN 'none' WHEN e.same_least > 1 THEN 'a' WHEN e.same_most < 1 THEN 'b' ELSE 'mixed' END AS same,
    CASE WHEN e.pair IS NULL THEN 'unmeasured' WHEN e.least > 1 THEN 'a' WHEN e.most < 1 THEN 'b' ELSE 'mixed' END AS lowest,
    p.ref
  FROM pairs p
  JOIN chip_names a ON a.id = p.a
  JOIN chip_names b ON b.id = p.b
  JOIN cheapest_on_demand ca ON ca.accelerator = p.a
  JOIN cheapest_on_demand cb ON cb.accelerator = p.b
  JOIN price_per_peak pa ON pa.id = ca.id
  JOIN price_per_peak pb ON pb.id = cb.id
  JOIN ratings r ON r.pair = p.id
  LEFT JOIN ends e ON e.pair = p.id
  LEFT JOIN sellers s ON s.pair = p.id)
SELECT f.pair,
  CASE
    WHEN f.lowest = 'unmeasured' THEN 'Try the ' || CASE WHEN f.a_peak_cheaper THEN f.a ELSE f.b END || ' first: its rated arithmetic costs less at the prices in our list, and MLPerf does not compare the two.'
    WHEN f.same IN ('a', 'none') AND f.lowest = 'a' THEN 'Choose the ' || f.a || ', on which the measured work costs less.'
    WHEN f.same IN ('b', 'none') AND f.lowest = 'b' THEN 'Choose the ' || f.b || ', on which the measured work costs less.'
    WHEN f.same = 'a' AND f.lowest = 'b' THEN 'It depends on who sells you the ' || f.b || '.'
    WHEN f.same = 'b' AND f.lowest = 'a' THEN 'It depends on who sells you the ' || f.a || '.'
    ELSE 'It depends on your work and on the seller: neither chip is cheaper in all that was measured.' END AS verdict,
  CASE f.same WHEN 'a' THEN 'On demand at ' || f.names || ', the measured work costs less on the ' || f.a || '. ' WHEN 'b' THEN 'On demand at ' || f.names || ', the measured work costs less on the ' || f.b || '. '
    WHEN 'mixed' THEN 'On demand at ' || f.names || ', some measured work costs less on the ' || f.a || ' and some on the ' || f.b || '. ' ELSE '' END AS why_same,
  CASE f.lowest WHEN 'a' THEN 'costs less on the ' || f.a WHEN 'b' THEN 'costs less on the ' || f.b WHEN 'mixed' THEN 'sometimes costs less on the ' || f.a || ' and sometimes on the ' || f.b ELSE 'cannot be compared, because MLPerf has no results for both on the same number of chips' END AS why_lowest,
  CASE
    WHEN f.slowest > 1 THEN 'Chip for chip, the ' || f.a || ' was faster in MLPerf' || f.caveat || '.'
    WHEN f.fastest < 1 THEN 'Chip for chip, the ' || f.b || ' was faster in MLPerf' || f.caveat || '.'
    WHEN f.slowest IS NOT NULL THEN 'Chip for chip, each was faster in some MLPerf results' || f.caveat || '.'
    ELSE 'No measurement under the same rules shows which is faster.' END AS why_speed,
  CASE WHEN f.same = 'a' THEN 'you rent on demand from ' || CASE WHEN f.names LIKE 'sellers%' THEN 'a seller that has both' ELSE f.names || ' anyway' END WHEN f.lowest = 'mixed' THEN 'your work is like the work that costs less on it' WHEN f.lowest = 'a' OR f.lowest = 'unmeasured' AND f.a_peak_cheaper THEN 'you can rent it at a price near those in our list' ELSE 'you get it for less than the prices in our list' END AS a_price,
  CASE WHEN f.same = 'b' THEN 'you rent on demand from ' || CASE WHEN f.names LIKE 'sellers%' THEN 'a seller that has both' ELSE f.names || ' anyway' END WHEN f.lowest = 'mixed' THEN 'your work is like the work that costs less on it' WHEN f.lowest = 'b' OR f.lowest = 'unmeasured' AND NOT f.a_peak_cheaper THEN 'you can rent it at a price near those in our list' ELSE 'you get it for less than the prices in our list' END AS b_price,
  CASE WHEN f.a_best <= 1 THEN 'your work does not need the higher ratings of the ' || f.b ELSE 'you need more ' || CASE f.a_what WHEN 'peak_bf16' THEN 'rated arithmetic' WHEN 'memory_capacity' THEN 'memory' ELSE 'memory bandwidth' END || ' per chip' END AS a_rating,
  CASE WHEN f.b_best <= 1 THEN 'your work does not need the higher ratings of the ' || f.a ELSE 'you need more ' || CASE f.b_what WHEN 'peak_bf16' THEN 'rated arithmetic' WHEN 'memory_capacity' THEN 'memory' ELSE 'memory bandwidth' END || ' per chip' END AS b_rating,
  CASE WHEN f.a_class = 'TPU' THEN 'the model has settled, and runs in JAX or in PyTorch without your own kernels' WHEN f.a_vendor = 'NVIDIA' THEN 'you need CUDA, or the model still changes' ELSE 'your code runs on ' || f.a_vendor || '''s software as it is' END AS a_software,
  CASE WHEN f.b_class = 'TPU' THEN 'the model has settled, and runs in JAX or in PyTorch without your own kernels' WHEN f.b_vendor = 'NVIDIA' THEN 'you need CUDA, or the model still changes' ELSE 'your code runs on ' || f.b_vendor || '''s software as it is' END AS b_software,
  f.ref
FROM facts f
ORDER BY f.pair
