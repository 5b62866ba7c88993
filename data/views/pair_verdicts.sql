-- Which chip of each pair to choose, in words that follow from the data (see pair_work): which of them costs less for at
-- least three quarters of what MLPerf measured, at the lowest on-demand prices, and for most of it at each seller that has
-- both. The example is the middle one of the results, by speed: of language models if there are any. Pairs without common
-- results are judged by their ratings. Ratios that round to 1.0 become words. a_even and b_even are the prices of an hour at
-- which that example costs the same on both, with the other chip at its lowest price: the speed of one chip over the other
-- (or its rated arithmetic) times the other's price. Where training and serving differ, each has its own example. Where
-- sellers differ, these prices are for sellers without the other chip, and follow from the middle one of all training or
-- all serving results, whichever the example is.
-- @accelerators like mlperf_training.accelerators
-- @a_usd like pair_work.a_usd
-- @b_usd like pair_work.b_usd
-- @a_even {title: Price of the first at which both cost the same, unit: USD, format: "$,.2f"}
-- @b_even {title: Price of the second at which both cost the same, unit: USD, format: "$,.2f"}
-- @a_need {title: What decides for the first, unitField: a_need_unit}
-- @b_need {title: What decides for the second, unitField: b_need_unit}
WITH sorted AS (
  SELECT w.*, CASE WHEN lower(w.benchmark) GLOB '*llama*' OR lower(w.benchmark) GLOB '*gpt*' OR w.benchmark = 'BERT' THEN 'language' ELSE 'other' END AS field FROM pair_work w),
ranked AS (
  SELECT w.*, row_number() OVER (PARTITION BY w.pair, w.field ORDER BY w.a_speed, w.as_of, w.accelerators, w.benchmark, w.task, w.target) AS place, count(*) OVER (PARTITION BY w.pair, w.field) AS others,
    row_number() OVER (PARTITION BY w.pair, w.suite ORDER BY w.a_speed, w.as_of, w.accelerators, w.benchmark, w.task, w.target) AS suite_place, count(*) OVER (PARTITION BY w.pair, w.suite) AS suite_others
  FROM sorted w),
examples AS (
  SELECT r.* FROM ranked r
  WHERE r.place = CAST(r.others / 2 AS INTEGER) + 1 AND (r.field = 'language' OR NOT EXISTS (SELECT 1 FROM sorted o WHERE o.pair = r.pair AND o.field = 'language'))),
suite_examples AS (SELECT r.* FROM ranked r WHERE r.suite_place = CAST(r.suite_others / 2 AS INTEGER) + 1),
shares AS (
  SELECT w.pair, count(*) AS results, count(*) FILTER (WHERE w.b_over_a > 1) AS a, count(*) FILTER (WHERE w.b_over_a < 1) AS b,
    count(*) FILTER (WHERE w.suite = 'Training') AS trained, count(*) FILTER (WHERE w.suite = 'Training' AND w.b_over_a > 1) AS trained_a, count(*) FILTER (WHERE w.suite = 'Training' AND w.b_over_a < 1) AS trained_b,
    count(*) FILTER (WHERE w.suite <> 'Training') AS served, count(*) FILTER (WHERE w.suite <> 'Training' AND w.b_over_a > 1) AS served_a, count(*) FILTER (WHERE w.suite <> 'Training' AND w.b_over_a < 1) AS served_b,
    all_refs(w.b_over_a__ref) AS refs
  FROM pair_work w GROUP BY w.pair),
offers AS (
  SELECT o.pair, o.provider, o.b_over_a, o.ref FROM like_for_like o WHERE o.terms = 'on-demand' AND o.id NOT LIKE '%/one-region'),
each_seller AS (
  SELECT o.pair, o.provider, count(*) AS results, count(*) FILTER (WHERE o.b_over_a * w.a_speed > 1) AS a, count(*) FILTER (WHERE o.b_over_a * w.a_speed < 1) AS b
  FROM offers o JOIN pair_work w ON w.pair = o.pair GROUP BY o.pair, o.provider),
