-- Every accelerator with the short name that people use for it in speech.
-- @short {title: Chip}
SELECT a.id, a.name,
  replace(replace(replace(replace(replace(replace(replace(replace(a.name, ' SXM2', ''), 'NVIDIA ', ''), 'AMD Instinct ', ''), ' (Trillium)', ''), ' (Ironwood)', ''), ' SXM', ''), ' 80GB', ''), ' (per GPU)', '') AS short,
  a.vendor, a.class, a.announced, a.ref
FROM accelerators a
ORDER BY a.id
