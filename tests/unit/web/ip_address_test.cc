#include "web/ip_address.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>

namespace {

in6_addr address(const char* text) {
  sockaddr_in four{};
  sockaddr_in6 six{};
  four.sin_family = AF_INET, six.sin6_family = AF_INET6;
  if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
    return *web::address_of(reinterpret_cast<const sockaddr*>(&four), sizeof four);
  REQUIRE_MESSAGE(inet_pton(AF_INET6, text, &six.sin6_addr) == 1, text);
  return *web::address_of(reinterpret_cast<const sockaddr*>(&six), sizeof six);
}

bool is_public(const char* text) { return web::is_public(address(text)); }

TEST_CASE("private addresses are rejected") {
  for (const char* text : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "10.255.255.255",
                           "100.64.0.1",
                           "100.100.100.200",
                           "100.127.255.255",
                           "127.0.0.1",
                           "127.255.255.254",
                           "168.63.129.16",
                           "169.254.169.254",
                           "169.254.0.1",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.192",
                           "192.0.2.1",
                           "192.168.1.1",
                           "198.18.0.1",
                           "198.19.255.255",
                           "198.51.100.7",
                           "203.0.113.9",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "::7f00:1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "::ffff:169.254.169.254",
                           "64:ff9b::127.0.0.1",
                           "64:ff9b::a00:1",
                           "64:ff9b:1::1",
                           "100::1",
                           "2001::1",
                           "2001:db8::1",
                           "2002:7f00:1::",
                           "2002:a9fe:a9fe::1",
                           "3fff::1",
                           "4000::1",
                           "5f00::1",
                           "fc00::1",
                           "fd00:ec2::254",
                           "fdff::1",
                           "fe80::1",
                           "febf::1",
                           "fec0::1",
                           "ff02::1"}) {
    CAPTURE(text);
    CHECK_FALSE(is_public(text));
  }
}

TEST_CASE("public addresses are accepted, even next to private ranges") {
  for (const char* text : {"1.1.1.1",         "9.255.255.255",        "11.0.0.1",         "100.63.255.255",
                           "100.128.0.1",     "126.255.255.255",      "128.0.0.1",        "168.63.129.17",
                           "169.253.255.255", "169.255.0.1",          "172.15.255.255",   "172.32.0.1",
                           "192.167.255.255", "192.169.0.1",          "198.17.255.255",   "198.20.0.1",
                           "223.255.255.255", "::ffff:8.8.8.8",       "64:ff9b::8.8.8.8", "2002:808:808::1",
                           "2001:200::1",     "2606:4700:4700::1111", "2a00::1",          "3ffe::1"}) {
    CAPTURE(text);
    CHECK(is_public(text));
  }
}

TEST_CASE("an IPv4 address is the same in both address families") {
  CHECK(web::to_text(address("::ffff:192.0.2.1")) == "192.0.2.1");
  CHECK(web::to_text(address("192.0.2.1")) == "192.0.2.1");
  CHECK(web::to_text(address("2001:DB8:0::1")) == "2001:db8::1");
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  const auto* any = reinterpret_cast<const sockaddr*>(&six);
  CHECK_FALSE(web::address_of(any, sizeof(sockaddr_in)));
  CHECK_FALSE(web::address_of(any, 0));
  six.sin6_family = AF_UNIX;
  CHECK_FALSE(web::address_of(any, sizeof six));
}

TEST_CASE("private ranges can be allowed") {
  web::AddressRanges ranges;
  CHECK_FALSE(ranges.contains(address("10.20.0.1")));
  CHECK(ranges.add_range("10.20.0.0/14"));
  CHECK(ranges.add_range("::1"));
  CHECK(ranges.add_range("fd12::/16"));
  for (const char* text : {"10.20.0.1", "10.23.255.255", "::ffff:10.21.0.1", "::1", "fd12:1::1"})
    CHECK_MESSAGE(ranges.contains(address(text)), text);
  for (const char* text : {"10.19.255.255", "10.24.0.0", "127.0.0.1", "::2", "fd13::1"})
    CHECK_MESSAGE(!ranges.contains(address(text)), text);
  for (const char* text : {"", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.0/", "10/8", "::/129", "all",
                           "127.1", "::1%eth0", "[::1]"})
    CHECK_MESSAGE(!ranges.add_range(text), text);
}

}  // namespace