sellers AS (
  SELECT s.pair, count(*) AS sellers, count(*) FILTER (WHERE s.a * 2 > s.results) AS a, count(*) FILTER (WHERE s.b * 2 > s.results) AS b, min(s.provider) AS name
  FROM each_seller s GROUP BY s.pair),
hours AS (SELECT o.pair, min(o.b_over_a) AS least, max(o.b_over_a) AS most, all_refs(o.ref) AS refs FROM offers o GROUP BY o.pair),
named AS (
  SELECT e.pair, e.chip, CASE count(*) WHEN 1 THEN max(e.provider) WHEN 2 THEN min(e.provider) || ' or ' || max(e.provider)
      WHEN 3 THEN max(CASE e.place WHEN 1 THEN e.provider END) || ', ' || max(CASE e.place WHEN 2 THEN e.provider END) || ' or ' || max(CASE e.place WHEN 3 THEN e.provider END)
      ELSE max(CASE e.place WHEN 1 THEN e.provider END) || ' or ' || max(CASE e.place WHEN 2 THEN e.provider END) || ', say' END AS names
  FROM (SELECT s.pair, replace(replace(s.provider, 'Microsoft ', ''), ' Cloud', '') AS provider, CASE WHEN s.a * 2 > s.results THEN 'a' ELSE 'b' END AS chip, row_number() OVER (PARTITION BY s.pair, s.a * 2 > s.results ORDER BY s.provider) AS place
    FROM each_seller s WHERE s.a * 2 > s.results OR s.b * 2 > s.results) e
  GROUP BY e.pair, e.chip),
