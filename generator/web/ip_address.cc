#include "web/ip_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace web {
namespace {

constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

IpAddress mapped(const uint8_t* four) {
  IpAddress address;
  std::copy(kMapped.begin(), kMapped.end(), address.bytes.begin());
  std::copy_n(four, 4, address.bytes.begin() + 12);
  return address;
}

bool is_mapped(const IpAddress& address) { return std::equal(kMapped.begin(), kMapped.end(), address.bytes.begin()); }

bool shares(const IpAddress& a, const IpAddress& b, unsigned bits) {
  for (unsigned i = 0; i < bits / 8; ++i)
    if (a.bytes[i] != b.bytes[i]) return false;
  if (bits % 8 == 0) return true;
  const auto mask = static_cast<uint8_t>(0xff << (8 - bits % 8));
  return (a.bytes[bits / 8] & mask) == (b.bytes[bits / 8] & mask);
}

struct Kind {
  const char* first;
  unsigned bits;  // of the IPv4 address for those
  std::string_view kind;
};

// https://www.iana.org/assignments/iana-ipv4-special-registry/
constexpr std::array kFour = {
    Kind{"0.0.0.0", 8, "this machine (an address of no host)"},
    Kind{"10.0.0.0", 8, "a private network"},
    Kind{"100.64.0.0", 10, "a carrier's inner network"},
    Kind{"127.0.0.0", 8, "this machine (loopback)"},
    Kind{"168.63.129.16", 32, "a cloud's own service"},  // Azure's, outside all the ranges
    Kind{"169.254.0.0", 16, "this network only (link-local), where clouds keep a machine's secrets"},
    Kind{"172.16.0.0", 12, "a private network"},
    Kind{"192.0.0.0", 24, "reserved for protocols"},
    Kind{"192.0.2.0", 24, "for examples only"},
    Kind{"192.88.99.0", 24, "reserved for protocols"},
    Kind{"192.168.0.0", 16, "a private network"},
    Kind{"198.18.0.0", 15, "for measuring networks"},
    Kind{"198.51.100.0", 24, "for examples only"},
    Kind{"203.0.113.0", 24, "for examples only"},
    Kind{"224.0.0.0", 4, "a group of machines (multicast)"},
    Kind{"240.0.0.0", 4, "reserved"},
};

// https://www.iana.org/assignments/iana-ipv6-special-registry/; 2000::/3 is all that is public.
constexpr std::array kSix = {
    Kind{"::", 128, "this machine (an address of no host)"},
    Kind{"::1", 128, "this machine (loopback)"},
    Kind{"64:ff9b:1::", 48, "a private network"},
    Kind{"100::", 64, "nowhere"},
    Kind{"2001::", 23, "reserved for protocols"},
    Kind{"2001:db8::", 32, "for examples only"},
    Kind{"3fff::", 20, "for examples only"},
    Kind{"fc00::", 7, "a private network"},
    Kind{"fe80::", 10, "this network only (link-local)"},
    Kind{"fec0::", 10, "a private network"},
    Kind{"ff00::", 8, "a group of machines (multicast)"},
};

template <size_t n>
std::string_view find_kind(const std::array<Kind, n>& kinds, const IpAddress& address, unsigned offset) {
  for (const Kind& kind : kinds)
    if (shares(*parse_ip(kind.first), address, offset + kind.bits)) return kind.kind;
  return "";
}

}  // namespace

std::optional<IpAddress> parse_ip(std::string_view text) {
  const std::string name(text);
  if (name.find('\0') != std::string_view::npos) return std::nullopt;
  std::array<uint8_t, 16> bytes{};
  if (inet_pton(AF_INET, name.c_str(), bytes.data()) == 1) return mapped(bytes.data());
  if (inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1) return IpAddress{bytes};
  return std::nullopt;
}

std::optional<IpAddress> ip_of(const sockaddr* address, size_t size) {
  if (!address || size < sizeof(sa_family_t)) return std::nullopt;
  sa_family_t family = AF_UNSPEC;
  std::memcpy(&family, reinterpret_cast<const char*>(address) + offsetof(sockaddr, sa_family), sizeof family);
  if (family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in four{};
    std::memcpy(&four, address, sizeof four);
    return mapped(reinterpret_cast<const uint8_t*>(&four.sin_addr));
  }
  if (family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 six{};
    std::memcpy(&six, address, sizeof six);
    IpAddress found;
    std::copy_n(six.sin6_addr.s6_addr, found.bytes.size(), found.bytes.begin());
    return found;
  }
  return std::nullopt;
}

std::string to_text(const IpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (is_mapped(address))
    inet_ntop(AF_INET, address.bytes.data() + 12, text.data(), text.size());
  else
    inet_ntop(AF_INET6, address.bytes.data(), text.data(), text.size());
  return text.data();
}

std::string_view objection_to(const IpAddress& address) {
  if (is_mapped(address)) return find_kind(kFour, address, 96);
  const std::string_view kind = find_kind(kSix, address, 0);
  if (!kind.empty()) return kind;
  if (shares(address, *parse_ip("64:ff9b::"), 96)) return objection_to(mapped(address.bytes.data() + 12));
  if (shares(address, *parse_ip("2002::"), 16)) return objection_to(mapped(address.bytes.data() + 2));
  return shares(address, *parse_ip("2000::"), 3) ? "" : "reserved";
}

bool AddressRanges::add(std::string_view text) {
  const size_t slash = std::min(text.find('/'), text.size());
  std::optional<IpAddress> first = parse_ip(text.substr(0, slash));
  if (!first) return false;
  const bool is_four = text.substr(0, slash).find(':') == std::string_view::npos;
  unsigned bits = is_four ? 32 : 128;
  if (slash < text.size()) {
    const std::string_view number = text.substr(slash + 1);
    unsigned asked = 0;
    auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), asked);
    if (error != std::errc() || stop != number.data() + number.size() || asked > bits) return false;
    bits = asked;
  }
  ranges_.push_back({*first, is_four ? bits + 96 : bits});
  return true;
}

bool AddressRanges::contains(const IpAddress& address) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const Range& range) { return shares(range.first, address, range.bits); });
}

}  // namespace web
