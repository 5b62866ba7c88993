// What builds remember on disk (Options::memory): a cache of pages, and the state in which a build left the site.
#pragma once
#include "build/build.h"
#include "build/cache.h"
#include "build/state.h"

namespace build {

// Empty where there is none, or none that counts for this program and these libraries.
Cache recall_cache(const Options& options);
SiteState recall_state(const Options& options);

// What is refused costs time in the next build, and nothing else.
void remember(const Cache& cache, const Options& options);
void remember(const SiteState& state, const Options& options);

}  // namespace build
