// What a build left for the next one: the cache, the state of the site, the manifest of the output folder. The bytes
// are anything; the sum before them is made right, since who can write the file can write the sum. What was read is
// written and reads as the same, and only plain paths are ever removed.
#include "build/bytes.h"
#include "build/cache.h"
#include "build/state.h"
#include "build/write.h"
#include "fuzz/fuzz.h"
#include "io/memory.h"

namespace {

constexpr std::string_view kProgram = "fuzz";

std::string with_sum(std::string_view format, std::string_view bytes) {
  build::ByteWriter out(format);
  out.text(kProgram);
  out.raw(bytes);
  return std::move(out).finish();
}

void read_cache(std::string_view bytes) {
  build::read_cache(bytes, kProgram);
  const build::Cache cache = build::read_cache(with_sum("sourcebook cache 8\n", bytes), kProgram);
  for (const auto& [address, page] : cache.pages)
    for (uint32_t fact : page.facts) fuzz::require(fact < cache.facts.size(), "a page's facts are among the facts");
  const std::string written = build::write_cache(cache, kProgram);
  fuzz::require(build::write_cache(build::read_cache(written, kProgram), kProgram) == written,
                "what was written reads as the same");
}

void read_state(std::string_view bytes) {
  build::read_state(bytes, kProgram);
  const build::SiteState state = build::read_state(with_sum("sourcebook state 2\n", bytes), kProgram);
  const std::string written = build::write_state(state, kProgram);
  fuzz::require(build::write_state(build::read_state(written, kProgram), kProgram) == written,
                "what was written reads as the same");
}

void read_manifest(std::string_view bytes) {
  io::MemoryFileSystem folder({{std::string(build::kManifest), std::string(bytes)}, {"a.html", "a"}, {"b/c.html", ""}});
  for (const std::string& address : build::Earlier(folder).addresses())
    fuzz::require(io::is_plain_path(address), "a manifest names plain paths", address);
  build::Outputs outputs;
  outputs.add("d.html", "d");
  const build::PublishedFiles known;
  build::PublishedFiles now;
  base::Diagnostics diagnostics;
  const build::OutputFolder before(folder, known);
  build::write_outputs(outputs, folder, before, 1, diagnostics, now);
  fuzz::check(diagnostics);
  fuzz::require(folder.files().at("d.html") == "d", "what is built is written");
  build::Earlier after(folder);
  fuzz::require(after.addresses() == std::vector<std::string>{"d.html"}, "the manifest says what was written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  read_cache(bytes);
  read_state(bytes);
  read_manifest(bytes);
  return 0;
}
