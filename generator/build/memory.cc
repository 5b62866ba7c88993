#include "build/memory.h"

#include <utility>

#include "build/program.h"

namespace build {
namespace {

std::string read(const char* file, const Options& options) {
  if (!options.memory) return "";
  auto bytes = options.memory->read(file);
  return bytes ? std::move(bytes).value() : "";
}

void write(const char* file, std::string_view bytes, const Options& options) {
  if (!options.memory->status(kIgnoreFile)) (void)options.memory->write(kIgnoreFile, "*\n");
  (void)options.memory->write(file, bytes);
}

}  // namespace

Cache recall_cache(const Options& options) {
  Cache cache = read_cache(read(kCacheFile, options), options.program);
  if (!are_same_libraries(cache.libraries)) return {};
  return cache;
}

SiteState recall_state(const Options& options) {
  SiteState state = read_state(read(kStateFile, options), options.program);
  if (!are_same_libraries(state.libraries)) return {};
  return state;
}

void remember(const Cache& cache, const Options& options) {
  if (options.memory) write(kCacheFile, write_cache(cache, options.program), options);
}

void remember(const SiteState& state, const Options& options) {
  if (options.memory) write(kStateFile, write_state(state, options.program), options);
}

}  // namespace build
