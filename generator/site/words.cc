#include "site/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "notation/yaml.h"

namespace site {
namespace {

// Scripts of ISO 15924 that run from right to left and are in use today.
constexpr std::string_view kScripts = "adlm arab aran hebr mand mend nkoo rohg samr syrc syre syrj thaa";

// Languages that are usually written in one of these scripts.
constexpr std::string_view kLanguages =
    "acm aeb ajp apc ar arc ary arz azb bal bqi ckb dv fa glk he iw ji khw ks lrc luz mzn nqo pbu pes prs ps rhg sd "
    "sdh skr syr ug ur yi";

std::set<std::string> placeholders_of(std::string_view text) {
  std::set<std::string> names;
  for (size_t open = 0, close = 0; (open = text.find('{', close)) != std::string_view::npos;) {
    close = std::min(text.find('}', open), text.size());
    names.emplace(text.substr(open, close + 1 - open));
  }
  return names;
}

// Reports a misspelt key, and placeholders that differ from those of the English text.
void check_text(const notation::Entry& entry, const Words& english, const quantity::Locale& locale,
                const quantity::PluralForms& forms, const std::set<std::string_view>& written,
                base::Diagnostics& diagnostics) {
  const std::string_view base_key = without_form(entry.key, english);
  const auto found = english.all().find(base_key);
  if (found == english.all().end()) {
    std::vector<std::string_view> missing;  // a theme may have keys of its own
    for (const auto& [key, text] : english.all())
      if (!written.contains(key)) missing.push_back(key);
    if (const std::string help = base::did_you_mean(entry.key, missing); !help.empty())
      diagnostics
          .warning("bad-string", entry.key_span, fmt::format("\"{}\" is not a string of the interface", entry.key))
          .suggest(help);
    return;
  }
  std::set<std::string> wanted = placeholders_of(found->second), used = placeholders_of(entry.value.text);
  if (base_key != entry.key) {
    const std::string_view name = std::string_view(entry.key).substr(base_key.size() + 1);
    const auto form = forms.find(name);
    if (form == forms.end() && locale.plurals.find(fmt::format("{}:", name)) == std::string::npos) {
      std::string known;
      for (const auto& [each, only] : forms)
        if (each != "other") known += fmt::format("{}_{}, ", base_key, each);
      diagnostics
          .warning("bad-string", entry.key_span,
                   fmt::format("\"{}\" is never shown: {} has no plural form \"{}\"", entry.key, locale.name, name))
          .expect(fmt::format("{}{}{}", known, known.empty() ? "" : "and for all other counts ", base_key));
      return;
    }
    if (form == forms.end() || form->second) wanted.erase("{count}"), used.erase("{count}");  // "1 row"
  }
  if (wanted != used)
    diagnostics
        .warning("bad-string", entry.value.span,
                 fmt::format("the placeholders of \"{}\" are not those of the English text", entry.key))
        .expect(fmt::format("the same as in \"{}\"", found->second));
}

}  // namespace

Words Words::read(const base::SourceText& yaml, base::Diagnostics& diagnostics, const Words* english,
                  const quantity::Locale& locale) {
  Words words;
  auto root = notation::parse_yaml(base::whole(yaml), diagnostics);
  if (!root) return words;
  std::set<std::string_view> written;
  for (const notation::Entry& entry : root->entries) written.insert(entry.key);
  const quantity::PluralForms forms = english ? quantity::plural_forms(locale) : quantity::PluralForms();
  for (const notation::Entry& entry : root->entries) {
    if (entry.value.is_null()) continue;
    if (entry.value.is_map() || entry.value.is_list()) {
      diagnostics
          .error("wrong-type", entry.value.span, fmt::format("\"{}\" is {}", entry.key, kind_name(entry.value.kind)))
          .expect("text");
      continue;
    }
    words.texts_[entry.key] = entry.value.text;
    if (english) check_text(entry, *english, locale, forms, written, diagnostics);
  }
  return words;
}

std::vector<std::string> Words::fill_with_english(const Words& english) {
  std::vector<std::string> missing;
  const auto forms = quantity::plural_forms(*locale_);
  const Words written = *this;
  const auto need = [&](std::string key) {
    if (!written.texts_.contains(key)) missing.push_back(std::move(key));
  };
  for (const auto& [key, text] : english.texts_) {
    const std::string_view base_key = without_form(key, english);
    if (base_key == key) need(key);
    if (base_key == key || !written.texts_.contains(base_key)) texts_.emplace(key, text);
    if (base_key != key && written.texts_.contains(base_key))
      for (const auto& [form, only] : forms)
        if (form != "other") need(fmt::format("{}_{}", base_key, form));
  }
  return missing;
}

std::string_view Words::operator[](std::string_view key) const {
  auto found = texts_.find(key);
  return found == texts_.end() ? key : std::string_view(found->second);
}

std::string Words::fill(std::string_view key,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> values) const {
  std::string_view text = (*this)[key];
  std::string filled;
  size_t room = text.size();
  for (const auto& [name, value] : values) room += value.size();
  filled.reserve(room);
  for (size_t open = 0, close = 0; (open = text.find('{')) != std::string_view::npos; text.remove_prefix(close + 1)) {
    close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const auto* value =
        std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == name; });
    filled.append(text.substr(0, open));
    if (value == values.end())
      filled.append(text.substr(open, close + 1 - open));
    else
      filled.append(name == "date" ? date(value->second) : value->second);
  }
  filled.append(text);
  return filled;
}

std::string Words::count(std::string_view key, size_t count) const {
  const std::string with_form = fmt::format("{}_{}", key, quantity::plural_form(count, *locale_));
  return fill(texts_.contains(with_form) ? with_form : key,
              {{"count", quantity::write_number(std::to_string(count), *locale_)}});
}

std::string_view without_form(std::string_view key, const Words& english) {
  const size_t end = key.rfind('_');
  const bool has_form = end != std::string_view::npos && base::has_word("zero one two few many", key.substr(end + 1));
  return has_form && english.all().contains(key.substr(0, end)) ? key.substr(0, end) : key;
}

std::string_view direction_of(std::string_view lang) {
  const std::string tag = base::lower_case(lang);
  std::string_view rest = tag;
  const std::string_view language = rest.substr(0, rest.find('-'));
  // Up to three extensions of the language, of three letters each, may precede the script.
  while (rest.find('-') != std::string_view::npos) {
    rest.remove_prefix(rest.find('-') + 1);
    const std::string_view subtag = rest.substr(0, rest.find('-'));
    if (subtag.size() == 4 && std::all_of(subtag.begin(), subtag.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
      return base::has_word(kScripts, subtag) ? "rtl" : "ltr";
    if (subtag.size() != 3) break;
  }
  return base::has_word(kLanguages, language) ? "rtl" : "ltr";
}

}  // namespace site
