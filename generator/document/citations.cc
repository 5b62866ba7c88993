#include "document/citations.h"

#include <algorithm>

#include "base/text.h"

namespace document {
namespace {

bool is_word(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_inner_punctuation(char c) { return std::string_view(":.#$%&-+?<>~/").find(c) != std::string_view::npos; }

// Returns the end of the id that starts at `at`, or `at` if there is no id. Punctuation belongs to the id only between
// two other characters.
size_t id_end(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size()) {
    if (is_word(text[end])) {
      ++end;
    } else if (end > at && is_inner_punctuation(text[end]) && end + 1 < text.size() && is_word(text[end + 1])) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

// Returns the end of a "{id}" with balanced braces that starts at `at`, or `at` if it is not closed.
size_t braces_end(std::string_view text, size_t at) {
  size_t depth = 0;
  for (size_t end = at; end < text.size() && text[end] != '\n' && text[end] != '['; ++end) {
    depth += text[end] == '{' ? 1 : 0;
    if (text[end] == '}' && --depth == 0) return end + 1;
  }
  return at;
}

// Parses the group that starts with "[@": citations of the form "@id, locator", separated by ";".
FoundCitation parse_group(std::string_view text, size_t begin) {
  FoundCitation found;
  found.begin = begin;
  const auto fail = [&](std::string why) {
    const size_t close = text.find_first_of("[]", begin + 1);
    const bool is_closed = close != std::string_view::npos && text[close] == ']';
    found.end = std::min(is_closed ? close + 1 : std::max(found.end, begin + 2), text.size());
    found.problem = std::move(why);
    return std::move(found);
  };
  for (size_t at = begin + 1;;) {
    found.end = at;
    if (at >= text.size() || text[at] != '@') return fail("each part starts with \"@\" and an id");
    const bool is_braced = at + 1 < text.size() && text[at + 1] == '{';
    const size_t end = is_braced ? braces_end(text, at + 1) : id_end(text, at + 1);
    if (end == at + 1)
      return fail(is_braced ? "there is no \"}\" after the id" : "\"@\" must be followed directly by an id");
    const std::string_view id = text.substr(at + 1, end - at - 1);
    found.places.emplace_back(at, end);
    const size_t stop = text.find_first_of(";[]", end);
    if (end < text.size() && std::string_view(",;]").find(text[end]) == std::string_view::npos &&
        !base::is_space(text[end]))
      return fail("the id is followed by \"" + std::string(1, text[end]) + "\"");
    if (stop == std::string_view::npos) return fail("there is no \"]\"");
    if (text[stop] == '[') return fail("there is no \"]\" before the next \"[\"");
    std::string_view locator = text.substr(end, stop - end);
    if (locator.starts_with(',')) locator.remove_prefix(1);
    found.citations.push_back({std::string(is_braced ? id.substr(1, id.size() - 2) : id), base::one_line(locator), {}});
    at = found.end = stop + 1;
    if (text[stop] == ']') {
      if (at < text.size() && (text[at] == '(' || text[at] == '['))
        return fail("a \"" + std::string(1, text[at]) + "\" follows at once, as if it were a link");
      return found;
    }
    while (at < text.size() && base::is_space(text[at])) ++at;
  }
}

// Whether `inside` has one of Pandoc's prefixes, which are not supported: "[see @id]" or "[-@id]".
bool has_prefixed_id(std::string_view inside) {
  for (size_t at = inside.find('@'); at != std::string_view::npos; at = inside.find('@', at + 1)) {
    bool starts = at > 0 && (base::is_space(inside[at - 1]) || (at == 1 && inside[0] == '-'));
    if (starts && id_end(inside, at + 1) > at + 1) return true;
  }
  return false;
}

}  // namespace

std::vector<FoundCitation> find_citations(std::string_view text) {
  std::vector<FoundCitation> result;
  for (size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
    if (at + 1 < text.size() && text[at + 1] == '@') {
      result.push_back(parse_group(text, at));
      at = result.back().end;
      continue;
    }
    size_t stop = text.find_first_of("[]", at + 1);
    if (stop == std::string_view::npos) break;
    if (text[stop] == ']' && has_prefixed_id(text.substr(at + 1, stop - at - 1))) {
      FoundCitation found;
      found.begin = at;
      found.end = stop + 1;
      found.problem = "only \"[\" may be before the first \"@\"";
      result.push_back(std::move(found));
    }
    at = stop;
  }
  return result;
}

}  // namespace document
