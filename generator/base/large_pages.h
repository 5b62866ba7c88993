// Memory in large pages, where the system has such: what a build holds then comes by some thousands of page faults in
// place of some ten thousands, which took 5 to 13 % of a cold build's time.
#pragma once
#include <cstddef>

namespace base {

// Lets the heap of the first thread grow by several large pages at a time. To be called once, before there are threads.
// Does nothing with another C library than glibc, and where a process's address space is limited: the steps could take
// what is left of it.
void use_large_pages();

// Asks for large pages where the heap has grown. Costs next to nothing where it has not; to be called often, since what
// was touched before stays in small ones. May be called from any thread.
void advise_grown_heap();

// To be called by the first thread where it is about to take some megabytes without asking again: the heap has them from
// here on, in large pages. Of more than a heap's step the rest comes as ever.
void grow_heap(size_t bytes);

// The same for the heap of another thread, by which it is called.
void advise_thread_heap();

}  // namespace base
