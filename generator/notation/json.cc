#include "notation/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"
#include "notation/tree.h"

namespace notation {
namespace {

constexpr base::ByteSet kSpace(" \t\n\r");
constexpr base::ByteSet kNotSpace = ~kSpace;
// Bytes of a string that end it or need special treatment.
constexpr base::ByteSet kNotPlain = base::ByteSet("\"\\").with(0x00, 0x1F);
// Runs of these are one token in messages.
constexpr base::ByteSet kWord = base::ByteSet("-+._").with('0', '9').with('a', 'z').with('A', 'Z').with(0x80, 0xFF);
constexpr base::ByteSet kNotWord = ~kWord;

// After this number of bad rows the file is probably something else, and reading stops.
constexpr size_t kMaxBadRows = 100;

// Whether std::from_chars() reads the whole text, and JSON allows it: no leading zero, and digits around the point.
bool is_number(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const size_t point = std::min(text.find('.'), text.size());
  auto has_digit = [](std::string_view in, size_t at) { return at < in.size() && base::is_digit(in[at]); };
  if (!has_digit(digits, 0) || (digits[0] == '0' && has_digit(digits, 1))) return false;
  if (point < text.size() && !has_digit(text, point + 1)) return false;
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
}

// Whether a number is too large for a double.
bool overflows(std::string_view number) {
  double value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc()) return false;
  return std::isinf(std::strtod(std::string(number).c_str(), nullptr));  // false for a number that is too small
}

// A parser by recursive descent. Each function returns false after an error, which has been reported; then nothing more
// can be read.
class JsonReader {
 public:
  JsonReader(base::Span span, base::Diagnostics& diagnostics)
      : diagnostics_(diagnostics), whole_(span), text_(span.text()) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  // Fills `node`, whose memory is reused.
  bool value(Node& node) {
    const char first = peek();
    const size_t begin = at_;
    size_t used = 0;
    auto is = [&](Kind kind) {
      node.kind = kind;
      return true;
    };
    bool good = false;
    if (first == '{') {
      good = is(Kind::map) && items([&] {
               if (used == node.entries.size()) node.entries.emplace_back();
               Entry& entry = node.entries[used++];
               return key(entry) && value(entry.value);
             });
    } else if (first == '[') {
      node.items.clear();
      good = is(Kind::list) && items([&] { return value(node.items.emplace_back()); });
    } else if (first == '"') {
      good = is(Kind::string) && string(node.text);
    } else if (base::is_digit(first) || first == '-' || first == '+' || first == '.') {
      good = is(Kind::number) && number();
    } else if (first == 't' || first == 'f') {
      good = is(Kind::boolean) && word(first == 't' ? "true" : "false");
    } else {
      good = is(Kind::null) && word("null");
    }
    node.span = span(begin, at_);
    node.entries.resize(used);
    if (node.kind != Kind::list) node.items.clear();
    if (node.kind == Kind::map || node.kind == Kind::list)
      node.text.clear();
    else if (node.kind != Kind::string)
      node.text = node.span.text();
    if (good && used > 0) report_duplicate_keys(node, diagnostics_);
    return good;
  }

  // Whether the text ends here.
  bool finish() {
    peek();
    if (at_ == text_.size()) return true;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//") || rest.starts_with("/*") || rest[0] == '#') return unexpected("");
    return fail(at_, text_.size(), "unexpected text after the end of the value");
  }

  void rows(const RowsAt& place, const std::function<bool(const Node&)>& call) {
    const char first = peek();
    const size_t begin = at_;
    Node row;
    size_t bad_rows = 0;
    auto give = [&](const Node& read) {
      if (read.is_map() || read.is_list()) return call(read);
      diagnostics_.error("json-rows", shown(read),
                         fmt::format("a row must be a map of values, not {}", kind_name(read.kind)));
      return ++bad_rows < kMaxBadRows;
    };
    auto read_row = [&] {
      const size_t before = diagnostics_.errors();
      if (!value(row)) return false;
      return diagnostics_.errors() == before ? give(row) : ++bad_rows < kMaxBadRows;
    };
    if (place.lines) {
      while (peek() != '\0' && read_row()) continue;
    } else if (!place.key.empty()) {
      if (!value(row) || !finish()) return;
      const Node* list = row.find(place.key);
      if (!list || !list->is_list())
        diagnostics_.error("json-rows", span(begin, begin + 1), fmt::format("the file has no list \"{}\"", place.key));
      else
        for (const Node& item : list->items)
          if (!give(item)) return;
    } else if (first == '[') {
      if (items(read_row)) finish();
    } else if (first == '{') {
      not_a_list(span(begin, begin + 1), Kind::map);
    } else if (value(row)) {
      not_a_list(row.span, row.kind);
    }
  }

