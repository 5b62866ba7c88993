-- Every claim with our verdict, the words for its side and subject, and where this guide holds evidence of its own.
SELECT c.id, c.topic,
  CASE WHEN c.topic IN ('architecture', 'history') THEN 'The chips' WHEN c.topic = 'cost' THEN 'Cost' WHEN c.topic = 'availability' THEN 'Availability'
    WHEN c.topic IN ('ecosystem', 'developer-workflow') THEN 'Software and work' WHEN c.topic IN ('training', 'scaling') THEN 'Training and scaling'
    WHEN c.topic = 'inference' THEN 'Inference' WHEN c.topic = 'power' THEN 'Power' ELSE 'How to choose' END AS subject,
  c.statement, c.stance, c.status, c.status_why, c.as_of,
  CASE c.status WHEN 'holds' THEN 'Holds' WHEN 'dated' THEN 'Outdated' ELSE 'Disputed' END AS verdict,
  CASE c.stance WHEN 'supports-gpu' THEN 'GPUs' WHEN 'supports-tpu' THEN 'TPUs' ELSE 'Neither' END AS favours,
  c.source, '../sources/' || c.source || '.html' AS source_page,
  e.finding, upper(substr(e.finding, 1, 1)) || substr(e.finding, 2) || '. ' || e.words AS words, '../' || e.address AS evidence_page, c.ref
FROM claims c
LEFT JOIN claim_evidence e ON e.claim = c.id
ORDER BY c.topic, c.status, c.id
