-- Published runs of served models beside the bound that the estimate uses: the time in which all chips could read the
-- weights and the cache of every request once, or do the arithmetic of a token and of its share of the prompt at the
-- bf16 peak, whichever takes longer. The share is that time over the measured one.
-- @bound {title: Time for a token by the bound, unit: ms, format: ",.1f"}
-- @step {title: Time for a token as measured, unit: ms, format: ",.1f"}
-- @share {title: Share of the bound, unit: "%", format: ",.0f"}
WITH run AS (
  SELECT r.*, n.exact AS chip, m.cache / 1000000.0 * (r.input_tokens + r.output_tokens) AS each, m.cache__ref,
    m.weights * p.share / 100.0 AS weights, m.weights__ref, p.share__ref, m.work, m.work__ref,
    h.memory_bandwidth, h.memory_bandwidth__ref, h.peak_bf16, h.peak_bf16__ref
  FROM serving_runs r
  JOIN chip_names n ON n.id = r.accelerator
  JOIN served_models m ON m.name = r.like
  JOIN served_precisions p ON p.name = CASE r.precision WHEN 'int8' THEN 'fp8' ELSE r.precision END
  JOIN specs h ON h.accelerator = r.accelerator),
timed AS (
  SELECT t.*,
    max((t.weights + t.requests * t.each) / (t.memory_bandwidth * t.accelerators) * 1000.0,
      quantity(1, 'token/request') * t.requests * (t.input_tokens + t.output_tokens) / t.output_tokens * t.work / (t.peak_bf16 * t.accelerators)) AS bound,
    refs(t.ref, t.weights__ref, t.cache__ref, t.share__ref, t.work__ref, t.memory_bandwidth__ref, t.peak_bf16__ref) AS origin,
    1000.0 * quantity(1, 'token/request') * t.requests / t.throughput AS step
  FROM run t)
SELECT t.id, t.chip, t.accelerators || ' × ' || t.chip || ', ' || t.model || ', ' || t.precision AS run,
  t.requests || ' requests, ' || CASE WHEN t.input_tokens < quantity(1000, 'token/request') THEN t.input_tokens ELSE CAST(t.input_tokens / quantity(1000, 'token/request') AS INTEGER) || ',' || substr('00' || t.input_tokens, -3) END || ' tokens in, '
  || CASE WHEN t.output_tokens < quantity(1000, 'token/request') THEN t.output_tokens ELSE CAST(t.output_tokens / quantity(1000, 'token/request') AS INTEGER) || ',' || substr('00' || t.output_tokens, -3) END || ' out; ' || t.software AS load, t.model, t.precision, t.accelerators, t.ref AS accelerators__ref, t.input_tokens, t.ref AS input_tokens__ref,
  t.output_tokens, t.ref AS output_tokens__ref, t.requests, t.ref AS requests__ref, t.software, t.as_of,
  t.bound, t.origin AS bound__ref, t.step, t.ref AS step__ref, 100.0 * t.bound / t.step AS share, t.origin AS share__ref, t.ref
FROM timed t
ORDER BY share, t.id
