// The tokens of one tag, between {{ and }} or {% and %}.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "template/value.h"

namespace templates {

struct Token {
  enum class Type { name, literal, sign, end };
  Type type = Type::end;
  std::string_view text;  // the token in the template
  Value literal;
  base::Span span;
};

// Thrown after an error was reported. The rest of the template is not parsed.
struct SyntaxError {};

class Tag {
 public:
  // Reads up to `close`, "}}" or "%}", which may have a dash before it.
  Tag(const base::SourceText& source, size_t begin, std::string_view close, base::Diagnostics& diagnostics);

  const Token& token(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool is_name() const { return token().type == Token::Type::name; }
  bool is(std::string_view text, size_t ahead = 0) const;
  // Returns the current token, and goes to the next one.
  const Token& next();
  // If the current token is this name or sign, goes to the next one and returns true.
  bool accept(std::string_view text);
  void expect(std::string_view text, std::string_view where);
  void expect_end();

  size_t begin() const { return begin_; }
  size_t end() const { return end_; }                // returns the position after the closing sign
  bool trims_after() const { return trims_after_; }  // returns whether white space after the tag is removed

  [[noreturn]] void fail(const base::Span& span, std::string message, std::string help = "") const;
  base::Diagnostics& diagnostics() const { return *diagnostics_; }

 private:
  bool read_token();
  void read_string(Token& token);
  void read_integer(Token& token);
  void read_sign(Token& token);
  base::Span span(size_t begin, size_t end) const;

  const base::SourceText* source_;
  std::string_view text_;
  size_t begin_;
  size_t end_;
  std::string_view close_;
  base::Diagnostics* diagnostics_;
  bool trims_after_ = false;
  std::vector<Token> tokens_;  // the last token has the type `end`
  size_t at_ = 0;
};

}  // namespace templates
