-- What to buy for a model of a given size: of single cards (up to eight in one machine) and whole servers, the GPUs that
-- hold it for the lowest reported price. Where reports of one card differ, the prices are the lowest and the highest of them.
-- Each GPU keeps 10 GB free for activations.
-- @memory {title: Memory needed, unit: GB, format: ",.0f", covers: "what the work keeps in memory, without activations"}
-- @chips {title: GPUs, unit: chip, format: ",d"}
-- @low {title: Price from, unit: USD, format: ",.0f"}
-- @high {title: Price to, unit: USD, format: ",.0f"}
-- @low_as_of like purchase_prices.as_of {title: Lower price as of}
-- @high_as_of like purchase_prices.as_of {title: Higher price as of}
-- @power {title: Rated power of the GPUs, unit: kW, format: ",.2~f"}
WITH work AS (
  SELECT 'lora-7b' AS id, 'LoRA of a 7B model' AS work, quantity(7, 'Gparameter') * r.value AS memory, r.ref FROM sizing_rules r WHERE r.id = 'lora-16'
  UNION ALL SELECT 'tune-7b', 'All weights of a 7B model', quantity(7, 'Gparameter') * c.value, c.ref FROM claim_figures c WHERE c.claim = 'train-mixed-memory' AND c.n = 1
  UNION ALL SELECT 'lora-70b', 'LoRA of a 70B model', quantity(70, 'Gparameter') * r.value, r.ref FROM sizing_rules r WHERE r.id = 'lora-16'
  UNION ALL SELECT 'serve-70b', 'Serving Llama 3.1 70B in fp8, 32 requests of 8,192 tokens', m.weights / 2 + quantity(32 * 8192, 'token') * m.cache / 1000000, m.ref FROM served_models m WHERE m.name = 'Llama 3.1 70B'
  UNION ALL SELECT 'tune-70b', 'All weights of a 70B model', quantity(70, 'Gparameter') * c.value, c.ref FROM claim_figures c WHERE c.claim = 'train-mixed-memory' AND c.n = 1),
cards AS (
  SELECT p.*, row_number() OVER (PARTITION BY p.accelerator ORDER BY p.low, p.as_of, p.id) AS from_lowest, row_number() OVER (PARTITION BY p.accelerator ORDER BY p.high DESC, p.as_of DESC, p.id) AS from_highest
  FROM purchase_prices p WHERE p.includes LIKE 'one card%'),
goods AS (
  SELECT l.accelerator, 1 AS sold, 8 AS most, l.low, l.as_of AS low_as_of, l.ref AS low_ref, h.high, h.as_of AS high_as_of, h.ref AS high_ref
  FROM cards l JOIN cards h ON h.accelerator = l.accelerator WHERE l.from_lowest = 1 AND h.from_highest = 1
  UNION ALL SELECT s.accelerator, s.accelerators, 1000000, s.low, s.as_of, s.ref, s.high, s.as_of, s.ref FROM server_prices s),
options AS (
  SELECT w.id, w.work, w.memory, w.ref AS memory_ref, g.accelerator, g.sold, ceil(w.memory / (h.memory_capacity - quantity(10, 'GB')) / g.sold) AS units, g.most, g.low, g.low_as_of, g.low_ref, g.high, g.high_as_of, g.high_ref,
    h.memory_capacity__ref AS fit_ref, h.power AS watts, h.power__ref AS power_ref
  FROM work w JOIN goods g JOIN specs h ON h.accelerator = g.accelerator WHERE h.memory_capacity > quantity(10, 'GB')),
ranked AS (
  SELECT o.*, row_number() OVER (PARTITION BY o.id ORDER BY o.units * o.low, o.units * o.high, o.accelerator) AS place
  FROM options o WHERE o.units * o.sold <= o.most)
SELECT o.id, o.work, CAST(o.units AS INTEGER) || CASE WHEN o.sold = 1 THEN ' ' || replace(n.short, ' Blackwell', '') || ' card' ELSE ' server' END || CASE WHEN o.units > 1 THEN 's' ELSE '' END
    || CASE WHEN o.sold = 1 THEN '' ELSE ' with ' || o.sold || ' ' || n.short || 's' END AS buy,
  o.memory, o.memory_ref AS memory__ref, CAST(o.units * o.sold AS INTEGER) AS chips, refs(o.memory_ref, o.fit_ref, o.low_ref) AS chips__ref,
  o.units * o.low AS low, refs(o.memory_ref, o.fit_ref, o.low_ref) AS low__ref, o.low_as_of, o.low_ref AS low_as_of__ref,
  o.units * o.high AS high, refs(o.memory_ref, o.fit_ref, o.high_ref) AS high__ref, o.high_as_of, o.high_ref AS high_as_of__ref,
  o.units * o.sold * o.watts / 1000 AS power, refs(o.memory_ref, o.fit_ref, o.power_ref, o.low_ref) AS power__ref, refs(o.low_ref, o.high_ref) AS ref
FROM ranked o
JOIN chip_names n ON n.id = o.accelerator
WHERE o.place = 1
ORDER BY o.memory, o.id
