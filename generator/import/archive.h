// Decompresses gzip, and reads ZIP archives in memory (workbooks, downloads of several files). Uses zlib.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace import {

// unpack_gzip() returns nullopt if the bytes are not complete gzip, or decompress to more than kMaxUnpacked bytes.
constexpr size_t kMaxUnpacked = size_t{512} << 20;
std::optional<std::string> unpack_gzip(std::string_view bytes);

// A ZIP archive (APPNOTE.TXT 6.3) that is not encrypted, ZIP64 or spanned.
class ZipArchive {
 public:
  // Returns nullopt if the archive's directory can't be read. `bytes` must outlive the archive.
  static std::optional<ZipArchive> open(std::string_view bytes);

  std::vector<std::string> names() const;  // returns the sorted names of the files
  bool contains(const std::string& name) const { return entries_.contains(name); }
  // Returns nullopt for a file that does not exist, is encrypted or damaged, or is larger than kMaxUnpacked.
  std::optional<std::string> read(const std::string& name) const;

 private:
  struct Entry {
    size_t method = 0, packed = 0, unpacked = 0, offset = 0;
  };
  std::string_view bytes_;
  std::map<std::string, Entry> entries_;
};

}  // namespace import
