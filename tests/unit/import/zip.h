// Makes ZIP archives without compression, for tests.
// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#pragma once
#include <zlib.h>

#include <string>
#include <utility>
#include <vector>

using Files = std::vector<std::pair<std::string, std::string>>;  // names and bytes

inline std::string little(size_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

// `flags` is general purpose bit flag (4.4.4); 1 is an encrypted file.
inline std::string zip(const Files& files, size_t flags = 0) {
  std::string out, directory;
  for (const auto& [name, bytes] : files) {
    const size_t checksum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    const std::string sizes =
        little(checksum, 4) + little(bytes.size(), 4) + little(bytes.size(), 4) + little(name.size(), 2);
    directory += "PK\x01\x02" + little(20, 2) + little(20, 2) + little(flags, 2) + little(0, 2) + little(0, 4) + sizes +
                 little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(out.size(), 4) +
                 name;
    out += "PK\x03\x04" + little(20, 2) + little(flags, 2) + little(0, 2) + little(0, 4) + sizes + little(0, 2) + name +
           bytes;
  }
  return out + directory + "PK\x05\x06" + little(0, 4) + little(files.size(), 2) + little(files.size(), 2) +
         little(directory.size(), 4) + little(out.size(), 4) + little(0, 2);
}
