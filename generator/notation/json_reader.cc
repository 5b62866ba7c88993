#include "notation/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"

namespace notation {
namespace {

constexpr base::ByteSet kSpace(" \t\n\r");
constexpr base::ByteSet kNotSpace = ~kSpace;
// What ends a stretch of a string that is taken as it is.
constexpr base::ByteSet kSpecial = base::ByteSet("\"\\").with(0x00, 0x1F);
// Runs of these are shown as one token in messages.
constexpr base::ByteSet kWord = base::ByteSet("-+._").with('0', '9').with('a', 'z').with('A', 'Z').with(0x80, 0xFF);
constexpr base::ByteSet kNotWord = ~kWord;

bool is_number(std::string_view text) {
  auto take = [&](char c) { return text.starts_with(c) && (text.remove_prefix(1), true); };
  auto digits = [&] {
    size_t count = 0;
    while (count < text.size() && base::is_digit(text[count])) ++count;
    text.remove_prefix(count);
    return count > 0;
  };
  take('-');
  if (!take('0') && !digits()) return false;
  if (take('.') && !digits()) return false;
  if (take('e') || take('E')) {
    if (!take('+')) take('-');
    if (!digits()) return false;
  }
  return text.empty();
}

// Whether a number is beyond what a double can hold.
bool overflows(std::string_view number) {
  double value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc()) return false;
  return std::isinf(std::strtod(std::string(number).c_str(), nullptr));  // not what is too small
}

}  // namespace

JsonReader::JsonReader(base::Span span, base::Diagnostics& diagnostics)
    : diagnostics_(diagnostics), whole_(span), text_(span.text()) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

char JsonReader::peek() {
  at_ = kNotSpace.find(text_, at_);
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonReader::value(Node* node) {
  const char first = peek();
  const size_t begin = at_;
  Node skipped;
  Node& into = node ? *node : skipped;
  into.items.clear();
  into.entries.clear();
  auto is = [&](Kind kind) { return into.kind = kind, true; };
  bool fine = false;
  if (first == '{') {
    fine = is(Kind::map) && items([&] {
             if (!node) return key(into.text, into.span) && value(nullptr);
             Entry& entry = into.entries.emplace_back();
             return key(entry.key, entry.key_span) && value(&entry.value);
           });
    if (fine) report_duplicate_keys(into, diagnostics_);
  } else if (first == '[') {
    fine = is(Kind::list) && items([&] { return value(node ? &into.items.emplace_back() : nullptr); });
  } else if (first == '"') {
    fine = is(Kind::string) && string(into.text);
  } else if (base::is_digit(first) || first == '-' || first == '+' || first == '.') {
    fine = is(Kind::number) && number();
  } else if (first == 't' || first == 'f') {
    fine = is(Kind::boolean) && word(first == 't' ? "true" : "false");
  } else {
    fine = is(Kind::null) && word("null");
  }
  into.span = span(begin, at_);
  if (into.kind == Kind::map || into.kind == Kind::list) {
    into.text.clear();
  } else if (into.kind != Kind::string) {
    into.text = into.span.text();
  }
  return fine;
}

bool JsonReader::key(std::string& key, base::Span& where) {
  if (peek() != '"') return unexpected("a key in \"…\" is expected here");
  const size_t begin = at_;
  if (!string(key)) return false;
  where = span(begin, at_);
  if (peek() != ':') return unexpected("a \":\" is missing after the key");
  ++at_;
  return true;
}

// Past the comma or bracket behind an item.
bool JsonReader::after_item(char close) {
  const char next = peek();
  if (next == close) return ++at_, true;
  if (next != ',') return unexpected("a comma or a closing bracket is missing before this", "", true);
  const size_t comma = at_++;
  const char after = peek();
  if (after == ']' || after == '}') return fail(comma, comma + 1, "a comma after the last value", "take it away");
  at_ = comma + 1;
  return true;
}

bool JsonReader::finish() {
  peek();
  if (at_ == text_.size()) return true;
  const std::string_view rest = text_.substr(at_);
  if (rest[0] == '/' || rest[0] == '#') return unexpected("");
  return fail(at_, text_.size(), "something stands after the end of the value");
}

bool JsonReader::string(std::string& text) {
  const size_t quote = at_++;
  text.clear();
  for (;;) {
    const size_t begin = at_;
    at_ = kSpecial.find(text_, at_);
    text.append(text_, begin, at_ - begin);
    if (at_ == text_.size()) return fail(quote, quote + 1, "this quote is never closed");
    const char c = text_[at_];
    if (c == '\\') {
      if (!escape(text)) return false;
      continue;
    }
    if (c == '\n' || c == '\r') {
      return fail(quote, quote + 1, "this quote is not closed on its line", "write \\n for a new line within a text");
    }
    if (c != '"') {
      return fail(at_, at_ + 1,
                  fmt::format("a control character (U+{:04X}) within a text", static_cast<unsigned char>(c)),
                  "write it as an escape: \\t, \\u001b");
    }
    ++at_;
    const std::string_view written = text_.substr(quote, at_ - quote);
    const auto bad = base::find_invalid_utf8(written);
    if (!bad) return true;
    return fail(quote + *bad, quote + *bad + 1,
                fmt::format("the byte 0x{:02X} is not part of UTF-8 text", static_cast<unsigned char>(written[*bad])));
  }
}

bool JsonReader::escape(std::string& text) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
  const size_t begin = at_++;
  const char letter = at_ < text_.size() ? text_[at_] : '\0';
  const size_t known = letters.find(letter);
  if (known != std::string_view::npos && at_ < text_.size()) return text += meant[known], ++at_, true;
  if (letter != 'u') {
    return fail(at_, at_ + 1, "this escape does not exist in JSON", "a backslash itself is written \\\\");
  }
  char32_t c = 0;
  if (!code_unit(c)) return false;
  if (c >= 0xD800 && c < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
    char32_t low = 0;
    ++at_;
    if (!code_unit(low)) return false;
    if (low >= 0xDC00 && low < 0xE000) c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
  }
  if (c >= 0xD800 && c < 0xE000) {
    return fail(begin, at_, "this escape is half a character",
                "write both halves: \\ud83d\\ude00, or the character itself");
  }
  base::append_code_point(text, c);
  return true;
}

