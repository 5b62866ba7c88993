// Parses the statements of templates (template/syntax.h).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "template/syntax.h"
#include "template/token.h"

namespace templates {
namespace {

constexpr std::string_view kTagSigns = "{%#";
constexpr std::string_view kSpace = " \t\n\r\f\v";
constexpr size_t kMaxStatementDepth = 50;

// Returns the last of several words, which are separated by spaces.
std::string_view last_word(std::string_view words) { return words.substr(words.rfind(' ') + 1); }

class TemplateParser {
 public:
  TemplateParser(Template& result, base::Diagnostics& diagnostics)
      : result_(result), diagnostics_(diagnostics), text_(result.source->text()) {
    // A line break at the end of the template is dropped.
    if (text_.ends_with('\n')) text_.remove_suffix(1);
    if (text_.ends_with('\r')) text_.remove_suffix(1);
  }

  void run() {
    parse_nodes(result_.top, "");
    if (!result_.parent.empty()) check_child(result_.top);
    if (includes_) result_.exported = result_.declared;
  }

 private:
  base::Span span(size_t begin, size_t end) const {
    return {result_.source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  std::unique_ptr<Node> make(Node::Type type, const Tag& tag) const {
    auto node = std::make_unique<Node>();
    node->type = type;
    node->span = span(tag.begin(), std::min(tag.end(), text_.size()));
    return node;
  }

  // Parses up to a tag with one of these words, and returns it; returns nullopt at the end of the template.
  std::optional<Tag> parse_nodes(Nodes& nodes, std::string_view until);
  // Parses up to a closing word of the statement that `tag` begins; returns that tag, at its word.
  Tag body(Nodes& nodes, const Tag& tag, std::string_view word, std::string_view until);
  void add_text(Nodes& nodes, size_t end);
  size_t skip_comment(size_t begin);
  void output(Nodes& nodes, Tag& tag);
  // Ends a tag that has been read. Text continues after it.
  void finish(Tag& tag) {
    position_ = std::min(tag.end(), text_.size());
    strip_next_ = tag.trims_after();
    tag.expect_end();
  }
  // Reads a tag up to its end. Returns false after an error; parsing continues, because others may have errors too.
  template <class Read>
  bool finish_after(Tag& tag, Read read) {
    try {
      read();
      finish(tag);
      return true;
    } catch (const SyntaxError&) {
      position_ = std::min(tag.end(), text_.size());
      return false;
    }
  }
  ExprPtr expression(Tag& tag) { return parse_expression(tag, loops_open_ > 0); }

  void statement(Nodes& nodes, Tag& tag, std::string_view until);
  void condition(Nodes& nodes, Tag& tag);
  void loop(Nodes& nodes, Tag& tag);
  void block(Nodes& nodes, Tag& tag);
  void extends(const Nodes& nodes, Tag& tag);
  void include(Nodes& nodes, Tag& tag);
  void set(Nodes& nodes, Tag& tag);

  static std::string template_name(Tag& tag);
  static std::string_view variable(Tag& tag);
  void check_child(Nodes& nodes);

  Template& result_;
  base::Diagnostics& diagnostics_;
  std::string_view text_;
  size_t position_ = 0;
  bool strip_next_ = false;
  size_t depth_ = 0;        // number of statements that enclose the current position
  size_t blocks_open_ = 0;  // number of blocks among them
  size_t loops_open_ = 0;   // number of loops among them, within the innermost block
  bool includes_ = false;
};

void TemplateParser::add_text(Nodes& nodes, size_t end) {
  std::string_view text = text_.substr(position_, end - position_);
  position_ = end;
  if (std::exchange(strip_next_, false)) text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  if (end + 2 < text_.size() && text_[end + 2] == '-') text = text.substr(0, text.find_last_not_of(kSpace) + 1);
  if (text.empty()) return;
  const auto begin = static_cast<size_t>(text.data() - text_.data());
  auto node = std::make_unique<Node>();
  node->span = span(begin, begin + text.size());
  node->text = text;
  nodes.push_back(std::move(node));
}

std::optional<Tag> TemplateParser::parse_nodes(Nodes& nodes, std::string_view until) {
  for (;;) {
    size_t begin = text_.find('{', position_);
    while (begin < text_.size() && (begin + 1 == text_.size() || kTagSigns.find(text_[begin + 1]) == std::string::npos))
      begin = text_.find('{', begin + 1);
    add_text(nodes, std::min(begin, text_.size()));
    if (position_ == text_.size()) return std::nullopt;
    if (text_[begin + 1] == '#') {
      position_ = skip_comment(begin);
      continue;
    }
    const bool is_output = text_[begin + 1] == '{';
    Tag tag(*result_.source, begin, is_output ? "}}" : "%}", diagnostics_);
    if (is_output) {
      output(nodes, tag);
    } else {
      if (base::has_word(until, tag.token().text)) return tag;
      statement(nodes, tag, until);
    }
  }
}

size_t TemplateParser::skip_comment(size_t begin) {
  const size_t close = text_.find("#}", begin + 2);
  if (close == std::string_view::npos) {
    diagnostics_.error("template-syntax", span(begin, begin + 2), "this comment is not closed: \"#}\" is missing");
    throw SyntaxError();
  }
  strip_next_ = close > begin + 3 && text_[close - 1] == '-';
  return close + 2;
}

void TemplateParser::output(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::output, tag);
  const bool is_right = finish_after(tag, [&] {
    if (tag.is("super") && tag.is("(", 1) && tag.is(")", 2) && tag.token(3).type == Token::Type::end) {
      node->type = Node::Type::super;
      if (blocks_open_ == 0) tag.fail(node->span, "super() can only be used in a block");
      for (int i = 0; i < 3; ++i) tag.next();
    } else {
      node->expr = expression(tag);
    }
  });
  if (is_right) nodes.push_back(std::move(node));
}

void TemplateParser::statement(Nodes& nodes, Tag& tag, std::string_view until) {
  using Parse = void (TemplateParser::*)(Nodes&, Tag&);
  static constexpr std::pair<std::string_view, Parse> kStatements[] = {{"if", &TemplateParser::condition},
                                                                       {"for", &TemplateParser::loop},
                                                                       {"block", &TemplateParser::block},
                                                                       {"include", &TemplateParser::include},
                                                                       {"set", &TemplateParser::set}};
  const std::vector<std::string_view> opening = {"if", "for", "block", "extends", "include", "set"};
  const Token& word = tag.next();
  if (word.type != Token::Type::name) tag.fail(word.span, "expected the name of a tag", base::list_names(opening));
  if (word.text == "extends") return extends(nodes, tag);
  for (const auto& [name, parse] : kStatements)
    if (word.text == name) return (this->*parse)(nodes, tag);
  if (base::has_word("elif else endif endfor endblock", word.text))
    tag.fail(word.span, fmt::format("\"{}\" does not match an open tag", word.text),
             until.empty() ? "" : fmt::format("the tag that is open here ends with {{% {} %}}", last_word(until)));
  diagnostics_.error("template-syntax", word.span, fmt::format("there is no tag \"{}\"", word.text))
      .expect(base::list_names(opening))
      .suggest(base::did_you_mean(word.text, opening));
  throw SyntaxError();
}

Tag TemplateParser::body(Nodes& nodes, const Tag& tag, std::string_view word, std::string_view until) {
  const base::Span opened = span(tag.begin(), tag.begin() + 2);
  if (depth_ >= kMaxStatementDepth) {
    diagnostics_.error("template-limit", opened, fmt::format("tags are nested more than {} deep", kMaxStatementDepth));
    throw SyntaxError();
  }
  ++depth_;
  std::optional<Tag> closing = parse_nodes(nodes, until);
  --depth_;
  if (!closing)
    tag.fail(opened, fmt::format("this \"{}\" is not closed: {{% {} %}} is missing", word, last_word(until)));
  return *std::move(closing);
}

void TemplateParser::condition(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::condition, tag);
  bool is_last = false;
  for (Tag part = tag;;) {
    Branch& branch = node->branches.emplace_back();
    finish_after(part, [&] {
      if (!is_last) branch.condition = expression(part);
    });
    part = body(branch.body, tag, "if", is_last ? "endif" : "elif else endif");
    const std::string_view word = part.next().text;
    if (word == "endif") {
      finish(part);
      break;
    }
    is_last = word == "else";
  }
  nodes.push_back(std::move(node));
}

std::string_view TemplateParser::variable(Tag& tag) {
  const Token& word = tag.next();
  if (word.type != Token::Type::name) tag.fail(word.span, "expected the name of a variable");
  if (base::has_word("true false none loop super not and or in is if else for", word.text))
    tag.fail(word.span, fmt::format("\"{}\" cannot be a variable", word.text));
  return word.text;
}

void TemplateParser::loop(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::loop, tag);
  node->name = *result_.declared.insert(variable(tag)).first;
  if (tag.is(",")) tag.fail(tag.token().span, "a loop has one variable");
  if (!tag.accept("in")) tag.fail(tag.token().span, "expected \"in\" after the variable of a loop");
  node->expr = parse_iterable(tag, loops_open_ > 0);
  if (tag.is("if")) tag.fail(tag.token().span, "a loop cannot have a condition", "put {% if %} within the loop");
  finish(tag);
  ++loops_open_;
  Tag closing = body(node->body, tag, "for", "endfor");
  --loops_open_;
  closing.next();
  finish(closing);
  nodes.push_back(std::move(node));
}

void TemplateParser::block(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::block, tag);
  node->span = tag.token().span;
  const std::string_view name = variable(tag);
  node->name = name;
  finish(tag);
  const auto [place, is_new] = result_.blocks.try_emplace(name);
  if (!is_new) {
    diagnostics_
        .error("template-syntax", node->span, fmt::format("this template already has a block \"{}\"", node->name))
        .note(place->second.span, "the other one");
    throw SyntaxError();
  }
  place->second.span = node->span;
  ++blocks_open_;
  const size_t loops = std::exchange(loops_open_, 0);
  Tag closing = body(place->second.body, tag, "block", "endblock");
  loops_open_ = loops;
  --blocks_open_;
  closing.next();
  if (closing.is_name() && !closing.accept(node->name))
    closing.fail(closing.token().span, fmt::format("this ends the block \"{}\"", node->name));
  finish(closing);
  nodes.push_back(std::move(node));
}

