#include "template/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "template/expressions.h"
#include "template/text_functions.h"
#include "template/token.h"

namespace templates {
namespace {

using Words = std::vector<std::string_view>;

constexpr size_t kDeepest = 50;  // of statements within statements
const Words kOpening = {"if", "for", "block", "extends", "include", "set", "raw"};
const Words kClosing = {"elif", "else", "endif", "endfor", "endblock", "endraw"};

bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Jinja2 reads \r\n and \r as \n.
std::string with_newlines(std::string_view text) {
  if (text.find('\r') == std::string_view::npos) return std::string(text);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

class Parser {
 public:
  Parser(Template& result, Names& names, base::Diagnostics& diagnostics)
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

void Parser::add_text(Nodes& nodes, size_t begin, size_t end, bool strip_end) {
  std::string_view text = text_.substr(begin, end - begin);
  if (strip_next_) text = strip_left(text);
  if (strip_end) text = strip_right(text);
  strip_next_ = false;
  if (text.empty()) return;
  if (nodes.empty() || nodes.back()->type != Node::Type::text) {
    nodes.push_back(make(Node::Type::text, begin));
  }
  Node& node = *nodes.back();
  auto origin = static_cast<size_t>(text.data() - text_.data());
  if (node.text.empty()) node.span.begin = static_cast<uint32_t>(origin);
  node.span.end = static_cast<uint32_t>(origin + text.size());
  node.origins.push_back({node.text.size(), origin});
  node.text += with_newlines(text);
}

// Until one of the closing words, which is returned; "" at the end of the text or of an outer statement.
std::string_view Parser::parse_nodes(Nodes& nodes, const Words& until) {
  while (position_ < end_) {
    size_t tag = text_.find('{', position_);
    while (tag != std::string_view::npos &&
           (tag + 1 >= end_ || std::string_view("{%#").find(text_[tag + 1]) == std::string_view::npos)) {
      tag = text_.find('{', tag + 1);
    }
    bool found = tag != std::string_view::npos;
    size_t end = found ? tag : end_;
    bool strip_end = found && tag + 2 < end_ && text_[tag + 2] == '-';
    add_text(nodes, position_, end, strip_end);
    position_ = end;
    if (!found) break;
    if (text_[tag + 1] == '#') {
      comment(tag);
    } else if (text_[tag + 1] == '{') {
      output(nodes, tag);
    } else {
      std::string_view word = statement(nodes, until, tag);
      if (!word.empty()) return word == "(outer)" ? "" : word;
    }
  }
  return "";
}

void Parser::comment(size_t begin) {
  size_t close = text_.find("#}", begin + 2);
  if (close == std::string_view::npos) {
    error(span(begin, begin + 2), "this comment is not closed: \"#}\" is missing");
    position_ = end_;
    return;
  }
  bool trims = close > begin + 3 && text_[close - 1] == '-';
  after_tag(close + 2, trims);
}

size_t after_open(std::string_view text, size_t begin) {
  size_t position = begin + 2;
  bool sign = position < text.size() && (text[position] == '-' || text[position] == '+');
  // "{{-}}" and the like: the sign belongs to what opens.
  return position + (sign ? 1 : 0);
}

void Parser::output(Nodes& nodes, size_t begin) {
  try {
    Tokens tokens(*result_.source, after_open(text_, begin), "}}", diagnostics_);
    std::unique_ptr<Node> node = make(Node::Type::output, begin);
    bool read = in_tag(tokens, begin, "}}", [&] {
      Tokens ahead = tokens;
      if (ahead.take_name("super") && ahead.take("(") && ahead.take(")") && ahead.now().type == Token::Type::end) {
        tokens = ahead;
        node->type = Node::Type::super;
        if (blocks_.empty()) {
          tokens.fail(node->span, "super() has a meaning within a block only");
        }
        return;
      }
      node->expr = parse_expression(tokens, *scopes_, names_);
    });
    node->span = span(begin, std::max(begin + 2, position_));
    if (read && node->type == Node::Type::super) node->text = blocks_.back();
    if (read) nodes.push_back(std::move(node));
  } catch (const SyntaxError&) {
    skip_tag(begin, "}}");
  }
}

std::string_view Parser::statement(Nodes& nodes, const Words& until, size_t begin) {
  try {
    Tokens tokens(*result_.source, after_open(text_, begin), "%}", diagnostics_);
    Token word = tokens.now();
    if (word.type != Token::Type::name)
      tokens.fail(word.span, "expected the name of a tag", base::list_names(kOpening));
    if (is_one_of(kClosing, word.text)) {
      if (is_one_of(until, word.text)) {
        tokens.next();
        closing_.emplace(tokens);
        closing_begin_ = begin;
        for (std::string_view known : kClosing) {
          if (known == word.text) return known;
        }
      }
      for (const Open& open : open_) {
        if (is_one_of(open.until, word.text)) return "(outer)";
      }
      tokens.fail(word.span, fmt::format("there is nothing here that \"{}\" could belong to", word.text));
    }
    tokens.next();
    if (word.text == "if") {
      condition(nodes, tokens, begin);
    } else if (word.text == "for") {
      loop(nodes, tokens, begin);
    } else if (word.text == "block") {
      block(nodes, tokens, begin);
    } else if (word.text == "extends") {
      extends(nodes, tokens, begin);
    } else if (word.text == "include") {
      include(nodes, tokens, begin);
    } else if (word.text == "set") {
      set(nodes, tokens, begin);
    } else if (word.text == "raw") {
      raw(nodes, tokens, begin);
    } else {
      std::string near = base::did_you_mean(word.text, kOpening);
      diagnostics_.error("template-syntax", word.span, fmt::format("there is no tag \"{}\"", word.text))
          .expect(base::list_names(kOpening))
          .suggest(near);
      throw SyntaxError();
    }
  } catch (const SyntaxError&) {
    skip_tag(begin, "%}");
  }
  return "";
}

std::string_view Parser::body(Nodes& nodes, size_t begin, std::string_view word, Words until) {
  base::Span opened = span(begin, std::min(begin + 2, end_));
  if (open_.size() >= kDeepest) {
    diagnostics_.error("template-limit", opened, fmt::format("tags are nested more than {} deep", kDeepest));
    position_ = end_;
    gave_up_ = true;
    return "";
  }
  open_.push_back({opened, word, until});
  std::string_view closed_by = parse_nodes(nodes, until);
  open_.pop_back();
  if (closed_by.empty() && !gave_up_) {
    error(opened, fmt::format("this \"{}\" is not closed: {{% {} %}} is missing", word, until.back()));
  }
  return closed_by;
}

bool Parser::parse_unit(Unit& unit, const Words& until) {
  Scopes scopes;
  Scopes* outer = std::exchange(scopes_, &scopes);
  size_t loops = std::exchange(loops_open_, 0);
  std::string_view closed_by =
      until.empty() ? parse_nodes(unit.body, until) : body(unit.body, unit.span.begin, "block", until);
  unit.slots = scopes.slots();
  unit.loops = scopes.loops;
  scopes_ = outer;
  loops_open_ = loops;
  return !closed_by.empty();
}

void Parser::condition(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::condition, begin);
  Branch branch;
  in_tag(tokens, begin, "%}", [&] { branch.condition = parse_expression(tokens, *scopes_, names_); });
  bool otherwise = false;
  for (;;) {
    Words until = otherwise ? Words{"endif"} : Words{"elif", "else", "endif"};
    std::string_view closed_by = body(branch.body, begin, "if", until);
    node->branches.push_back(std::exchange(branch, Branch()));
    if (closed_by.empty()) break;
    Tokens closing = *closing_;
    in_tag(closing, closing_begin_, "%}", [&] {
      if (closed_by == "elif") branch.condition = parse_expression(closing, *scopes_, names_);
    });
    if (closed_by == "endif") break;
    otherwise = closed_by == "else";
  }
  nodes.push_back(std::move(node));
}

std::string_view Parser::variable(Tokens& tokens) {
  Token word = tokens.now();
  const Words reserved = {"true", "false", "none", "True", "False", "None", "loop", "super", "not",
                          "and",  "or",    "in",   "is",   "if",    "else", "for",  "self"};
  if (word.type != Token::Type::name) tokens.fail(word.span, "expected the name of a variable");
  if (is_one_of(reserved, word.text)) tokens.fail(word.span, fmt::format("\"{}\" cannot be a variable", word.text));
  tokens.next();
  return word.text;
}

void Parser::loop(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::loop, begin);
  std::string_view first, second;
  in_tag(tokens, begin, "%}", [&] {
    first = variable(tokens);
    if (tokens.take(",")) second = variable(tokens);
    if (!tokens.take_name("in")) tokens.fail(tokens.now().span, "expected \"in\" after the variable of a loop");
    node->expr = parse_iterable(tokens, *scopes_, names_);
    if (tokens.now().is_name("if")) {
      tokens.fail(tokens.now().span, "a loop has no condition here", "put {% if %} within the loop");
    }
    if (tokens.now().is_name("recursive")) tokens.fail(tokens.now().span, "loops are not recursive here");
  });
  node->pairs = !second.empty();
  node->number = scopes_->loops++;
  node->first_slot = scopes_->slots();
  scopes_->enter();
  std::optional<uint32_t> outer_loop = std::exchange(scopes_->loop, node->number);
  ++loops_open_;
  if (!first.empty()) node->slot = scopes_->declare(first);
  if (!second.empty()) node->second_slot = scopes_->declare(second);
  std::string_view closed_by = body(node->body, begin, "for", {"else", "endfor"});
  scopes_->leave();
  scopes_->loop = outer_loop;
  node->last_slot = scopes_->slots();
  if (!closed_by.empty()) {
    Tokens closing = *closing_;
    in_tag(closing, closing_begin_, "%}", [] {});
    if (closed_by == "else") {
      scopes_->enter();
      if (!body(node->otherwise, begin, "for", {"endfor"}).empty()) {
        Tokens end = *closing_;
        in_tag(end, closing_begin_, "%}", [] {});
      }
      scopes_->leave();
    }
  }
  --loops_open_;
  nodes.push_back(std::move(node));
}

void Parser::block(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::block, begin);
  base::Span name_span = node->span;
  in_tag(tokens, begin, "%}", [&] {
    name_span = tokens.now().span;
    node->text = variable(tokens);
    if (tokens.now().is_name("scoped") || tokens.now().is_name("required")) {
      tokens.fail(tokens.now().span, fmt::format("blocks are not \"{}\" here", tokens.now().text));
    }
  });
  node->number = names_.number(node->text);
  node->span = name_span;
  auto [place, fresh] = result_.blocks.try_emplace(node->number);
  Unit again;
  Unit& unit = fresh ? place->second : again;
  if (!fresh && !node->text.empty()) {
    error(name_span, fmt::format("a block \"{}\" is in this template already", node->text))
        .note(place->second.span, "the other one");
  }
  unit.span = span(begin, name_span.end);
  blocks_.push_back(node->text);
  bool closed = parse_unit(unit, {"endblock"});
  unit.span = name_span;
  blocks_.pop_back();
  if (closed) {
    Tokens closing = *closing_;
    in_tag(closing, closing_begin_, "%}", [&] {
      if (closing.now().type != Token::Type::name) return;
      if (closing.now().text != node->text) {
        closing.fail(closing.now().span, fmt::format("this ends the block \"{}\"", node->text));
      }
      closing.next();
    });
  }
  nodes.push_back(std::move(node));
}

std::string Parser::template_name(Tokens& tokens) {
  Token word = tokens.now();
  if (word.type != Token::Type::literal || word.literal.kind() != Kind::text) {
    tokens.fail(word.span, "expected the name of a template, in quotes");
  }
  tokens.next();
  return std::string(word.literal.as_text());
}

void Parser::extends(const Nodes& nodes, Tokens& tokens, size_t begin) {
  bool first = nodes.empty() && open_.empty() && blocks_.empty() && result_.parent.empty();
  in_tag(tokens, begin, "%}", [&] {
    base::Span at = tokens.now().span;
    std::string name = template_name(tokens);
    if (!first) {
      tokens.fail(span(begin, at.end), "\"extends\" must be the first thing in a template",
                  "a comment before it must end with \"-#}\", so that no empty line is left");
    }
    result_.parent = std::move(name);
    result_.parent_span = at;
  });
}

void Parser::include(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::include, begin);
  bool read = in_tag(tokens, begin, "%}", [&] {
    node->span = tokens.now().span;
    node->text = template_name(tokens);
  });
  for (std::string_view name : scopes_->names()) {
    uint32_t number = names_.number(name);
    node->visible.push_back({number, scopes_->find(name)});
    result_.handed_on.insert(number);
  }
  if (read) nodes.push_back(std::move(node));
}

