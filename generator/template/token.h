// The words within {{ }} and {% %}.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "template/value.h"

namespace templates {

struct Token {
  enum class Type { name, literal, sign, end };
  Type type = Type::end;
  std::string_view text;  // name or sign as written
  Value literal;
  base::Span span;
  bool is(std::string_view sign) const { return type == Type::sign && text == sign; }
  bool is_name(std::string_view name) const { return type == Type::name && text == name; }
};

// Thrown after an error was reported; the parser goes on after the tag.
struct SyntaxError {};

// Reads tokens from `position` on, up to the tag's end: "}}" or "%}", perhaps with "-" before it.
class Tokens {
 public:
  Tokens(const base::SourceText& source, size_t position, std::string_view close, base::Diagnostics& diagnostics);

  const Token& now() const { return now_; }
  void next();
  // True and past it when it is this sign or name.
  bool take(std::string_view sign);
  bool take_name(std::string_view name);
  void expect(std::string_view sign, std::string_view where);
  // After the last token (type end): past the closing signs, and whether they cut white space.
  size_t after() const { return after_; }
  bool trims() const { return trims_; }

  [[noreturn]] void fail(base::Span span, std::string message, std::string help = "");
  base::Span span(size_t begin, size_t end) const;
  base::Diagnostics& diagnostics() { return *diagnostics_; }

 private:
  void read_string();
  void read_integer();
  void read_sign();

  const base::SourceText* source_;
  std::string_view text_;
  size_t position_;
  size_t opened_;
  std::string_view close_;
  base::Diagnostics* diagnostics_;
  Token now_;
  size_t after_ = 0;
  bool trims_ = false;
};

}  // namespace templates
