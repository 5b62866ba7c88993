#include "template/parser.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "template/template_parser.h"
#include "template/text_functions.h"

namespace templates {
namespace {

const Words kOpening = {"if", "for", "block", "extends", "include", "set", "raw"};
const Words kClosing = {"elif", "else", "endif", "endfor", "endblock", "endraw"};

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

}  // namespace

size_t after_open(std::string_view text, size_t begin) {
  size_t position = begin + 2;
  bool sign = position < text.size() && (text[position] == '-' || text[position] == '+');
  // "{{-}}" and the like: the sign belongs to what opens.
  return position + (sign ? 1 : 0);
}

void TemplateParser::add_text(Nodes& nodes, size_t begin, size_t end, bool strip_end) {
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
std::string_view TemplateParser::parse_nodes(Nodes& nodes, const Words& until) {
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

void TemplateParser::comment(size_t begin) {
  size_t close = text_.find("#}", begin + 2);
  if (close == std::string_view::npos) {
    error(span(begin, begin + 2), "this comment is not closed: \"#}\" is missing");
    position_ = end_;
    return;
  }
  bool trims = close > begin + 3 && text_[close - 1] == '-';
  after_tag(close + 2, trims);
}

void TemplateParser::output(Nodes& nodes, size_t begin) {
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

std::string_view TemplateParser::statement(Nodes& nodes, const Words& until, size_t begin) {
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
