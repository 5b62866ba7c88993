// ZIP archives in memory (workbooks, downloads of several files), read by libzip: ZIP64, checksums and all common
// methods of compression. The library is loaded on first use, because it loads OpenSSL, which would add a third to the
// time that the program needs to start.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct zip;

namespace import {

constexpr size_t kMaxUnpacked = size_t{512} << 20;  // the most bytes of a decompressed file

class ZipArchive {
 public:
  // The error completes "the archive …", or says which library is not installed. `bytes` must outlive the archive.
  static base::Result<ZipArchive, std::string> open(std::string_view bytes);

  std::vector<std::string> names() const;  // returns the sorted names of the files
  bool contains(const std::string& name) const { return entries_.contains(name); }
  // Returns the bytes of a file. The error says what is wrong with it: it does not exist, is encrypted or damaged, or
  // is larger than kMaxUnpacked.
  base::Result<std::string, std::string> read(const std::string& name) const;

 private:
  std::shared_ptr<zip> zip_;
  std::map<std::string, uint64_t> entries_;  // indexes by name
};

}  // namespace import
