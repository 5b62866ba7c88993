#include <fmt/format.h>

#include <optional>
#include <utility>

#include "template/template_parser.h"
#include "template/text_functions.h"

namespace templates {
namespace {

constexpr size_t kDeepest = 50;  // of statements within statements

}  // namespace

std::string_view TemplateParser::body(Nodes& nodes, size_t begin, std::string_view word, Words until) {
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

bool TemplateParser::parse_unit(Unit& unit, const Words& until) {
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

void TemplateParser::condition(Nodes& nodes, Tokens& tokens, size_t begin) {
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

std::string_view TemplateParser::variable(Tokens& tokens) {
  Token word = tokens.now();
  const Words reserved = {"true", "false", "none", "True", "False", "None", "loop", "super", "not",
                          "and",  "or",    "in",   "is",   "if",    "else", "for",  "self"};
  if (word.type != Token::Type::name) tokens.fail(word.span, "expected the name of a variable");
  if (is_one_of(reserved, word.text)) tokens.fail(word.span, fmt::format("\"{}\" cannot be a variable", word.text));
  tokens.next();
  return word.text;
}

void TemplateParser::loop(Nodes& nodes, Tokens& tokens, size_t begin) {
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

void TemplateParser::block(Nodes& nodes, Tokens& tokens, size_t begin) {
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
  // A second one of that name has been told: it may stand within the first, which would not end then.
  if (fresh) nodes.push_back(std::move(node));
}

std::string TemplateParser::template_name(Tokens& tokens) {
  Token word = tokens.now();
  if (word.type != Token::Type::literal || word.literal.kind() != Kind::text) {
    tokens.fail(word.span, "expected the name of a template, in quotes");
  }
  tokens.next();
  return std::string(word.literal.as_text());
}

void TemplateParser::extends(const Nodes& nodes, Tokens& tokens, size_t begin) {
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

void TemplateParser::include(Nodes& nodes, Tokens& tokens, size_t begin) {
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

void TemplateParser::set(Nodes& nodes, Tokens& tokens, size_t begin) {
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

void TemplateParser::raw(Nodes& nodes, Tokens& tokens, size_t begin) {
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
void TemplateParser::check_child(Nodes& nodes) {
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

}  // namespace templates
