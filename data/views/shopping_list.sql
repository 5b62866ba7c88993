-- What to buy for a model of a given size: of single cards (up to eight in one machine) and whole servers, the GPUs that
-- hold it for the lowest reported price. Each GPU keeps 10 GB free for activations.
-- @memory {title: Memory needed, unit: GB, format: ",.0f", covers: "what the work keeps in memory, without activations"}
-- @chips {title: GPUs, unit: chip, format: ",d"}
-- @low {title: Price from, unit: USD, format: ",.0f"}
-- @high {title: Price to, unit: USD, format: ",.0f"}
-- @power {title: Rated power of the GPUs, unit: kW, format: ",.2~f"}
WITH work AS (
  SELECT 'lora-7b' AS id, 'LoRA of a 7B model' AS work, quantity(7, 'Gparameter') * r.value AS memory, r.ref FROM sizing_rules r WHERE r.id = 'lora-16'
  UNION ALL SELECT 'tune-7b', 'All weights of a 7B model', quantity(7, 'Gparameter') * c.value, c.ref FROM claim_figures c WHERE c.claim = 'train-mixed-memory' AND c.n = 1
  UNION ALL SELECT 'lora-70b', 'LoRA of a 70B model', quantity(70, 'Gparameter') * r.value, r.ref FROM sizing_rules r WHERE r.id = 'lora-16'
  UNION ALL SELECT 'serve-70b', 'Serving Llama 3.1 70B in fp8, 32 requests of 8,192 tokens', m.weights / 2 + quantity(32 * 8192, 'token') * m.cache / 1000000, m.ref FROM served_models m WHERE m.name = 'Llama 3.1 70B'
  UNION ALL SELECT 'tune-70b', 'All weights of a 70B model', quantity(70, 'Gparameter') * c.value, c.ref FROM claim_figures c WHERE c.claim = 'train-mixed-memory' AND c.n = 1),
goods AS (
  SELECT p.accelerator, 1 AS sold, 8 AS most, p.low, p.high, p.ref FROM purchase_prices p WHERE p.includes LIKE 'one card%'
  UNION ALL SELECT s.accelerator, s.accelerators, 1000000, s.low, s.high, s.ref FROM server_prices s),
options AS (
  SELECT w.id, w.work, w.memory, w.ref AS memory_ref, g.accelerator, g.sold, ceil(w.memory / (h.memory_capacity - quantity(10, 'GB')) / g.sold) AS units, g.most, g.low, g.high,
    h.memory_capacity__ref AS fit_ref, h.power AS watts, h.power__ref AS power_ref, g.ref
  FROM work w JOIN goods g JOIN specs h ON h.accelerator = g.accelerator WHERE h.memory_capacity > quantity(10, 'GB')),
ranked AS (
  SELECT o.*, row_number() OVER (PARTITION BY o.id ORDER BY o.units * o.low, o.units * o.high, o.accelerator) AS place
  FROM options o WHERE o.units * o.sold <= o.most)
SELECT o.id, o.work, CAST(o.units AS INTEGER) || CASE WHEN o.sold = 1 THEN ' ' || replace(n.short, ' Blackwell', '') || ' card' ELSE ' server' END || CASE WHEN o.units > 1 THEN 's' ELSE '' END
    || CASE WHEN o.sold = 1 THEN '' ELSE ' with ' || o.sold || ' ' || n.short || 's' END AS buy,
  o.memory, o.memory_ref AS memory__ref, CAST(o.units * o.sold AS INTEGER) AS chips, refs(o.memory_ref, o.fit_ref, o.ref) AS chips__ref,
  o.units * o.low AS low, refs(o.memory_ref, o.fit_ref, o.ref) AS low__ref, o.units * o.high AS high, refs(o.memory_ref, o.fit_ref, o.ref) AS high__ref,
  o.units * o.sold * o.watts / 1000 AS power, refs(o.memory_ref, o.fit_ref, o.power_ref, o.ref) AS power__ref, o.ref
FROM ranked o
JOIN chip_names n ON n.id = o.accelerator
WHERE o.place = 1
ORDER BY o.memory, o.id
