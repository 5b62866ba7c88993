// Finds published files by their addresses (audit/links.h).
#include "audit/links.h"

#include <algorithm>

#include "base/suggest.h"
#include "site/url.h"

namespace audit {
namespace {

// Folders with more files get no suggestions, because each file would be compared.
constexpr size_t kMaxInFolder = 300;

}  // namespace

Published::Published(io::MemoryFileSystem::Snapshot files, const std::vector<std::string>& others) {
  for (const std::string& address : others) files.try_emplace(address);
  for (auto& [address, bytes] : files) files_.push_back({address, std::move(bytes)});
  for (uint32_t i = 0; i < files_.size(); ++i) {
    by_address_.emplace(files_[i].address, i);
    by_name_.emplace(site::file_of(files_[i].address), i);
  }
}

std::optional<uint32_t> Published::find(std::string_view address) const {
  auto found = by_address_.find(address);
  return found == by_address_.end() ? std::nullopt : std::optional(found->second);
}

std::string Published::nearest(std::string_view address) const {
  if (site::file_of(address) != "index.html")
    if (auto named = by_name_.find(site::file_of(address)); named != by_name_.end())
      return files_[named->second].address;
  const std::string folder = std::string(site::folder_of(address)) + (site::folder_of(address).empty() ? "" : "/");
  auto at = std::lower_bound(files_.begin(), files_.end(), folder,
                             [](const File& file, const std::string& wanted) { return file.address < wanted; });
  std::vector<std::string_view> beside;
  for (; at != files_.end() && at->address.starts_with(folder); ++at) {
    if (at->address.find('/', folder.size()) != std::string::npos) continue;
    beside.push_back(at->address);
    if (beside.size() > kMaxInFolder) return "";
  }
  return base::nearest(address, beside);
}

}  // namespace audit
