#include "import/workbook.h"

#include "io/inflate.h"

namespace import {
namespace {

constexpr size_t kMaxEntries = 10'000;
// Reads a little-endian number; bytes beyond the end count as 0.
size_t number_at(std::string_view bytes, size_t at, size_t size) {
  size_t value = 0;
  for (size_t i = 0; i < size && at + i < bytes.size(); ++i)
    value |= size_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

}  // namespace

std::optional<std::string> unpack_gzip(std::string_view bytes) {
  return io::inflate(bytes, io::Packing::gzip, kMaxUnpacked);
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
