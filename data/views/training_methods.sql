-- What training keeps in memory for each parameter, and how many operations it takes.
-- @name {title: Method}
-- @bytes {title: Memory for each parameter, unit: B/parameter, format: ",~g"}
-- @work {title: Operations for each parameter and token, unit: FLOP/parameter/token, format: ",~g"}
-- @counted {title: What is counted}
SELECT m.name, m.bytes, m.bytes_from AS bytes__ref, f.value AS work, f.ref AS work__ref, m.counted, refs(m.bytes_from, f.ref) AS ref
FROM (
  SELECT 1 AS n, 'All weights, Adam in mixed precision' AS name, a.value AS bytes, a.ref AS bytes_from,
    'weights twice, gradients in half precision, two states' AS counted
  FROM claim_figures a WHERE a.claim = 'train-mixed-memory' AND a.n = 1
  UNION ALL
  SELECT 2, 'All weights, mixed precision with float32 gradients', a.value, a.ref, 'weights twice, gradients in float32, two states'
  FROM claim_figures a WHERE a.claim = 'train-mixed-memory' AND a.n = 2
  UNION ALL
  SELECT 3, 'All weights in bf16, Adam in float32', a.value + g.value, refs(a.ref, g.ref), 'weights once, gradients in half precision, two states'
  FROM claim_figures a JOIN claim_figures g
  WHERE a.claim = 'train-adam-memory' AND a.n = 1 AND g.claim = 'train-mixed-memory' AND g.n = 3
  UNION ALL
  SELECT 4, 'LoRA on 16-bit weights', r.value, r.ref, 'a total that the source does not break down'
  FROM sizing_rules r WHERE r.id = 'lora-16'
  UNION ALL
  SELECT 5, 'QLoRA on 4-bit weights', r.value, r.ref, 'a total that the source does not break down'
  FROM sizing_rules r WHERE r.id = 'qlora-4') m
JOIN sizing_rules f
WHERE f.id = 'train-flop'
ORDER BY m.n