std::string TemplateParser::template_name(Tag& tag) {
  const Token& word = tag.next();
  if (word.type != Token::Type::literal || word.literal.kind() != ValueType::text)
    tag.fail(word.span, "expected the name of a template, in quotes");
  return std::string(word.literal.as_text());
}

void TemplateParser::extends(const Nodes& nodes, Tag& tag) {
  const bool is_first = nodes.empty() && depth_ == 0 && result_.parent.empty();
  result_.parent_span = tag.token().span;
  result_.parent = template_name(tag);
  if (!is_first)
    tag.fail(span(tag.begin(), result_.parent_span.end), "\"extends\" must be the first thing in a template",
             "end a comment before it with \"-#}\", so that it leaves no blank line");
  finish(tag);
}

void TemplateParser::include(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::include, tag);
  node->span = tag.token().span;
  includes_ = true;
  if (finish_after(tag, [&] { node->name = template_name(tag); })) nodes.push_back(std::move(node));
}

void TemplateParser::set(Nodes& nodes, Tag& tag) {
  std::unique_ptr<Node> node = make(Node::Type::set, tag);
  std::string_view name;
  const bool is_right = finish_after(tag, [&] {
    node->name = name = variable(tag);
    result_.declared.insert(name);
    tag.expect("=", "after the name of a variable");
    node->expr = expression(tag);
  });
  if (!is_right) return;
  if (blocks_open_ == 0 && loops_open_ == 0) result_.exported.insert(name);
  nodes.push_back(std::move(node));
}

// Reports output outside blocks in a template that extends another one.
void TemplateParser::check_child(Nodes& nodes) {
  for (auto& node : nodes) {
    for (Branch& branch : node->branches) check_child(branch.body);
    const bool is_allowed = node->type == Node::Type::set || node->type == Node::Type::block ||
                            node->type == Node::Type::condition ||
                            (node->type == Node::Type::text && base::trim(node->text).empty());
    if (!is_allowed)
      diagnostics_
          .error("template-syntax", node->span, "a template that extends another one prints nothing outside its blocks")
          .suggest("put it in a {% block %}");
  }
  std::erase_if(nodes, [](const auto& node) { return node->type == Node::Type::text; });
}

}  // namespace

std::unique_ptr<Template> parse_template(std::string name, const base::SourceText& source,
                                         base::Diagnostics& diagnostics) {
  auto result = std::make_unique<Template>();
  result->name = std::move(name);
  result->source = &source;
  try {
    TemplateParser(*result, diagnostics).run();
  } catch (const SyntaxError&) {
  }
  return result;
}

}  // namespace templates
