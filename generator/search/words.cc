#include "search/words.h"

#include <libstemmer.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"
#include "base/utf8.h"

namespace search {
namespace {

constexpr size_t kMaxWordBytes = 48;  // the longest word in bytes; longer ones are hashes and keys

using base::is_digit;
bool is_ascii_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_word(char32_t c) {
  if (c < 0x80) return is_ascii_word(static_cast<char>(c));
  return base::is_letter_or_digit(c) || utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_NO;
}

// Whether a character belongs to a script without spaces between words.
bool is_unspaced(char32_t c) {
  constexpr std::array<std::array<char32_t, 2>, 9> kRanges = {{{0x0E00, 0x0EFF},      // Thai, Lao
                                                               {0x1000, 0x109F},      // Burmese
                                                               {0x1780, 0x17FF},      // Khmer
                                                               {0x3041, 0x30FF},      // Kana
                                                               {0x31F0, 0x31FF},      // more Kana
                                                               {0x3400, 0x4DBF},      // Han
                                                               {0x4E00, 0x9FFF},      // Han
                                                               {0xF900, 0xFAFF},      // Han
                                                               {0x20000, 0x3FFFF}}};  // Han
  for (const auto& [first, last] : kRanges)
    if (c >= first && c <= last) return true;
  return false;
}

// Letters that NFKD does not decompose, but that readers type without diacritics.
constexpr std::pair<char32_t, std::string_view> kPlainLetters[] = {
    {U'ß', "ss"}, {U'æ', "ae"}, {U'œ', "oe"}, {U'ø', "o"}, {U'ł', "l"},
    {U'đ', "d"},  {U'ð', "d"},  {U'þ', "th"}, {U'ı', "i"}, {U'ς', "σ"}};

// Splits one text. Its buffers are reused for all words, because a site has millions.
class Splitter {
 public:
  Splitter(std::string_view text, const std::function<void(std::string_view, bool)>& take) : text_(text), take_(take) {}

  void split() {
    for (size_t at = 0; at < text_.size();) {
      size_t next = at + 1;
      bool word = is_ascii_word(text_[at]);
      if (static_cast<unsigned char>(text_[at]) >= 0x80) {
        std::string_view rest = text_.substr(at);
        word = is_word(base::take_code_point(rest));
        next = text_.size() - rest.size();
      }
      at = word ? run(at) : next;
      if (word && at + 1 < text_.size() && (text_[at] == '-' || text_[at] == '_') &&
          (is_ascii_word(text_[at + 1]) || static_cast<unsigned char>(text_[at + 1]) >= 0x80))
        ++at;  // the chain continues unless no word follows
      else if (parts_ > 0)
        end_chain();
    }
    if (parts_ > 0) end_chain();
  }

 private:
  void give(std::string_view word, bool alone) const {
    if (!word.empty() && word.size() <= kMaxWordBytes) take_(word, alone);
  }

  void end_chain() {
    if (parts_ > 1 && parts_ < 5) give(chain_, false);
    parts_ = 0;
  }

  // Splits a word such as "192gb" into "192" and "gb", in addition to the whole.
  void give_parts_of_amount() const {
    const std::string_view word = word_;
    size_t digits = 0;
    while (digits < word.size() && (is_digit(word[digits]) || word[digits] == '.')) ++digits;
    if (digits == 0 || digits == word.size() || word.size() - digits > 6) return;
    for (char c : word.substr(digits))
      if (c < 'a' || c > 'z') return;
    give(word.substr(0, digits), false);
    give(word.substr(digits), false);
  }

  void end_word(bool ascii) {
    if (!ascii) {
      word_ = base::lower_case(base::normalise_nfc(word_));
      // Skip a lone accent: U+0300 to U+036F begin with these bytes.
      if ((word_[0] == '\xCC' || word_[0] == '\xCD') && fold(word_).empty()) return;
    }
    give(word_, true);
    if (is_digit(word_.front())) give_parts_of_amount();
    if (parts_++ == 0) chain_.clear();
    chain_ += word_;
  }

