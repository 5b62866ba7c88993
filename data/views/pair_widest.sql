-- In which of arithmetic, memory and bandwidth the chips of a pair lie furthest apart, and by what factor.
-- @factor {title: Factor, unit: 1, format: ".1f"}
SELECT f.pair, f.quantity,
  CASE f.quantity WHEN 'peak_bf16' THEN 'rated arithmetic' WHEN 'memory_capacity' THEN 'the size of the memory' ELSE 'the bandwidth of the memory' END AS what,
  CASE WHEN f.a > f.b THEN na.short ELSE nb.short END AS more,
  max(f.a_over_b, 1 / f.a_over_b) AS factor, f.a_over_b__ref AS factor__ref, f.ref
FROM pair_figures f
JOIN pairs p ON p.id = f.pair
JOIN chip_names na ON na.id = p.a
JOIN chip_names nb ON nb.id = p.b
WHERE f.a_over_b IS NOT NULL AND f.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth')
  AND NOT EXISTS (
    SELECT 1 FROM pair_figures o
    WHERE o.pair = f.pair AND o.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth')
      AND (max(o.a_over_b, 1 / o.a_over_b), o.quantity) > (max(f.a_over_b, 1 / f.a_over_b), f.quantity))
ORDER BY f.pair
