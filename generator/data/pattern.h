// A regular expression by PCRE2, with limits on its work: std::regex recurses once for each character and has none.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace data {

enum class Match { yes, no, too_slow };

// Immutable; not for several threads at once (it keeps the memory for a match).
class Pattern {
 public:
  // Nothing for a wrong expression; `why` then tells what PCRE2 says of it.
  static std::optional<Pattern> compile(const std::string& expression, std::string* why);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  // Whether all of `text` matches, as Frictionless has it.
  Match matches(std::string_view text) const;

 private:
  struct State;
  explicit Pattern(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace data
