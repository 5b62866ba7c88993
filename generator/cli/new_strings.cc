// `sourcebook new strings LANG`: the strings of the interface with the English text beside each, to be translated.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/makers.h"
#include "passes/parse.h"
#include "quantity/locale.h"
#include "site/words.h"

namespace cli {
namespace {

std::string_view shipped_strings(std::string_view lang) {
  const std::string path = fmt::format("strings/{}.yaml", lang);
  for (const auto& [name, bytes] : passes::default_theme())
    if (name == path) return bytes;
  return "";
}

site::Words read_words(std::string_view lang) {
  base::Diagnostics none;
  return site::Words::read(base::SourceText("strings", std::string(shipped_strings(lang))), none);
}

}  // namespace

Plan make_strings(const std::string& lang) {
  const quantity::Locale* locale = quantity::find_locale(lang);
  if (!locale)
    throw UsageError{fmt::format("\"{}\" is not a language in CLDR's modern coverage", lang),
                     "give a tag such as fr, pt-BR or zh-Hant"};
  if (!shipped_strings(lang).empty())
    throw UsageError{fmt::format("the theme has its strings in \"{}\" already", lang),
                     fmt::format("write only the lines that you change in templates/strings/{}.yaml", lang)};
  const site::Words english = read_words("en");
  std::string out =
      fmt::format("# Write each string in \"{}\" after its colon. Those that stay empty are in English.\n", lang);
  std::string_view plural;  // the key whose forms have been written
  for (const std::string_view line : base::split(base::trim(shipped_strings("en")), '\n')) {
    const size_t colon = line.find(": ");
    if (line.starts_with('#') || colon == std::string_view::npos) {
      out += std::string(line) + "\n";
      continue;
    }
    const std::string_view key = line.substr(0, colon), text = line.substr(colon + 2);
    const std::string_view base_key = site::without_form(key, english);
    if (base_key == key) {
      out += fmt::format("{}:  # {}\n", key, text);
    } else if (plural != base_key) {
      plural = base_key;
      for (const auto& [form, only] : quantity::plural_forms(*locale))
        if (form != "other")
          out += fmt::format("{}_{}:  # {}\n", base_key, form, english[only == uint64_t{1} ? key : base_key]);
    }
  }
  Plan plan;
  plan.files.push_back({fmt::format("templates/strings/{}.yaml", lang), out});
  plan.todo.emplace_back("translate the strings; a build lists those that are missing");
  plan.next = {"sourcebook build"};
  return plan;
}

}  // namespace cli
