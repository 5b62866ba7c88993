#include "document/inline_cursor.h"

#include <algorithm>

#include "base/byte_set.h"
#include "base/text.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

constexpr base::ByteSet kEscapes("\\&");
constexpr base::ByteSet kBeforeText("*_~> \t\r\n#");  // characters before a text or link that are not part of it
constexpr base::ByteSet kAfterText("*_~` \t\r\n>");   // characters after the text of a link

// The number of bytes in which to search for an inline that is not at the expected position.
constexpr size_t kWindow = 2048;

bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// The number of bytes at the start of the source that correspond to a number of bytes at the start of the literal; {}
// if they differ.
struct Step {
  size_t source = 0;
  size_t literal = 0;
};

Step step(std::string_view source, std::string_view literal) {
  if (source.empty() || literal.empty()) return {};
  if (source[0] == '\\' && source.size() > 1 && is_punctuation(source[1]))
    return source[1] == literal[0] ? Step{2, 1} : Step{};
  if (source[0] == '&') {
    std::string_view rest = source;
    const std::string character = markup::take_reference(rest);
    if (literal.starts_with(character)) return {source.size() - rest.size(), character.size()};
  }
  return source[0] == literal[0] ? Step{1, 1} : Step{};
}

// Reads `source` as the parser does while the result equals `literal` and `visit(offsets, step)` returns true. Returns
// the offsets reached in both.
template <class Visit>
Step follow(std::string_view source, std::string_view literal, Visit visit) {
  Step at;
  while (at.literal < literal.size()) {
    const Step next = step(source.substr(at.source), literal.substr(at.literal));
    if (next.source == 0 || !visit(at, next)) break;
    at.source += next.source;
    at.literal += next.literal;
  }
  return at;
}

Step follow(std::string_view source, std::string_view literal) {
  return follow(source, literal, [](Step, Step) { return true; });
}

}  // namespace

std::optional<size_t> InlineCursor::match(size_t at, std::string_view literal) const {
  const Step end = follow(source_.substr(at, end_ - at), literal);
  return end.literal == literal.size() ? std::optional(at + end.source) : std::nullopt;
}

std::optional<size_t> InlineCursor::source_of(size_t begin, std::string_view literal, size_t offset) const {
  const Step found =
      follow(source_.substr(begin), literal, [&](Step at, Step next) { return at.literal + next.literal <= offset; });
  const bool is_found = found.literal == literal.size() ||
                        step(source_.substr(begin + found.source), literal.substr(found.literal)).source > 0;
  return is_found ? std::optional(begin + found.source) : std::nullopt;
}

void InlineCursor::mark_escapes(size_t begin, std::string_view literal, char (*mark)(char), char* to) const {
  follow(source_.substr(begin), literal, [&](Step at, Step next) {
    char* first = to + at.literal;
    if (next.source > next.literal || source_[begin + at.source] != *first)
      std::transform(first, first + next.literal, first, mark);
    return true;
  });
}

bool InlineCursor::skip_delimiter() {
  if (at_ >= end_ || !kBeforeText.has(source_[at_])) return false;
  ++at_;
  return true;
}

FoundText InlineCursor::take(size_t begin, size_t end, bool equal) {
  at_ = end;
  return {true, equal, begin, end};
}

FoundText InlineCursor::text(std::string_view literal) {
  size_t start = at_;
  while (!literal.empty() && at_ < end_ && source_[at_] != literal.front() && skip_delimiter()) continue;
  do {
    std::string_view here = source_.substr(at_, std::min(literal.size(), end_ - at_));
    bool escape = here == "\\" && at_ + 1 < end_ && is_punctuation(source_[at_ + 1]);
    if (here == literal && !escape) return take(at_, at_ + literal.size(), true);
    if (auto end = match(at_, literal)) return take(at_, *end, false);
  } while (skip_delimiter());
  at_ = start;
  size_t place = source_.substr(at_, std::min(kWindow + literal.size(), end_ - at_)).find(literal);
  if (place == std::string_view::npos) return {};
  return take(at_ + place, at_ + place + literal.size(), true);
}

FoundText InlineCursor::code(std::string_view literal) {
  size_t open = source_.substr(0, end_).find('`', at_);
  if (open == std::string_view::npos) return {};
  size_t begin = std::min(source_.find_first_not_of('`', open), end_);
  size_t ticks = begin - open;
  for (size_t close = source_.find('`', begin); close < end_; close = source_.find('`', close)) {
    size_t after = std::min(source_.find_first_not_of('`', close), end_);
    if (after - close != ticks) {
      close = after;
      continue;
    }
    std::string_view inside = source_.substr(begin, close - begin);
    if (inside != literal && inside.size() == literal.size() + 2) inside = source_.substr(begin + 1, close - begin - 2);
    const auto inside_begin = static_cast<size_t>(inside.data() - source_.data());
    at_ = after;
    return {true, inside == literal, inside_begin, inside_begin + inside.size()};
  }
  return {};
}