  // Passes on all pairs of neighbouring characters in a run of a script without spaces.
  size_t unspaced(size_t at) {
    std::string before;
    size_t letters = 0;
    while (at < text_.size()) {
      std::string_view rest = text_.substr(at);
      const char32_t code_point = base::take_code_point(rest);
      if (!is_word(code_point) || !is_unspaced(code_point)) break;
      const std::string letter(text_.substr(at, text_.size() - rest.size() - at));
      if (letters++ > 0) give(before + letter, true);
      before = letter;
      at = text_.size() - rest.size();
    }
    if (letters == 1) give(before, true);
    parts_ = 0;
    return at;
  }

  // Returns the length of a "." or "," at `at` if it is part of a number; otherwise 0.
  size_t within_number(size_t at, bool has_fraction) const {
    const auto digit = [&](size_t place) { return place < text_.size() && is_digit(text_[place]); };
    if (has_fraction || !digit(at + 1)) return 0;
    if (text_[at] == '.') return 1;
    return text_[at] == ',' && digit(at + 2) && digit(at + 3) && !digit(at + 4) ? 1 : 0;
  }

  // Reads the run of characters that begins here. Returns its end.
  size_t run(size_t at) {
    word_.clear();
    bool number = true, has_fraction = false, ascii = true;
    while (at < text_.size()) {
      const char c = text_[at];
      if (is_ascii_word(c)) {
        number = number && is_digit(c);
        word_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
        ++at;
      } else if (static_cast<unsigned char>(c) < 0x80) {
        if (!number || word_.empty() || !within_number(at, has_fraction)) break;
        if (c == '.') {
          has_fraction = true;
          word_ += c;
        }
        ++at;
      } else {
        std::string_view rest = text_.substr(at);
        const char32_t code_point = base::take_code_point(rest);
        if (!is_word(code_point)) break;
        if (is_unspaced(code_point)) {
          if (word_.empty()) return unspaced(at);
          break;
        }
        number = ascii = false;
        word_ += text_.substr(at, text_.size() - rest.size() - at);
        at = text_.size() - rest.size();
      }
    }
    if (has_fraction && number) {
      while (word_.back() == '0') word_.pop_back();
      if (word_.back() == '.') word_.pop_back();
    }
    end_word(ascii);
    return at;
  }

  std::string_view text_;
  const std::function<void(std::string_view, bool)>& take_;
  std::string word_;
  std::string chain_;  // parts joined by "-" or "_"
  size_t parts_ = 0;
};

}  // namespace

std::string fold(std::string_view word) {
  if (base::is_ascii(word)) return base::lower_case(word);
  utf8proc_uint8_t* out = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(word.data()), static_cast<utf8proc_ssize_t>(word.size()),
                   &out, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT));
  if (size < 0) return std::string(word);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, std::free);
  std::string_view rest(reinterpret_cast<const char*>(out), static_cast<size_t>(size));
  std::string folded;
  while (!rest.empty()) {
    char32_t c = base::take_code_point(rest);
    if (c >= 0x300 && c <= 0x36F) continue;  // skips accents; other marks are letters of their scripts
    c = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
    const auto* plain = std::ranges::find(kPlainLetters, c, [](const auto& each) { return each.first; });
    if (plain != std::end(kPlainLetters))
      folded += plain->second;
    else
      base::append_code_point(folded, c);
  }
  return folded;
}

void for_each_word(std::string_view text, const std::function<void(std::string_view, bool)>& take) {
  Splitter(text, take).split();
}

Stemmer::Stemmer(std::string_view lang) : stemmer_(nullptr, sb_stemmer_delete) {
  std::string code = base::lower_case(lang.substr(0, lang.find('-')));
  if (code == "nb" || code == "nn") code = "no";  // Snowball has one stemmer for Norwegian
  stemmer_.reset(sb_stemmer_new(code.c_str(), "UTF_8"));
}

std::string Stemmer::stem(std::string_view word) {
  // "h100s" and "L4s" are plurals, which stemmers do not recognise without vowels; "10s" is an amount.
  const bool is_plural = word.ends_with('s') && !is_digit(word.front()) && std::ranges::any_of(word, is_digit);
  if (is_plural) word.remove_suffix(1);
  if (!stemmer_) return std::string(word);
  const auto* stemmed =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (!stemmed) return std::string(word);  // libstemmer is out of memory
  return {reinterpret_cast<const char*>(stemmed), static_cast<size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace search
