-- The page of each accelerator: variants share the page of the best-known one, whose title names them all.
WITH variants(id, family) AS (VALUES
  ('h100-pcie', 'h100-sxm'), ('h100-nvl', 'h100-sxm'), ('h100-sxm-96gb', 'h100-sxm'), ('h200-nvl', 'h200-sxm'),
  ('a100-40gb', 'a100-80gb'), ('a100-pcie-40gb', 'a100-80gb'), ('a100-pcie-80gb', 'a100-80gb'),
  ('v100-32gb', 'v100'), ('l40', 'l40s'), ('tpu-v2', 'tpu-v4'), ('tpu-v3', 'tpu-v4'),
  ('trainium', 'trainium2'), ('trainium3', 'trainium2'), ('inferentia2', 'trainium2'),
  ('rtx-a5000', 'rtx-4090'), ('rtx-pro-4500', 'rtx-4090'), ('rx-7900-xtx', 'rtx-4090'),
  ('gb200', 'b200'), ('gb300', 'b300'), ('mi325x', 'mi300x'), ('mi350x', 'mi355x'), ('a30', 'a10g'),
  ('gaudi', 'gaudi2'), ('gaudi3', 'gaudi2'), ('tpu-8i', 'tpu-8t')),
titles(family, title) AS (VALUES
  ('h100-sxm', 'NVIDIA H100'), ('h200-sxm', 'NVIDIA H200'), ('a100-80gb', 'NVIDIA A100'), ('v100', 'NVIDIA V100'),
  ('l40s', 'NVIDIA L40S and L40'), ('tpu-v4', 'TPU v2, v3 and v4'), ('trainium2', 'AWS Trainium and Inferentia'),
  ('rtx-4090', 'RTX 4090 and other desk cards'), ('b200', 'NVIDIA B200 and GB200'), ('b300', 'NVIDIA B300 and GB300'),
  ('mi300x', 'AMD Instinct MI300X and MI325X'), ('mi355x', 'AMD Instinct MI350X and MI355X'),
  ('a10g', 'NVIDIA A10G and A30'), ('gaudi2', 'Intel Gaudi 2, Gaudi 3 and Gaudi'), ('tpu-8t', 'TPU 8t and TPU 8i'))
SELECT a.id, h.id AS family, coalesce(t.title, h.name) AS title, a.name, a.ref
FROM accelerators a
LEFT JOIN variants v ON v.id = a.id
JOIN accelerators h ON h.id = coalesce(v.family, a.id)
LEFT JOIN titles t ON t.family = h.id
ORDER BY a.id
