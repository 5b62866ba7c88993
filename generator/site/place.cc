#include "site/place.h"

#include "base/text.h"
#include "io/file_system.h"
#include "io/source_tree.h"
#include "site/url.h"

namespace site {
namespace {

constexpr const char* kStrayPercent = "a '%' must be followed by two hexadecimal digits";

std::string encode(std::string_view text, std::string_view unsafe) {
  std::string out;
  for (char c : text) {
    if (unsafe.find(c) == std::string_view::npos)
      out += c;
    else
      out += c == ' ' ? "%20" : c == '#' ? "%23" : "%25";
  }
  return out;
}

std::string objection_to_address(std::string_view address) {
  if (address.empty()) return "it is not the address of a page";
  if (address.starts_with('/')) return "it begins with a slash";
  if (address.ends_with('/')) return "it is a folder, not a page";
  if (!io::is_plain_path(address)) return "it is not a plain path";
  for (std::string_view part : base::split(address, '/')) {
    if (part.starts_with('.') || part.ends_with('~')) return "no part of it may begin with '.' or end with '~'";
    if (std::string why = io::objection_to_name(part); !why.empty()) return why;
  }
  return address.ends_with(".md") ? "the address of a page ends in .html" : "";
}

// Returns why a text can't be an anchor; "" if it can. An id may contain any characters except white space.
std::string objection_to_anchor(std::string_view anchor) {
  for (char c : anchor)
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) return "an anchor can't contain white space";
  return anchor.find('#') == std::string_view::npos ? "" : "it has two anchors";
}

}  // namespace

std::string address_text(std::string_view address) { return encode(address, " #%"); }
std::string anchor_text(std::string_view anchor) { return encode(anchor, " %"); }

std::string to_text(const Place& place) {
  return address_text(place.address) + (place.anchor.empty() ? "" : "#" + anchor_text(place.anchor));
}

Place parse_place(std::string_view text, std::string& objection) {
  const size_t hash = text.find('#');
  auto address = decode_percent(text.substr(0, hash));
  objection = address ? objection_to_address(*address) : kStrayPercent;
  std::string anchor;
  if (objection.empty() && hash != std::string_view::npos) anchor = parse_anchor(text.substr(hash + 1), objection);
  return objection.empty() ? Place{*address, std::move(anchor)} : Place{};
}

std::string parse_anchor(std::string_view text, std::string& objection) {
  auto anchor = decode_percent(text);
  objection = anchor ? objection_to_anchor(*anchor) : kStrayPercent;
  return objection.empty() ? *anchor : "";
}

std::string meant_place(std::string_view text) {
  const size_t hash = text.find('#');
  std::string_view address = text.substr(0, hash);
  std::string_view anchor = hash == std::string_view::npos ? "" : text.substr(hash);
  while (address.starts_with('/')) address.remove_prefix(1);
  auto joined = join_path("", address);
  if (!joined) return "";
  if (address.empty() || address.ends_with('/')) *joined += joined->empty() ? "index.html" : "/index.html";
  if (joined->ends_with(".md")) joined->replace(joined->size() - 3, 3, ".html");
  std::string guess = *joined + std::string(anchor), objection;
  parse_place(guess, objection);
  return objection.empty() && guess != text ? guess : "";
}

}  // namespace site
