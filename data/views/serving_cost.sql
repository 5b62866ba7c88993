-- What a million output tokens cost in rent of chips: measured tokens per second under the load of each row, and the
-- lowest on-demand price of a large cloud. Idle hours, input tokens of other lengths and limits on delay make it more.
-- @usd {title: Per million tokens, unit: USD, better: lower, format: ",.2f"}
-- @per_chip {title: Output tokens per second and chip, unit: token/s/chip, better: higher, format: ",.0f"}
SELECT m.id, n.short AS chip, n.short || ', ' || m.precision AS run,
  m.load || ', ' || m.software || ', ' || CASE WHEN length(m.as_of) > 4 THEN replace(substr('JanFebMarAprMayJunJulAugSepOctNovDec', substr(m.as_of, 6, 2) * 3 - 2, 3), 'Sep', 'Sept') || ' ' ELSE '' END || substr(m.as_of, 1, 4) AS how,
  n.class, m.model, m.precision, m.accelerators, m.ref AS accelerators__ref, m.input_tokens, m.ref AS input_tokens__ref,
  m.output_tokens, m.ref AS output_tokens__ref, m.load, m.software, m.as_of AS measured,
  1.0 * m.throughput / m.counted AS per_chip, m.ref AS per_chip__ref,
  p.provider, p.usd_per_accelerator_hour, p.ref AS usd_per_accelerator_hour__ref, p.as_of,
  p.usd_per_accelerator_hour * 1000000.0 * m.counted / (3600.0 * m.throughput) AS usd, refs(m.ref, p.ref) AS usd__ref, refs(m.ref, p.ref) AS ref
FROM measured_serving m
JOIN chip_names n ON n.id = m.accelerator
LEFT JOIN large_cloud_prices p ON p.accelerator = m.accelerator
ORDER BY usd IS NULL, usd, m.id
