// Splits a text into words and decides which words are equal. templates/assets/search.js splits the reader's query in
// the same way: tests/search/words.json contains the expected results for both.
//
// A word is a run of letters, digits and marks. In numbers, a decimal point stays, but "," between thousands and zeros
// at the end of a fraction are removed: "2,765.50" becomes "2765.5". Parts joined by "-" or "_" are words, and so is
// the whole: "on-demand" gives "on", "demand", "ondemand". Digits before letters are split: "192GB" gives "192gb",
// "192", "gb". In scripts without spaces (Han, Kana, Thai, Lao, Burmese, Khmer) all pairs of neighbouring characters
// are words.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace search {

// Folds a word for the index: lower case, compatible forms decomposed (NFKD), no accents; "ß" is "ss", "ø" is "o".
std::string fold(std::string_view word);

// Calls `take` for each word of a text, in NFC and lower case, with accents. `alone` is false for parts and joined
// words, which don't count towards the length of the text.
void for_each_word(std::string_view text, const std::function<void(std::string_view word, bool alone)>& take);

// The Snowball stemmer (libstemmer) for a language. Words of an unsupported language stay unchanged.
class Stemmer {
 public:
  // `lang` as in HTML: "en", "pt-BR".
  explicit Stemmer(std::string_view lang);

  std::string stem(std::string_view word);

 private:
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer_;
};

}  // namespace search
