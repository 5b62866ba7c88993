#include "notation/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "base/text.h"
#include "base/utf8.h"
#include "notation/tree.h"
#include "notation/yaml_hints.h"

namespace notation {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using base::is_digit;

// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?   (YAML 1.2.2, section 10.3.2), within a double.
bool is_decimal_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !(is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])))) return false;
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// The type of a plain scalar. Booleans are written in lower case from here on.
Kind plain_kind(std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return Kind::null;
  if (text == "true" || text == "True" || text == "TRUE") return text = "true", Kind::boolean;
  if (text == "false" || text == "False" || text == "FALSE") return text = "false", Kind::boolean;
  return is_decimal_number(text) ? Kind::number : Kind::string;
}

// libyaml's marks count code points; spans count bytes. Marks come mostly in order, so a cursor is enough.
class ByteOffsets {
 public:
  explicit ByteOffsets(std::string_view text) : text_(text) {
    ascii_ = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }

  size_t at(size_t code_point) {
    if (ascii_) return std::min(code_point, text_.size());
    if (code_point < index_) index_ = byte_ = 0;
    while (index_ < code_point && byte_ < text_.size()) {
      ++byte_;
      while (byte_ < text_.size() && (static_cast<unsigned char>(text_[byte_]) & 0xC0) == 0x80) ++byte_;
      ++index_;
    }
    return byte_;
  }

 private:
  std::string_view text_;
  bool ascii_ = true;
  size_t index_ = 0;
  size_t byte_ = 0;
};

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&event_); }
  // False when the text is broken at this place.
  bool next(yaml_parser_t& parser) {
    yaml_event_delete(&event_);
    return yaml_parser_parse(&parser, &event_) != 0;
  }
  const yaml_event_t* operator->() const { return &event_; }
  yaml_event_type_t type() const { return event_.type; }

 private:
  yaml_event_t event_ = {};
};

class TreeBuilder {
 public:
  TreeBuilder(base::Span span, base::Diagnostics& diagnostics)
      : span_(span), text_(span.text()), offsets_(text_), diagnostics_(diagnostics) {
    if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text_.data()), text_.size());
  }
  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;
  ~TreeBuilder() { yaml_parser_delete(&parser_); }

  // False when an error ended the reading; errors that did not are in the diagnostics only.
  bool document(Node& root) {
    root.span = base::Span{span_.source, span_.begin, span_.begin};
    if (!next() || !next()) return false;  // the start of the stream, and what follows
    if (event_.type() == YAML_STREAM_END_EVENT) return true;
    const auto& start = event_->data.document_start;
    if (start.version_directive || start.tag_directives.start != start.tag_directives.end)
      return fail(at(event_->start_mark, event_->end_mark),
                  "a line that starts with % is a directive of YAML, which is not supported");
    if (!next() || !value(root, 1) || !next() || !next()) return false;  // the end of the document, and what follows
    if (event_.type() == YAML_STREAM_END_EVENT) return true;
    return fail(at(event_->start_mark, event_->end_mark), "a second YAML document starts here; one is expected");
  }

 private:
  bool next() { return event_.next(parser_) || (report_syntax_error(), false); }

  uint32_t offset(const yaml_mark_t& mark) { return span_.begin + static_cast<uint32_t>(offsets_.at(mark.index)); }
  base::Span at(const yaml_mark_t& begin, const yaml_mark_t& end) {
    uint32_t from = offset(begin);
    return {span_.source, from, std::max(from, offset(end))};
  }

  bool fail(base::Span span, std::string message, std::string help = "") {
    diagnostics_.error("yaml-syntax", span, std::move(message)).suggest(std::move(help));
    return false;
  }

  void report_syntax_error() {
    YamlProblem problem;
    problem.message = parser_.problem ? parser_.problem : "";
    problem.context = parser_.context ? parser_.context : "";
    problem.at = offsets_.at(parser_.problem_mark.index);
    problem.context_at = offsets_.at(parser_.context_mark.index);
    YamlAdvice advice = explain_yaml_problem(text_, problem);
    base::Span span{span_.source, span_.begin + static_cast<uint32_t>(advice.begin),
                    span_.begin + static_cast<uint32_t>(advice.end)};
    diagnostics_.error("yaml-syntax", span, std::move(advice.message)).suggest(std::move(advice.help));
  }

  void refuse_properties(const yaml_char_t* anchor, const yaml_char_t* tag) {
    if (!anchor && !tag) return;
    base::Span span = at(event_->start_mark, event_->end_mark);
    if (anchor) fail(span, "anchors (&name) are not supported", "if the text starts with \"&\", put quotes around it");
    if (tag) fail(span, "tags (!name) are not supported", "if the text starts with \"!\", put quotes around it");
  }

  // Reads the value whose first event is the current one; the current one is its last afterwards.
  bool value(Node& node, size_t depth) {
    node.span = at(event_->start_mark, event_->end_mark);
    if (depth > kMaxDepth && event_.type() != YAML_SCALAR_EVENT) return report_too_deep(node.span, diagnostics_), false;
    switch (event_.type()) {
      case YAML_SCALAR_EVENT:
        return scalar(node), true;
      case YAML_SEQUENCE_START_EVENT:
        return list(node, depth);
      case YAML_MAPPING_START_EVENT:
        return map(node, depth);
      case YAML_ALIAS_EVENT:
        fail(node.span, "aliases (*name) are not supported", "if the text starts with \"*\", put quotes around it");
        return true;
      default:
        throw std::logic_error("libyaml: an event that starts no value");
    }
  }

  void scalar(Node& node) {
    const auto& data = event_->data.scalar;
    refuse_properties(data.anchor, data.tag);
    node.text.assign(reinterpret_cast<const char*>(data.value), data.length);
    node.kind = Kind::string;
    if (data.style != YAML_PLAIN_SCALAR_STYLE) return;
    node.kind = plain_kind(node.text);
    warn_of_cut(node);
  }

  // "title: Issue #5" is the title "Issue" and a comment "5", which nobody means.
  void warn_of_cut(const Node& node) {
    std::string_view rest = text_.substr(node.span.end - span_.begin);
    size_t hash = rest.find_first_not_of(" \t");
    if (node.text.empty() || hash == 0 || hash == std::string_view::npos || rest[hash] != '#') return;
    if (hash + 1 >= rest.size() || std::string_view(" \t\r\n#!-=").find(rest[hash + 1]) != std::string_view::npos)
      return;
    auto begin = static_cast<uint32_t>(node.span.end + hash);
    auto length = static_cast<uint32_t>(std::min(rest.size(), rest.find_first_of("\r\n")) - hash);
    diagnostics_
        .warning("yaml-comment", {span_.source, begin, begin + length}, "the text ends here: \" #\" starts a comment")
        .suggest("if it belongs to the text, put quotes around the text; if not, write a space after \"#\"");
  }

  bool list(Node& node, size_t depth) {
    refuse_properties(event_->data.sequence_start.anchor, event_->data.sequence_start.tag);
    bool flow = event_->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    node.kind = Kind::list;
    while (true) {
      if (!next()) return false;
      if (event_.type() == YAML_SEQUENCE_END_EVENT) break;
      if (!value(node.items.emplace_back(), depth + 1)) return false;
    }
    if (flow)
      node.span.end = offset(event_->end_mark);
    else if (!node.items.empty())
      node.span.end = node.items.back().span.end;
    return true;
  }

  bool map(Node& node, size_t depth) {
    refuse_properties(event_->data.mapping_start.anchor, event_->data.mapping_start.tag);
    bool flow = event_->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    node.kind = Kind::map;
    while (true) {
      if (!next()) return false;
      if (event_.type() == YAML_MAPPING_END_EVENT) break;
      Entry entry;
      if (!key(entry) || !next() || !value(entry.value, depth + 1)) return false;
      node.entries.push_back(std::move(entry));
    }
    if (flow)
      node.span.end = offset(event_->end_mark);
    else if (!node.entries.empty())
      node.span.end = node.entries.back().value.span.end;
    report_duplicate_keys(node, diagnostics_);
    return true;
  }

  bool key(Entry& entry) {
    entry.key_span = at(event_->start_mark, event_->end_mark);
    if (event_.type() == YAML_ALIAS_EVENT) return fail(entry.key_span, "aliases (*name) are not supported");
    if (event_.type() != YAML_SCALAR_EVENT)
      return fail(entry.key_span, "a key must be text", "if the text starts with \"{\" or \"[\", put quotes around it");
    const auto& data = event_->data.scalar;
    refuse_properties(data.anchor, data.tag);
    entry.key.assign(reinterpret_cast<const char*>(data.value), data.length);
    if (data.style == YAML_PLAIN_SCALAR_STYLE && entry.key == "<<")
      fail(entry.key_span, "merge keys (<<) are not supported", "write the keys out");
    if (data.style == YAML_PLAIN_SCALAR_STYLE && entry.key.empty())
      fail(entry.key_span, "there is no key before this \":\"");
    return true;
  }

  base::Span span_;
  std::string_view text_;
  ByteOffsets offsets_;
  base::Diagnostics& diagnostics_;
  yaml_parser_t parser_ = {};
  Event event_;
};

