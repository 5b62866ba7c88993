// The parser of templates, which is in two files: parser.cc takes a text apart into tags, statements.cc reads what they
// say. Nobody else includes this.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "template/expressions.h"
#include "template/syntax.h"
#include "template/token.h"

#include <fmt/format.h>

namespace templates {

using Words = std::vector<std::string_view>;

inline bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Where the words of a tag begin that opens at `begin`: past "{%" and perhaps a sign.
size_t after_open(std::string_view text, size_t begin);

// Reads one template, tag by tag.
class TemplateParser {
 public:
  TemplateParser(Template& result, Names& names, base::Diagnostics& diagnostics)
      : result_(result), names_(names), diagnostics_(diagnostics), text_(result.source->text()), end_(text_.size()) {
    // As Jinja2 does, one newline at the end is left out.
    if (end_ > 0 && text_[end_ - 1] == '\n') --end_;
    if (end_ > 0 && text_[end_ - 1] == '\r') --end_;
    text_ = text_.substr(0, end_);
  }

  void run() {
    result_.top.span = span(0, std::min<size_t>(1, end_));
    parse_unit(result_.top, {});
    if (!result_.parent.empty()) check_child(result_.top.body);
  }

 private:
  struct Open {
    base::Span span;
    std::string_view word;
    Words until;
  };

  base::Span span(size_t begin, size_t end) const {
    return {result_.source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  base::Diagnostic& error(const base::Span& at, std::string message) {
    return diagnostics_.error("template-syntax", at, std::move(message));
  }

  // --- pieces ---

  std::string_view parse_nodes(Nodes& nodes, const Words& until);
  std::string_view statement(Nodes& nodes, const Words& until, size_t begin);
  void add_text(Nodes& nodes, size_t begin, size_t end, bool strip_end);
  void comment(size_t begin);
  void output(Nodes& nodes, size_t begin);

  // Reads the rest of the tag; on a mistake goes on after it.
  template <class Read>
  bool in_tag(Tokens& tokens, size_t begin, std::string_view close, Read read) {
    try {
      read();
      if (tokens.now().type != Token::Type::end) {
        tokens.fail(tokens.now().span, fmt::format("expected \"{}\", found \"{}\"", close, tokens.now().text));
      }
      after_tag(tokens.after(), tokens.trims());
      return true;
    } catch (const SyntaxError&) {
      skip_tag(begin, close);
      return false;
    }
  }
  void after_tag(size_t position, bool trims) {
    position_ = std::min(position, end_);
    strip_next_ = trims;
  }
  void skip_tag(size_t begin, std::string_view close) {
    size_t found = text_.find(close, begin + 2);
    after_tag(found == std::string_view::npos ? end_ : found + close.size(), false);
  }

  // --- statements; the tag's first word was read ---

  void condition(Nodes& nodes, Tokens& tokens, size_t begin);
  void loop(Nodes& nodes, Tokens& tokens, size_t begin);
  void block(Nodes& nodes, Tokens& tokens, size_t begin);
  void extends(const Nodes& nodes, Tokens& tokens, size_t begin);
  void include(Nodes& nodes, Tokens& tokens, size_t begin);
  void set(Nodes& nodes, Tokens& tokens, size_t begin);
  void raw(Nodes& nodes, Tokens& tokens, size_t begin);

  // Returns whether a closing word was found.
  bool parse_unit(Unit& unit, const Words& until);
  // The nodes up to a closing word of the statement that begins at `begin`; returns the word, its tag being read.
  std::string_view body(Nodes& nodes, size_t begin, std::string_view word, Words until);
  std::string template_name(Tokens& tokens);
  std::string_view variable(Tokens& tokens);
  void check_child(Nodes& nodes);

  std::unique_ptr<Node> make(Node::Type type, size_t begin) {
    auto node = std::make_unique<Node>();
    node->type = type;
    node->span = span(begin, std::max(begin, position_));
    return node;
  }

  Template& result_;
  Names& names_;
  base::Diagnostics& diagnostics_;
  std::string_view text_;
  size_t end_;
  size_t position_ = 0;
  bool strip_next_ = false;
  std::vector<Open> open_;
  std::optional<Tokens> closing_;  // of the tag that ended parse_nodes()
  size_t closing_begin_ = 0;
  Scopes* scopes_ = nullptr;
  std::vector<std::string> blocks_;  // that enclose this place
  size_t loops_open_ = 0;
  bool gave_up_ = false;  // too deep: what else is unclosed is no news
};

}  // namespace templates