void Parser::set(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::set, begin);
  std::string_view name;
  bool read = in_tag(tokens, begin, "%}", [&] {
    name = variable(tokens);
    if (tokens.now().type == Token::Type::end) {
      tokens.fail(tokens.now().span, "expected \"=\" and a value", "{% set %} without a value is not supported");
    }
    tokens.expect("=", "after the name of a variable");
    node->expr = parse_expression(tokens, *scopes_, names_);
  });
  if (!read) return;
  node->slot = scopes_->declare(name);
  node->number = names_.number(name);
  node->exported = blocks_.empty() && loops_open_ == 0;
  if (node->exported) result_.handed_on.insert(node->number);
  nodes.push_back(std::move(node));
}

void Parser::raw(Nodes& nodes, Tokens& tokens, size_t begin) {
  if (!in_tag(tokens, begin, "%}", [] {})) return;
  for (size_t tag = position_;; ++tag) {
    tag = text_.find("{%", tag);
    if (tag == std::string_view::npos) {
      error(span(begin, begin + 2), "this \"raw\" is not closed: {% endraw %} is missing");
      position_ = end_;
      return;
    }
    size_t word = after_open(text_, tag);
    word = std::min(text_.find_first_not_of(" \t\r\n", word), end_);
    if (!text_.substr(word).starts_with("endraw")) continue;
    add_text(nodes, position_, tag, text_[tag + 2] == '-');
    position_ = tag;
    Tokens closing(*result_.source, word + 6, "%}", diagnostics_);
    in_tag(closing, tag, "%}", [] {});
    return;
  }
}

// A template that extends another one prints nothing outside of its blocks.
void Parser::check_child(Nodes& nodes) {
  for (auto& node : nodes) {
    switch (node->type) {
      case Node::Type::set:
      case Node::Type::block:
        break;
      case Node::Type::condition:
        for (Branch& branch : node->branches) check_child(branch.body);
        break;
      case Node::Type::text:
        if (strip(node->text).empty()) break;
        [[fallthrough]];
      default:
        error(node->span, "a template that extends another one prints nothing outside of its blocks")
            .suggest("put it into a {% block %}");
    }
  }
  std::erase_if(nodes, [](const auto& node) { return node->type == Node::Type::text; });
}

}  // namespace

uint32_t Names::number(std::string_view name) {
  auto [place, fresh] = numbers_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
  if (fresh) names_.emplace_back(name);
  return place->second;
}

std::unique_ptr<Template> parse_template(std::string name, const base::SourceText& source, Names& names,
                                         base::Diagnostics& diagnostics) {
  auto result = std::make_unique<Template>();
  result->name = std::move(name);
  result->source = &source;
  Parser(*result, names, diagnostics).run();
  return result;
}

}  // namespace templates
