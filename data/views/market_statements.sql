-- Statements about the market status of accelerators, each with its note and the date on which it was made. An undated one
-- has the day on which it was read: "read 28 Nov 2026". `stated_words` is for sentences.
-- @said {title: Statement}
-- @stated {type: date}
-- @status like market_status.status
-- @kind like market_status.kind
-- @source like market_status.source
WITH dated AS (
  SELECT m.id,
    CASE WHEN m.as_of IS NULL THEN CAST(substr(m.read_on, 9) AS INTEGER) || ' ' WHEN length(m.as_of) > 7 THEN CAST(substr(m.as_of, 9) AS INTEGER) || ' ' ELSE '' END
      || replace(substr('JanFebMarAprMayJunJulAugSepOctNovDec', substr(coalesce(m.as_of, m.read_on), 6, 2) * 3 - 2, 3), 'Sep', 'Sept') || ' ' || substr(coalesce(m.as_of, m.read_on), 1, 4) AS day
  FROM market_status m)
SELECT m.id, m.accelerator, m.about, m.status, m.kind, m.statement, m.statement || coalesce(' ' || m.note, '') AS said,
  coalesce(m.as_of, 'read ' || d.day) AS stated, CASE WHEN m.as_of IS NULL THEN 'an undated page, read ' ELSE '' END || d.day AS stated_words,
  m.as_of, m.source, '../sources/' || m.source || '.html' AS source_page, m.ref
FROM market_status m
JOIN dated d ON d.id = m.id
ORDER BY m.id
