#include "build/products.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "build/growing_file.h"

namespace build {

base::Hash hash_of_data(const io::SourceTree& tree) {
  base::Hasher hasher;
  for (const io::SourceFile* file : tree.below("data/")) hasher.add(file->source.path()).add(file->hash);
  return hasher.finish();
}

bool Products::keep(const std::string& name, const base::Hash& from, Outputs& outputs) {
  auto known = earlier_.find(name);
  if (known == earlier_.end() || known->second.from != from) return false;
  const std::map<std::string, base::Hash>& files = known->second.files;
  if (!std::all_of(files.begin(), files.end(),
                   [&](const auto& file) { return folder_.holds(file.first, file.second); }))
    return false;
  for (const auto& [address, hash] : files) outputs.keep(address, hash);
  made_.insert(*known);
  return true;
}

void ProductFiles::add(const std::string& address, std::string bytes) {
  io::Stage* stage = outputs_.stage();
  const auto staged = stage ? stage_file(address, bytes, folder_, *stage) : std::nullopt;
  product_.files.emplace(address, staged ? outputs_.add(address, *staged) : outputs_.add(address, std::move(bytes)));
}

void ProductFiles::add_in_pieces(const std::vector<std::string>& addresses,
                                 const std::function<void(const TakePiece&)>& write) {
  for (io::Stage* stage = outputs_.stage();; stage = nullptr) {
    std::deque<GrowingFile> files;
    for (const std::string& address : addresses) files.emplace_back(address, stage);
    write([&](size_t file, std::string_view piece) { files[file].append(piece); });
    if (!std::all_of(files.begin(), files.end(), [](const GrowingFile& file) { return file.is_whole(); })) continue;
    for (size_t i = 0; i < files.size(); ++i)
      product_.files.emplace(addresses[i], std::move(files[i]).add_to(outputs_, folder_));
    return;
  }
}

}  // namespace build
