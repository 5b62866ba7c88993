#include "picture/stamp.h"

#include <cstdint>

namespace picture {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr size_t kAfterHeader = 8 + 12 + 13;  // the signature, then a chunk of 13 bytes
constexpr std::string_view kTypeAndName("tEXtSourcebook\0", 15);
constexpr size_t kTypeSize = 4;

std::string big_endian(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((number >> shift) & 0xff);
  return bytes;
}

size_t read_big_endian(std::string_view bytes) {
  size_t number = 0;
  for (char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// PNG specification, annex D.
uint32_t checksum(std::string_view bytes) {
  uint32_t sum = 0xffffffff;
  for (char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? 0xedb88320 ^ (sum >> 1) : sum >> 1;
  }
  return ~sum;
}

}  // namespace

std::string stamp(std::string_view png, std::string_view key) {
  std::string chunk = std::string(kTypeAndName) + std::string(key);
  std::string stamped(png.substr(0, kAfterHeader));
  stamped += big_endian(static_cast<uint32_t>(chunk.size() - kTypeSize)) + chunk + big_endian(checksum(chunk));
  return stamped.append(png.substr(kAfterHeader));
}

std::string_view read_stamp(std::string_view png) {
  const size_t length_size = 4, begin = kAfterHeader + length_size + kTypeAndName.size();
  if (!png.starts_with(kSignature) || png.size() < begin) return "";
  if (png.substr(kAfterHeader + length_size, kTypeAndName.size()) != kTypeAndName) return "";
  size_t size = read_big_endian(png.substr(kAfterHeader, length_size)) + kTypeSize;
  return size < kTypeAndName.size() ? "" : png.substr(begin, size - kTypeAndName.size());
}

}  // namespace picture
