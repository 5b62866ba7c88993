#include "check/look_alikes.h"

#include <fmt/format.h>

#include <string_view>

#include "base/text.h"
#include "base/utf8.h"
#include "check/prose.h"
#include "quantity/language.h"

namespace check {
namespace {

// Returns the first word with Latin letters and others that look like them; "" if there is none.
std::string_view mixed_word(std::string_view text) {
  for (size_t begin = 0; begin < text.size();) {
    std::string_view rest = text.substr(begin);
    bool has_latin = false, has_others = false;
    size_t end = begin;
    while (!rest.empty()) {
      const char32_t c = base::take_code_point(rest);
      if (!base::is_letter_or_digit(c) && !is_invisible(c)) break;
      has_latin = has_latin || (c < 0x80 && base::is_letter(static_cast<char>(c)));
      has_others = has_others || base::is_letter(latin_of(c));
      end = text.size() - rest.size();
    }
    if (has_latin && has_others) return text.substr(begin, end - begin);
    begin = std::max(end, text.size() - rest.size());
  }
  return "";
}

}  // namespace

char latin_of(char32_t c) {
  if (c < 0x80) return 0;
  if (const int digit = quantity::digit_value(c); digit >= 0) return static_cast<char>('0' + digit);
  if (c >= U'٪' && c <= U'٬') return "%.,"[c - U'٪'];
  constexpr std::u32string_view kOthers = U"аеорсухіјѕһкԁԛԝАВЕКМНОРСТХУІЈЅοανρικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
  constexpr std::string_view kLatin = "aeopcyxijshkdqwABEKMHOPCTXYIJSoavpiktuxABEZHIKMNOPTYX";
  static_assert(kOthers.size() == kLatin.size());
  if (const size_t at = kOthers.find(c); at != std::u32string_view::npos) return kLatin[at];
  if (c >= 0xFF01 && c <= 0xFF5E) return static_cast<char>(c - 0xFEE0);  // full width
  if (c < 0x1D400 || c > 0x1D6A3) return 0;
  const auto letter = static_cast<int>((c - 0x1D400) % 52);
  return static_cast<char>(letter < 26 ? 'A' + letter : 'a' + letter - 26);
}

bool is_invisible(char32_t c) {
  return c == 0xAD || c == 0x34F || (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF;
}

void check_link_texts(const site::Contents& contents, base::Diagnostics& diagnostics) {
  for (const auto& content : contents)
    for (const document::Document* document : documents_of(*content))
      for (const document::Link& link : document->links()) {
        const std::string text = document->plain_text(link.node);
        const std::string_view word = mixed_word(text);
        if (word.empty()) continue;
        diagnostics
            .warning("mixed-scripts", link.exact ? link.text_span : link.span,
                     fmt::format("\"{}\" mixes Latin letters with others that look like them", word))
            .expect("a word in one script: readers take it for another name")
            .suggest("type it again");
      }
}

}  // namespace check
