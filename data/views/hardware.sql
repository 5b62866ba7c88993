-- Every accelerator that has figures, with all of them side by side. A short name, without the maker, for charts.
-- @announced {type: yearmonth}
SELECT
  a.id, a.name, replace(replace(a.name, 'NVIDIA ', ''), 'AMD Instinct ', '') AS short, a.vendor, a.class, a.announced,
  s.peak_bf16, s.peak_bf16__ref,
  s.peak_fp16, s.peak_fp16__ref,
  s.peak_fp8, s.peak_fp8__ref,
  s.peak_fp4, s.peak_fp4__ref,
  s.peak_int8, s.peak_int8__ref,
  s.peak_tf32, s.peak_tf32__ref,
  s.peak_fp32, s.peak_fp32__ref,
  s.memory_capacity, s.memory_capacity__ref,
  s.memory_bandwidth, s.memory_bandwidth__ref,
  s.interconnect_bandwidth, s.interconnect_bandwidth__ref,
  s.domain_size, s.domain_size__ref,
  s.power, s.power__ref,
  s.process_node, s.process_node__ref,
  a.ref
FROM accelerators a
JOIN specs s ON s.accelerator = a.id
ORDER BY a.class DESC, a.announced, a.id
