// Formulas as other tools write them: $…$, $$…$$, \(…\), \[…\]. What they hold was read as Markdown: backslashes and
// stars may be gone.
#include <algorithm>

#include "base/text.h"
#include "document/leftovers.h"

namespace document {
namespace {

constexpr size_t kLongestFormula = 4000;  // bytes

class MathFinder {
 public:
  MathFinder(const BlockText& block, Leftovers& found) : text_(block.text), raw_(block.raw), found_(found) {}

  void run() {
    for (size_t at = text_.find('$'); at != std::string_view::npos; at = text_.find('$', at)) at = look_at_dollar(at);
    for (size_t at = text_.find(BlockText::kEscaped); at != std::string_view::npos;
         at = text_.find(BlockText::kEscaped, at))
      at = look_at_escape(at);
  }

 private:
  char at(size_t place) const { return place < text_.size() ? text_[place] : '\0'; }
  static bool is_word_byte(char c) { return base::is_letter(c) || base::is_digit(c); }

  size_t look_at_dollar(size_t open) {
    const size_t dollars = std::min(text_.find_first_not_of('$', open), text_.size()) - open;
    const size_t inside = open + dollars;
    if (dollars > 2) return inside;  // "$$$"
    const size_t stop = std::min(text_.size(), inside + kLongestFormula);
    if (dollars == 2) {
      size_t close = text_.substr(0, stop).find("$$", inside);
      if (close == std::string_view::npos) {
        const bool is_line = (open == 0 || text_[open - 1] == '\n') && (inside == text_.size() || at(inside) == '\n');
        if (is_line) report(open, inside, true);
        return inside;
      }
      report(open, close + 2, true);
      return close + 2;
    }
    const size_t close = text_.substr(0, stop).find('$', inside);
    if (close == std::string_view::npos || close == inside || at(close + 1) == '$') return inside;
    const bool is_pair =
        !base::is_space(at(inside)) && !base::is_space(text_[close - 1]) && !is_word_byte(at(close + 1));
    if (!is_pair || !is_formula(inside, close, false)) return inside;
    report(open, close + 1, false);
    return close + 1;
  }

  // "\(x\)" and, with the backslash itself escaped, "\\(x\\)".
  size_t look_at_escape(size_t open) {
    const bool is_doubled = raw_[open] == '\\';
    const size_t bracket = is_doubled ? open + 1 : open;
    if (bracket >= raw_.size() || (raw_[bracket] != '(' && raw_[bracket] != '[')) return open + 1;
    const char closing = raw_[bracket] == '(' ? ')' : ']';
    const size_t stop = std::min(text_.size(), bracket + kLongestFormula);
    for (size_t close = bracket + 1; close < stop; ++close) {
      if (text_[close] != BlockText::kEscaped) continue;
      if (raw_[close] != (is_doubled ? '\\' : closing)) continue;
      if (is_doubled && at(close + 1) != closing) continue;
      if (!is_formula(bracket + 1, close, closing == ']')) return open + 1;
      report(open, is_doubled ? close + 2 : close + 1, closing == ']');
      return close + 1;
    }
    return open + 1;
  }

  // Whether what stands between the marks is LaTeX, rather than a sentence between two prices. `is_strict`: marks that
  // stand around ordinary text too.
  bool is_formula(size_t begin, size_t end, bool is_strict) const {
    const std::string_view text = text_.substr(begin, end - begin);
    if (text.empty() || text.find_first_of("\1\3\4") != std::string_view::npos) return false;
    size_t letters = 0;  // of the current word
    size_t longest = 0;
    bool has_operator = false;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';
      if (c == '\\' && base::is_letter(next)) return true;
      if (c == BlockText::kEscaped && std::string_view("{},;!|%").find(raw_[begin + i]) != std::string_view::npos)
        return true;
      if ((c == '^' || c == '_') && i > 0 && (next == '{' || is_word_byte(next)) && !is_strict && longest < 4)
        return true;
      has_operator = has_operator || std::string_view("=+<>*/").find(c) != std::string_view::npos;
      letters = base::is_letter(c) ? letters + 1 : 0;
      longest = std::max(longest, letters);
    }
    if (longest > 3 || longest == 0) return false;
    if (is_strict) return text.find('=') != std::string_view::npos;
    return base::is_letter(text[0]) && (has_operator || longest == text.size());
  }

  void report(size_t begin, size_t end, bool is_display) {
    found_.error("foreign-syntax", begin, end, "this looks like a formula and is shown as plain text")
        .expect(is_display ? "a fenced block: ```math" : "a formula as $`…`$")
        .suggest("if it is meant as text, write \\$ or put it between backticks");
  }

  std::string_view text_;
  std::string_view raw_;
  Leftovers& found_;
};

}  // namespace

void find_foreign_math(const BlockText& block, Leftovers& found) { MathFinder(block, found).run(); }

}  // namespace document