bool JsonReader::code_unit(char32_t& unit) {
  uint32_t number = 0;
  const std::string_view digits = text_.substr(++at_, 4);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (digits.size() < 4 || read.ptr != digits.data() + 4) {
    return fail(at_ - 2, at_, "\\u needs four hexadecimal digits");
  }
  unit = number;
  at_ += 4;
  return true;
}

bool JsonReader::number() {
  const std::string_view written = token();
  if (written == "-Infinity") return unexpected("");
  if (!is_number(written)) {
    return fail(at_, at_ + written.size(), "this is not a number of JSON",
                "numbers look like 0.5, -12 or 1e9; anything else goes in \"…\"");
  }
  if (overflows(written)) return fail(at_, at_ + written.size(), "this number is too large");
  at_ += written.size();
  return true;
}

bool JsonReader::word(std::string_view word) {
  if (token() == word) return at_ += word.size(), true;
  return unexpected("a value is expected here", "values are text in \"…\", numbers, true, false, null, […] and {…}");
}

// What is here, as far as a message shows it.
std::string_view JsonReader::token() const {
  const std::string_view rest = text_.substr(at_);
  if (!rest.starts_with('"')) return rest.substr(0, std::max<size_t>(kNotWord.find(rest), 1));
  return rest.substr(0, std::max<size_t>(rest.find('"', 1) + 1, 1));
}

bool JsonReader::fail(size_t begin, size_t end, std::string message, std::string help, bool unclosed) {
  // What runs over its line is shown as far as the line goes.
  const size_t line_end = std::min(text_.find_first_of("\r\n", begin), text_.size());
  base::Diagnostic& error =
      diagnostics_.error("json-syntax", span(begin, std::max(begin, std::min(end, line_end))), std::move(message));
  error.suggest(std::move(help));
  if (unclosed && !open_.empty()) error.note(span(open_.back(), open_.back() + 1), "this is not closed");
  return false;
}

bool JsonReader::unexpected(std::string expected, std::string help, bool unclosed) {
  if (at_ == text_.size()) {
    const size_t last = text_.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return fail(0, text_.size(), "the text is empty");
    return fail(last, last + 1, "the text ends before it is complete", "", true);
  }
  const std::string_view here = token();
  const std::string_view rest = text_.substr(at_);
  const size_t end = at_ + here.size();
  if (rest.starts_with("//") || rest.starts_with("/*") || rest[0] == '#') {
    return fail(at_, at_ + 1, "JSON has no comments", "take it away, or say it in a \"description\"");
  }
  if (rest[0] == '\'') return fail(at_, at_ + 1, "JSON has no single quotes", "use \"…\"");
  if (here == "NaN" || here == "Infinity" || here == "-Infinity") {
    return fail(at_, end, "JSON has no such number", "write null where there is no value");
  }
  const std::string lower = base::lower(here);
  const bool known = lower == "true" || lower == "false" || lower == "null";
  if ((known && here != lower) || here == "None") {
    return fail(at_, end, "a value is expected here", "write true, false or null, in lower case");
  }
  if (const auto bad = base::find_invalid_utf8(here)) {
    return fail(at_ + *bad, at_ + *bad + 1,
                fmt::format("the byte 0x{:02X} is not part of UTF-8 text", static_cast<unsigned char>(here[*bad])));
  }
  return fail(at_, end, std::move(expected), std::move(help), unclosed);
}

}  // namespace notation
