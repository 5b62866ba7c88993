#include "quantity/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace quantity {
namespace {

constexpr size_t kMaxBytes = 1000;
constexpr int kMaxDepth = 32;

struct Word {
  std::string_view text;
  size_t begin = 0;
  size_t end() const { return begin + text.size(); }
};

using base::is_digit;
bool is_operator(std::string_view word) { return word == "+" || word == "-" || word == "*" || word == "/"; }

// Returns a function's name with its parenthesis at the start of a text; "" if there is none.
std::string_view function_at(std::string_view text) {
  for (std::string_view name : {"min(", "max(", "ceil("})
    if (text.starts_with(name)) return name;
  return "";
}

std::optional<FormulaKind> comparison_of(std::string_view word) {
  if (word == "<") return FormulaKind::less;
  if (word == "<=") return FormulaKind::at_most;
  if (word == ">") return FormulaKind::greater;
  if (word == ">=") return FormulaKind::at_least;
  if (word == "=") return FormulaKind::equal;
  return std::nullopt;
}

// Splits a formula. "(", ")", "," and "min(" are words; every other word reaches to the next space. Parentheses that a
// unit or a path opens are part of it: USD/(chip*h).
std::vector<Word> split_words(std::string_view text) {
  std::vector<Word> words;
  size_t at = 0;
  while (at < text.size()) {
    if (base::is_space(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    if (text[at] == '(' || text[at] == ')' || text[at] == ',') {
      end = at + 1;
    } else if (std::string_view function = function_at(text.substr(at)); !function.empty()) {
      end = at + function.size();
    } else {
      int open = 0;
      for (; end < text.size() && !base::is_space(text[end]); ++end) {
        if (text[end] == ',' && open == 0) break;
        if (text[end] == ')' && open-- == 0) break;
        if (text[end] == '(') ++open;
      }
    }
    words.push_back({text.substr(at, end - at), at});
    at = end;
  }
  return words;
}

// Returns the length of a number at the start of a text: "-1.5e3" in "-1.5e3%"; 0 if there is none.
size_t number_length(std::string_view text) {
  const size_t first = text.starts_with('-') ? 1 : 0;
  if (first == text.size() || (!is_digit(text[first]) && text[first] != '.')) return 0;  // "nan" is not a number here
  double value = 0;
  const auto length = std::from_chars(text.data(), text.data() + text.size(), value).ptr - text.data();
  return static_cast<size_t>(length > 0 && text[length - 1] == '.' ? length - 1 : length);
}

constexpr size_t kMaxBits = 1 << 16;

std::string unit_text(const Unit& unit) {
  std::string text = unit.text();
  return text == "1" ? "a plain number" : text;
}

base::Failure<FormulaError> mistake(const FormulaNode& node, std::string message, std::string expected) {
  return {FormulaError{node.begin, node.end, std::move(message), std::move(expected)}};
}

// Calculates the nodes in order, each from the values of preceding nodes.
class Evaluation {
 public:
  Evaluation(const std::vector<FormulaNode>& nodes, const std::vector<Quantity>& operands, const Units& units)
      : nodes_(nodes), operands_(operands), units_(units) {
    values_.reserve(nodes.size());
  }

  base::Result<Quantity, FormulaError> run() {
    for (const FormulaNode& node : nodes_) {
      auto quantity = calculate(node);
      if (!quantity) return quantity;
      if (quantity->value.bits() > kMaxBits)
        return mistake(node, "this number has too many digits", "a number with fewer digits");
      values_.push_back(std::move(quantity).value());
    }
    const Quantity& result = values_.back();
    Unit unit = units_.tidy(result.unit);
    const bool one_ratio = unit.parts.size() == 1 && unit.parts.front().power == 1;
    if (unit.is_ratio() && !one_ratio) unit = Unit();  // % of % is a plain number
    if (auto value = convert(result.value, result.unit, unit)) return Quantity{*value, unit};
    return result;
  }

 private:
  base::Result<Quantity, FormulaError> calculate(const FormulaNode& node) const {
    if (node.kind == FormulaKind::number) return node.number;
    if (node.kind == FormulaKind::operand) return operands_[node.left];
    const Quantity &left = values_[node.left], &right = values_[node.right];
    if (node.kind == FormulaKind::multiply) return Quantity{left.value * right.value, left.unit * right.unit};
    if (node.kind == FormulaKind::divide) {
      if (right.value.sign() != 0) return Quantity{left.value / right.value, left.unit / right.unit};
      return mistake(nodes_[node.right], "this divides by zero", "a divisor other than 0");
    }
    if (node.kind == FormulaKind::ceiling) return rounded_up(node, left);
    // All other operators need both sides in the same unit, which is the unit of the left side.
    const auto other = convert(right.value, right.unit, left.unit);
    if (!other)
      return mistake(
          node, fmt::format("{} and {} do not convert into each other", unit_text(left.unit), unit_text(right.unit)),
          "two values of the same kind, to add, subtract or compare");
    if (node.kind == FormulaKind::add) return Quantity{left.value + *other, left.unit};
    if (node.kind == FormulaKind::subtract) return Quantity{left.value - *other, left.unit};
    if (node.kind == FormulaKind::least) return Quantity{std::min(left.value, *other), left.unit};
    if (node.kind == FormulaKind::greatest) return Quantity{std::max(left.value, *other), left.unit};
    if (node.kind == FormulaKind::less) return Quantity{left.value < *other, Unit()};
    if (node.kind == FormulaKind::at_most) return Quantity{left.value <= *other, Unit()};
    if (node.kind == FormulaKind::greater) return Quantity{left.value > *other, Unit()};
    if (node.kind == FormulaKind::at_least) return Quantity{left.value >= *other, Unit()};
    return Quantity{left.value == *other, Unit()};
  }

  // Rounds up a count. Other quantities can't be rounded, because the result would depend on the scale of their unit.
  base::Result<Quantity, FormulaError> rounded_up(const FormulaNode& node, const Quantity& quantity) const {
    Unit unit = units_.tidy(quantity.unit);
    if (unit.is_ratio()) unit = Unit();
    const auto value = convert(quantity.value, quantity.unit, unit);
    if (value && unit.factor == Exact(1)) return Quantity{value->ceiling(), unit};
    return mistake(node, fmt::format("ceil(…) can't be applied to a value in {}", unit_text(quantity.unit)),
                   "a plain number or a count, such as ceil(total / 8 GB)");
  }

  const std::vector<FormulaNode>& nodes_;
  const std::vector<Quantity>& operands_;
  const Units& units_;
  std::vector<Quantity> values_;
};

}  // namespace

class FormulaParser {
 public:
  FormulaParser(std::string_view text, const Units& units, bool is_condition)
      : text_(text), units_(units), words_(split_words(text)), is_condition_(is_condition) {}

  base::Result<Formula, FormulaError> run() {
    if (text_.size() > kMaxBytes)
      return base::Failure{FormulaError{0, text_.size(), "this formula is too long", "at most 1,000 bytes"}};
    const size_t left = sum();
    const bool goes_on = is_condition_ && !failed_ && at_ < words_.size();
    if (const auto kind = goes_on ? comparison_of(words_[at_].text) : std::nullopt) {
      ++at_;
      join(*kind, left, sum());
    }
    if (!failed_ && at_ < words_.size())
      refuse(words_[at_], fmt::format("unexpected \"{}\"", words_[at_].text), is_condition_ ? kComparison : kOperator);
    if (failed_) return base::Failure{mistake_};
    return std::move(formula_);
  }

 private:
  static constexpr std::string_view kOperator = "an operator between spaces, + - * or /, or the end";
  static constexpr std::string_view kComparison =
      "an operator between spaces, + - * / < <= > >= or =, with one comparison, or the end";
  static constexpr std::string_view kOperand =
      "a number such as 8 GB, the name of a figure, a path TABLE/KEY/COLUMN, or a formula in parentheses";

  // Each of these functions returns the index of the node that it made; 0 after an error.
  size_t sum() {
    size_t left = product();
    while (!failed_ && (next_is("+") || next_is("-"))) {
      FormulaKind kind = words_[at_++].text == "+" ? FormulaKind::add : FormulaKind::subtract;
      left = join(kind, left, product());
    }
    return left;
  }

  size_t product() {
    size_t left = operand();
    while (!failed_ && (next_is("*") || next_is("/"))) {
      FormulaKind kind = words_[at_++].text == "*" ? FormulaKind::multiply : FormulaKind::divide;
      left = join(kind, left, operand());
    }
    return left;
  }

  size_t operand() {
    if (failed_) return 0;
    if (at_ == words_.size()) return refuse({"", text_.size()}, "expected a value at the end of the formula", kOperand);
    const Word& word = words_[at_];
    if (word.text == "(" || word.text == function_at(word.text)) return in_parentheses(word);
    if (is_operator(word.text) || comparison_of(word.text) || word.text == ")" || word.text == ",")
      return refuse(word, fmt::format("expected a value, found \"{}\"", word.text), kOperand);
    if (auto number = money_or_number(word)) return *number;
    ++at_;
    return reference(word);
  }

  // Reads "(…)", "min(…)", "max(…)" or "ceil(…)".
  size_t in_parentheses(const Word& word) {
    if (++depth_ > kMaxDepth) refuse(word, "parentheses are nested too deeply", "at most 32");
    if (failed_) return 0;
    ++at_;
    size_t left = sum();
    if (word.text == "ceil(") left = join(FormulaKind::ceiling, left, left);
    const bool is_list = word.text == "min(" || word.text == "max(";
    while (!failed_ && is_list && next_is(",")) {
      ++at_;
      left = join(word.text == "min(" ? FormulaKind::least : FormulaKind::greatest, left, sum());
    }
    --depth_;
    if (failed_ || !next_is(")")) return refuse(word, "this parenthesis is not closed", "a \")\"");
    ++at_;
    return left;
  }

  // Parses a number with an optional unit: "8", "8 cup", "38%" or "$2.70"; nullopt if the word does not start with a
  // number.
  std::optional<size_t> money_or_number(const Word& word) {
    std::string_view text = word.text;
    std::optional<Unit> unit;
    if (auto money = money_sign(text)) {
      unit = money->first;
      text.remove_prefix(money->second);
    }
    size_t length = number_length(text);
    if (length == 0) return std::nullopt;
    auto value = Exact::parse(text.substr(0, length));
    if (!value)
      return refuse(word, fmt::format("{} is not a number that can be used", word.text), "at most 400 digits");
    size_t begin = word.begin, end = word.end();
    std::string_view unit_text = text.substr(length);
    ++at_;
    if (unit_text.empty() && at_ < words_.size() && is_unit_word(words_[at_].text)) {
      unit_text = words_[at_].text;
      end = words_[at_++].end();
    }
    if (!unit_text.empty() && unit) return refuse(word, fmt::format("{} has two units", word.text), "one unit");
    if (!unit_text.empty()) {
      std::string why;
      unit = units_.parse(unit_text, &why);
      if (!unit) return refuse({text_.substr(begin, end - begin), begin}, why, "a known unit after the number");
    }
    return add_node({FormulaKind::number, begin, end, {*value, unit ? *unit : *units_.parse("1")}, 0, 0});
  }

  // Returns the currency of an amount such as "$2.70" or "€5", and the size of its sign in bytes; nullopt for a name.
  std::optional<std::pair<Unit, size_t>> money_sign(std::string_view text) const {
    std::string_view rest = text;
    base::take_code_point(rest);
    size_t length = text.size() - rest.size();
    bool is_sign = text[0] == '$' || length > 1;
    if (!is_sign || rest.empty() || !is_digit(rest[0])) return std::nullopt;
    auto unit = units_.parse(text.substr(0, length));
    if (!unit) return std::nullopt;
    return std::pair{*unit, length};
  }

  static bool is_unit_word(std::string_view word) {
    return !is_operator(word) && !comparison_of(word) && word != "(" && word != ")" && word != "," &&
           function_at(word).empty();
  }

  size_t reference(const Word& word) {
    auto& operands = formula_.operands_;
    auto known = std::find_if(operands.begin(), operands.end(), [&](const auto& o) { return o.text == word.text; });
    size_t index = static_cast<size_t>(known - operands.begin());
    if (known == operands.end()) operands.push_back({std::string(word.text), word.begin, word.end()});
    return add_node({FormulaKind::operand, word.begin, word.end(), {}, index, 0});
  }

  size_t join(FormulaKind kind, size_t left, size_t right) {
    if (failed_) return 0;
    return add_node({kind, formula_.nodes_[left].begin, formula_.nodes_[right].end, {}, left, right});
  }

  size_t add_node(FormulaNode node) {
    formula_.nodes_.push_back(std::move(node));
    return formula_.nodes_.size() - 1;
  }

  bool next_is(std::string_view word) const { return at_ < words_.size() && words_[at_].text == word; }

  size_t refuse(const Word& word, std::string message, std::string_view expected) {
    if (!failed_) mistake_ = {word.begin, word.end(), std::move(message), std::string(expected)};
    failed_ = true;
    return 0;
  }

  std::string_view text_;
  const Units& units_;
  std::vector<Word> words_;
  const bool is_condition_;
  size_t at_ = 0;
  int depth_ = 0;
  Formula formula_;
  bool failed_ = false;
  FormulaError mistake_;
};

base::Result<Formula, FormulaError> Formula::parse(std::string_view text, const Units& units) {
  return FormulaParser(text, units, false).run();
}

base::Result<Formula, FormulaError> Formula::parse_condition(std::string_view text, const Units& units) {
  return FormulaParser(text, units, true).run();
}

bool Formula::is_one_operand() const { return nodes_.size() == 1 && nodes_.front().kind == FormulaKind::operand; }

base::Result<Quantity, FormulaError> Formula::evaluate(const std::vector<Quantity>& values, const Units& units) const {
  return Evaluation(nodes_, values, units).run();
}

base::Result<Scope, FormulaError> Formula::scope(const std::vector<Scope>& scopes) const {
  std::vector<Scope> found;
  for (const FormulaNode& node : nodes_) {
    if (node.kind == FormulaKind::number) {
      found.push_back(node.number.unit.is_ratio() ? Scope::of_plain_number() : Scope());
    } else if (node.kind == FormulaKind::operand) {
      found.push_back(scopes[node.left]);
    } else if (const Scope& left = found[node.left], &right = found[node.right]; node.kind >= FormulaKind::ceiling) {
      found.push_back(left);
    } else {
      const bool multiplies = node.kind == FormulaKind::multiply || node.kind == FormulaKind::divide;
      if (!multiplies && !left.fits_any() && !right.fits_any() && !(left == right))
        return mistake(node, fmt::format("this combines {} with {}", left.value_text(), right.value_text()),
                       "values that cover the same thing, to add, subtract or compare");
      found.push_back(left * right);
    }
  }
  return found.back();
}

namespace {

// Returns a number of a formula as readers see numbers: "4,000,000 tokens" for "4000000 token".
std::string number_words(std::string_view text, const Unit& unit, const Units& units) {
  const size_t begin = std::min(text.find_first_of("-.0123456789"), text.size());
  const size_t length = number_length(text.substr(begin));
  constexpr size_t kUngrouped = 4;
  std::string number(text.substr(begin, length));
  if (number.find('e') == std::string::npos)
    number = write_number(number, units.locale(), number.find_first_not_of("0123456789") > kUngrouped);
  return begin > 0 ? fmt::format("{}{}{}", text.substr(0, begin), number, text.substr(begin + length))
                   : attach_unit(number, unit.text(), units);
}

}  // namespace

std::string formula_words(const Formula& formula, std::string_view text, const std::vector<std::string>& labels,
                          const Units& units) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {" * ", " × "}, {" / ", " ÷ "}, {" - ", " − "}, {" <= ", " ≤ "}, {" >= ", " ≥ "}};
  std::string words;
  size_t done = 0;
  const auto add_until = [&](size_t end) {
    std::string part(text.substr(done, end - done));
    for (const auto& [sign, shown] : kSigns) part = base::replace_all(std::move(part), sign, shown);
    words += part;
  };
  // The operands are in the order of the text, because the nodes are in postfix order.
  for (const FormulaNode& node : formula.nodes()) {
    if (node.kind != FormulaKind::operand && node.kind != FormulaKind::number) continue;
    add_until(node.begin);
    words += node.kind == FormulaKind::operand
                 ? labels[node.left]
                 : number_words(text.substr(node.begin, node.end - node.begin), node.number.unit, units);
    done = node.end;
  }
  add_until(text.size());
  return words;
}

base::Span part_of(base::Span written, std::string_view text, size_t begin, size_t end) {
  size_t at = written.text().find(text);
  if (text.empty() || at == std::string_view::npos) return written;
  uint32_t start = written.begin + static_cast<uint32_t>(at);
  return {written.source, start + static_cast<uint32_t>(begin),
          start + static_cast<uint32_t>(std::max(begin + 1, end))};
}

}  // namespace quantity
