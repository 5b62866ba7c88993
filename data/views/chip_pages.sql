-- What the page of a family of accelerators says first, of the best-known one: the lowest on-demand price, with its seller and
-- month, or its memory if there is no price; what sets it apart; whether it is on sale; and when to choose it or another.
-- Each reason has one figure: that of the rating in which it ranks best and worst among all chips, of its sellers, its price
-- for rated arithmetic, or its market status. Prices that are too old to count as current get their month.
-- @ratio {title: Highest over lowest on-demand price, unit: 1, format: ".1f"}
-- @usd_per_eflop like price_per_peak.usd_per_eflop
WITH months(number, name) AS (VALUES ('01', 'January'), ('02', 'February'), ('03', 'March'), ('04', 'April'), ('05', 'May'), ('06', 'June'),
  ('07', 'July'), ('08', 'August'), ('09', 'September'), ('10', 'October'), ('11', 'November'), ('12', 'December')),
ranks AS (
  SELECT v.accelerator, v.quantity, v.place, (SELECT count(*) FROM spec_values o WHERE o.quantity = v.quantity AND o.value > v.value) AS above,
    (SELECT count(*) FROM spec_values o WHERE o.quantity = v.quantity) AS chips
  FROM spec_values v WHERE v.quantity IN ('peak_bf16', 'memory_capacity', 'memory_bandwidth')),
placed AS (
  SELECT r.*, row_number() OVER (PARTITION BY r.accelerator ORDER BY r.above * 1.0 / r.chips, r.place) AS best, row_number() OVER (PARTITION BY r.accelerator ORDER BY r.above * 1.0 / r.chips DESC, r.place) AS worst,
    CASE r.quantity WHEN 'peak_bf16' THEN 'rated arithmetic' WHEN 'memory_capacity' THEN 'memory' ELSE 'memory bandwidth' END AS what
  FROM ranks r),
peaks AS (
  SELECT c.accelerator, p.usd_per_eflop, p.usd_per_eflop__ref AS refs FROM cheapest_on_demand c JOIN price_per_peak p ON p.id = c.id),
places AS (
  SELECT p.accelerator, count(DISTINCT p.region) AS regions, all_refs(p.ref) AS refs FROM listed_prices p WHERE p.terms = 'on-demand' GROUP BY p.accelerator),
sold AS (
  SELECT o.accelerator, count(*) AS sellers, all_refs(o.ref) AS refs
  FROM (SELECT p.accelerator, p.ref, row_number() OVER (PARTITION BY p.accelerator, p.provider ORDER BY p.usd_per_accelerator_hour, p.as_of DESC, p.accelerators, p.id) AS place FROM listed_prices p WHERE p.terms = 'on-demand') o
  WHERE o.place = 1 GROUP BY o.accelerator),
results AS (
  SELECT m.accelerator, count(*) AS results FROM (SELECT t.accelerator FROM mlperf_training t UNION ALL SELECT i.accelerator FROM mlperf_inference i) m GROUP BY m.accelerator),
meetings AS (
  SELECT f.family, p.id AS page, na.short || ' or ' || nb.short AS title, row_number() OVER (PARTITION BY f.family ORDER BY f.id <> f.family, na.class <> 'TPU', p.id DESC) AS place
  FROM pairs p
  JOIN families f ON f.id IN (p.a, p.b)
  JOIN chip_names na ON na.id = p.a
  JOIN chip_names nb ON nb.id = p.b),
