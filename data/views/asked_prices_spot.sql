-- What readers search for as the price of an accelerator: the lowest spot price of one, and who asks it.
-- @price {title: "Spot price, lowest"}
SELECT e.accelerator, e.lowest AS price, e.lowest__ref AS price__ref, e.lowest_provider AS provider, e.lowest_region AS region
FROM price_ends e
WHERE e.terms = 'spot'
ORDER BY e.accelerator
