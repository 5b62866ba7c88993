// Work side by side, with results in a fixed order: each index writes its own slot, so the number of threads never
// shows in what comes out.
#pragma once
#include <cstddef>
#include <functional>

namespace base {

// Calls work(index, worker) once for each index below `count`, on up to `jobs` threads (this one is one of them);
// worker < jobs tells threads apart, for what each keeps of its own. Returns when all are done. If calls throw, the
// exception of the lowest index is thrown again here.
void parallel_for(unsigned jobs, size_t count, const std::function<void(size_t index, unsigned worker)>& work);

// What the machine offers, at least 1.
unsigned default_jobs();

}  // namespace base
