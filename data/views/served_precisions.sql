-- Formats in which weights are served, and their size beside 16 bits.
-- @name {title: Weights in}
-- @share {title: Size beside fp16, unit: "%", format: ",~g"}
SELECT replace(p.id, 'weights-', '') AS name, p.value * 100.0 / b.value AS share, refs(p.ref, b.ref) AS share__ref, p.ref
FROM sizing_rules p
JOIN sizing_rules b ON b.id = 'weights-bf16'
WHERE p.id LIKE 'weights-%'
ORDER BY p.value DESC
