#include "document/citations.h"

#include "base/text.h"

namespace document {
namespace {

bool is_word(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_inner_punctuation(char c) { return std::string_view(":.#$%&-+?<>~/").find(c) != std::string_view::npos; }

// End of the id that starts at `at`; `at` itself when there is none. A punctuation mark is part of it only between two
// other characters.
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

class GroupParser {
 public:
  // `begin` is at "[@".
  GroupParser(std::string_view text, size_t begin) : text_(text), at_(begin + 1) { found_.begin = begin; }

  FoundCitation parse() {
    while (found_.problem.empty() && one()) {
    }
    if (!found_.problem.empty()) {
      size_t close = text_.find_first_of("[]", found_.begin + 1);
      found_.end = close != std::string_view::npos && text_[close] == ']' ? close + 1 : std::max(at_, found_.begin + 2);
      if (found_.end > text_.size()) found_.end = text_.size();
    }
    return std::move(found_);
  }

 private:
  // One "@id, locator"; false after the last.
  bool one() {
    if (at_ >= text_.size() || text_[at_] != '@') return fail("each part starts with \"@\" and an id");
    size_t end = id_end(text_, at_ + 1);
    if (end == at_ + 1) return fail("an id follows \"@\" at once");
    found_.places.emplace_back(at_, end);
    Citation citation;
    citation.id = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
    if (at_ >= text_.size()) return fail("there is no \"]\"");
    if (text_[at_] != ',' && text_[at_] != ';' && text_[at_] != ']' && !base::is_space(text_[at_]))
      return fail("after the id stands \"" + std::string(1, text_[at_]) + "\"");
    size_t stop = text_.find_first_of(";[]", at_);
    if (stop == std::string_view::npos) return fail("there is no \"]\"");
    if (text_[stop] == '[') return fail("there is no \"]\" before the next \"[\"");
    std::string_view locator = text_.substr(at_, stop - at_);
    if (locator.starts_with(',')) locator.remove_prefix(1);
    citation.locator = base::one_line(locator);
    found_.citations.push_back(std::move(citation));
    at_ = stop + 1;
    if (text_[stop] == ']') return finish();
    while (at_ < text_.size() && base::is_space(text_[at_])) ++at_;
    return true;
  }

  bool finish() {
    found_.end = at_;
    if (at_ < text_.size() && (text_[at_] == '(' || text_[at_] == '['))
      return fail("a \"" + std::string(1, text_[at_]) + "\" follows at once, as if it were a link");
    return false;
  }

  bool fail(std::string why) {
    found_.problem = std::move(why);
    return false;
  }

  std::string_view text_;
  size_t at_;
  FoundCitation found_;
};

// "[see @id]" and "[-@id]": Pandoc's prefixes, which are not supported.
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
      result.push_back(GroupParser(text, at).parse());
      at = result.back().end;
      continue;
    }
    size_t stop = text.find_first_of("[]", at + 1);
    if (stop == std::string_view::npos) break;
    if (text[stop] == ']' && has_prefixed_id(text.substr(at + 1, stop - at - 1))) {
      FoundCitation found;
      found.begin = at;
      found.end = stop + 1;
      found.problem = "only \"[\" may stand in front of the first \"@\"";
      result.push_back(std::move(found));
    }
    at = stop;
  }
  return result;
}

}  // namespace document
