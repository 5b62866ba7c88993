#include "template/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "template/expressions.h"
#include "template/token.h"

namespace templates {
namespace {

using Words = std::vector<std::string_view>;
const Words kOpening = {"if", "for", "block", "extends", "include", "set"};
const Words kClosing = {"elif", "else", "endif", "endfor", "endblock"};
constexpr std::string_view kOuter = "(outer)";  // a word that closes an outer statement
constexpr std::string_view kTagSigns = "{%#";
constexpr std::string_view kSpace = " \t\n\r\f\v";
constexpr size_t kDeepest = 50;  // of statements within statements

bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Reads one template, tag by tag.
class TemplateParser {
 public:
  TemplateParser(Template& result, Names& names, base::Diagnostics& diagnostics)
      : result_(result), names_(names), diagnostics_(diagnostics), text_(result.source->text()) {
    // One newline at the end is left out.
    if (text_.ends_with('\n')) text_.remove_suffix(1);
    if (text_.ends_with('\r')) text_.remove_suffix(1);
    end_ = text_.size();
  }

  void run() {
    parse_nodes(result_.top, {});
    if (!result_.parent.empty()) check_child(result_.top);
    if (includes_) result_.handed_on = result_.declared;
  }

 private:
  base::Span span(size_t begin, size_t end) const {
    return {result_.source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  base::Diagnostic& error(const base::Span& at, std::string message) {
    return diagnostics_.error("template-syntax", at, std::move(message));
  }

  // --- pieces ---

  std::string_view parse_nodes(Nodes& nodes, const Words& until);
  std::string_view tag(Nodes& nodes, const Words& until, size_t begin);
  void statement(Nodes& nodes, const Token& word, Tokens& tokens, size_t begin);
  size_t next_tag() const;
  void add_text(Nodes& nodes, size_t end, bool strip_end);
  void comment(size_t begin);
  void output(Nodes& nodes, size_t begin);

  // Past "{{" or "{%" and perhaps a dash.
  size_t after_open(size_t begin) const {
    return begin + (begin + 2 < text_.size() && text_[begin + 2] == '-' ? 3 : 2);
  }

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
  // The rest of the tag that closes a statement.
  template <class Read>
  void in_closing_tag(Read read) {
    Tokens closing = *closing_;
    in_tag(closing, closing_begin_, "%}", [&] { read(closing); });
  }
  void in_closing_tag() {
    in_closing_tag([](Tokens&) {});
  }

  // --- statements; the tag's first word was read ---

  void condition(Nodes& nodes, Tokens& tokens, size_t begin);
  void loop(Nodes& nodes, Tokens& tokens, size_t begin);
  void block(Nodes& nodes, Tokens& tokens, size_t begin);
  void extends(const Nodes& nodes, Tokens& tokens, size_t begin);
  void include(Nodes& nodes, Tokens& tokens, size_t begin);
  void set(Nodes& nodes, Tokens& tokens, size_t begin);

  // The nodes up to a closing word of the statement that begins at `begin`; returns the word, its tag being read.
  std::string_view body(Nodes& nodes, size_t begin, std::string_view word, const Words& until);
  std::string template_name(Tokens& tokens);
  std::string_view variable(Tokens& tokens);
  void check_child(Nodes& nodes);

  std::unique_ptr<Node> make(Node::Type type, size_t begin) const {
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
  std::vector<Words> open_;        // the closing words of the statements that enclose this place
  std::optional<Tokens> closing_;  // of the tag that ended parse_nodes()
  size_t closing_begin_ = 0;
  std::vector<std::string> blocks_;  // that enclose this place
  size_t loops_open_ = 0;            // within the innermost block
  bool includes_ = false;
  bool gave_up_ = false;  // too deep: what else is unclosed is no news
};

void TemplateParser::add_text(Nodes& nodes, size_t end, bool strip_end) {
  std::string_view text = text_.substr(position_, end - position_);
  position_ = end;
  if (std::exchange(strip_next_, false)) text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  if (strip_end) text = text.substr(0, text.find_last_not_of(kSpace) + 1);
  if (text.empty()) return;
  auto begin = static_cast<size_t>(text.data() - text_.data());
  nodes.push_back(make(Node::Type::text, begin));
  nodes.back()->span = span(begin, begin + text.size());
  nodes.back()->text = text;
}

size_t TemplateParser::next_tag() const {
  for (size_t at = position_; (at = text_.find('{', at)) < end_; ++at) {
    if (at + 1 < end_ && kTagSigns.find(text_[at + 1]) != std::string_view::npos) return at;
  }
  return end_;
}

// Until one of the closing words, which is returned; "" at the end of the text or of an outer statement.
std::string_view TemplateParser::parse_nodes(Nodes& nodes, const Words& until) {
  while (position_ < end_) {
    size_t begin = next_tag();
    add_text(nodes, begin, begin + 2 < end_ && text_[begin + 2] == '-');
    if (begin == end_) break;
    if (text_[begin + 1] == '#') {
      comment(begin);
    } else if (text_[begin + 1] == '{') {
      output(nodes, begin);
    } else {
      std::string_view word = tag(nodes, until, begin);
      if (!word.empty()) return word == kOuter ? "" : word;
    }
  }
  return "";
}

void TemplateParser::comment(size_t begin) {
  size_t close = text_.find("#}", begin + 2);
  if (close == std::string_view::npos) {
    error(span(begin, begin + 2), "this comment is not closed: \"#}\" is missing");
    position_ = end_;
    return;
  }
  after_tag(close + 2, close > begin + 3 && text_[close - 1] == '-');
}

void TemplateParser::output(Nodes& nodes, size_t begin) {
  try {
    Tokens tokens(*result_.source, after_open(begin), "}}", diagnostics_);
    std::unique_ptr<Node> node = make(Node::Type::output, begin);
    bool read = in_tag(tokens, begin, "}}", [&] {
      Tokens ahead = tokens;
      if (ahead.take_name("super") && ahead.take("(") && ahead.take(")") && ahead.now().type == Token::Type::end) {
        tokens = ahead;
        node->type = Node::Type::super;
        if (blocks_.empty()) tokens.fail(node->span, "super() has a meaning within a block only");
        return;
      }
      node->expr = parse_expression(tokens, names_, loops_open_ > 0);
    });
    node->span = span(begin, std::max(begin + 2, position_));
    if (read) nodes.push_back(std::move(node));
  } catch (const SyntaxError&) {
    skip_tag(begin, "}}");
  }
}

// Returns the word of a tag that closes a statement.
std::string_view TemplateParser::tag(Nodes& nodes, const Words& until, size_t begin) {
  try {
    Tokens tokens(*result_.source, after_open(begin), "%}", diagnostics_);
    Token word = tokens.now();
    if (word.type != Token::Type::name)
      tokens.fail(word.span, "expected the name of a tag", base::list_names(kOpening));
    tokens.next();
    if (is_one_of(kClosing, word.text)) {
      if (is_one_of(until, word.text)) {
        closing_.emplace(tokens);
        closing_begin_ = begin;
        return word.text;
      }
      for (const Words& outer : open_) {
        if (is_one_of(outer, word.text)) return kOuter;
      }
      tokens.fail(word.span, fmt::format("there is nothing here that \"{}\" could belong to", word.text));
    }
    statement(nodes, word, tokens, begin);
  } catch (const SyntaxError&) {
    skip_tag(begin, "%}");
  }
  return "";
}

void TemplateParser::statement(Nodes& nodes, const Token& word, Tokens& tokens, size_t begin) {
  if (word.text == "if") return condition(nodes, tokens, begin);
  if (word.text == "for") return loop(nodes, tokens, begin);
  if (word.text == "block") return block(nodes, tokens, begin);
  if (word.text == "extends") return extends(nodes, tokens, begin);
  if (word.text == "include") return include(nodes, tokens, begin);
  if (word.text == "set") return set(nodes, tokens, begin);
  std::string near = base::did_you_mean(word.text, kOpening);
  error(word.span, fmt::format("there is no tag \"{}\"", word.text)).expect(base::list_names(kOpening)).suggest(near);
  throw SyntaxError();
}

std::string_view TemplateParser::body(Nodes& nodes, size_t begin, std::string_view word, const Words& until) {
  base::Span opened = span(begin, std::min(begin + 2, end_));
  if (open_.size() >= kDeepest) {
    diagnostics_.error("template-limit", opened, fmt::format("tags are nested more than {} deep", kDeepest));
    position_ = end_;
    gave_up_ = true;
    return "";
  }
  open_.push_back(until);
  std::string_view closed_by = parse_nodes(nodes, until);
  open_.pop_back();
  if (closed_by.empty() && !gave_up_) {
    error(opened, fmt::format("this \"{}\" is not closed: {{% {} %}} is missing", word, until.back()));
  }
  return closed_by;
}

void TemplateParser::condition(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::condition, begin);
  Branch branch;
  auto read = [&](Tokens& from) { branch.condition = parse_expression(from, names_, loops_open_ > 0); };
  in_tag(tokens, begin, "%}", [&] { read(tokens); });
  std::string_view closed_by = "if";
  while (!closed_by.empty() && closed_by != "endif") {
    closed_by = body(branch.body, begin, "if", closed_by == "else" ? Words{"endif"} : Words{"elif", "else", "endif"});
    node->branches.push_back(std::exchange(branch, Branch()));
    if (closed_by.empty()) break;
    in_closing_tag([&](Tokens& closing) {
      if (closed_by == "elif") read(closing);
    });
  }
  nodes.push_back(std::move(node));
}

std::string_view TemplateParser::variable(Tokens& tokens) {
  Token word = tokens.now();
  const Words reserved = {"true", "false", "none", "loop", "super", "not", "and",
                          "or",   "in",    "is",   "if",   "else",  "for"};
  if (word.type != Token::Type::name) tokens.fail(word.span, "expected the name of a variable");
  if (is_one_of(reserved, word.text)) tokens.fail(word.span, fmt::format("\"{}\" cannot be a variable", word.text));
  tokens.next();
  return word.text;
}

void TemplateParser::loop(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::loop, begin);
  in_tag(tokens, begin, "%}", [&] {
    node->number = names_.number(variable(tokens));
    result_.declared.insert(node->number);
    if (tokens.now().is(",")) tokens.fail(tokens.now().span, "a loop has one variable");
    if (!tokens.take_name("in")) tokens.fail(tokens.now().span, "expected \"in\" after the variable of a loop");
    node->expr = parse_iterable(tokens, names_, loops_open_ > 0);
    if (tokens.now().is_name("if")) {
      tokens.fail(tokens.now().span, "a loop has no condition here", "put {% if %} within the loop");
    }
  });
  ++loops_open_;
  std::string_view closed_by = body(node->body, begin, "for", {"endfor"});
  --loops_open_;
  if (!closed_by.empty()) in_closing_tag();
  nodes.push_back(std::move(node));
}

void TemplateParser::block(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::block, begin);
  in_tag(tokens, begin, "%}", [&] {
    node->span = tokens.now().span;
    node->name = variable(tokens);
  });
  node->number = names_.number(node->name);
  auto [place, fresh] = result_.blocks.try_emplace(node->number);
  if (!fresh && !node->name.empty()) {
    error(node->span, fmt::format("a block \"{}\" is in this template already", node->name))
        .note(place->second.span, "the other one");
  }
  Block again;
  Block& parsed = fresh ? place->second : again;
  parsed.span = node->span;
  blocks_.push_back(node->name);
  size_t loops = std::exchange(loops_open_, 0);
  std::string_view closed_by = body(parsed.body, begin, "block", {"endblock"});
  loops_open_ = loops;
  blocks_.pop_back();
  if (!closed_by.empty()) {
    in_closing_tag([&](Tokens& closing) {
      if (closing.now().type != Token::Type::name) return;
      if (closing.now().text != node->name) {
        closing.fail(closing.now().span, fmt::format("this ends the block \"{}\"", node->name));
      }
      closing.next();
    });
  }
  // A second block of that name has been reported: it may stand within the first, which would not end then.
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
  bool first = nodes.empty() && open_.empty() && result_.parent.empty();
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
    node->name = template_name(tokens);
  });
  includes_ = true;
  if (read) nodes.push_back(std::move(node));
}

void TemplateParser::set(Nodes& nodes, Tokens& tokens, size_t begin) {
  std::unique_ptr<Node> node = make(Node::Type::set, begin);
  bool read = in_tag(tokens, begin, "%}", [&] {
    node->number = names_.number(variable(tokens));
    tokens.expect("=", "after the name of a variable");
    node->expr = parse_expression(tokens, names_, loops_open_ > 0);
  });
  if (!read) return;
  result_.declared.insert(node->number);
  if (blocks_.empty() && loops_open_ == 0) result_.handed_on.insert(node->number);
  nodes.push_back(std::move(node));
}

// A template that extends another one prints nothing outside of its blocks.
void TemplateParser::check_child(Nodes& nodes) {
  for (auto& node : nodes) {
    for (Branch& branch : node->branches) check_child(branch.body);
    bool may_stand = node->type == Node::Type::set || node->type == Node::Type::block ||
                     node->type == Node::Type::condition ||
                     (node->type == Node::Type::text && base::trim(node->text).empty());
    if (may_stand) continue;
    error(node->span, "a template that extends another one prints nothing outside of its blocks")
        .suggest("put it into a {% block %}");
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
  TemplateParser(*result, names, diagnostics).run();
  return result;
}

}  // namespace templates
