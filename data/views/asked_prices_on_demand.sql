-- What readers search for as the price of an accelerator: the lowest on demand price of one, and who asks it.
-- @price {title: "Price on demand, lowest"}
SELECT e.accelerator, e.lowest AS price, e.lowest__ref AS price__ref, e.lowest_provider AS provider, e.lowest_region AS region
FROM price_ends e
WHERE e.terms = 'on-demand'
ORDER BY e.accelerator
