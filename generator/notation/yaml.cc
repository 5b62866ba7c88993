#include "notation/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "notation/json.h"
#include "notation/tree.h"

namespace notation {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using base::is_digit;

// Whether a text matches [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? (YAML 1.2.2, section
// 10.3.2), and is in the range of a double.
bool is_decimal_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !(is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])))) return false;
  return base::parse_number<double>(text).has_value();
}

// Returns the type of a plain scalar. Converts booleans to lower case.
Kind plain_kind(std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return Kind::null;
  if (text == "true" || text == "True" || text == "TRUE") {
    text = "true";
    return Kind::boolean;
  }
  if (text == "false" || text == "False" || text == "FALSE") {
    text = "false";
    return Kind::boolean;
  }
  return is_decimal_number(text) ? Kind::number : Kind::string;
}

// Converts libyaml's positions in code points to bytes. Most are in ascending order, so a cursor is enough.
class ByteOffsets {
 public:
  explicit ByteOffsets(std::string_view text) : text_(text), is_ascii_(base::is_ascii(text)) {}

  size_t at(size_t code_point) {
    if (is_ascii_) return std::min(code_point, text_.size());
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
  bool is_ascii_;
  size_t index_ = 0;
  size_t byte_ = 0;
};

// The line that contains an offset, without its end: [begin, end).
struct Line {
  size_t begin = 0;
  size_t end = 0;
  std::string_view text;

  Line(std::string_view whole, size_t at) {
    begin = whole.substr(0, at).rfind('\n') + 1;  // 0 if there is none
    end = std::min(whole.find('\n', at), whole.size());
    if (end > begin && whole[end - 1] == '\r') --end;
    text = whole.substr(begin, end - begin);
  }