FoundText InlineCursor::html(std::string_view literal) {
  size_t open = source_.substr(0, end_).find('<', at_);
  if (open == std::string_view::npos) return {};
  if (source_.substr(open, literal.size()) == literal) return take(open, open + literal.size(), true);
  size_t close = source_.substr(0, end_).find('>', open);
  return close == std::string_view::npos ? FoundText() : take(open, close + 1, false);
}

void InlineCursor::footnote_reference() {
  size_t open = source_.substr(0, end_).find("[^", at_);
  size_t close = open == std::string_view::npos ? open : source_.substr(0, end_).find(']', open);
  if (close != std::string_view::npos) at_ = close + 1;
}

void InlineCursor::line_break() {
  size_t line_end = source_.find_first_of("\n\r", at_);
  if (line_end >= end_) return;
  at_ = line_end + 1;
  if (source_[line_end] == '\r' && at_ < end_ && source_[at_] == '\n') ++at_;
  while (at_ < end_ && (source_[at_] == ' ' || source_[at_] == '\t')) ++at_;
}

InlineCursor::Open InlineCursor::open_link(std::string_view first_text) {
  size_t at = at_;
  while (at < end_ && kBeforeText.has(source_[at])) ++at;
  if (at >= end_) return {Opening::none, at_};
  if (source_[at] == '[') {
    // The search may have found another bracket if the block starts with reference definitions.
    size_t bracket = at;
    size_t stop = std::min(end_, at + kWindow);
    while (bracket < stop && !match(bracket + 1, first_text)) bracket = std::min(source_.find('[', bracket + 1), stop);
    if (bracket == stop) bracket = at;
    at_ = bracket + 1;
    return {Opening::bracket, bracket};
  }
  if (source_[at] == '<') {
    at_ = at + 1;
    return {Opening::angle, at};
  }
  return {Opening::none, at};
}

InlineCursor::Open InlineCursor::open_image() {
  size_t open = source_.substr(0, std::min(end_, at_ + kWindow)).find("![", at_);
  if (open == std::string_view::npos) return {};
  at_ = open + 2;
  return {Opening::bracket, open};
}

FoundLink InlineCursor::close_link(std::string_view destination) {
  FoundLink found;
  size_t at = at_;
  while (at < end_ && kAfterText.has(source_[at])) ++at;
  found.text_end = found.end = at;
  if (at >= end_ || source_[at] != ']') return found;
  at_ = found.end = ++at;
  if (at < end_ && source_[at] == '[') {
    size_t close = source_.substr(0, end_).find(']', at);
    if (close != std::string_view::npos) at_ = found.end = close + 1;
    return found;
  }
  if (at >= end_ || source_[at] != '(') return found;
  ++at;
  auto skip_spaces = [&] {
    while (at < end_ && (base::is_space(source_[at]) || source_[at] == '>')) ++at;
  };
  skip_spaces();
  size_t begin = at;
  size_t stop = at;
  if (at < end_ && source_[at] == '<') {
    begin = ++at;
    while (at < end_ && source_[at] != '>') at += source_[at] == '\\' ? 2 : 1;
    stop = std::min(at, end_);
    at = stop + 1;
  } else {
    for (unsigned depth = 0; at < end_ && !base::is_space(source_[at]); ++at) {
      if (source_[at] == '\\' && at + 1 < end_ && is_punctuation(source_[at + 1]))
        ++at;
      else if (source_[at] == '(')
        ++depth;
      else if (source_[at] == ')' && depth-- == 0)
        break;
    }
    stop = std::min(at, end_);
  }
  if (!resolves_to(source_.substr(begin, stop - begin), destination)) return found;
  skip_spaces();
  if (at < end_ && source_[at] != ')') {
    char quote = source_[at] == '(' ? ')' : source_[at];
    for (++at; at < end_ && source_[at] != quote; ++at)
      if (source_[at] == '\\') ++at;
    ++at;
    skip_spaces();
  }
  if (at >= end_ || source_[at] != ')') return found;
  found.exact = true;
  found.destination_begin = begin;
  found.destination_end = stop;
  at_ = found.end = at + 1;
  return found;
}

void InlineCursor::close_autolink(Opening opening) {
  if (opening == Opening::angle && at_ < end_ && source_[at_] == '>') ++at_;
}

bool resolves_to(std::string_view raw, std::string_view resolved) {
  if (raw == resolved && kEscapes.find(raw) == raw.size()) return true;
  const Step end = follow(raw, resolved);
  return end.source == raw.size() && end.literal == resolved.size();
}

}  // namespace document
