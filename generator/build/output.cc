#include "build/output.h"

#include <stdexcept>
#include <utility>

namespace build {

std::optional<pages::Staged> stage_file(const std::string& address, std::string_view bytes, const OutputFolder& folder,
                                        io::Stage& stage) {
  pages::Staged file{std::nullopt, base::hash_bytes(bytes)};
  if (!folder.holds(address, file.hash, bytes.size())) {
    file.place = stage.put(address, bytes);
    if (!file.place) return std::nullopt;
  }
  return file;
}

base::Hash Outputs::add(std::string address, std::string bytes) {
  const base::Hash hash = base::hash_bytes(bytes);
  return add_file(std::move(address), {std::move(bytes), hash, false, {}});
}

base::Hash Outputs::add(std::string address, const pages::Staged& file) {
  return add_file(std::move(address), {"", file.hash, !file.place, file.place});
}

void Outputs::keep(std::string address, const base::Hash& hash) { add_file(std::move(address), {"", hash, true, {}}); }

std::map<std::string, std::string> Outputs::take_bytes() {
  std::map<std::string, std::string> bytes;
  for (auto& [address, file] : std::exchange(files_, {}))
    if (!file.is_kept && !file.staged) bytes.emplace_hint(bytes.end(), address, std::move(file.bytes));
  return bytes;
}

base::Hash Outputs::add_file(std::string address, Output file) {
  auto [at, added] = files_.emplace(std::move(address), std::move(file));
  if (!added) throw std::logic_error("two files at one address: " + at->first);
  return at->second.hash;
}

}  // namespace build
