#include "build/products.h"

#include <algorithm>

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

base::Hash Products::add(const std::string& address, std::string bytes, Outputs& outputs) const {
  if (io::Stage* stage = outputs.stage())
    if (auto waiting = let_wait(address, bytes, folder_, *stage)) return outputs.add(address, *waiting);
  return outputs.add(address, std::move(bytes));
}

}  // namespace build
