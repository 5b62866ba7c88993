#include "cli/memory.h"

#include <optional>
#include <string_view>

#include "base/hash.h"
#include "build/build.h"
#include "cli/overlay_option.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestFileName = 200;

// Before the hash of a path that is too long.
constexpr std::string_view kLong = "long ";

// A path as one name: "site", "%2Ftmp%2Fsite". Of one that is too long its hash, which names no folder.
std::string name_of(const fs::path& site, const fs::path& out) {
  std::string name;
  for (char c : is_within(out, site) ? fs::relative(out, site).string() : out.string()) {
    if (c == '/')
      name += "%2F";
    else if (c == '%')
      name += "%25";
    else
      name += c;
  }
  return name.size() <= kLongestFileName ? name : std::string(kLong) + base::hash_bytes(name).hex();
}

// The path that such a name was made from; nothing where that is not told.
std::optional<std::string> path_of(std::string name) {
  if (name.starts_with(kLong)) return std::nullopt;
  for (const auto& [from, to] : {std::pair("%2F", '/'), std::pair("%25", '%')})
    for (size_t at = 0; (at = name.find(from, at)) != std::string::npos; ++at) name.replace(at, 3, 1, to);
  return name;
}

// Whether the output folder that a place was named after is no more, for sure.
bool is_lost(const fs::path& site, const fs::path& place) {
  const std::optional<std::string> out = path_of(place.filename().string());
  std::error_code error;
  return out && !fs::exists(site / *out, error) && !error;
}

}  // namespace

std::unique_ptr<io::DiskFileSystem> memory_of(const fs::path& site, const fs::path& out) {
  const fs::path all = site / kMemoryFolder, place = all / name_of(site, out);
  std::error_code ignored;
  if (fs::is_symlink(all, ignored) || fs::is_symlink(place, ignored)) return nullptr;
  return std::make_unique<io::DiskFileSystem>(place.string());
}

void forget_lost_outputs(const fs::path& site) {
  std::error_code ignored;  // what can't be taken away stays
  if (fs::is_symlink(site / kMemoryFolder, ignored)) return;
  const fs::directory_iterator end;
  for (fs::directory_iterator at(site / kMemoryFolder, ignored); at != end; at.increment(ignored)) {
    const fs::path place = at->path();
    if (!fs::is_directory(fs::symlink_status(place, ignored)) || !is_lost(site, place)) continue;
    for (const char* file : {build::kStoreFile, build::kIgnoreFile, "state"})  // the last: of earlier versions
      fs::remove(place / file, ignored);
    for (fs::directory_iterator file(place, ignored); file != end; file.increment(ignored))
      if (io::is_temporary(file->path().filename().string())) fs::remove(file->path(), ignored);
    fs::remove(place, ignored);
  }
}

}  // namespace cli