facts AS (
  SELECT a.id, a.name, n.short, CASE WHEN o.variants IS NULL THEN n.short ELSE replace(replace(replace(a.name, 'NVIDIA ', ''), 'AMD Instinct ', ''), ' (per GPU)', '') END AS exact, a.class, a.vendor, a.announced, a.note, CASE WHEN is_old(e.lowest__ref) THEN 'an' ELSE 'a recent' END AS recent, CASE WHEN is_old(e.lowest__ref) THEN 'a' ELSE 'a recent' END AS recent_or_not, f.title, s.market, e.lowest, e.lowest__ref, e.lowest_provider, e.lowest_provider || CASE WHEN q.offering LIKE '%Community%' THEN '' WHEN q.offering LIKE '%Secure Cloud%' THEN ' Secure Cloud' ELSE '' END AS lowest_seller, e.lowest_as_of, u.sellers, u.refs AS seller_refs, y.provider AS cloud, e.highest / e.lowest AS ratio, e.ref AS ratio_refs,
    CASE WHEN is_old(e.lowest__ref) THEN ' (' || m.name || ' ' || substr(e.lowest_as_of, 1, 4) || ')' ELSE '' END AS dated, CASE WHEN is_old(y.ref) THEN ' (' || z.name || ' ' || substr(y.as_of, 1, 4) || ')' ELSE '' END AS cloud_dated,
    m.name AS month, w.name AS announced_month, o.variants, h.what AS best_what, h.quantity AS best, h.above AS best_above, h.chips AS best_chips, l.what AS worst_what, l.quantity AS worst, l.above AS worst_above, l.chips AS worst_chips, g.what AS second_what, g.quantity AS second, d.what AS next_what, d.quantity AS next, d.above AS next_above, d.chips AS next_chips, CASE WHEN s.status IS NULL THEN 'unknown' ELSE s.market END AS stated,
    k.usd_per_eflop, k.refs AS peak_refs, (SELECT count(*) FROM peaks x WHERE x.usd_per_eflop < k.usd_per_eflop) AS cheaper_peaks, (SELECT count(*) FROM peaks) AS priced_peaks,
    r.regions, r.refs AS region_refs, coalesce(c.results, 0) AS results, CASE WHEN (SELECT count(*) FROM peaks x WHERE x.usd_per_eflop < k.usd_per_eflop) * 1.0 / (SELECT count(*) FROM peaks) < min(0.25, h.above * 1.0 / h.chips) THEN 'cheap' ELSE 'not cheap' END AS arithmetic, t.page AS pair, t.title AS pair_title, a.ref
  FROM accelerators a
  JOIN chip_names n ON n.id = a.id
  JOIN chip_status s ON s.accelerator = a.id
  JOIN families f ON f.id = a.id AND f.family = a.id
  LEFT JOIN price_ends e ON e.accelerator = a.id AND e.terms = 'on-demand'
  LEFT JOIN prices q ON q.id = e.lowest_id
  LEFT JOIN sold u ON u.accelerator = a.id
  LEFT JOIN large_cloud_prices y ON y.accelerator = a.id
  LEFT JOIN months m ON m.number = substr(e.lowest_as_of, 6, 2)
  LEFT JOIN months z ON z.number = substr(y.as_of, 6, 2)
  LEFT JOIN months w ON w.number = substr(a.announced, 6, 2)
  LEFT JOIN placed h ON h.accelerator = a.id AND h.best = 1
  LEFT JOIN placed l ON l.accelerator = a.id AND l.worst = 1
  LEFT JOIN placed g ON g.accelerator = a.id AND g.best = 2
  LEFT JOIN placed d ON d.accelerator = a.id AND d.worst = 2
  LEFT JOIN peaks k ON k.accelerator = a.id
  LEFT JOIN places r ON r.accelerator = a.id
  LEFT JOIN results c ON c.accelerator = a.id
  LEFT JOIN meetings t ON t.family = a.id AND t.place = 1
  LEFT JOIN (
    SELECT v.family, group_concat(v.name, ', ') AS variants
    FROM (SELECT x.family, x.name FROM families x WHERE x.id <> x.family ORDER BY x.family, x.name) v GROUP BY v.family) o ON o.family = a.id),
