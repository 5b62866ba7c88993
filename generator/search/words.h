// Splits a text into words, and decides which words are equal. templates/assets/search.js splits the reader's query in
// the same way: tests/search/words.json has the expected results of both.
//
// A word is a run of letters, digits and marks. Within numbers "." stays, but "," between thousands and zeros at the
// end of a fraction are removed: "2,765.50" is "2765.5". Parts joined by "-" or "_" are words, and so is the
// whole: "on-demand" gives "on", "demand", "ondemand". Digits before letters are split: "192GB" gives "192gb",
// "192", "gb". In scripts without spaces (Han, Kana, Thai, Lao, Burmese, Khmer) all pairs of neighbours are words.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace search {

// A word as it is indexed: lower case, compatible forms decomposed (NFKD), without accents; "ß" is "ss", "ø" is "o".
std::string fold(std::string_view word);

// Calls `take` for each word of a text, in NFC and lower case, with accents. `alone` is false for parts and joined
// words, which don't count for the length of the text.
void for_each_word(std::string_view text, const std::function<void(std::string_view word, bool alone)>& take);

// Snowball's stemmer of a language (libstemmer). For other languages, words stay unchanged.
class Stemmer {
 public:
  // `lang` as HTML has it: "en", "pt-BR".
  explicit Stemmer(std::string_view lang);
  ~Stemmer();
  Stemmer(const Stemmer&) = delete;
  Stemmer& operator=(const Stemmer&) = delete;

  bool knows_language() const { return stemmer_ != nullptr; }
  std::string stem(std::string_view word);

 private:
  void* stemmer_ = nullptr;  // struct sb_stemmer
};

}  // namespace search
