-- Models with the size of their weights in 16 bits, of their cache for each token of a sequence, and the arithmetic of
-- reading or writing a token.
-- @name {title: Model}
-- @weights {title: Weights in fp16, unit: GB, format: ",~g", covers: weights}
-- @cache {title: Cache for each token, unit: kB/token, format: ",.0f", covers: key-value cache}
-- @work {title: Arithmetic for each token, unit: GFLOP/token, format: ",.0f", covers: one forward pass}
SELECT m.name, w.value AS weights, w.ref AS weights__ref,
  c.value * 1073741.824 / 128000.0 AS cache, c.ref AS cache__ref,
  w.value / b.value * f.value AS work, refs(w.ref, b.ref, f.ref) AS work__ref, refs(w.ref, c.ref, f.ref) AS ref
FROM (SELECT 'Llama 3.1 8B' AS name, 'llama31-8b' AS id UNION ALL SELECT 'Llama 3.1 70B', 'llama31-70b' UNION ALL SELECT 'Llama 3.1 405B', 'llama31-405b') m
JOIN sizing_rules w ON w.id = m.id || '-weights'
JOIN sizing_rules c ON c.id = m.id || '-cache'
JOIN sizing_rules b ON b.id = 'weights-bf16'
JOIN sizing_rules f ON f.id = 'forward-flop'
ORDER BY w.value
