-- What an hour of an H100 and of a TPU v6e costs on demand, for the pictures: the lowest and the highest price, who asks
-- them, how many sellers there are, and the dates of these prices, from the oldest to the newest of both chips.
-- @lowest {title: Lowest, unit: USD, format: "$,.2f"}
-- @highest {title: Highest, unit: USD, format: "$,.2f"}
-- @oldest {type: date}
-- @newest {type: date}
SELECT e.accelerator,
  e.lowest * quantity(1, 'chip*h') AS lowest, e.lowest__ref, e.lowest_provider, e.lowest__ref AS lowest_provider__ref,
  e.highest * quantity(1, 'chip*h') AS highest, e.highest__ref, e.highest_provider, e.highest__ref AS highest_provider__ref,
  e.sellers, e.sellers__ref,
  min(min(e.lowest_as_of, e.highest_as_of)) OVER () AS oldest, all_refs(e.ref) OVER () AS oldest__ref,
  max(max(e.lowest_as_of, e.highest_as_of)) OVER () AS newest, all_refs(e.ref) OVER () AS newest__ref,
  e.ref
FROM price_ends e
WHERE e.terms = 'on-demand' AND e.accelerator IN ('h100-sxm', 'tpu-v6e')
ORDER BY e.accelerator
