// Reads workbooks: Office Open XML (xlsx.cc) and OpenDocument spreadsheets (ods.cc). Both are XML in ZIP archives.
#include "import/workbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "io/inflate.h"
#include "markup/html_scanner.h"
#include "quantity/decimal.h"

namespace import {
namespace {

// Returns the path of the workbook as stated in the package's relations. The default is the path that almost all
// programs use.
std::string workbook_path(const ZipArchive& archive) {
  const auto relations = archive.read("_rels/.rels");
  markup::HtmlScanner scanner(relations ? std::string_view(*relations) : "");
  while (scanner.next())
    if (!scanner.is_text() && scanner.tag().attribute("Type").ends_with("/officeDocument")) {
      const std::string path = scanner.tag().decoded("Target");
      return path.starts_with('/') ? path.substr(1) : path;
    }
  return "xl/workbook.xml";
}

constexpr size_t kMaxEntries = 10'000;
// Reads a little-endian number; bytes beyond the end count as 0.
size_t number_at(std::string_view bytes, size_t at, size_t size) {
  size_t value = 0;
  for (size_t i = 0; i < size && at + i < bytes.size(); ++i)
    value |= size_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

}  // namespace

size_t leading_number(std::string_view digits, size_t otherwise) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end != digits.data() ? value : otherwise;
}

std::string shown_digits(std::string_view stored) {
  const std::string_view mantissa = stored.substr(0, stored.find_first_of("eE"));
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos || std::ranges::count_if(mantissa.substr(first), base::is_digit) <= 15)
    return std::string(stored);
  return fmt::format("{:.15g}", std::strtod(std::string(stored).c_str(), nullptr));
}

std::string percent_of(std::string_view stored) {
  const auto value = quantity::Exact::parse(shown_digits(stored));
  const auto digits = value ? (*value * 100).to_decimal() : std::nullopt;
  return digits ? *digits + "%" : std::string(stored);
}

std::optional<std::vector<Grid>> read_workbook(std::string_view bytes) {
  const auto archive = ZipArchive::open(bytes);
  if (!archive) return std::nullopt;
  if (const std::string path = workbook_path(*archive); archive->contains(path)) return read_xlsx(*archive, path);
  const auto content = archive->contains("content.xml") ? archive->read("content.xml") : std::nullopt;
  if (content) return read_ods(*content);
  return std::nullopt;
}

std::optional<ZipArchive> ZipArchive::open(std::string_view bytes) {
  const size_t end = bytes.rfind("PK\x05\x06");
  if (end == std::string_view::npos) return std::nullopt;
  ZipArchive archive;
  archive.bytes_ = bytes;
  const size_t count = number_at(bytes, end + 10, 2);
  size_t at = number_at(bytes, end + 16, 4);
  if (count > kMaxEntries) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    if (at > bytes.size() || !bytes.substr(at).starts_with("PK\x01\x02")) return std::nullopt;
    const size_t name_size = number_at(bytes, at + 28, 2);
    const bool is_encrypted = number_at(bytes, at + 8, 2) & 1;
    std::string name(bytes.substr(std::min(at + 46, bytes.size()), name_size));
    if (!name.empty() && name.back() != '/' && !is_encrypted)
      archive.entries_[std::move(name)] = {number_at(bytes, at + 10, 2), number_at(bytes, at + 20, 4),
                                           number_at(bytes, at + 24, 4), number_at(bytes, at + 42, 4)};
    at += 46 + name_size + number_at(bytes, at + 30, 2) + number_at(bytes, at + 32, 2);
  }
  return archive;
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::optional<std::string> ZipArchive::read(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  const Entry& entry = found->second;
  if (entry.unpacked > kMaxUnpacked) return std::nullopt;
  if (entry.offset > bytes_.size() || !bytes_.substr(entry.offset).starts_with("PK\x03\x04")) return std::nullopt;
  const size_t begin =
      entry.offset + 30 + number_at(bytes_, entry.offset + 26, 2) + number_at(bytes_, entry.offset + 28, 2);
  if (begin > bytes_.size() || entry.packed > bytes_.size() - begin) return std::nullopt;
  const std::string_view packed = bytes_.substr(begin, entry.packed);
  if (entry.method == 0) return std::string(packed);
  return entry.method == 8 ? io::inflate(packed, io::Packing::deflate, entry.unpacked) : std::nullopt;
}

}  // namespace import
