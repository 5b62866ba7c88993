// The language of the interface: its direction, and its texts in templates/strings/LANG.yaml, a map of texts in which
// {name} is replaced by a value.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "quantity/locale.h"

namespace site {

class Words {
 public:
  // Reports "wrong-type" for a value that is not a text; a key without a value is left out. With the English texts also
  // "bad-string": a key that is probably a misspelt one of these, and a text with other placeholders.
  static Words read(const base::SourceText& yaml, base::Diagnostics& diagnostics, const Words* english = nullptr,
                    const quantity::Locale& locale = quantity::english());

  // Adds the texts of `others` that are missing here, if the language is only partly translated.
  void fill_gaps(const Words& others) { texts_.insert(others.texts_.begin(), others.texts_.end()); }
  // The same for English, whose plural forms are left out where this language has a text. Returns the missing keys.
  std::vector<std::string> fill_with_english(const Words& english);

  // Sets the language of the numbers in texts, which are English by default.
  void set_locale(const quantity::Locale& locale) { locale_ = &locale; }

  // Returns the text of a key, or the key itself if there is none, so that it is visible and nothing breaks.
  std::string_view operator[](std::string_view key) const;
  std::string fill(std::string_view key,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values) const;
  // Returns the text of `KEY_FORM` for the plural form of the count, `KEY_few`, or without one of `KEY`, with {count}
  // replaced.
  std::string count(std::string_view key, size_t count) const;

  const quantity::Locale& locale() const { return *locale_; }
  // Returns a date as readers read it (quantity/locale.h).
  std::string date(std::string_view iso) const { return quantity::write_date(iso, *locale_); }

  const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

 private:
  std::map<std::string, std::string, std::less<>> texts_;
  const quantity::Locale* locale_ = &quantity::english();
};

// Returns the key without a plural form at its end, KEY of `KEY_few`, if the English texts have KEY.
std::string_view without_form(std::string_view key, const Words& english);

// Returns the direction of a language, "rtl" or "ltr", by its tag of BCP 47 in any case. Uses the script in the tag
// ("az-Arab") or, without one, the script that is usually used for the language (CLDR's likely subtags).
std::string_view direction_of(std::string_view lang);

}  // namespace site
