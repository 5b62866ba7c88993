// ZIP archives in memory (workbooks, downloads of several files). Helpers for the readers
// of both kinds of workbooks (grid.h).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/grid.h"

namespace import {

constexpr size_t kMaxUnpacked = size_t{512} << 20;  // the most bytes of a decompressed file

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

// Returns the number that a text begins with.
size_t leading_number(std::string_view digits, size_t otherwise = 0);
// Writes a stored double as a spreadsheet shows it, with at most 15 digits: 0.3 for 0.30000000000000004.
std::string shown_digits(std::string_view stored);
// Writes a stored share as a percentage: "12.5%" for "0.125".
std::string percent_of(std::string_view stored);

// Both return nullopt if a sheet has too many columns, or the workbook is damaged.
std::optional<std::vector<Grid>> read_xlsx(const ZipArchive& archive, const std::string& path);
std::optional<std::vector<Grid>> read_ods(std::string_view content);

}  // namespace import