 private:
  base::Span span(size_t begin, size_t end) const {
    return {whole_.source, whole_.begin + static_cast<uint32_t>(begin), whole_.begin + static_cast<uint32_t>(end)};
  }

  // The span that messages show for a value: for a list or map, only its opening bracket.
  static base::Span shown(const Node& node) {
    if (!node.is_list() && !node.is_map()) return node.span;
    return {node.span.source, node.span.begin, node.span.begin + 1};
  }

  void not_a_list(base::Span at, Kind kind) {
    diagnostics_.error("json-rows", at, fmt::format("the file must be a list of rows, not {}", kind_name(kind)))
        .expect("[{\"name\": \"a\", …}, …]");
  }

  // The next byte that is not white space; NUL at the end.
  char peek() {
    at_ = kNotSpace.find(text_, at_);
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  // Reads the list or map that begins here: `item` reads each item or entry.
  template <class Item>
  bool items(Item item) {
    if (open_.size() == kMaxDepth) {
      report_too_deep(span(at_, at_ + 1), diagnostics_);
      return false;
    }
    const char close = text_[at_] == '[' ? ']' : '}';
    open_.push_back(at_++);
    if (peek() == close) {
      ++at_;
    } else {
      do {
        if (!item() || !after_item(close)) return false;
      } while (text_[at_ - 1] != close);
    }
    open_.pop_back();
    return true;
  }

  // Reads the comma or bracket after an item.
  bool after_item(char close) {
    const char next = peek();
    if (next == close) {
      ++at_;
      return true;
    }
    if (next != ',') return unexpected("a comma or a closing bracket is missing before this", "", true);
    const size_t comma = at_++;
    const char after = peek();
    if (after == ']' || after == '}') return fail(comma, comma + 1, "a comma after the last value", "delete it");
    at_ = comma + 1;
    return true;
  }

  // Reads the key of an entry and the colon.
  bool key(Entry& entry) {
    if (peek() != '"') return unexpected("a key in \"…\" is expected here");
    const size_t begin = at_;
    if (!string(entry.key)) return false;
    entry.key_span = span(begin, at_);
    if (peek() != ':') return unexpected("expected \":\" after the key");
    ++at_;
    return true;
  }

  bool string(std::string& text) {
    const size_t quote = at_++;
    text.clear();
    for (;;) {
      const size_t begin = at_;
      at_ = kNotPlain.find(text_, at_);
      text.append(text_, begin, at_ - begin);
      if (at_ == text_.size()) return fail(quote, quote + 1, "this quote is never closed");
      const char c = text_[at_];
      if (c == '\\') {
        if (!escape(text)) return false;
        continue;
      }
      if (c == '\n' || c == '\r') {
        return fail(quote, quote + 1, "this quote is not closed on its line", "write \\n for a line break in a string");
      }
      if (c != '"') {
        return fail(at_, at_ + 1,
                    fmt::format("a control character (U+{:04X}) in a string", static_cast<unsigned char>(c)),
                    "write it as an escape: \\t, \\u001b");
      }
      ++at_;
      const std::string_view written = text_.substr(quote, at_ - quote);
      const auto bad = base::find_invalid_utf8(written);
      if (!bad) return true;
      return fail(quote + *bad, quote + *bad + 1, invalid_byte_message(written[*bad]));
    }
  }

  bool escape(std::string& text) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    const size_t begin = at_++;
    const char letter = at_ < text_.size() ? text_[at_] : '\0';
    const size_t known = letters.find(letter);
    if (known != std::string_view::npos && at_ < text_.size()) {
      text += meant[known];
      ++at_;
      return true;
    }
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

  // Reads the code unit of \uXXXX. REQUIRES: at its "u"
  bool code_unit(char32_t& unit) {
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

  bool number() {
    const std::string_view written = token();
    if (written == "-Infinity") return unexpected("");
    if (!is_number(written)) {
      return fail(at_, at_ + written.size(), "this is not a JSON number",
                  "numbers look like 0.5, -12 or 1e9; anything else goes in \"…\"");
    }
    if (overflows(written)) return fail(at_, at_ + written.size(), "this number is too large");
    at_ += written.size();
    return true;
  }

  bool word(std::string_view word) {
    if (token() == word) {
      at_ += word.size();
      return true;
    }
    return unexpected("expected a value", "values are text in \"…\", numbers, true, false, null, […] and {…}");
  }

  // The word, text or character at the position, as messages show it.
  std::string_view token() const {
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with('"')) return rest.substr(0, std::max<size_t>(kNotWord.find(rest), 1));
    return rest.substr(0, std::max<size_t>(rest.find('"', 1) + 1, 1));
  }

  bool fail(size_t begin, size_t end, std::string message, std::string help = "", bool unclosed = false) {
    // Messages show a single line.
    const size_t line_end = std::min(text_.find_first_of("\r\n", begin), text_.size());
    base::Diagnostic& error =
        diagnostics_.error("json-syntax", span(begin, std::max(begin, std::min(end, line_end))), std::move(message));
    error.suggest(std::move(help));
    if (unclosed && !open_.empty()) error.note(span(open_.back(), open_.back() + 1), "this is not closed");
    return false;
  }

  // Reports unexpected text at the position.
  bool unexpected(std::string expected, std::string help = "", bool unclosed = false) {
    if (at_ == text_.size()) {
      const size_t last = text_.find_last_not_of(" \t\r\n");
      if (last == std::string_view::npos) return fail(0, text_.size(), "the file is empty");
      return fail(last, last + 1, "unexpected end of the file", "", true);
    }
    const std::string_view here = token();
    const std::string_view rest = text_.substr(at_);
    const size_t end = at_ + here.size();
    if (rest.starts_with("//") || rest.starts_with("/*") || rest[0] == '#') {
      return fail(at_, at_ + 1, "JSON has no comments", "delete it, or write a \"description\"");
    }
    if (rest[0] == '\'') return fail(at_, at_ + 1, "JSON has no single quotes", "use \"…\"");
    if (here == "NaN" || here == "Infinity" || here == "-Infinity") {
      return fail(at_, end, "JSON has no such number", "write null where there is no value");
    }
    const std::string lower = base::lower(here);
    const bool known = lower == "true" || lower == "false" || lower == "null";
    if ((known && here != lower) || here == "None") {
      return fail(at_, end, "expected a value", "write true, false or null, in lower case");
    }
    if (const auto bad = base::find_invalid_utf8(here)) {
      return fail(at_ + *bad, at_ + *bad + 1, invalid_byte_message(here[*bad]));
    }
    return fail(at_, end, std::move(expected), std::move(help), unclosed);
  }

  base::Diagnostics& diagnostics_;
  base::Span whole_;
  std::string_view text_;
  size_t at_ = 0;
  std::vector<size_t> open_;  // positions of open brackets
};

}  // namespace

std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics) {
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return std::nullopt;
  const size_t before = diagnostics.errors();
  JsonReader reader(span, diagnostics);
  Node root;
  if (!reader.value(root) || !reader.finish() || diagnostics.errors() != before) return std::nullopt;
  return root;
}

bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row, const RowsAt& at) {
  const base::Span span = base::whole(source);
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return false;
  const size_t before = diagnostics.errors();
  JsonReader(span, diagnostics).rows(at, row);
  return diagnostics.errors() == before;
}

std::string json_text(std::string_view text) {
  static constexpr base::ByteSet kEscaped = base::ByteSet("\"\\").with(0x00, 0x1F).with(0x80, 0xFF);
  if (kEscaped.find(text) < text.size()) {
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  std::string json;
  json.reserve(text.size() + 2);
  return json.append("\"").append(text).append("\"");
}

std::string json_number(std::string_view text) {
  std::string out;
  if (text.starts_with('-')) out = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && base::is_digit(text[1])) text.remove_prefix(1);
  if (text.starts_with('.')) out += '0';
  const size_t point = std::min(text.find('.'), text.size());
  const bool is_bare = point < text.size() && (point + 1 == text.size() || !base::is_digit(text[point + 1]));
  return out.append(text.substr(0, point)).append(text.substr(point + (is_bare ? 1 : 0)));
}

std::string to_json(const Node& node, std::string_view between) {
  std::vector<std::string> parts;
  for (const Node& item : node.items) parts.push_back(to_json(item, between));
  for (const Entry& entry : node.entries) parts.push_back(json_text(entry.key) + ": " + to_json(entry.value, between));
  if (node.is_list()) return "[" + base::join(parts, ", ") + "]";
  if (node.is_map()) return "{" + base::join(parts, between) + "}";
  if (node.is_null()) return "null";
  if (node.kind == Kind::number) return json_number(node.text);
  return node.is_string() ? json_text(node.text) : node.text;
}

std::string script_text(std::string_view text) {
  // The bytes that must be escaped, and the first bytes of characters that may have to be.
  static constexpr base::ByteSet kSpecial = base::ByteSet("\"\\<\x7F\xC2\xE2\xEF").with(0x00, 0x1F).with(0xF0, 0xF4);
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (;;) {
    const size_t plain = kSpecial.find(text);
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out += '"';
    const std::string_view before = text;
    const char32_t c = base::take_code_point(text);
    const bool is_noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    if (c == '"' || c == '\\') {
      out.append({'\\', before[0]});
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else if (is_noncharacter && c > 0xFFFF) {
      const auto beyond = static_cast<unsigned>(c - 0x10000);
      fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800 + (beyond >> 10), 0xDC00 + (beyond & 0x3FF));
    } else if (is_noncharacter || c < 0x20 || c == '<' || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out.append(before, 0, before.size() - text.size());
    }
  }
}

}  // namespace notation
