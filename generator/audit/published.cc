#include "audit/links.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "site/url.h"

namespace audit {
namespace {

constexpr size_t kMaxDepth = 64;
// Folders with more files get no suggestions, because each file would be compared.
constexpr size_t kMaxInFolder = 300;

void collect(const io::FileSystem& folder, const std::string& below, const std::string& prefix, size_t depth,
             std::vector<Published::File>& files, base::Diagnostics& diagnostics) {
  if (depth > kMaxDepth) {
    diagnostics.error("too-deep", prefix + below, fmt::format("folders are nested deeper than {} levels", kMaxDepth));
    return;
  }
  auto entries = folder.list(below);
  if (!entries) {
    diagnostics.error("unreadable-file", prefix + below,
                      fmt::format("this folder can't be read: {}", entries.error().message));
    return;
  }
  for (const io::Entry& entry : *entries) {
    const std::string address = below.empty() ? entry.name : below + "/" + entry.name;
    if (entry.name == ".git") continue;
    if (entry.type == io::EntryType::directory) {
      collect(folder, address, prefix, depth + 1, files, diagnostics);
    } else if (entry.type == io::EntryType::file) {
      files.push_back({address, entry.size});
    } else {
      const bool is_link = entry.type == io::EntryType::symlink;
      diagnostics
          .error("not-a-file", prefix + address,
                 fmt::format("{} is {}", address, is_link ? "a symbolic link" : "a special file"))
          .expect("a file or a folder")
          .suggest("put the file itself there: most hosts do not publish symbolic links");
    }
  }
}

}  // namespace

Published::Published(const io::FileSystem& folder, std::string prefix, const std::vector<std::string>& others,
                     base::Diagnostics& diagnostics)
    : folder_(folder), prefix_(std::move(prefix)) {
  collect(folder, "", prefix_, 0, files_, diagnostics);
  for (const std::string& address : others)
    if (!folder.status(address)) files_.push_back({address, 0});
  std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) { return a.address < b.address; });
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
