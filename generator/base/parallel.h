// Parallel work with results in a fixed order: each index writes its own slot, so the output does not depend on the
// number of threads.
#pragma once
#include <cstddef>
#include <functional>

namespace base {

// Calls work(index, worker) once for each index below `count`, on up to `jobs` threads, including this one. `worker` is
// the number of the thread, below `jobs`. Returns when all calls have ended. If calls throw, rethrows the exception of
// the lowest index.
void parallel_for(unsigned jobs, size_t count, const std::function<void(size_t index, unsigned worker)>& work);

// Returns the number of hardware threads, at least 1.
unsigned default_jobs();

}  // namespace base
