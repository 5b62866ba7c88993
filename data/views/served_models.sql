-- Models with the size of their weights in 16 bits and of their cache for each token of a sequence.
-- @name {title: Model}
-- @weights {title: Weights in fp16, unit: GB, format: ",~g", covers: weights}
-- @cache {title: Cache for each token, unit: kB/token, format: ",.0f", covers: key-value cache}
SELECT m.name, w.value AS weights, w.ref AS weights__ref,
  c.value * 1073741.824 / 128000.0 AS cache, c.ref AS cache__ref, refs(w.ref, c.ref) AS ref
FROM (SELECT 'Llama 3.1 8B' AS name, 'llama31-8b' AS id UNION ALL SELECT 'Llama 3.1 70B', 'llama31-70b' UNION ALL SELECT 'Llama 3.1 405B', 'llama31-405b') m
JOIN sizing_rules w ON w.id = m.id || '-weights'
JOIN sizing_rules c ON c.id = m.id || '-cache'
ORDER BY w.value
