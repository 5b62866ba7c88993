-- What each thread gets done, and how much of the speed of one thread is left of it with many.
-- @per_thread {title: Per thread, unit: op/s/thread, better: higher, format: ",.0f"}
-- @efficiency {title: Kept of one thread's speed, unit: 1, better: higher, format: ".0%"}
SELECT
  b.id, b.engine, e.name, b.workload, b.threads, b.throughput,
  1.0 * b.throughput / b.threads AS per_thread,
  1.0 * b.throughput / b.threads / one.throughput AS efficiency,
  refs(b.ref, one.ref) AS efficiency__ref,
  b.as_of, b.ref
FROM benchmarks b
JOIN engines e ON e.id = b.engine
JOIN benchmarks one ON one.engine = b.engine AND one.workload = b.workload AND one.threads = 1
WHERE b.threads > 1
ORDER BY b.id
