#include "site/part.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"

namespace site {
namespace {

constexpr std::string_view kUnder = "under ";
constexpr size_t kOpeningWords = 20, kOpeningDigits = 6;
constexpr auto kKinds = std::to_array<std::string_view>({"chart", "estimate", "table"});

std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    line += is_control ? ' ' : c;
  }
  return std::string(base::trim(line));
}

// Adds words of `text` until `count` reaches the limit.
void add_words(std::string_view text, base::Hasher& hasher, size_t& count) {
  for (size_t at = 0; at < text.size() && count < kOpeningWords;) {
    size_t end = at;
    while (end < text.size() && !base::is_space(text[end])) ++end;
    if (end > at) {
      hasher.add(text.substr(at, end - at));
      ++count;
    }
    at = end + 1;
  }
}

// Returns the words between this heading and the next, or those of the headings below this one if there are none.
std::string opening_of(const document::Document& document, size_t heading) {
  const std::vector<document::Heading>& all = document.headings();
  base::Hasher hasher;
  size_t count = 0;
  for (size_t i = heading; i < all.size(); ++i) {
    if (i > heading && all[i].level <= all[heading].level) break;
    if (i > heading) add_words(all[i].text, hasher, count);
    const base::Span span = all[i].span;
    if (!span) break;
    const std::string_view text = span.source->text();
    const size_t end = i + 1 < all.size() ? all[i + 1].span.begin : text.size();
    if (end > span.end) add_words(text.substr(span.end, end - span.end), hasher, count);
    if (count > 0) break;
  }
  return count == 0 ? "" : hasher.finish().hex().substr(0, kOpeningDigits);
}

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool take_quoted(std::string_view& text, std::string& value) {
  if (!text.starts_with('"')) return false;
  value.clear();
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return true;
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  return false;
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && base::is_space(text.front())) text.remove_prefix(1);
}

bool take_kind(std::string_view& text, std::string& kind) {
  const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
  if (std::find(kKinds.begin(), kKinds.end(), word) == kKinds.end()) return false;
  kind = word;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

std::string_view kind_of_part(document::FenceKind kind) {
  switch (kind) {
    case document::FenceKind::table:
      return "table";
    case document::FenceKind::chart:
      return "chart";
    case document::FenceKind::estimate:
      return "estimate";
    case document::FenceKind::code:
    case document::FenceKind::query:
    case document::FenceKind::assertion:
    case document::FenceKind::math:
      break;
  }
  return "";
}

std::vector<Part> heading_parts(const document::Document& document) {
  std::vector<Part> parts;
  std::vector<const document::Heading*> above;
  parts.reserve(document.headings().size());
  for (size_t i = 0; i < document.headings().size(); ++i) {
    const document::Heading& heading = document.headings()[i];
    while (!above.empty() && above.back()->level >= heading.level) above.pop_back();
    Part part{"", one_line(heading.text), "", opening_of(document, i)};
    for (const document::Heading* each : above) part.above += (part.above.empty() ? "" : " / ") + one_line(each->text);
    parts.push_back(std::move(part));
    above.push_back(&heading);
  }
  return parts;
}

std::string to_text(const Part& part) {
  if (!part.is_heading()) return part.kind;
  std::string text = quoted_text(part.title);
  if (!part.above.empty()) text += " " + std::string(kUnder) + quoted_text(part.above);
  if (!part.opening.empty()) text += " ~" + part.opening;
  return text;
}

bool read_part(std::string_view& text, Part& part) {
  Part taken;
  std::string_view rest = text;  // the part of `text` that has not been read yet
  if (!take_kind(rest, taken.kind)) {
    if (!take_quoted(rest, taken.title)) return false;
    std::string_view next = rest;
    skip_spaces(next);
    if (next.starts_with(kUnder)) {
      next.remove_prefix(kUnder.size());
      skip_spaces(next);
      if (!take_quoted(next, taken.above)) return false;
      rest = next;
      skip_spaces(next);
    }
    if (next.starts_with('~')) {
      size_t end = 1;
      while (end < next.size() && base::is_hex(next[end])) ++end;
      taken.opening = next.substr(1, end - 1);
      rest = next.substr(end);
    }
  }
  if (!rest.empty() && !base::is_space(rest.front())) return false;
  part = std::move(taken);
  text = rest;
  return true;
}

}  // namespace site