// What YAML allows nowhere: bytes that are not UTF-8, and control characters.
bool check_characters(base::Span span, base::Diagnostics& diagnostics) {
  std::string_view text = span.text();
  auto report = [&](size_t at, size_t length, std::string message) {
    auto begin = span.begin + static_cast<uint32_t>(at);
    diagnostics.error("yaml-syntax", {span.source, begin, begin + static_cast<uint32_t>(length)}, std::move(message));
    return false;
  };
  if (auto bad = base::find_invalid_utf8(text))
    return report(*bad, 1,
                  fmt::format("the byte 0x{:02X} is not part of UTF-8 text", static_cast<unsigned char>(text[*bad])));
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    auto following = [&](size_t n) { return static_cast<unsigned char>(i + n < text.size() ? text[i + n] : 0); };
    bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    if (control) return report(i, 1, fmt::format("a control character (U+{:04X}) is not allowed here", c));
    if (c == 0xC2 && following(1) < 0xA0 && following(1) != 0x85)
      return report(i, 2, fmt::format("a control character (U+{:04X}) is not allowed here", following(1)));
    if (c == 0xEF && following(1) == 0xBF && following(2) >= 0xBE)
      return report(i, 3, fmt::format("U+FF{:02X} is not a character", 0xC0 + (following(2) - 0x80)));
  }
  return true;
}

}  // namespace

std::optional<Node> parse_yaml(base::Span span, base::Diagnostics& diagnostics) {
  if (!check_size(span, kMaxYamlBytes, "YAML", diagnostics) || !check_characters(span, diagnostics))
    return std::nullopt;
  if (span.text().starts_with(kByteOrderMark)) span.begin += kByteOrderMark.size();
  size_t errors_before = diagnostics.errors();
  Node root;
  bool complete = TreeBuilder(span, diagnostics).document(root);
  if (!complete || diagnostics.errors() != errors_before) return std::nullopt;
  return root;
}

}  // namespace notation
