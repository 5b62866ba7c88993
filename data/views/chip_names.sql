-- Every accelerator with the short name that people use for it in speech, and with the name that tells its variants apart,
-- for tables: H100 SXM, not H100.
-- @short {title: Chip}
-- @exact {title: Chip}
SELECT a.id, a.name,
  replace(replace(replace(replace(replace(replace(replace(replace(a.name, ' SXM2', ''), 'NVIDIA ', ''), 'AMD Instinct ', ''), ' (Trillium)', ''), ' (Ironwood)', ''), ' SXM', ''), ' 80GB', ''), ' (per GPU)', '') AS short,
  replace(replace(replace(replace(replace(a.name, 'NVIDIA ', ''), 'AMD Instinct ', ''), ' (Trillium)', ''), ' (Ironwood)', ''), ' (per GPU)', '') AS exact,
  a.vendor, a.class, a.announced, a.ref
FROM accelerators a
ORDER BY a.id
