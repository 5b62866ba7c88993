#include "notation/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/byte_set.h"
#include "notation/json_cursor.h"
#include "notation/tree.h"

namespace notation {
namespace {

using Json = nlohmann::json;

// After so many bad rows the rest is not looked at: the file is something else.
constexpr size_t kMaxBadRows = 100;

// Builds the whole tree.
class TreeHandler : public JsonCursor {
 public:
  TreeHandler(base::Span span, base::Diagnostics& diagnostics) : JsonCursor(span, diagnostics) {}

  Node take_root() { return std::move(root_); }

  bool null() { return scalar(Kind::null, "null"); }
  bool boolean(bool value) { return scalar(Kind::boolean, value ? "true" : "false"); }
  bool number_integer(Json::number_integer_t) { return number(); }
  bool number_unsigned(Json::number_unsigned_t) { return number(); }
  bool number_float(Json::number_float_t, const std::string&) { return number(); }
  bool string(std::string& value) { return scalar(Kind::string, std::move(value)); }
  bool binary(Json::binary_t&) { return false; }

  bool start_object(size_t) { return start(Kind::map); }
  bool start_array(size_t) { return start(Kind::list); }
  bool key(std::string& name) {
    base::Span span = key_token();
    open_.back()->entries.push_back({std::move(name), span, {}});
    return true;
  }
  bool end_object() {
    report_duplicate_keys(*open_.back(), diagnostics_);
    return close();
  }
  bool end_array() { return close(); }

 private:
  Node& add() {
    if (open_.empty()) return root_;
    Node& parent = *open_.back();
    return parent.is_map() ? parent.entries.back().value : parent.items.emplace_back();
  }
  bool scalar(Kind kind, std::string text) {
    Node& node = add();
    node.kind = kind;
    node.span = value_token();
    node.text = std::move(text);
    return true;
  }
  bool number() {
    Node& node = add();
    node.kind = Kind::number;
    node.span = number_token();
    node.text = node.span.text();
    return true;
  }
  bool start(Kind kind) {
    base::Span span = open_token();
    if (open_.size() == kMaxDepth) return report_too_deep(span, diagnostics_), false;
    Node& node = add();
    node.kind = kind;
    node.span = span;
    open_.push_back(&node);  // stays where it is while it is open: only the innermost node grows
    return true;
  }
  bool close() {
    open_.back()->span.end = close_token().end;
    open_.pop_back();
    return true;
  }

  Node root_;
  std::vector<Node*> open_;
};

// Hands out one row after the other, in the same node.
class RowHandler : public JsonCursor {
 public:
  RowHandler(base::Span span, base::Diagnostics& diagnostics, const std::function<bool(const Node&)>& row)
      : JsonCursor(span, diagnostics), call_(row) {
    row_.kind = Kind::map;
  }

  bool stopped_by_caller() const { return stopped_; }

  bool null() { return scalar(Kind::null, "null", value_token()); }
  bool boolean(bool value) { return scalar(Kind::boolean, value ? "true" : "false", value_token()); }
  bool number_integer(Json::number_integer_t) { return number(); }
  bool number_unsigned(Json::number_unsigned_t) { return number(); }
  bool number_float(Json::number_float_t, const std::string&) { return number(); }
  bool string(std::string& value) { return scalar(Kind::string, value, value_token()); }
  bool binary(Json::binary_t&) { return false; }

  bool start_array(size_t) {
    base::Span span = open_token();
    if (++level_ == 1) return true;
    if (level_ == 2) used_ = 0;
    return level_ == 2 ? not_a_row(span, "a list") : nested(span, "a list");
  }
  bool end_array() {
    close_token();
    return --level_, true;
  }
  bool start_object(size_t) {
    base::Span span = open_token();
    if (++level_ == 1) return not_an_array(span, "a map");
    if (level_ > 2) return nested(span, "a map");
    row_.span = span;
    used_ = 0;
    good_ = true;
    return true;
  }
  bool key(std::string& name) {
    base::Span span = key_token();
    if (level_ != 2) return true;
    if (used_ == row_.entries.size()) row_.entries.emplace_back();
    Entry& entry = row_.entries[used_++];
    entry.key = name;
    entry.key_span = span;
    return true;
  }
  bool end_object() {
    row_.span.end = level_ == 2 ? close_token().end : (close_token(), row_.span.end);
    if (--level_ != 1) return true;
    row_.entries.resize(used_);
    size_t before = diagnostics_.errors();
    report_duplicate_keys(row_, diagnostics_);
    if (diagnostics_.errors() != before) return bad_row();
    if (good_ && !call_(row_)) return stopped_ = true, false;
    return true;
  }

 private:
  bool number() {
    base::Span span = number_token();
    return scalar(Kind::number, span.text(), span);
  }
  bool scalar(Kind kind, std::string_view text, base::Span span) {
    if (level_ == 0) return not_an_array(span, kind_name(kind));
    if (level_ == 1) return not_a_row(span, kind_name(kind));
    if (level_ > 2 || used_ == 0) return true;  // within what was told to be no plain value, or no row
    Node& node = row_.entries[used_ - 1].value;
    node.kind = kind;
    node.span = span;
    node.text = text;
    return true;
  }
  bool not_an_array(base::Span span, std::string_view what) {
    diagnostics_.error("json-rows", span, fmt::format("the file must hold a list of rows, not {}", what))
        .expect("[{\"name\": \"a\", …}, …]");
    return false;
  }
  bool not_a_row(base::Span span, std::string_view what) {
    diagnostics_.error("json-rows", span, fmt::format("a row must be a map of plain values, not {}", what));
    return bad_row();
  }
  bool nested(base::Span span, std::string_view what) {
    if (level_ == 3 && used_ > 0 && good_) {
      diagnostics_
          .error("json-rows", span,
                 fmt::format("\"{}\" is {}; a row has plain values only", row_.entries[used_ - 1].key, what))
          .suggest("give what it holds columns of their own, or a table of its own");
      return bad_row();
    }
    if (level_ > kMaxDepth) return report_too_deep(span, diagnostics_), false;
    return true;
  }
  bool bad_row() {
    good_ = false;
    return ++bad_rows_ < kMaxBadRows;
  }

  const std::function<bool(const Node&)>& call_;
  Node row_;
  size_t used_ = 0;  // entries of row_ that belong to this row
  size_t level_ = 0;
  size_t bad_rows_ = 0;
  bool good_ = true;
  bool stopped_ = false;
};

template <class Handler>
bool run(Handler& handler) {
  return Json::sax_parse(handler.first(), handler.last(), &handler) && handler.is_at_end();
}

}  // namespace

std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics) {
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return std::nullopt;
  size_t before = diagnostics.errors();
  TreeHandler handler(span, diagnostics);
  if (!run(handler) || diagnostics.errors() != before) return std::nullopt;
  return handler.take_root();
}

bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row) {
  base::Span span = base::whole(source);
  if (!check_size(span, kMaxJsonBytes, "JSON", diagnostics)) return false;
  size_t before = diagnostics.errors();
  RowHandler handler(span, diagnostics, row);
  bool complete = run(handler);
  return (complete || handler.stopped_by_caller()) && diagnostics.errors() == before;
}

std::string json_text(std::string_view text) {
  static constexpr base::ByteSet kWrittenOtherwise = base::ByteSet("\"\\").with(0x00, 0x1F).with(0x80, 0xFF);
  if (kWrittenOtherwise.find(text) < text.size())
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string json;
  json.reserve(text.size() + 2);
  return json.append("\"").append(text).append("\"");
}

}  // namespace notation
