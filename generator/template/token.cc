#include "template/token.h"

#include <fmt/format.h>

#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

bool is_name_part(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_'; }

// Longer signs come first.
constexpr std::string_view kSigns[] = {"==", "!=", "<=", ">=", "(", ")", "[", "]", ",", ".", "|", "~", "<", ">", "="};

}  // namespace

Tag::Tag(const base::SourceText& source, size_t begin, std::string_view close, base::Diagnostics& diagnostics)
    : source_(&source),
      text_(source.text()),
      begin_(begin),
      end_(begin + 2),
      close_(close),
      diagnostics_(&diagnostics) {
  if (end_ < text_.size() && text_[end_] == '-') ++end_;
  while (read_token()) continue;
}

base::Span Tag::span(size_t begin, size_t end) const {
  return {source_, static_cast<uint32_t>(std::min(begin, text_.size())),
          static_cast<uint32_t>(std::min(end, text_.size()))};
}

void Tag::fail(const base::Span& span, std::string message, std::string help) const {
  diagnostics_->error("template-syntax", span, std::move(message)).suggest(std::move(help));
  throw SyntaxError();
}

// Reads the next token. Returns false after the closing sign.
bool Tag::read_token() {
  while (end_ < text_.size() && base::is_space(text_[end_])) ++end_;
  const std::string_view rest = text_.substr(end_);
  if (rest.empty()) fail(span(begin_, begin_ + 2), fmt::format("this tag is not closed: \"{}\" is missing", close_));
  const size_t begin = end_;
  Token& token = tokens_.emplace_back();
  token.span = span(begin, begin + 1);
  trims_after_ = rest[0] == '-' && rest.substr(1).starts_with(close_);
  if (trims_after_ || rest.starts_with(close_)) {
    end_ += close_.size() + (trims_after_ ? 1 : 0);
    return false;
  }
  if (base::is_digit(rest[0])) {
    read_integer(token);
  } else if (is_name_part(rest[0])) {
    while (end_ < text_.size() && is_name_part(text_[end_])) ++end_;
    token.type = Token::Type::name;
  } else if (rest[0] == '"' || rest[0] == '\'') {
    read_string(token);
  } else {
    read_sign(token);
  }
  token.text = text_.substr(begin, end_ - begin);
  token.span = span(begin, end_);
  return true;
}

void Tag::read_sign(Token& token) {
  std::string_view rest = text_.substr(end_);
  token.type = Token::Type::sign;
  for (std::string_view sign : kSigns) {
    if (rest.starts_with(sign)) {
      end_ += sign.size();
      return;
    }
  }
  std::string_view after = rest;
  base::take_code_point(after);
  const std::string_view shown = rest.substr(0, rest.size() - after.size());
  const bool calculates = std::string_view("+-*/%").find(shown) != std::string_view::npos;
  fail(span(end_, end_ + shown.size()), fmt::format("unexpected \"{}\"", base::visible(shown)),
       calculates ? "templates do not calculate: print the numbers that the page has" : "");
}

void Tag::read_integer(Token& token) {
  const size_t begin = end_;
  while (end_ < text_.size() && is_name_part(text_[end_])) ++end_;
  const std::string_view written = text_.substr(begin, end_ - begin);
  int64_t integer = 0;
  const auto read = std::from_chars(written.data(), written.data() + written.size(), integer);
  if (read.ec != std::errc()) fail(span(begin, end_), "this number is too large");
  const bool is_real = end_ + 1 < text_.size() && text_[end_] == '.' && base::is_digit(text_[end_ + 1]);
  if (is_real || read.ptr != written.data() + written.size())
    fail(span(begin, end_ + (is_real ? 1 : 0)), "templates support only whole numbers");
  token.type = Token::Type::literal;
  token.literal = Value(integer);
}

void Tag::read_string(Token& token) {
  const size_t begin = end_;
  const char quote = text_[end_++];
  std::string value;
  for (;;) {
    if (end_ >= text_.size()) fail(span(begin, begin + 1), "this string has no closing quote");
    char c = text_[end_++];
    if (c == quote) break;
    if (c == '\\') {
      const char escaped = end_ < text_.size() ? text_[end_++] : '\0';
      if (std::string_view("n\\\"'").find(escaped) == std::string_view::npos)
        fail(span(end_ - 2, end_), "unknown escape in a string", R"(write \n, \\, \" or \')");
      c = escaped == 'n' ? '\n' : escaped;
    }
    value += c;
  }
  token.type = Token::Type::literal;
  token.literal = Value(std::move(value));
}

bool Tag::is(std::string_view text, size_t ahead) const {
  const Token& each = token(ahead);
  return (each.type == Token::Type::name || each.type == Token::Type::sign) && each.text == text;
}

const Token& Tag::next() {
  const Token& current = token();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return current;
}

bool Tag::accept(std::string_view text) {
  if (!is(text)) return false;
  next();
  return true;
}

void Tag::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return;
  const std::string found =
      token().type == Token::Type::end ? "found the end of the tag" : fmt::format("found \"{}\"", token().text);
  fail(token().span, fmt::format("expected \"{}\" {}, {}", text, where, found));
}

void Tag::expect_end() {
  if (token().type != Token::Type::end)
    fail(token().span, fmt::format("expected \"{}\", found \"{}\"", close_, token().text));
}

}  // namespace templates