said AS (
  SELECT f.*,
    CASE WHEN f.id = 'rtx-4090' AND f.lowest IS NULL THEN 'It is a card for a desk; our list of prices of clouds does not contain it. ' WHEN f.lowest IS NULL THEN 'Our list has no ' || CASE f.stated WHEN 'unknown' THEN 'current offer' ELSE 'on-demand price' END || ' for it'
      WHEN f.sellers = 1 THEN 'In our list, only ' || f.lowest_provider || ' has ' || f.recent || ' on-demand price for it'
      WHEN NOT EXISTS (SELECT 1 FROM facts o WHERE o.sellers >= f.sellers AND o.id <> f.id) THEN f.sellers || ' sellers have ' || f.recent || ' on-demand price for it in our list, more than for any other chip'
      ELSE f.sellers || ' sellers have ' || f.recent || ' on-demand price for it in our list' END
    || CASE WHEN f.id = 'rtx-4090' AND f.lowest IS NULL THEN '' WHEN f.best IS NULL OR f.best_above * 4 >= f.best_chips THEN '. '
      ELSE ', and ' || CASE f.best_above WHEN 0 THEN 'no chip here has' WHEN 1 THEN 'only one of ' || f.best_chips || ' chips has' ELSE 'only ' || f.best_above || ' of ' || f.best_chips || ' chips have' END || ' more ' || f.best_what || '. ' END
    || CASE WHEN f.announced IS NULL THEN '' ELSE 'It was announced in ' || coalesce(f.announced_month || ' ', '') || substr(f.announced, 1, 4) || '.' END AS special
  FROM facts f)
