-- @doubled {title: Cheapest for 3 GB, unit: GB}
SELECT id, 2 * size AS doubled, ref FROM engines ORDER BY id
