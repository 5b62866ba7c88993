#include "import/zip_archive.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>

#include "base/shared_library.h"

namespace import {
namespace {

constexpr zip_int64_t kMaxEntries = 10'000;

// The functions of libzip that are used here: https://libzip.org/documentation/
struct Libzip {
  decltype(zip_error_init)* init_error = nullptr;
  decltype(zip_error_strerror)* describe = nullptr;
  decltype(zip_source_buffer_create)* create_source = nullptr;
  decltype(zip_source_free)* free_source = nullptr;
  decltype(zip_open_from_source)* open = nullptr;
  decltype(zip_discard)* close = nullptr;
  decltype(zip_get_error)* error = nullptr;
  decltype(zip_get_num_entries)* count = nullptr;
  decltype(zip_stat_index)* stat = nullptr;
  decltype(zip_fopen_index)* open_file = nullptr;
  decltype(zip_fread)* read = nullptr;
  decltype(zip_file_get_error)* file_error = nullptr;
  decltype(zip_fclose)* close_file = nullptr;
};

const base::Result<Libzip, std::string>& libzip() {
  static const auto loaded = []() -> base::Result<Libzip, std::string> {
    base::Result<void*, std::string> library = base::open_library("libzip.so.5");
    if (!library) library = base::open_library("libzip.so.4");  // Debian 12
    Libzip f;
    const auto find = [&](const char* name, auto*& symbol) { return base::find_symbol(*library, name, symbol); };
    const bool is_whole = library && find("zip_error_init", f.init_error) && find("zip_error_strerror", f.describe) &&
                          find("zip_source_buffer_create", f.create_source) && find("zip_source_free", f.free_source) &&
                          find("zip_open_from_source", f.open) && find("zip_discard", f.close) &&
                          find("zip_get_error", f.error) && find("zip_get_num_entries", f.count) &&
                          find("zip_stat_index", f.stat) && find("zip_fopen_index", f.open_file) &&
                          find("zip_fread", f.read) && find("zip_file_get_error", f.file_error) &&
                          find("zip_fclose", f.close_file);
    if (is_whole) return f;
    return base::Failure{
        std::string("can't be read: libzip is not installed; on Debian: apt-get install libzip4, or libzip5")};
  }();
  return loaded;
}

// Says what is wrong in the words of messages.
std::string problem(zip_error_t* error) {
  switch (error->zip_err) {
    case ZIP_ER_NOPASSWD:
    case ZIP_ER_ENCRNOTSUPP:
      return "is encrypted";
    case ZIP_ER_COMPNOTSUPP:
      return "is compressed in a way that is not supported";
    default:
      return fmt::format("is damaged ({})", libzip().value().describe(error));
  }
}

}  // namespace

base::Result<ZipArchive, std::string> ZipArchive::open(std::string_view bytes) {
  if (!libzip()) return base::Failure{libzip().error()};
  const Libzip& f = libzip().value();
  zip_error_t error;
  f.init_error(&error);
  zip_source_t* source = f.create_source(bytes.data(), bytes.size(), 0, &error);
  zip_t* opened = source ? f.open(source, ZIP_RDONLY, &error) : nullptr;
  if (!opened) {
    if (source) f.free_source(source);
    return base::Failure{problem(&error)};
  }
  ZipArchive archive;
  archive.zip_ = {opened, f.close};
  const zip_int64_t count = f.count(opened, 0);
  if (count > kMaxEntries) return base::Failure{fmt::format("has more than {} files", kMaxEntries)};
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t entry;
    if (f.stat(opened, static_cast<zip_uint64_t>(i), 0, &entry) != 0) return base::Failure{problem(f.error(opened))};
    const std::string name = entry.name;
    if (!name.empty() && name.back() != '/') archive.entries_[name] = static_cast<uint64_t>(i);
  }
  return archive;
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, index] : entries_) names.push_back(name);
  return names;
}

base::Result<std::string, std::string> ZipArchive::read(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return base::Failure{std::string("is missing")};
  const Libzip& f = libzip().value();
  zip_stat_t entry;
  if (f.stat(zip_.get(), found->second, 0, &entry) != 0) return base::Failure{problem(f.error(zip_.get()))};
  if (entry.size > kMaxUnpacked) return base::Failure{fmt::format("has more than {} MB", kMaxUnpacked >> 20)};
  const std::unique_ptr<zip_file_t, decltype(f.close_file)> file(f.open_file(zip_.get(), found->second, 0),
                                                                 f.close_file);
  if (!file) return base::Failure{problem(f.error(zip_.get()))};
  std::string bytes;
  constexpr zip_uint64_t kMaxRatio = 1032;  // of deflate: the size that an archive states may be wrong
  bytes.reserve(std::min(entry.size, entry.comp_size * kMaxRatio));
  while (bytes.size() <= entry.size) {
    char buffer[1 << 16];
    const zip_int64_t size = f.read(file.get(), buffer, sizeof buffer);
    if (size < 0) return base::Failure{problem(f.file_error(file.get()))};
    if (size == 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(size));
  }
  return base::Failure{std::string("is damaged (it is larger than the archive says)")};
}

}  // namespace import