SELECT f.id, f.title AS name, f.short, CASE WHEN f.id = 'rtx-4090' AND f.lowest IS NULL THEN 'What the ' || f.short || ' costs to rent, how much memory it has, and its MLPerf results.' ELSE replace(f.special, ' for it', ' for the ' || f.short) END AS described, f.special,
  coalesce(' This page also covers the ' || f.variants || '.', '') AS others,
  CASE f.id WHEN 'rtx-4090' THEN '' ELSE coalesce(f.note, '') END AS remark,
  CASE f.market WHEN 'on sale' THEN ' It is on sale.' WHEN 'not on sale yet' THEN ' It is not on sale yet.' ELSE '' END AS market,
  CASE f.id WHEN 'rtx-4090' THEN 'cards for a desk' ELSE 'its market status' END AS see, CASE f.id WHEN 'rtx-4090' THEN '../lessons/cards-for-a-desk.html' ELSE '#status' END AS see_page,
  CASE WHEN f.id = 'rtx-4090' THEN 'The lesson says what such cards cost to buy and to rent.' ELSE 'There is no seller to list.' END AS no_seller,
  'Our price list has no spot price and no commitment that we can compare.' AS no_terms,
  'Our tables contain no rated figures for the ' || f.title || CASE f.id WHEN 'rtx-4090' THEN ': memory and prices of desk cards are in the lesson named above.' ELSE '. A price list or a benchmark mentions it.' END AS no_figures,
  'We collected no statement about the market status of the ' || f.title || CASE WHEN f.lowest IS NULL THEN '.' ELSE '. If the prices above are recent, the chip is on sale.' END AS no_status,
  CASE WHEN f.id = 'rtx-4090' THEN 'One ' || f.name || ' costs from ' WHEN f.lowest IS NULL THEN 'The ' || f.exact || ' has ' WHEN is_old(f.lowest__ref) THEN 'The ' || f.exact || ' cost from ' ELSE 'The ' || f.exact || ' costs from ' END AS before,
  CASE WHEN f.id = 'rtx-4090' THEN 'usage/ws-rent-4090/low' WHEN f.lowest IS NULL THEN 'specs/' || f.id || '/memory_capacity' ELSE 'its_lowest/' || f.id || '/usd' END AS figure,
  CASE WHEN f.id = 'rtx-4090' THEN ' to rent, according to a price tracker.' WHEN f.lowest IS NULL THEN ' of memory.' ELSE ' on demand, at ' || f.lowest_seller || ' in ' || f.month || ' ' || substr(f.lowest_as_of, 1, 4)
    || CASE WHEN is_old(f.lowest__ref) THEN '; our list has no newer price.' ELSE '.' END END AS after,
  CASE WHEN f.class = 'TPU' THEN 'your model runs in JAX or in PyTorch, without CUDA kernels of your own' WHEN f.vendor = 'NVIDIA' THEN 'you need CUDA, or software that is written for it' ELSE 'your code runs on ' || f.vendor || '''s software as it is' END AS for_software,
  CASE WHEN f.vendor = 'NVIDIA' THEN 'your code must also run on chips of other makers' ELSE 'you need CUDA, which runs on NVIDIA GPUs' END AS against_software,
  CASE WHEN f.id = 'rtx-4090' THEN 'you want a card for your desk, or one to rent from ' WHEN f.sellers > 1 AND f.cloud IS NOT NULL THEN 'you want to choose the seller; the cheapest large cloud is ' || f.cloud || ', at ' WHEN f.sellers > 1 THEN 'you want to choose the seller: ' WHEN f.sellers = 1 THEN 'you rent from ' || f.lowest_provider || ' anyway, the ' WHEN f.stated = 'unknown' THEN 'you need no more ' || f.second_what || ' than '
    WHEN f.market = 'not on sale yet' THEN 'you can wait: it is ' ELSE 'you can ask for a price: it is ' END AS for_supply_before,
  CASE WHEN f.id = 'rtx-4090' THEN 'usage/ws-rent-4090/low' WHEN f.sellers > 1 AND f.cloud IS NOT NULL THEN 'large_cloud_prices/' || f.id || '/usd_per_accelerator_hour' WHEN f.sellers IS NOT NULL THEN 'chip_pages/' || f.id || '/sold_by' WHEN f.stated = 'unknown' THEN 'specs/' || f.id || '/' || f.second ELSE 'chip_status/' || f.id || '/market' END AS for_supply_figure,
  CASE WHEN f.id = 'rtx-4090' THEN '' WHEN f.sellers > 1 AND f.cloud IS NOT NULL THEN f.cloud_dated WHEN f.sellers > 1 THEN ' have ' || f.recent_or_not || ' price on demand' || f.dated WHEN f.sellers = 1 THEN ' with ' || f.recent_or_not || ' price in our list' || f.dated WHEN f.stated = 'unknown' THEN ' per chip' WHEN f.market = 'on sale' THEN ', without an on-demand price in our list' ELSE '' END AS for_supply_after,
  CASE WHEN f.usd_per_eflop IS NOT NULL AND f.arithmetic = 'cheap' THEN 'rated arithmetic must be cheap: it costs ' WHEN f.best_above * 3 < f.best_chips THEN 'you need ' || f.best_what || ': ' ELSE '' END AS for_rating_before,
  CASE WHEN f.id = 'rtx-4090' THEN 'usage/ws-4090-memory/low' WHEN f.usd_per_eflop IS NOT NULL AND f.arithmetic = 'cheap' THEN 'chip_pages/' || f.id || '/usd_per_eflop' WHEN f.best_above * 3 < f.best_chips THEN 'specs/' || f.id || '/' || f.best ELSE 'specs/' || f.id || '/memory_capacity' END AS for_rating_figure,
  CASE WHEN f.usd_per_eflop IS NOT NULL AND f.arithmetic = 'cheap' THEN f.dated || CASE f.cheaper_peaks WHEN 0 THEN ', and less on no other chip' ELSE ', and less on only ' || f.cheaper_peaks || ' of ' || f.priced_peaks || ' chips' END WHEN f.best_above * 3 < f.best_chips THEN ' per chip is number ' || (f.best_above + 1) || ' of ' || f.best_chips ELSE ' of memory in one chip is enough for your work' END AS for_rating_after,
  CASE WHEN f.id = 'rtx-4090' THEN 'you need more memory than ' WHEN f.worst_above = 0 THEN 'you need far less ' || f.worst_what || ' than ' ELSE 'you need more ' || f.worst_what || ' than ' END AS against_rating_before,
  CASE WHEN f.id = 'rtx-4090' THEN 'usage/ws-4090-memory/low' ELSE 'specs/' || f.id || '/' || f.worst END AS against_rating_figure,
  CASE WHEN f.id = 'rtx-4090' THEN ' per chip' WHEN f.worst_above = 0 THEN ' per chip' ELSE ' per chip: ' || f.worst_above || ' of ' || f.worst_chips || CASE f.worst_above WHEN 1 THEN ' chips has more' ELSE ' chips have more' END END AS against_rating_after,
  CASE WHEN f.id = 'rtx-4090' THEN 'you need a large cloud: a tracker lists it from ' WHEN f.usd_per_eflop IS NOT NULL AND f.cheaper_peaks * 4 >= f.priced_peaks THEN 'rated arithmetic must be cheap: it costs ' WHEN f.sellers > 1 THEN 'you can''t choose the seller: the highest price is ' WHEN f.sellers = 1 THEN 'you need it elsewhere: the prices in our list are for '
    WHEN f.stated = 'unknown' THEN 'you need more ' || f.next_what || ' than ' WHEN f.market = 'on sale' THEN 'you need a list price on demand: it is ' ELSE 'you want to rent it now: it is ' END AS against_price_before,
  CASE WHEN f.id = 'rtx-4090' THEN 'usage/ws-rent-4090/low' WHEN f.usd_per_eflop IS NOT NULL AND f.cheaper_peaks * 4 >= f.priced_peaks THEN 'chip_pages/' || f.id || '/usd_per_eflop' WHEN f.sellers > 1 THEN 'chip_pages/' || f.id || '/ratio' WHEN f.sellers = 1 THEN 'chip_pages/' || f.id || '/places' WHEN f.stated = 'unknown' THEN 'specs/' || f.id || '/' || f.next
    ELSE 'chip_status/' || f.id || '/market' END AS against_price_figure,
  CASE WHEN f.id = 'rtx-4090' THEN ' at small sellers' WHEN f.usd_per_eflop IS NOT NULL AND f.cheaper_peaks * 4 >= f.priced_peaks THEN f.dated || ', and less on ' || f.cheaper_peaks || ' of ' || f.priced_peaks || ' chips' WHEN f.sellers > 1 THEN ' times the lowest' || f.dated WHEN f.sellers = 1 THEN f.dated WHEN f.stated = 'unknown' THEN ' per chip: ' || f.next_above || ' of ' || f.next_chips || ' chips have more' WHEN f.market = 'on sale' THEN ', but our list has none' ELSE '' END AS against_price_after,
  CASE f.results WHEN 0 THEN 'Our data have no MLPerf result for it.' WHEN 1 THEN 'Our data have one MLPerf result for it.' ELSE 'Our data have ' || f.results || ' MLPerf results for it.' END AS measured,
  CASE WHEN f.id = 'rtx-4090' THEN 'Cards for a desk' ELSE coalesce(f.pair_title, 'All chips side by side') END AS pair_title,
  CASE WHEN f.id = 'rtx-4090' THEN '../lessons/cards-for-a-desk.html' ELSE '../compare/' || coalesce(f.pair, 'hardware') || '.html' END AS pair,
  CASE f.sellers WHEN 1 THEN 'one seller' ELSE f.sellers || ' sellers' END AS sold_by, f.seller_refs AS sold_by__ref,
  CASE f.regions WHEN 1 THEN 'one region' ELSE f.regions || ' regions' END AS places, f.region_refs AS places__ref,
  f.ratio, f.ratio_refs AS ratio__ref, f.usd_per_eflop, f.peak_refs AS usd_per_eflop__ref, f.ref
FROM said f
ORDER BY f.id
