#include "data/web_address.h"

#include <fmt/format.h>

#include <algorithm>

#include "markup/html.h"
#include "markup/url.h"

namespace data {
namespace {

bool is_sound(std::string_view address) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  return markup::has_sound_host(address) && std::ranges::none_of(address, is_control);
}

}  // namespace

bool is_web_address(std::string_view text) {
  return (text.starts_with("https://") || text.starts_with("http://")) && is_sound(text);
}

std::string read_link(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics,
                      notation::Need need) {
  std::string address = reader.text(key, need);
  if (address.empty() || (markup::is_safe_url(address) && is_sound(address))) return address;
  diagnostics.error("bad-url", reader.span_of(key), fmt::format("a link may not go to \"{}\"", address))
      .expect("a relative address, or one that begins with https://HOST, http://HOST, mailto: or tel:");
  return "";
}

std::string read_web_address(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  std::string address = reader.text(key);
  if (address.empty() || is_web_address(address)) return address;
  diagnostics.error("bad-url", reader.span_of(key), fmt::format("\"{}\" is not a web address", address))
      .expect("an address that begins with https://HOST or http://HOST");
  return "";
}

}  // namespace data