ratings AS (
  SELECT f.pair,
    max(f.a_over_b) AS a_best, max(1 / f.a_over_b) AS b_best,
    max(CASE WHEN NOT EXISTS (SELECT 1 FROM pair_figures o WHERE o.pair = f.pair AND o.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') AND o.a_over_b > f.a_over_b) THEN f.quantity END) AS a_what,
    max(CASE WHEN NOT EXISTS (SELECT 1 FROM pair_figures o WHERE o.pair = f.pair AND o.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') AND o.a_over_b < f.a_over_b) THEN f.quantity END) AS b_what
  FROM pair_figures f
  WHERE f.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth') GROUP BY f.pair),
facts AS (
  SELECT p.id AS pair, a.short AS a, b.short AS b, a.class AS a_class, a.vendor AS a_vendor, a.announced AS a_announced, b.class AS b_class, b.vendor AS b_vendor, b.announced AS b_announced,
    pa.usd_per_eflop / pb.usd_per_eflop AS peak_price, pa.peak_bf16 * 1.0 / pb.peak_bf16 AS peak, refs(pa.peak_bf16__ref, pb.peak_bf16__ref) AS peak_ref, refs(pa.ref, pb.ref, pa.peak_bf16__ref, pb.peak_bf16__ref) AS peak_refs,
    ca.usd_per_accelerator_hour / cb.usd_per_accelerator_hour AS hour_price, refs(ca.ref, cb.ref) AS hour_refs,
    r.a_best, r.b_best, r.a_what, r.b_what, h.refs AS results_refs, h.results, h.a AS results_a, h.b AS results_b,
    e.suite, e.work, e.measured_in, e.target, e.a_availability, e.b_availability, e.accelerators, e.accelerators__ref, e.a_speed, e.a_speed__ref, e.b_over_a, e.b_over_a__ref,
    coalesce(e.a_usd, ca.usd_per_accelerator_hour * quantity(1, 'chip*h')) AS a_usd, coalesce(e.a_usd__ref, ca.ref) AS a_usd_ref, coalesce(e.a_priced, ca.as_of) AS a_priced,
    coalesce(e.b_usd, cb.usd_per_accelerator_hour * quantity(1, 'chip*h')) AS b_usd, coalesce(e.b_usd__ref, cb.ref) AS b_usd_ref, coalesce(e.b_priced, cb.as_of) AS b_priced,
    s.sellers, s.a AS sellers_a, s.b AS sellers_b, s.name AS seller, hs.pair AS offered, hs.least, hs.most, hs.refs AS hours_refs, o.b_over_a * e.a_speed AS same, refs(o.ref, e.ref) AS same_refs,
    na.names AS a_names, nb.names AS b_names,
    wd.quantity AS wide_what, wd.more AS wide_more, wd.factor AS wide_factor, wd.factor__ref AS wide_refs,
    CASE WHEN h.pair IS NULL THEN 'unmeasured' WHEN h.a = h.results THEN 'a' WHEN h.b = h.results THEN 'b' WHEN h.a * 4 >= h.results * 3 THEN 'most a' WHEN h.b * 4 >= h.results * 3 THEN 'most b'
      WHEN h.trained_a * 4 >= h.trained * 3 AND h.served_b * 4 >= h.served * 3 AND h.trained > 0 AND h.served > 0 THEN 'train a' WHEN h.trained_b * 4 >= h.trained * 3 AND h.served_a * 4 >= h.served * 3 AND h.trained > 0 AND h.served > 0 THEN 'train b' ELSE 'mixed' END AS lowest,
    p.ref
  FROM pairs p
  JOIN chip_names a ON a.id = p.a
  JOIN chip_names b ON b.id = p.b
  JOIN cheapest_on_demand ca ON ca.accelerator = p.a
  JOIN cheapest_on_demand cb ON cb.accelerator = p.b
  JOIN price_per_peak pa ON pa.id = ca.id
  JOIN price_per_peak pb ON pb.id = cb.id
  JOIN ratings r ON r.pair = p.id
  JOIN pair_widest wd ON wd.pair = p.id
  LEFT JOIN shares h ON h.pair = p.id
  LEFT JOIN examples e ON e.pair = p.id
  LEFT JOIN sellers s ON s.pair = p.id
  LEFT JOIN hours hs ON hs.pair = p.id
  LEFT JOIN offers o ON o.pair = p.id AND s.sellers = 1
  LEFT JOIN named na ON na.pair = p.id AND na.chip = 'a'
  LEFT JOIN named nb ON nb.pair = p.id AND nb.chip = 'b'),
judged AS (
  SELECT f.*, CASE WHEN f.results IS NULL THEN max(f.hour_price, 1 / f.hour_price) < 1.05 ELSE max(f.b_over_a, 1 / f.b_over_a) < 1.05 END AS like_price,
    CASE WHEN f.lowest = 'unmeasured' THEN CASE WHEN f.peak_price < 1 THEN 'try a' ELSE 'try b' END
      WHEN f.lowest LIKE '%a' AND f.lowest NOT LIKE 'train%' AND coalesce(f.sellers_b, 0) > 0 THEN CASE WHEN f.sellers = 1 THEN 'sold a' WHEN f.sellers_a > 0 THEN 'sellers' ELSE 'apart a' END
      WHEN f.lowest LIKE '%b' AND f.lowest NOT LIKE 'train%' AND coalesce(f.sellers_a, 0) > 0 THEN CASE WHEN f.sellers = 1 THEN 'sold b' WHEN f.sellers_b > 0 THEN 'sellers' ELSE 'apart b' END
      ELSE f.lowest END AS how,
    CASE WHEN f.sellers = 1 AND f.same IS NOT NULL THEN 'same' WHEN f.sellers > 1 THEN 'sellers' WHEN f.results IS NOT NULL THEN 'results' ELSE 'peak' END AS last
  FROM facts f),
evens AS (
  SELECT f.pair,
    coalesce(ta.b_usd * ta.a_speed, m.b_usd * m.a_speed, f.b_usd * coalesce(f.a_speed, f.peak)) AS a_even, coalesce(refs(ta.b_usd__ref, ta.a_speed__ref), refs(m.b_usd__ref, m.a_speed__ref), refs(f.b_usd_ref, coalesce(f.a_speed__ref, f.peak_ref))) AS a_even_ref,
    coalesce(tb.a_usd / tb.a_speed, m.a_usd / m.a_speed, f.a_usd / coalesce(f.a_speed, f.peak)) AS b_even, coalesce(refs(tb.a_usd__ref, tb.a_speed__ref), refs(m.a_usd__ref, m.a_speed__ref), refs(f.a_usd_ref, coalesce(f.a_speed__ref, f.peak_ref))) AS b_even_ref,
    m.work AS middle_work
  FROM judged f
  LEFT JOIN suite_examples m ON m.pair = f.pair AND m.suite = f.suite AND f.how = 'sellers'
  LEFT JOIN suite_examples ta ON ta.pair = f.pair AND f.how LIKE 'train%' AND (ta.suite = 'Training') = (f.how = 'train a')
  LEFT JOIN suite_examples tb ON tb.pair = f.pair AND f.how LIKE 'train%' AND (tb.suite = 'Training') = (f.how = 'train b'))
SELECT f.pair, f.how, f.work, f.measured_in, f.target,
  CASE WHEN f.offered IS NULL THEN 'No seller in our list has both. Rated arithmetic costs ' WHEN f.sellers = 1 THEN 'On demand at ' || f.seller || ', an hour costs ' ELSE 'At sellers of both, an hour costs ' END AS spread_before,
  'pair_verdicts/' || f.pair || CASE WHEN f.offered IS NULL THEN '/peak' ELSE '/sellers' END AS spread_figure,
  CASE WHEN f.offered IS NULL THEN CASE WHEN f.peak_price >= 1 THEN ' the ' || f.a || '.' ELSE ' the ' || f.b || '.' END
    ELSE ' the ' || f.b || ' as on the ' || f.a || '.' END AS spread_after,
  max(f.sellers_a, f.sellers_b) || ' of ' || f.sellers AS share, refs(f.hours_refs, f.results_refs) AS share__ref,
  CASE
    WHEN f.how = 'try a' THEN 'Try the ' || f.a || ' first: its rated arithmetic costs less at the prices in our list, and MLPerf does not compare the two.'
    WHEN f.how = 'try b' THEN 'Try the ' || f.b || ' first: its rated arithmetic costs less at the prices in our list, and MLPerf does not compare the two.'
    WHEN f.how = 'a' THEN 'Choose the ' || f.a || ': the measured work costs less on it.'
    WHEN f.how = 'b' THEN 'Choose the ' || f.b || ': the measured work costs less on it.'
    WHEN f.how = 'most a' THEN 'Choose the ' || f.a || ' for most work: most of what was measured costs less on it.'
    WHEN f.how = 'most b' THEN 'Choose the ' || f.b || ' for most work: most of what was measured costs less on it.'
    WHEN f.how = 'sold a' THEN 'It depends on who sells you the ' || f.a || '.'
    WHEN f.how = 'sold b' THEN 'It depends on who sells you the ' || f.b || '.'
    WHEN f.how = 'sellers' THEN 'It depends on your seller: most measured work costs less on the ' || f.a || ' at some, on the ' || f.b || ' at others.'
    WHEN f.how = 'apart a' THEN 'It depends on the seller: at the lowest prices, most measured work costs less on the ' || f.a || ', at sellers of both on the ' || f.b || '.'
    WHEN f.how = 'apart b' THEN 'It depends on the seller: at the lowest prices, most measured work costs less on the ' || f.b || ', at sellers of both on the ' || f.a || '.'
    WHEN f.how = 'train a' THEN 'It depends on the work: at the lowest prices, most measured training costs less on the ' || f.a || ', most serving on the ' || f.b || '.'
    WHEN f.how = 'train b' THEN 'It depends on the work: at the lowest prices, most measured training costs less on the ' || f.b || ', most serving on the ' || f.a || '.'
    ELSE 'It depends on your work: neither chip is cheaper for most of what was measured.' END AS verdict,
  CASE WHEN f.results IS NULL THEN 'MLPerf has no results for both on the same number of chips. On paper, the ' || f.wide_more || ' has '
    WHEN f.a_speed >= 1 THEN 'Chip for chip, the ' || f.a || ' was ' ELSE 'Chip for chip, the ' || f.b || ' was ' END AS first_before,
  CASE WHEN f.results IS NULL THEN 'pair_verdicts/' || f.pair || '/wide' ELSE 'pair_verdicts/' || f.pair || '/speed' END AS first_figure,
  CASE WHEN f.results IS NULL THEN ' ' ELSE ' the ' || CASE WHEN f.a_speed >= 1 THEN f.b ELSE f.a END || ' in ' || f.work || ' on ' END AS first_middle,
  'pair_verdicts/' || f.pair || CASE WHEN f.results IS NULL THEN '/rating' ELSE '/accelerators' END AS end_figure,
  CASE f.wide_what WHEN 'peak_bf16' THEN 'rated arithmetic' WHEN 'memory_capacity' THEN 'memory' ELSE 'memory bandwidth' END AS rating, f.wide_refs AS rating__ref,
  f.accelerators, f.accelerators__ref,
  CASE WHEN f.results IS NULL THEN ' of the ' || CASE f.wide_more WHEN f.a THEN f.b ELSE f.a END || '.'
    ELSE f.measured_in || CASE WHEN f.a_availability IN ('preview', 'research') AND f.b_availability = f.a_availability THEN '; both were ' || CASE f.a_availability WHEN 'preview' THEN 'previews.' ELSE 'research systems.' END
      WHEN f.a_availability IN ('preview', 'research') THEN '; the ' || f.a || ' was a ' || CASE f.a_availability WHEN 'preview' THEN 'preview.' ELSE 'research system.' END
      WHEN f.b_availability IN ('preview', 'research') THEN '; the ' || f.b || ' was a ' || CASE f.b_availability WHEN 'preview' THEN 'preview.' ELSE 'research system.' END ELSE '.' END END AS first_after,
  CASE WHEN f.suite = 'Training' THEN ' of whole servers' || CASE WHEN 'TPU' IN (f.a_class, f.b_class) THEN ' and slices' ELSE '' END ELSE '' END AS low_sold,
  f.a_usd, f.a_usd_ref AS a_usd__ref, f.b_usd, f.b_usd_ref AS b_usd__ref,
  CASE WHEN is_old(f.a_usd_ref) THEN ' (' || substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * CAST(substr(f.a_priced, 6, 2) AS INTEGER) - 2, 3) || ' ' || substr(f.a_priced, 1, 4) || ')' ELSE '' END AS a_dated, CASE WHEN is_old(f.b_usd_ref) THEN ' (' || substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * CAST(substr(f.b_priced, 6, 2) AS INTEGER) - 2, 3) || ' ' || substr(f.b_priced, 1, 4) || ')' ELSE '' END AS b_dated,
  CASE WHEN f.results IS NULL THEN 'an hour costs '
    ELSE f.work || CASE f.suite WHEN 'Training' THEN ' on ' || CASE WHEN f.accelerators < 1000 THEN f.accelerators ELSE CAST(f.accelerators / 1000 AS INTEGER) || ',' || substr('00' || (f.accelerators % 1000), -3) END || ' chips' ELSE '' END || ' costs ' END AS low_before,
  CASE WHEN CASE WHEN f.results IS NULL THEN f.hour_price >= 1 ELSE f.b_over_a < 1 END THEN ' the ' || f.a || CASE WHEN f.like_price THEN ' as on the ' || f.b ELSE '' END ELSE ' the ' || f.b || CASE WHEN f.like_price THEN ' as on the ' || f.a ELSE '' END END || '.' AS low_after,
  CASE f.last WHEN 'same' THEN 'On demand at ' || f.seller || ', it costs ' WHEN 'sellers' THEN 'At ' WHEN 'results' THEN 'At these prices, ' ELSE 'Rated arithmetic costs ' END AS last_before,
  'pair_verdicts/' || f.pair || '/' || CASE f.last WHEN 'sellers' THEN 'share' ELSE f.last END AS last_figure,
  CASE f.last WHEN 'same' THEN CASE WHEN f.same >= 1 THEN ' the ' || f.b || '.' ELSE ' the ' || f.a || '.' END
    WHEN 'sellers' THEN ' sellers of both, most measured work costs less on the ' || CASE WHEN f.sellers_a >= f.sellers_b THEN f.a ELSE f.b END || '.'
    WHEN 'results' THEN ' results cost less on the ' || CASE WHEN f.b_over_a > 1 THEN f.a ELSE f.b END || '.'
    ELSE CASE WHEN f.peak_price >= 1 THEN ' the ' || f.a || '.' ELSE ' the ' || f.b || '.' END END AS last_after,
  CASE WHEN max(f.a_speed, 1 / f.a_speed) < 1.05 THEN 'about as fast as' ELSE round(max(f.a_speed, 1 / f.a_speed), 1) || ' times as fast as' END AS speed, f.a_speed__ref AS speed__ref,
  CASE WHEN f.wide_factor < 1.05 THEN 'about the' ELSE round(f.wide_factor, 1) || ' times the' END AS wide, f.wide_refs AS wide__ref,
  CASE WHEN f.results IS NULL THEN CASE WHEN max(f.hour_price, 1 / f.hour_price) < 1.05 THEN 'about as much on' ELSE round(max(f.hour_price, 1 / f.hour_price), 1) || ' times as much on' END
    ELSE CASE WHEN max(f.b_over_a, 1 / f.b_over_a) < 1.05 THEN 'about as much on' ELSE round(max(f.b_over_a, 1 / f.b_over_a), 1) || ' times as much on' END END AS low,
  CASE WHEN f.results IS NULL THEN f.hour_refs ELSE f.b_over_a__ref END AS low__ref,
  CASE WHEN max(f.same, 1 / f.same) < 1.05 THEN 'about as much on' ELSE round(max(f.same, 1 / f.same), 1) || ' times as much on' END AS same, f.same_refs AS same__ref,
  CASE WHEN max(f.peak_price, 1 / f.peak_price) < 1.05 THEN 'about as much on' ELSE round(max(f.peak_price, 1 / f.peak_price), 1) || ' times as much on' END AS peak, f.peak_refs AS peak__ref,
  CASE WHEN round(f.least, 1) = round(f.most, 1) THEN round(f.most, 1) || ' times as much on' ELSE round(f.least, 1) || ' to ' || round(f.most, 1) || ' times as much on' END AS sellers, f.hours_refs AS sellers__ref,
  CASE WHEN f.b_over_a > 1 THEN f.results_a ELSE f.results_b END || ' of ' || f.results AS results, f.results_refs AS results__ref,
  CASE WHEN f.how = 'sellers' AND f.a_names IS NOT NULL THEN 'you rent on demand from ' || f.a_names || ', or pay a seller without ' || f.b || 's less than ' WHEN f.how = 'sold b' THEN 'you rent on demand from ' || f.seller || ' anyway, or pay less than ' WHEN f.how = 'apart b' THEN 'you rent on demand from a seller that has both, or pay less than '
    WHEN f.how = 'train a' THEN 'you train models, and pay less than ' WHEN f.how = 'train b' THEN 'you serve models, and pay less than ' WHEN f.how = 'mixed' THEN 'your work is like the work that costs less on it, or you pay less than ' ELSE 'you pay less than ' END AS a_price,
  e.a_even, e.a_even_ref AS a_even__ref,
  CASE WHEN f.how = 'sellers' AND f.b_names IS NOT NULL THEN 'you rent on demand from ' || f.b_names || ', or pay a seller without ' || f.a || 's less than ' WHEN f.how = 'sold a' THEN 'you rent on demand from ' || f.seller || ' anyway, or pay less than ' WHEN f.how = 'apart a' THEN 'you rent on demand from a seller that has both, or pay less than '
    WHEN f.how = 'train b' THEN 'you train models, and pay less than ' WHEN f.how = 'train a' THEN 'you serve models, and pay less than ' WHEN f.how = 'mixed' THEN 'your work is like the work that costs less on it, or you pay less than ' ELSE 'you pay less than ' END AS b_price,
  e.b_even, e.b_even_ref AS b_even__ref,
  CASE WHEN f.a_best <= 1 THEN '' ELSE 'you need more than ' END AS a_rating,
  CASE WHEN f.a_best <= 1 THEN na.a ELSE na.b END AS a_need, na.unit AS a_need_unit, CASE WHEN f.a_best <= 1 THEN na.a__ref ELSE na.b__ref END AS a_need__ref,
  CASE na.quantity WHEN 'peak_bf16' THEN ' of rated arithmetic (dense bf16)' WHEN 'memory_capacity' THEN ' of memory' ELSE ' of memory bandwidth' END || ' per chip' || CASE WHEN f.a_best <= 1 THEN ' is enough for your work' ELSE '' END AS a_rated,
  CASE WHEN f.b_best <= 1 THEN '' ELSE 'you need more than ' END AS b_rating,
  CASE WHEN f.b_best <= 1 THEN nb.b ELSE nb.a END AS b_need, nb.unit AS b_need_unit, CASE WHEN f.b_best <= 1 THEN nb.b__ref ELSE nb.a__ref END AS b_need__ref,
  CASE nb.quantity WHEN 'peak_bf16' THEN ' of rated arithmetic (dense bf16)' WHEN 'memory_capacity' THEN ' of memory' ELSE ' of memory bandwidth' END || ' per chip' || CASE WHEN f.b_best <= 1 THEN ' is enough for your work' ELSE '' END AS b_rated,
  CASE WHEN f.a_vendor = f.b_vendor AND f.a_class = f.b_class AND f.a_announced > f.b_announced THEN 'you want the newer of the two; the same software runs on both' WHEN f.a_vendor = f.b_vendor AND f.a_class = f.b_class THEN 'your work runs fast enough on it'
    WHEN f.a_class = 'TPU' THEN 'the model has settled, and runs in JAX or in PyTorch without your own kernels' WHEN f.a_vendor = 'NVIDIA' THEN 'you need CUDA, or the model still changes' ELSE 'your code runs on ' || f.a_vendor || '''s software as it is' END AS a_software,
  CASE WHEN f.a_vendor = f.b_vendor AND f.a_class = f.b_class AND f.b_announced > f.a_announced THEN 'you want the newer of the two; the same software runs on both' WHEN f.a_vendor = f.b_vendor AND f.a_class = f.b_class THEN 'your work runs fast enough on it'
    WHEN f.b_class = 'TPU' THEN 'the model has settled, and runs in JAX or in PyTorch without your own kernels' WHEN f.b_vendor = 'NVIDIA' THEN 'you need CUDA, or the model still changes' ELSE 'your code runs on ' || f.b_vendor || '''s software as it is' END AS b_software,
  CASE WHEN f.results IS NULL THEN 'rated arithmetic costs' WHEN f.how LIKE 'train%' THEN 'the middle result of each kind of work costs' WHEN e.middle_work IS NOT NULL THEN 'the middle ' || CASE f.suite WHEN 'Training' THEN 'training' ELSE 'serving' END || ' result (' || substr(e.middle_work, instr(e.middle_work, ' ') + 1) || ') costs' ELSE f.work || ' costs' END AS even_work,
  f.ref
FROM judged f
JOIN evens e ON e.pair = f.pair
JOIN pair_figures na ON na.pair = f.pair AND na.quantity = CASE WHEN f.a_best <= 1 THEN f.b_what ELSE f.a_what END
JOIN pair_figures nb ON nb.pair = f.pair AND nb.quantity = CASE WHEN f.b_best <= 1 THEN f.a_what ELSE f.b_what END
ORDER BY f.pair
