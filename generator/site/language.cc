#include "site/language.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"

namespace site {
namespace {

// Scripts of ISO 15924 that run from right to left and are in use today.
constexpr std::array<std::string_view, 13> kScripts = {"adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo",
                                                       "rohg", "samr", "syrc", "syre", "syrj", "thaa"};

// Languages that are usually written in one of these scripts.
constexpr std::array<std::string_view, 36> kLanguages = {"acm", "aeb", "ajp", "apc", "ar",  "arc", "ary", "arz", "azb",
                                                         "bal", "bqi", "ckb", "dv",  "fa",  "glk", "he",  "iw",  "ji",
                                                         "khw", "ks",  "lrc", "luz", "mzn", "nqo", "pbu", "pes", "prs",
                                                         "ps",  "rhg", "sd",  "sdh", "skr", "syr", "ug",  "ur",  "yi"};

template <size_t n>
bool contains(const std::array<std::string_view, n>& list, std::string_view what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

}  // namespace

std::string_view direction_of(std::string_view lang) {
  const std::string tag = base::lower_case(lang);
  std::string_view rest = tag;
  const std::string_view language = rest.substr(0, rest.find('-'));
  // Up to three extensions of the language, of three letters each, may precede the script.
  while (rest.find('-') != std::string_view::npos) {
    rest.remove_prefix(rest.find('-') + 1);
    const std::string_view subtag = rest.substr(0, rest.find('-'));
    if (subtag.size() == 4 && std::all_of(subtag.begin(), subtag.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
      return contains(kScripts, subtag) ? "rtl" : "ltr";
    if (subtag.size() != 3) break;
  }
  return contains(kLanguages, language) ? "rtl" : "ltr";
}

}  // namespace site
