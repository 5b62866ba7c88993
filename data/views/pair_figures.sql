-- The figures of both chips of each pair, with how much of it the first has for one of the second.
-- @place {title: Place, unit: 1, format: "d"}
-- @a {title: First, unitField: unit}
-- @b {title: Second, unitField: unit}
-- @a_over_b {title: First over second, unit: 1, format: ".2f"}
SELECT p.id AS pair, q.name AS quantity, q.title, coalesce(va.place, vb.place) AS place, q.unit,
  va.value AS a, va.ref AS a__ref, vb.value AS b, vb.ref AS b__ref,
  va.value * 1.0 / vb.value AS a_over_b, refs(va.ref, vb.ref) AS a_over_b__ref,
  CASE WHEN va.value IS NULL AND q.name = 'power' AND ca.class = 'TPU' THEN 'not published' END AS no_a,
  CASE WHEN vb.value IS NULL AND q.name = 'power' AND cb.class = 'TPU' THEN 'not published' END AS no_b,
  refs(va.ref, vb.ref) AS ref
FROM pairs p
JOIN accelerators ca ON ca.id = p.a
JOIN accelerators cb ON cb.id = p.b
JOIN quantities q
LEFT JOIN spec_values va ON va.accelerator = p.a AND va.quantity = q.name
LEFT JOIN spec_values vb ON vb.accelerator = p.b AND vb.quantity = q.name
WHERE va.value IS NOT NULL OR vb.value IS NOT NULL
ORDER BY p.id, place
