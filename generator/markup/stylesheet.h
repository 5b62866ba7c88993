// Parses as much CSS as needed to read a theme's tokens (custom properties of :root) in each scheme, and to replace
// var() in a stylesheet by their values, for renderers without var().
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source_text.h"

namespace markup {

enum class Scheme { light, dark, print };

struct Token {
  std::string value;
  base::Span span;  // of the whole declaration
};

class Tokens {
 public:
  Tokens() = default;
  // What `css` declares on ":root": outside media queries, where light-dark() states two schemes at once; within
  // those that ask for a dark scheme; and for print.
  // Other media queries and invalid CSS are skipped, as browsers do. `css` outlives it.
  static Tokens read(const base::SourceText& css);

  // The declaration of a token in that scheme, or null. `name` has its dashes: "--paper".
  const Token* find(Scheme scheme, std::string_view name) const;
  // The tokens whose light value can be parsed as a colour, without their dashes: "paper".
  std::vector<std::string> colours() const;
  // A value with each var() replaced; nullopt if a name is undefined or refers to itself.
  std::optional<std::string> resolve(Scheme scheme, std::string_view value) const;

 private:
  using Declared = std::map<std::string, Token, std::less<>>;
  std::map<Scheme, Declared> declared_;
};

// `css` with other values for tokens that it declares, each as {light, dark}; more contrast and print keep their own.
std::string with_tokens(const base::SourceText& css, const std::map<std::string, std::pair<std::string, std::string>>&);

// The rules of `css` outside at-rules, on one line, with each var() replaced. Declarations with an unresolved var() are
// dropped.
std::string resolve_stylesheet(std::string_view css, const Tokens& tokens, Scheme scheme);

// The names that var() uses in those rules without a fallback.
std::set<std::string> required_tokens(std::string_view css);

}  // namespace markup
