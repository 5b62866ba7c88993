// Fuzzes the cache of a build: the store, and the manifest of the output folder. The bytes are arbitrary with valid
// checksums, because an attacker who can write the file can write those too. The values must read back as the same
// after writing, and only plain paths may be removed.
#include "build/bytes.h"
#include "build/store.h"
#include "build/write.h"
#include "fuzz/fuzz.h"
#include "io/memory.h"

namespace {

constexpr std::string_view kProgram = "fuzz";

std::string store_of(std::string_view state, std::string_view cache) {
  build::ByteWriter file;
  file(kProgram);
  file(build::with_checksum(state));
  file(build::with_checksum(cache));
  return std::string(build::kStoreFormat) + file.take();
}

void read_store(std::string_view bytes) {
  build::read_cache(bytes, kProgram);
  build::read_state(bytes, kProgram);
  const build::Cache cache = build::read_cache(store_of("", bytes), kProgram);
  const build::SiteState state = build::read_state(store_of(bytes, ""), kProgram);
  for (const auto& [address, page] : cache.pages)
    for (uint32_t fact : page.facts) fuzz::require(fact < cache.facts.size(), "a page's facts are among the facts");
  const std::string written = build::write_store(state, cache, kProgram);
  fuzz::require(build::write_store(build::read_state(written, kProgram), build::read_cache(written, kProgram),
                                   kProgram) == written,
                "what was written reads as the same");
}

void read_manifest(std::string_view bytes) {
  io::MemoryFileSystem folder({{std::string(build::kManifest), std::string(bytes)}, {"a.html", "a"}, {"b/c.html", ""}});
  for (const auto& [address, hashes] : build::read_manifest(folder))
    fuzz::require(io::is_plain_path(address), "a manifest names plain paths", address);
  const build::PublishedFiles known;
  build::PublishedFiles now;
  base::Diagnostics diagnostics;
  const build::OutputFolder before(folder, known);
  const auto stage = folder.stage();
  build::Outputs outputs(before, *stage);
  outputs.add("d.html", "d");
  build::write_outputs(outputs, folder, true, diagnostics, now);
  fuzz::check(diagnostics);
  fuzz::require(folder.files().at("d.html") == "d", "what is built is written");
  const build::Manifest after = build::read_manifest(folder);
  fuzz::require(after.size() == 1 && after.contains("d.html"), "the manifest says what was written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  read_store(bytes);
  read_manifest(bytes);
  return 0;
}
