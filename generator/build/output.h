// What a build publishes: files by address, which wait until the last wall, on the disk where there is a stage and else
// in memory; then they are written.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "build/output_folder.h"
#include "io/stage.h"
#include "pages/rendered_page.h"

namespace build {

// A file's bytes; or, without them, where they wait, or that it stands in the output folder as it was published before.
struct Output {
  std::string bytes;
  base::Hash hash;
  bool is_kept = false;
  std::optional<io::Stage::Place> staged;

  uint64_t size() const { return staged ? staged->size : bytes.size(); }
};

// Of a file's bytes, which stand already or wait from now on, and need not be held. Nothing where the disk refuses.
// From any thread.
std::optional<pages::Staged> stage_file(const std::string& address, std::string_view bytes, const OutputFolder& folder,
                                        io::Stage& stage);

class Outputs {
 public:
  // Where bytes wait; it outlives this. Null for nowhere.
  explicit Outputs(io::Stage* stage = nullptr) : stage_(stage) {}

  // A second file at one address is an error of the program's author: addresses are checked before (site/site.h).
  base::Hash add(std::string address, std::string bytes);
  base::Hash add(std::string address, const pages::Staged& file);
  void keep(std::string address, const base::Hash& hash);

  bool has(const std::string& address) const { return files_.contains(address); }
  const std::map<std::string, Output>& files() const { return files_; }
  io::Stage* stage() const { return stage_; }
  // The bytes of all files that were added, but for those that wait; nothing is left here.
  std::map<std::string, std::string> take_bytes();

 private:
  base::Hash add_file(std::string address, Output file);

  io::Stage* stage_;
  std::map<std::string, Output> files_;
};

}  // namespace build
