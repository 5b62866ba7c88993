#include "io/inflate.h"

#include <zlib.h>

namespace io {

std::optional<std::string> inflate(std::string_view bytes, size_t max) {
  constexpr int kGzip = MAX_WBITS + 16;
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int status = Z_OK;
  while (status == Z_OK && out.size() <= max) {
    char buffer[1 << 16];
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = ::inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
    if (status == Z_STREAM_END && stream.avail_in > 0) status = inflateReset(&stream);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && out.size() <= max ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace io
