-- Five prices of one chip-hour, each as last read by the end of March 2025 and as read last.
WITH ends AS (
  SELECT h.series, max(h.as_of) FILTER (WHERE h.as_of <= '2025-03-31') AS then_on, max(h.as_of) AS now_on
  FROM price_history h
  WHERE h.series IN (
    'aws/p5.48xlarge/us-east-1/on-demand', 'lambda/h100-sxm-1x/us/on-demand', 'gcp/a3-highgpu-8g/us-central1/spot',
    'gcp/a3-highgpu-8g/us-central1/on-demand', 'gcp/tpu-v6e/us-east1/on-demand')
  GROUP BY h.series)
SELECT h.series, a.class, h.as_of, h.usd_per_accelerator_hour, h.terms,
  CASE WHEN h.as_of = e.then_on THEN 'By March 2025' ELSE 'Latest reading' END AS reading,
  CASE h.series
    WHEN 'aws/p5.48xlarge/us-east-1/on-demand' THEN 'H100, AWS'
    WHEN 'lambda/h100-sxm-1x/us/on-demand' THEN 'H100, Lambda'
    WHEN 'gcp/a3-highgpu-8g/us-central1/spot' THEN 'H100, Google spot'
    WHEN 'gcp/a3-highgpu-8g/us-central1/on-demand' THEN 'H100, Google'
    ELSE 'TPU v6e, Google' END AS what,
  h.ref
FROM price_history h JOIN accelerators a ON a.id = h.accelerator JOIN ends e ON e.series = h.series AND h.as_of IN (e.then_on, e.now_on)
ORDER BY h.series, h.as_of
