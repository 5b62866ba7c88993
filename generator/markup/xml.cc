#include "markup/xml.h"

#include <algorithm>

#include "base/text.h"
#include "markup/html.h"

namespace markup {

std::string xml_characters(std::string text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  constexpr char kFirst = kReplacement[0];
  const auto may_stay = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != kFirst; };
  if (std::all_of(text.begin(), text.end(), may_stay)) return text;
  for (std::string_view never : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
    text = base::replace_all(std::move(text), never, kReplacement);
  std::string xml;
  xml.reserve(text.size());
  for (char c : text) {
    bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
    if (control)
      xml += kReplacement;
    else
      xml += c;
  }
  return xml;
}

std::string xml_text(std::string_view plain) { return xml_characters(escape(plain)); }

}  // namespace markup
