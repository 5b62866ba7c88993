// How a text falls into words, and when two words count as one. templates/assets/search.js cuts what a reader types in
// the same way: tests/search/words.json holds what both must give.
//
// A word is a run of letters, digits and marks. Within numbers "." stays, "," between thousands is dropped, and zeros
// at the end of a fraction go: "2,765.50" is "2765.5". Parts joined by "-" or "_" are words, and all of them together
// one more: "on-demand" gives "on", "demand", "ondemand". So do digits before letters: "192GB" gives "192gb", "192",
// "gb". Scripts without spaces (Han, Kana, Thai, Lao, Burmese, Khmer) give each two neighbours as a word.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace search {

// A word as it is looked up: lower case, compatible forms decomposed (NFKD), without accents; "ß" is "ss", "ø" is "o".
std::string fold(std::string_view word);

// Calls `take` for each word of a text, in NFC and lower case, accents kept. `alone` is false for the parts and wholes
// that are given besides the words that stand there, which don't count for the length of the text.
void for_each_word(std::string_view text, const std::function<void(std::string_view word, bool alone)>& take);

// Snowball's stemmer of a language (libstemmer); without one for this language, words stay as they are.
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
