#include "notation/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/byte_set.h"
#include "base/utf8.h"
#include "notation/json_reader.h"

namespace notation {
namespace {

// After so many bad rows the rest is not read: the file is something else.
constexpr size_t kMaxBadRows = 100;

// Hands out one row after the other, in the same node.
class RowReader {
 public:
  RowReader(base::Span span, base::Diagnostics& diagnostics, const std::function<bool(const Node&)>& row)
      : reader_(span, diagnostics), diagnostics_(diagnostics), call_(row) {
    row_.kind = Kind::map;
  }

  void run() {
    const char first = reader_.peek();
    const size_t begin = reader_.position();
    if (first == '[') {
      if (reader_.items([&] { return reader_.peek() == '{' ? row() : not_a_row(); })) reader_.finish();
    } else if (first == '{') {
      not_a_list(reader_.span(begin, begin + 1), Kind::map);
    } else if (Node value; reader_.value(&value)) {
      not_a_list(value.span, value.kind);
    }
  }

 private:
  bool row() {
    size_t used = 0;
    bool good = true;
    const size_t begin = reader_.position();
    const bool complete = reader_.items([&] {
      if (used == row_.entries.size()) row_.entries.emplace_back();
      Entry& entry = row_.entries[used++];
      if (!reader_.key(entry.key, entry.key_span)) return false;
      const char next = reader_.peek();
      if (next != '[' && next != '{') return reader_.value(&entry.value);
      if (std::exchange(good, false)) nested(entry.key, next == '[' ? Kind::list : Kind::map);
      return reader_.value(nullptr);
    });
    if (!complete) return false;
    row_.span = reader_.span(begin, reader_.position());
    row_.entries.resize(used);
    const size_t before = diagnostics_.errors();
    report_duplicate_keys(row_, diagnostics_);
    if (!good || diagnostics_.errors() != before) return ++bad_rows_ < kMaxBadRows;
    return call_(row_);
  }

  void nested(std::string_view key, Kind kind) {
    const size_t at = reader_.position();
    diagnostics_
        .error("json-rows", reader_.span(at, at + 1),
               fmt::format("\"{}\" is {}; a row has plain values only", key, kind_name(kind)))
        .suggest("give what it holds columns of their own, or a table of its own");
  }
  bool not_a_row() {
    const size_t begin = reader_.position();
    const bool list = reader_.peek() == '[';
    Node scalar;
    scalar.kind = Kind::list;
    if (!reader_.value(list ? nullptr : &scalar)) return false;
    diagnostics_.error("json-rows", list ? reader_.span(begin, begin + 1) : scalar.span,
                       fmt::format("a row must be a map of plain values, not {}", kind_name(scalar.kind)));
    return ++bad_rows_ < kMaxBadRows;
  }
  void not_a_list(base::Span span, Kind kind) {
    diagnostics_.error("json-rows", span, fmt::format("the file must hold a list of rows, not {}", kind_name(kind)))
        .expect("[{\"name\": \"a\", …}, …]");
  }

  JsonReader reader_;
  base::Diagnostics& diagnostics_;
  const std::function<bool(const Node&)>& call_;
  Node row_;
  size_t bad_rows_ = 0;
};

}  // namespace

std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics) {
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return std::nullopt;
  const size_t before = diagnostics.errors();
  JsonReader reader(span, diagnostics);
  Node root;
  if (!reader.value(&root) || !reader.finish() || diagnostics.errors() != before) return std::nullopt;
  return root;
}

bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row) {
  const base::Span span = base::whole(source);
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return false;
  const size_t before = diagnostics.errors();
  RowReader(span, diagnostics, row).run();
  return diagnostics.errors() == before;
}

std::string json_text(std::string_view text) {
  static constexpr base::ByteSet kWrittenOtherwise = base::ByteSet("\"\\").with(0x00, 0x1F).with(0x80, 0xFF);
  if (kWrittenOtherwise.find(text) < text.size()) {
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  std::string json;
  json.reserve(text.size() + 2);
  return json.append("\"").append(text).append("\"");
}

std::string script_text(std::string_view text) {
  // What is written otherwise, and what such characters of two and more bytes begin with.
  static constexpr base::ByteSet kLookedAt = base::ByteSet("\"\\<\x7F\xC2\xE2\xEF").with(0x00, 0x1F).with(0xF0, 0xF4);
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (;;) {
    const size_t plain = kLookedAt.find(text);
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
