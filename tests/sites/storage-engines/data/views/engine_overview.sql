-- Every engine with all of its figures side by side.
SELECT
  e.id, e.name, e.maker, e.design, e.language, e.released, e.ordered,
  s.read_rate, s.read_rate__ref,
  s.write_rate, s.write_rate__ref,
  s.space, s.space__ref,
  s.write_amplification, s.write_amplification__ref,
  s.library_size, s.library_size__ref,
  s.key_limit, s.key_limit__ref,
  e.ref
FROM engines e
JOIN specs s ON s.engine = e.id
ORDER BY e.id
