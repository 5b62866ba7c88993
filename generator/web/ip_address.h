// IP addresses, and which of them a program must not be led to by a link: what stands behind them is not on the public
// internet but on this machine, in this network or in this data centre.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr;

namespace web {

// IPv6; an IPv4 address as the IPv6 address that it is mapped to (::ffff:192.0.2.1), so that both forms are one.
struct IpAddress {
  std::array<uint8_t, 16> bytes{};
  bool operator==(const IpAddress&) const = default;
};

// "192.0.2.1" and "2001:db8::1", no other forms; nothing for other texts.
std::optional<IpAddress> parse_ip(std::string_view text);
// Nothing for other families than IPv4 and IPv6, and for a structure that is too short.
std::optional<IpAddress> ip_of(const sockaddr* address, size_t size);
std::string to_text(const IpAddress& address);

// What kind of address it is when it is none of the public internet: "this machine (loopback)", "a private network";
// "" when it is public. By IANA's registries of special-purpose addresses (RFC 6890), multicast, and the addresses at
// which clouds tell a machine its secrets. Addresses that carry an IPv4 address (NAT64, 6to4) are judged by that.
std::string_view objection_to(const IpAddress& address);

// Addresses that somebody allowed all the same.
class AddressRanges {
 public:
  // "10.20.0.0/16", "::1"; false when it is neither an address nor a range.
  bool add(std::string_view text);
  bool contains(const IpAddress& address) const;

 private:
  struct Range {
    IpAddress first;
    unsigned bits;
  };
  std::vector<Range> ranges_;
};

}  // namespace web