  // Returns the value of "key: value", "- value" or "- key: value", or "".
  std::string_view value() const {
    auto trim_start = [](std::string_view rest) {
      return rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
    };
    std::string_view rest = trim_start(text);
    while (rest.starts_with("- ")) rest = trim_start(rest.substr(1));
    if (rest.starts_with('"') || rest.starts_with('\'')) return rest;
    const size_t colon = rest.find(": ");
    return colon == std::string_view::npos || rest.find_first_of("\"'{[") < colon ? rest
                                                                                  : trim_start(rest.substr(colon + 2));
  }
};

// Returns why a value that starts with this character is not plain text in YAML; "" if it is.
std::string trap_of_start(std::string_view value) {
  if (value.empty()) return "";
  if (std::string_view("%@`,&*!|>[{]}").find(value[0]) != std::string_view::npos)
    return fmt::format("YAML text cannot start with \"{}\": put quotes around it", value[0]);
  if (value[0] == '"' || value[0] == '\'')
    return "put the whole text in quotes; within '…' an apostrophe is written twice, within \"…\" as \\\"";
  return "";
}

// Explains a message of libyaml. The first row whose two strings are both in the message applies.
struct YamlProblem {
  std::string_view problem, context;  // parts of libyaml's texts
  std::string_view message;
  std::string_view help;       // the help text; "" if it depends on how the value starts
  bool is_at_context = false;  // whether to show where the construct begins
};
constexpr std::string_view kSecondColon = "a second \": \" within one value";
constexpr YamlProblem kProblems[] = {
    {"mapping values are not allowed", "", kSecondColon,
     "put quotes around the value, or start a new line for a new key"},
    {"unexpected end of stream", "quoted scalar", "this quote is never closed",
     "end the text with the quote that it starts with", true},
    {"document indicator", "quoted scalar", "this quote is never closed",
     "end the text with the quote that it starts with", true},
    {"unknown escape character", "", "this escape does not exist within \"…\"",
     "double the backslash, or use '…', in which backslashes are literal"},
    {"cannot start any token", "", "YAML text cannot start with this character", ""},
    {"", "flow sequence", "this list in [ ] is not closed, or a comma is missing",
     "for literal text, put quotes around it", true},
    {"", "flow mapping", "this map in { } is not closed, or a comma is missing",
     "for literal text, put quotes around it", true},
    {"", "block scalar", "after \"|\" or \">\" the text starts on the next line",
     "put quotes around the text if it starts with \"|\" or \">\""},
    {"could not find expected ':'", "", "there is no \": \" after this key",
     "write \"key: value\", with a space after the colon", true},
    {"did not find expected key", "", "this is neither a key nor a part of the value before it", ""},
    {"'-' indicator", "", "expected a list item, \"- …\"", ""},
    {"block sequence entries are not allowed", "", "a list cannot start here", ""},
    {"tab", "", "tabs cannot indent YAML", ""},
    {"", "directive", "a line cannot start with \"%\"", ""}};

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
  ~TreeBuilder() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }

  // Reads the document. Returns false if an error ended reading. Other errors are only in the diagnostics.
  bool document(Node& root) {
    root.span = base::Span{span_.source, span_.begin, span_.begin};
    if (!next() || !next()) return false;  // skips the start of the stream
    if (event_.type == YAML_STREAM_END_EVENT) return true;
    const auto& start = event_.data.document_start;
    if (start.version_directive || start.tag_directives.start != start.tag_directives.end)
      return fail(at(event_.start_mark, event_.end_mark),
                  "a line that starts with % is a YAML directive, which is not supported");
    // The end of the document, and the event after it.
    if (!next() || !value(root, 1) || !next() || !next()) return false;
    if (event_.type == YAML_STREAM_END_EVENT) return true;
    return fail(at(event_.start_mark, event_.end_mark), "a second YAML document starts here, but only one is allowed");
  }

 private:
  bool next() {
    yaml_event_delete(&event_);
    return yaml_parser_parse(&parser_, &event_) != 0 || (report_syntax_error(), false);
  }

  uint32_t offset(const yaml_mark_t& mark) { return span_.begin + static_cast<uint32_t>(offsets_.at(mark.index)); }
  base::Span at(const yaml_mark_t& begin, const yaml_mark_t& end) {
    uint32_t from = offset(begin);
    return {span_.source, from, std::max(from, offset(end))};
  }

  bool fail(base::Span span, std::string message, std::string help = "") {
    diagnostics_.error("yaml-syntax", span, std::move(message)).suggest(std::move(help));
    return false;
  }

  base::Span bytes(size_t begin, size_t end) const {
    return {span_.source, span_.begin + static_cast<uint32_t>(begin), span_.begin + static_cast<uint32_t>(end)};
  }

  void report_syntax_error() {
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    if (parser_.error == YAML_READER_ERROR) return report_bad_character();
    const std::string_view problem = parser_.problem ? parser_.problem : "",
                           context = parser_.context ? parser_.context : "";
    const YamlProblem* known = std::find_if(std::begin(kProblems), std::end(kProblems), [&](const YamlProblem& each) {
      return problem.find(each.problem) != std::string_view::npos &&
             context.find(each.context) != std::string_view::npos;
    });
    const bool is_known = known != std::end(kProblems);
    const yaml_mark_t& mark = is_known && known->is_at_context ? parser_.context_mark : parser_.problem_mark;
    size_t begin = offsets_.at(mark.index);
    // An empty line would show nothing, so show the last character before it.
    if (base::trim(Line(text_, begin).text).empty())
      if (size_t last = text_.find_last_not_of(" \t\r\n", begin == 0 ? 0 : begin - 1); last != std::string_view::npos)
        begin = last;
    const Line line(text_, begin);
    size_t end = std::min(begin + 1, std::max(line.end, begin));
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;

    std::string message = is_known ? std::string(known->message) : fmt::format("YAML cannot read this: {}", problem);
    std::string help = is_known ? std::string(known->help) : "";
    if (help.empty()) help = trap_of_start(line.value());
    if (is_known && known->problem == "cannot start any token") {
      help = trap_of_start(text_.substr(begin));
      if (help.empty()) help = "put quotes around the text";
    }
    if (line.text.substr(0, line.text.find_first_not_of(" \t")).find('\t') != std::string_view::npos) {
      message = "tabs cannot indent YAML";
      help = "use spaces";
    } else if (message == kSecondColon && begin - line.begin <= line.text.find(':')) {
      message = "a key cannot be here";
      help = "check its indentation, and the space after the colon on the line before";
    }
    fail(bytes(begin, end), std::move(message), std::move(help));
  }

  // Reports bytes that are not UTF-8 and control characters, which libyaml does not read.
  void report_bad_character() {
    if (auto bad = base::find_invalid_utf8(text_)) {
      fail(bytes(*bad, *bad + 1), invalid_byte_message(text_[*bad]));
      return;
    }
    std::string_view rest = text_.substr(parser_.problem_offset);
    const auto character = static_cast<unsigned>(base::take_code_point(rest));
    fail(bytes(parser_.problem_offset, text_.size() - rest.size()),
         fmt::format("a control character (U+{:04X}) is not allowed here", character));
  }

  void refuse_properties(const yaml_char_t* anchor, const yaml_char_t* tag) {
    if (!anchor && !tag) return;
    base::Span span = at(event_.start_mark, event_.end_mark);
    if (anchor) fail(span, "anchors (&name) are not supported", "if the text starts with \"&\", put quotes around it");
    if (tag) fail(span, "tags (!name) are not supported", "if the text starts with \"!\", put quotes around it");
  }

  // Reads the value that the current event begins, up to its last event.
  bool value(Node& node, size_t depth) {
    node.span = at(event_.start_mark, event_.end_mark);
    if (depth > kMaxDepth && event_.type != YAML_SCALAR_EVENT) {
      report_too_deep(node.span, diagnostics_);
      return false;
    }
    switch (event_.type) {
      case YAML_SCALAR_EVENT:
        scalar(node);
        return true;
      case YAML_SEQUENCE_START_EVENT:
        return list(node, depth);
      case YAML_MAPPING_START_EVENT:
        return map(node, depth);
      case YAML_ALIAS_EVENT:
        fail(node.span, "aliases (*name) are not supported", "if the text starts with \"*\", put quotes around it");
        return true;
      default:
        throw std::logic_error("libyaml: unexpected event");
    }
  }

  void scalar(Node& node) {
    const auto& data = event_.data.scalar;
    refuse_properties(data.anchor, data.tag);
    node.text.assign(reinterpret_cast<const char*>(data.value), data.length);
    node.kind = Kind::string;
    if (data.style != YAML_PLAIN_SCALAR_STYLE) return;
    node.kind = plain_kind(node.text);
    warn_of_cut(node);
  }

  // Warns about a value that a comment cuts off: "title: Issue #5" is the title "Issue" and a comment "5", which no
  // author intends.
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
        .suggest("if it is part of the text, put quotes around the text; otherwise write a space after \"#\"");
  }

  bool list(Node& node, size_t depth) {
    const auto& start = event_.data.sequence_start;
    refuse_properties(start.anchor, start.tag);
    const bool is_flow = start.style == YAML_FLOW_SEQUENCE_STYLE;
    node.kind = Kind::list;
    for (;;) {
      if (!next()) return false;
      if (event_.type == YAML_SEQUENCE_END_EVENT) break;
      if (!value(node.items.emplace_back(), depth + 1)) return false;
    }
    set_end(node, is_flow, node.items.empty() ? nullptr : &node.items.back());
    return true;
  }

  bool map(Node& node, size_t depth) {
    const auto& start = event_.data.mapping_start;
    refuse_properties(start.anchor, start.tag);
    const bool is_flow = start.style == YAML_FLOW_MAPPING_STYLE;
    node.kind = Kind::map;
    for (;;) {
      if (!next()) return false;
      if (event_.type == YAML_MAPPING_END_EVENT) break;
      Entry& entry = node.entries.emplace_back();
      if (!key(entry) || !next() || !value(entry.value, depth + 1)) return false;
    }
    set_end(node, is_flow, node.entries.empty() ? nullptr : &node.entries.back().value);
    report_duplicate_keys(node, diagnostics_);
    return true;
  }

  // Sets the end of a list or map: the closing bracket if there is one, otherwise the end of the last value.
  void set_end(Node& node, bool is_flow, const Node* last) {
    if (is_flow)
      node.span.end = offset(event_.end_mark);
    else if (last)
      node.span.end = last->span.end;
  }

  bool key(Entry& entry) {
    entry.key_span = at(event_.start_mark, event_.end_mark);
    if (event_.type == YAML_ALIAS_EVENT) return fail(entry.key_span, "aliases (*name) are not supported");
    if (event_.type != YAML_SCALAR_EVENT)
      return fail(entry.key_span, "a key must be text", "if the text starts with \"{\" or \"[\", put quotes around it");
    const auto& data = event_.data.scalar;
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
  yaml_event_t event_ = {};
};

}  // namespace

std::optional<Node> parse_yaml(base::Span span, base::Diagnostics& diagnostics) {
  if (!check_size(span, kMaxYamlBytes, "YAML", diagnostics)) return std::nullopt;
  if (span.text().starts_with(kByteOrderMark)) span.begin += kByteOrderMark.size();
  size_t errors_before = diagnostics.errors();
  Node root;
  bool complete = TreeBuilder(span, diagnostics).document(root);
  if (!complete || diagnostics.errors() != errors_before) return std::nullopt;
  return root;
}

}  // namespace notation
