#include "web/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "base/text.h"

namespace web {
namespace {

constexpr unsigned kMappedBits = 96;  // the number of bits before the IPv4 address

in6_addr mapped(const void* four) {
  in6_addr address = IN6ADDR_ANY_INIT;
  address.s6_addr[10] = address.s6_addr[11] = 0xff;
  std::memcpy(&address.s6_addr[12], four, sizeof(in_addr));
  return address;
}

std::optional<in6_addr> parse(const std::string& text) {
  in_addr four;
  in6_addr six;
  if (inet_pton(AF_INET, text.c_str(), &four) == 1) return mapped(&four);
  if (inet_pton(AF_INET6, text.c_str(), &six) == 1) return six;
  return std::nullopt;
}

AddressRanges ranges(std::initializer_list<std::string_view> texts) {
  AddressRanges all;
  for (std::string_view text : texts) all.add_range(text);
  return all;
}

}  // namespace

std::optional<in6_addr> address_of(const sockaddr* address, size_t size) {
  const auto* bytes = reinterpret_cast<const char*>(address);
  if (size >= sizeof(sockaddr_in) && address->sa_family == AF_INET)
    return mapped(bytes + offsetof(sockaddr_in, sin_addr));
  if (size < sizeof(sockaddr_in6) || address->sa_family != AF_INET6) return std::nullopt;
  in6_addr six;
  std::memcpy(&six, bytes + offsetof(sockaddr_in6, sin6_addr), sizeof six);
  return six;
}

std::string to_text(const in6_addr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_four = IN6_IS_ADDR_V4MAPPED(&address);
  inet_ntop(is_four ? AF_INET : AF_INET6, &address.s6_addr[is_four ? 12 : 0], text.data(), text.size());
  return text.data();
}

bool is_public(const in6_addr& address) {
  static const AddressRanges reserved = ranges(
      {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16" /* Azure */, "169.254.0.0/16",
       "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
       "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "3fff::/20"});
  static const AddressRanges nat64 = ranges({"64:ff9b::/96"}), six_to_four = ranges({"2002::/16"}),
                             global = ranges({"2000::/3"});
  if (nat64.contains(address)) return is_public(mapped(&address.s6_addr[12]));
  if (six_to_four.contains(address)) return is_public(mapped(&address.s6_addr[2]));
  return (IN6_IS_ADDR_V4MAPPED(&address) || global.contains(address)) && !reserved.contains(address);
}

bool AddressRanges::add_range(std::string_view text) {
  const size_t slash = std::min(text.find('/'), text.size());
  const std::string_view first = text.substr(0, slash), number = text.substr(std::min(slash + 1, text.size()));
  const std::optional<in6_addr> address = parse(std::string(first));
  const bool is_four = first.find(':') == std::string_view::npos;
  const unsigned max_bits = is_four ? 32 : 128;
  unsigned bits = max_bits;
  if (slash < text.size()) {
    bits = base::parse_number<unsigned>(number).value_or(max_bits + 1);
    if (bits > max_bits) return false;
  }
  if (address) ranges_.push_back({*address, is_four ? bits + kMappedBits : bits});
  return address.has_value();
}

bool AddressRanges::contains(const in6_addr& address) const {
  const auto bit = [](const in6_addr& of, unsigned i) { return of.s6_addr[i / 8] >> (7 - i % 8) & 1; };
  return std::ranges::any_of(ranges_, [&](const Range& range) {
    unsigned i = 0;
    while (i < range.bits && bit(range.first, i) == bit(address, i)) ++i;
    return i == range.bits;
  });
}

}  // namespace web
