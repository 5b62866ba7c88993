// The IP addresses to which this program may connect when it checks links: only those on the public internet, not those
// of this machine, its network or its data centre. An IPv4 address is stored as its IPv4-mapped IPv6 address.
#pragma once
#include <netinet/in.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace web {

// Returns nullopt for families other than IPv4 and IPv6, and for a structure that is too short.
std::optional<in6_addr> address_of(const sockaddr* address, size_t size);
std::string to_text(const in6_addr& address);

// Whether an address is public according to IANA's registries of special-purpose addresses (RFC 6890). Addresses of
// cloud metadata services are not public. An address that contains an IPv4 address (NAT64, 6to4) is public if the IPv4
// address is.
bool is_public(const in6_addr& address);

class AddressRanges {
 public:
  // Adds "10.20.0.0/16" or "::1". Returns false if the text is neither an address nor a range.
  bool add_range(std::string_view text);
  bool contains(const in6_addr& address) const;

 private:
  struct Range {
    in6_addr first;
    unsigned bits;
  };
  std::vector<Range> ranges_;
};

}  // namespace web
