-- Statements about the market status of accelerators, each with its note and the date on which it was made. An undated one
-- has the day on which it was read: "read 28 Nov 2026".
-- @said {title: Statement}
-- @stated {type: date}
-- @status like market_status.status
-- @kind like market_status.kind
-- @source like market_status.source
SELECT m.id, m.accelerator, m.about, m.status, m.kind, m.statement, m.statement || coalesce(' ' || m.note, '') AS said,
  coalesce(m.as_of, 'read ' || CAST(substr(m.read_on, 9) AS INTEGER) || ' ' || replace(substr('JanFebMarAprMayJunJulAugSepOctNovDec', substr(m.read_on, 6, 2) * 3 - 2, 3), 'Sep', 'Sept') || ' ' || substr(m.read_on, 1, 4)) AS stated,
  m.as_of, m.source, '../sources/' || m.source || '.html' AS source_page, m.ref
FROM market_status m
ORDER BY m.id
