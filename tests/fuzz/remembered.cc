// Fuzzes what a build remembers: the state of the site, and the manifest of the output folder. The state's bytes are
// arbitrary with a valid checksum, because an attacker who can write the file can write that too. It must read back as
// the same after writing, and only plain paths may be removed.
#include "fuzz/fuzz.h"
#include "io/memory.h"
#include "passes/store.h"
#include "passes/write.h"

namespace {

constexpr std::string_view kProgram = "fuzz";

void read_store(std::string_view bytes) {
  passes::read_state(bytes, kProgram);
  const std::string lines = "program fuzz\n" + std::string(bytes);
  const passes::SiteState state =
      passes::read_state(std::string(passes::kStateFormat) + base::hash_bytes(lines).hex() + "\n" + lines, kProgram);
  const std::string written = passes::write_state(state, kProgram);
  fuzz::require(passes::write_state(passes::read_state(written, kProgram), kProgram) == written,
                "what was written reads as the same");
}

void read_manifest(std::string_view bytes) {
  io::MemoryFileSystem folder(
      {{std::string(passes::kManifest), std::string(bytes)}, {"a.html", "a"}, {"b/c.html", ""}});
  for (const auto& [address, hashes] : passes::read_manifest(folder))
    fuzz::require(io::is_plain_path(address), "a manifest names plain paths", address);
  const passes::PublishedFiles known;
  passes::PublishedFiles now;
  base::Diagnostics diagnostics;
  const passes::OutputFolder before(folder, known);
  const auto stage = folder.stage();
  passes::Outputs outputs(before, *stage);
  outputs.add_file("d.html", "d");
  passes::write_outputs(outputs, folder, true, diagnostics, now);
  fuzz::check(diagnostics);
  fuzz::require(folder.files().at("d.html") == "d", "what is built is written");
  const passes::Manifest after = passes::read_manifest(folder);
  fuzz::require(after.size() == 1 && after.contains("d.html"), "the manifest says what was written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  read_store(bytes);
  read_manifest(bytes);
  return 0;
}
