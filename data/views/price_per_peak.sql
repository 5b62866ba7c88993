-- What a chip-hour costs for the arithmetic that the chip could do in it at its dense bf16 peak.
-- No chip reaches its peak: this compares price lists, not the cost of work done.
-- @usd_per_eflop {title: Price per exaFLOP at peak, unit: USD/EFLOP, better: lower, format: ".2f"}
SELECT
  p.id, p.accelerator, a.name, a.vendor, a.class, p.sold_by AS provider, p.offering, p.region, p.terms, p.as_of,
  p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref,
  s.peak_bf16, s.peak_bf16__ref,
  p.usd_per_accelerator_hour / (s.peak_bf16 * 0.0036) AS usd_per_eflop,
  refs(p.ref, s.peak_bf16__ref) AS usd_per_eflop__ref,
  p.ref
FROM listed_prices p
JOIN accelerators a ON a.id = p.accelerator
JOIN specs s ON s.accelerator = p.accelerator
WHERE s.peak_bf16 IS NOT NULL
ORDER BY usd_per_eflop, p.id
