#include "data/csl_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace data {
namespace {

constexpr char kClose = static_cast<char>(Mark::close);
bool is_mark(char c) { return c > 0 && c <= kClose; }

struct Tag {
  std::string_view open, close;
  Mark mark;
};
constexpr auto kTags = std::to_array<Tag>({
    {"<i>", "</i>", Mark::italic},
    {"<em>", "</em>", Mark::italic},
    {"<b>", "</b>", Mark::bold},
    {"<strong>", "</strong>", Mark::bold},
    {"<sub>", "</sub>", Mark::sub},
    {"<sup>", "</sup>", Mark::sup},
    {"<sc>", "</sc>", Mark::small_caps},
    {"<span class=\"nocase\">", "</span>", Mark::no_case},
    {"<span style=\"font-variant:small-caps;\">", "</span>", Mark::small_caps},
    {"<span style=\"font-variant: small-caps;\">", "</span>", Mark::small_caps},
    {"“", "”", Mark::quote},
});

struct Entity {
  std::string_view written, text;
};
constexpr auto kEntities = std::to_array<Entity>(
    {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", "\u00A0"}});

bool is_alphanumeric(char c) {
  return base::is_letter(c) || base::is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

class CslParser {
 public:
  explicit CslParser(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size())
      if (!read_tag() && !read_entity() && !read_quote()) put(text_[at_++]);
    out_.append(open_.size(), kClose);
    return std::move(out_);
  }

 private:
  void put(char c) { out_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c; }

  bool read_tag() {
    for (const Tag& tag : kTags) {
      if (text_.substr(at_).starts_with(tag.open) && text_.find(tag.close, at_) != std::string_view::npos) {
        open(tag.mark, tag.close);
        at_ += tag.open.size();
        return true;
      }
      if (text_.substr(at_).starts_with(tag.close)) {
        const auto found = std::find(open_.rbegin(), open_.rend(), tag.close);
        if (found == open_.rend()) continue;
        for (auto count = found - open_.rbegin() + 1; count > 0; --count) close();
        at_ += tag.close.size();
        return true;
      }
    }
    return false;
  }

  bool read_entity() {
    for (const Entity& entity : kEntities)
      if (text_.substr(at_).starts_with(entity.written)) {
        out_ += entity.text;
        at_ += entity.written.size();
        return true;
      }
    return false;
  }

  // Replaces a straight quotation mark: it opens before a word and closes after one. Others become apostrophes.
  bool read_quote() {
    const char c = text_[at_];
    if (c != '"' && c != '\'') return false;
    const std::string_view mark = text_.substr(at_, 1);
    const bool after_word = at_ > 0 && is_alphanumeric(text_[at_ - 1]);
    const bool before_word = at_ + 1 < text_.size() && !base::is_space(text_[at_ + 1]);
    if (!open_.empty() && open_.back() == mark && (c == '"' || !before_word || !is_alphanumeric(text_[at_ + 1])))
      close();
    else if (!after_word && before_word && closing_quote(c) && std::ranges::count(open_, mark) == 0)
      open(Mark::quote, mark);
    else if (c == '"')
      put(c);
    else
      out_ += "’";
    ++at_;
    return true;
  }

  bool closing_quote(char c) const {
    for (size_t at = text_.find(c, at_ + 2); at != std::string_view::npos; at = text_.find(c, at + 1))
      if (c == '"' || at + 1 == text_.size() || !is_alphanumeric(text_[at + 1])) return true;
    return false;
  }

  void open(Mark mark, std::string_view close) {
    out_ += static_cast<char>(mark);
    open_.push_back(close);
  }
  void close() {
    out_ += kClose;
    open_.pop_back();
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string out_;
  std::vector<std::string_view> open_;  // closing quotation marks or tags that are expected
};

// The words that title case does not capitalise.
// Source: https://docs.citationstyles.org/en/stable/specification.html#title-case, and Pandoc's additions.
constexpr std::string_view kStopWords =
    "a about an and as at but by d de down for from in into l nor of on onto or over so the till to up van via von "
    "with "
    "yet";

class TitleCase {
 public:
  explicit TitleCase(std::string_view text) : text_(text) {}

  std::string run() {
    const size_t last = last_word();
    std::vector<Mark> open;
    for (size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (is_mark(c)) {
        if (c == kClose)
          open.pop_back();
        else
          open.push_back(static_cast<Mark>(c));
        out_ += text_[at++];
        continue;
      }
      const size_t end = word_end(at);
      const bool is_kept = std::ranges::any_of(open, [](Mark mark) {
        return mark == Mark::no_case || mark == Mark::small_caps || mark == Mark::sub || mark == Mark::sup;
      });
      if (end == at) {
        read_other(at);
      } else {
        out_ += is_kept ? std::string(text_.substr(at, end - at)) : word(text_.substr(at, end - at), at == last);
        after_ = After::word;
        at = end;
      }
    }
    return std::move(out_);
  }

 private:
  enum class After { start, sentence, sentence_end, word_end, word };

  // Whether a character of Unicode's General Punctuation (three bytes) is here.
  bool is_punctuation(size_t at) const { return text_.substr(at).starts_with("\xE2\x80"); }

  size_t word_end(size_t at) const {
    while (at < text_.size() && is_alphanumeric(text_[at]) && !is_punctuation(at)) ++at;
    return at;
  }

  size_t last_word() const {
    size_t last = 0;
    for (size_t at = 0; at < text_.size();) {
      const size_t end = word_end(at);
      if (end > at) last = at;
      at = std::max(end, at + (is_punctuation(at) ? 3 : 1));
    }
    return last;
  }

  void read_other(size_t& at) {
    const std::string_view text = text_.substr(at, is_punctuation(at) ? 3 : 1);
    if (text == "." || text == "?" || text == "!" || text == ":")
      after_ = After::sentence_end;
    else if (text == " " && after_ == After::sentence_end)
      after_ = After::sentence;
    else if (text == " " || text == "-" || text == "/" || text == "–" || text == "—")
      after_ = after_ == After::start || after_ == After::sentence ? after_ : After::word_end;
    out_ += text;
    at += text.size();
  }

  std::string word(std::string_view word, bool is_last) const {
    std::string changed(word);
    const bool is_plain = std::ranges::all_of(word, [](char c) { return base::is_digit(c) || (c >= 'a' && c <= 'z'); });
    const bool is_start = after_ == After::start || after_ == After::sentence;
    const bool is_stop = base::has_word(kStopWords, word);
    if (is_plain && (is_start || (word.size() > 1 && after_ == After::word_end && (is_last || !is_stop))))
      if (changed[0] >= 'a') changed[0] = static_cast<char>(changed[0] - 'a' + 'A');
    return changed;
  }

  std::string_view text_;
  std::string out_;
  After after_ = After::start;
};

// Moves a full stop or comma into the preceding quotation marks, removes a duplicate one, and closes each mark.
std::string with_tidy_punctuation(std::string_view text) {
  std::string out;
  std::vector<Mark> open;
  char last = ' ';                       // the last visible character
  size_t quote_end = std::string::npos;  // the end of the quotation marks at the end of the text
  for (char c : text) {
    if (c == kClose) {
      if (open.empty()) continue;  // a text that is not CSL, such as an address, can contain the character
      if (open.back() == Mark::quote && quote_end == std::string::npos) quote_end = out.size();
      open.pop_back();
    } else if (is_mark(c)) {
      open.push_back(static_cast<Mark>(c));
    } else {
      const bool is_stop = c == '.' || c == ',';
      if ((c == '.' && (last == '.' || last == '?' || last == '!')) || (c == ' ' && last == ' ')) continue;
      last = c;
      if (is_stop && quote_end != std::string::npos) {
        out.insert(quote_end++, 1, c);
        continue;
      }
      quote_end = std::string::npos;
    }
    out += c;
  }
  out.append(open.size(), kClose);
  return out;
}

// Tidies the punctuation and calls `put` for each run of text, with quotation marks in the form that their nesting
// requires, and `mark` for the beginning and the end of each other mark.
template <class Put, class OnMark>
void each_piece(std::string_view text, Put put, OnMark on_mark) {
  const std::string tidy = with_tidy_punctuation(text);
  std::vector<Mark> open;
  size_t quotes = 0;
  for (std::string_view rest = tidy; !rest.empty(); rest.remove_prefix(1)) {
    const auto end = static_cast<size_t>(std::ranges::find_if(rest, is_mark) - rest.begin());
    if (end > 0) put(rest.substr(0, end));
    rest.remove_prefix(end);
    if (rest.empty()) return;
    const bool closes = rest[0] == kClose;
    const Mark mark = closes ? open.back() : static_cast<Mark>(rest[0]);
    if (closes)
      open.pop_back();
    else
      open.push_back(mark);
    if (mark != Mark::quote) {
      on_mark(mark, closes);
      continue;
    }
    const bool is_outer = (closes ? --quotes : quotes++) % 2 == 0;
    put(is_outer ? (closes ? "”" : "“") : (closes ? "’" : "‘"));
  }
}

}  // namespace

std::string marked(Mark mark, std::string_view text) {
  return text.empty() ? "" : static_cast<char>(mark) + std::string(text) + kClose;
}

std::string parse_csl_text(std::string_view text) { return CslParser(text).run(); }

std::string title_case(std::string_view text) { return TitleCase(text).run(); }

std::string capitalize_first(std::string text) {
  const auto first = std::ranges::find_if_not(text, is_mark);
  const auto end = std::find_if_not(first, text.end(), is_alphanumeric);
  if (first != text.end() && std::all_of(first, end, [](char c) { return c >= 'a' && c <= 'z'; }))
    *first = static_cast<char>(*first - 'a' + 'A');
  return text;
}

std::string short_version(std::string_view version) {
  std::string out;
  while (!version.empty()) {
    const std::string_view word = version.substr(0, version.find(' ')), rest = version.substr(word.size());
    const bool is_hash = word.size() >= 20 && word.find_first_not_of("0123456789abcdef") == std::string::npos;
    out.append(is_hash ? word.substr(0, 7) : word).append(rest.substr(0, 1));
    version = rest.substr(std::min<size_t>(1, rest.size()));
  }
  return out;
}

std::string csl_plain(std::string_view text) {
  std::string out;
  each_piece(text, [&](std::string_view piece) { out += piece; }, [](Mark, bool) {});
  return out;
}

markup::SafeHtml csl_html(std::string_view text, std::string_view href) {
  markup::Writer out;
  auto put = [&](std::string_view piece) { out.text(piece); };
  each_piece(text, put, [&](Mark mark, bool closes) {
    constexpr std::string_view kElements[] = {"em", "strong", "sub", "sup"};
    if (mark == Mark::no_case || (mark == Mark::title && href.empty())) return;
    if (closes)
      out.close();
    else if (mark == Mark::title)
      out.open("a").url("href", href).attr("rel", "noopener");
    else if (mark == Mark::small_caps)
      out.open("span").attr("class", "small-caps");
    else
      out.open(kElements[static_cast<size_t>(mark) - 1]);
  });
  return out.take();
}

}  // namespace data
