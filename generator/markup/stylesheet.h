// Parses as much CSS as is needed to read a theme's tokens (custom properties of :root) in each scheme, and to replace
// var() in a stylesheet with their values, for renderers without var().
#pragma once
#include <functional>
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
  base::Span span;  // the span of the whole declaration
};

class Tokens {
 public:
  Tokens() = default;
  // Reads the declarations of `css` for ":root": outside media queries, where light-dark() states both schemes; in
  // media queries for a dark scheme; and in those for print. Other media queries and invalid CSS are skipped, as in
  // browsers. `css` must outlive the result.
  static Tokens read(const base::SourceText& css);

  // Returns the declaration of a token in a scheme, or null. `name` includes the dashes: "--paper".
  const Token* find(Scheme scheme, std::string_view name) const;
  // Returns the tokens whose light value can be parsed as a colour, without their dashes: "paper".
  std::vector<std::string> colours() const;
  // Returns a value with each var() replaced; nullopt if a name is undefined or refers to itself.
  std::optional<std::string> resolve(Scheme scheme, std::string_view value) const;

 private:
  using Declared = std::map<std::string, Token, std::less<>>;
  std::map<Scheme, Declared> declared_;
};

// Returns `css` with other values, each {light, dark}, for tokens that it declares; a value that is the same in both is
// written once. The values for more contrast and for print are unchanged.
std::string with_tokens(const base::SourceText& css, const std::map<std::string, std::pair<std::string, std::string>>&);

// A declaration of a custom property anywhere in a stylesheet.
struct CustomProperty {
  std::string name;         // "--paper"
  base::Span span;          // the declaration, or only its name if it is elsewhere
  bool is_of_root = false;  // whether it is in a rule for ":root" outside at-rules
};
std::vector<CustomProperty> custom_properties(const base::SourceText& css);

// Returns the rules of `css` outside at-rules, on one line, with each var() replaced. Declarations with an unresolved
// var() are dropped.
std::string resolve_stylesheet(std::string_view css, const Tokens& tokens, Scheme scheme);

// Returns the names that var() uses in those rules without a fallback.
std::set<std::string> required_tokens(std::string_view css);

// Calls `each` with every selector and declaration of `css`, except those for print. A selector within other rules
// follows their text: "@media (min-width: 40em) td", "td .x", "td &.x".
using EachSelected = std::function<void(std::string_view selector, std::string_view name, std::string_view value)>;
void for_each_declaration_in(std::string_view css, const EachSelected& each);

}  // namespace markup
