// Rewrites a query for SQLite, so that its arithmetic is exact, or so that its units are checked (data/sql_text.h).
#include "data/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "data/descriptor_parts.h"
#include "data/simple_query.h"
#include "data/sql_functions.h"
#include "data/unit_functions.h"

namespace data {
namespace {

constexpr size_t kMaxOperators = 60;  // the most operators of a call, because SQLite allows 100 arguments
constexpr int kMaxDepth = 400;        // limit of our recursion; SQLite refuses expressions deeper than 200

// Keywords after which an expression may begin, so they are not operands themselves.
constexpr std::string_view kBeforeExpressions =
    "all and as between by distinct else end escape except from glob having in intersect is isnull join like "
    "limit match not notnull on or regexp select then union using values when where";

// Functions whose results have at most 15 digits, and those that read texts.
constexpr std::string_view kOfDoubles =
    "acos acosh asin asinh atan atan2 atanh cos cosh degrees exp ln log log10 log2 pow power radians sin sinh sqrt tan "
    "tanh";
constexpr std::string_view kOfTexts =
    "char group_concat hex instr json_array json_extract json_group_array json_group_object json_object length lower "
    "ltrim quote replace rtrim substr substring trim unicode upper";

// Functions that make numbers of texts, which count rows or state a number if such functions make the texts.
constexpr std::string_view kNumbersOfTexts = "instr json_array_length length unicode";
constexpr std::string_view kMakesTexts = "group_concat json_array json_group_array json_group_object json_object";

// Functions that make a text of another one, or of a number.
constexpr std::string_view kChangesTexts = "char hex json_extract lower ltrim quote rtrim substr substring trim upper";
constexpr size_t kMaxCopied = 2000;  // bytes of an argument that is written twice

// Keywords after which an expression is not the value of a column.
constexpr std::string_view kBeforeConditions = "case from group having limit on order values when where";

// Keywords with which a part of a SELECT begins.
constexpr std::string_view kParts = "except from group having intersect limit order select union where window";

// Functions of dates, with the number of arguments without which they read the clock.
constexpr std::string_view kOfDates = "date datetime julianday strftime time unixepoch";

// Writes a product of powers of two, because SQLite may read a decimal of 17 digits as the adjacent double. REQUIRES:
// >= 0
std::string binary_literal(double number) {
  constexpr int kMaxShift = 62;
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(number, &exponent), std::numeric_limits<double>::digits);
  exponent -= std::numeric_limits<double>::digits;
  std::string text = fmt::format("({}*1.0", static_cast<int64_t>(mantissa));
  for (int left = std::abs(exponent); left > 0; left -= kMaxShift)
    text += fmt::format("{}{}", exponent < 0 ? '/' : '*', int64_t{1} << std::min(left, kMaxShift));
  return text + ")";
}

class SqlRewriter {
 public:
  // With `plain`, the result checks units. With `is_shown`, it also checks how many records counts and ranks name.
  SqlRewriter(std::string_view sql, const std::vector<SqlToken>& tokens, LongNumbers& numbers,
              const PlainNames* plain = nullptr, bool is_shown = false)
      : sql_(sql),
        tokens_(tokens),
        numbers_(numbers),
        plain_(plain),
        is_shown_(is_shown),
        lowest_(plain ? kEquality : kBits) {}

  std::optional<SqlForSqlite> run() {
    std::string text;
    while (at_ < tokens_.size()) {
      text += sequence();
      if (at_ < tokens_.size()) text += take();  // copies an extra parenthesis or END
    }
    if (too_deep_) return std::nullopt;
    return SqlForSqlite{std::move(text), std::move(literals_), std::move(sums_)};
  }

  // Whether the result calls functions that check units.
  bool checks_units() const { return checks_units_; }

 private:
  // Levels of precedence, from the lowest to the highest:
  // https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes
  enum Level { kEquality, kOrder, kBits, kSum, kProduct, kConcatenation, kOperand };

  bool at_end() const { return at_ >= tokens_.size(); }
  bool is(size_t ahead, std::string_view symbol) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].kind == SqlTokenKind::symbol &&
           tokens_[at_ + ahead].text == symbol;
  }
  bool is_word(size_t ahead, std::string_view keyword) const {
    return at_ + ahead < tokens_.size() && is_keyword(tokens_[at_ + ahead], keyword);
  }
  // Whether the next tokens are the characters of this operator, without space between them.
  bool is_together(std::string_view symbol) const {
    for (size_t i = 0; i < symbol.size(); ++i)
      if (!is(i, symbol.substr(i, 1)) || tokens_[at_ + i].offset != tokens_[at_].offset + i) return false;
    return true;
  }

  // Returns the space before a token, without comments.
  std::string_view gap() const {
    const size_t begin = at_ == 0 ? 0 : tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size();
    const std::string_view between = sql_.substr(begin, tokens_[at_].offset - begin);
    return between.find_first_not_of(" \t\r\n\f") == std::string_view::npos ? between : " ";
  }
  std::string take() {
    if (tokens_[at_].kind == SqlTokenKind::word) {
      const std::string word = base::lower_case(tokens_[at_].text);
      in_value_ = base::has_word("select then else", word) || (in_value_ && !base::has_word(kBeforeConditions, word));
      if (plain_ && base::has_word(kParts, word)) enter_part(word);
    }
    std::string text(gap());
    text += tokens_[at_++].text;
    return text;
  }

  // Rewrites everything up to a closing parenthesis, or to the END of a CASE.
  std::string sequence(bool in_case = false) {
    std::string text, earlier;
    while (!at_end() && !is(0, ")") && !(in_case && is_word(0, "end"))) {
      if (is_word(0, "in") && is(1, "(")) {
        text += take();
        text += parentheses();
      } else if (plain_ && (is_word(0, "group") || is_word(0, "partition")) && is_word(1, "by")) {
        text += take();
        text += keys(earlier);
      } else if (plain_ && is_word(0, "order") && is_word(1, "by") && !scope_.is_compound) {
        text += take();
        text += keys(earlier, true);
      } else if (is_shown_ && in_value_ && is_word(0, "not") && is_word(1, "exists")) {
        const std::string sign = take();
        in_value_ = false;
        text += " " + counted(sign + next(), kIsTruth);
        in_value_ = true;
      } else {
        text += next();
      }
    }
    return text;
  }

  // Rewrites the next expression, or copies a token.
  std::string next() { return begins_operand() ? binary(lowest_) : take(); }

  // Rewrites expressions and the commas between them so that they compare by values. Begins with a token to copy.
  // Numbers that are sorted have one unit wherever the `earlier` keys are equal.
  std::string keys(std::string& earlier, bool is_order = false) {
    std::string text;
    do {
      text += take();
      if (at_end() || !begins_operand()) break;
      const size_t from = at_;
      std::string key = binary(lowest_);
      bool is_unchanged = is_plain(from, at_);
      // A number or a name of a column means what the column has.
      if (const size_t column = is_order && at_ - from == 1 ? column_of(tokens_[from]) : 0; column > 0) {
        const size_t end = std::exchange(at_, column);
        std::string value = binary(lowest_);
        is_unchanged = is_plain(column, at_);
        if (!is_unchanged) key = std::move(value);
        at_ = end;
      }
      if (is_unchanged || scope_.is_expression || !is_order)
        text += is_unchanged ? key : checked(kUnitKey, key);
      else
        text += checked(kUnitSorted, key, fmt::format("{}{}", tokens_[from].offset, earlier));
      earlier += "," + key;
      while (
          is_order && !at_end() &&
          (is_word(0, "asc") || is_word(0, "desc") || is_word(0, "nulls") || is_word(0, "first") || is_word(0, "last")))
        text += take();
    } while (is(0, ","));
    return text;
  }

  bool is_symbol(size_t i, std::string_view symbol) const { return tokens_[i].text == symbol; }
  // Returns the first token of the column of the SELECT that a key of ORDER BY means, "2" or "total"; 0 if none.
  size_t column_of(const SqlToken& key) const {
    size_t begin = scope_.select + 1, number = 1;
    if (begin < tokens_.size() && is_keyword(tokens_[begin], "distinct")) ++begin;
    int depth = 0;
    for (size_t i = begin; i < tokens_.size() && depth >= 0; ++i) {
      depth += is_symbol(i, "(") ? 1 : is_symbol(i, ")") ? -1 : 0;
      const bool ends = depth <= 0 && (is_symbol(i, ",") || is_keyword(tokens_[i], "from"));
      if (depth > 0 || !ends) continue;
      const SqlToken& last = tokens_[i - 1];
      const bool is_named = is_name(last) && is_name(key) && same_name(name_in(last), name_in(key));
      if (key.text == std::to_string(number) || is_named) return begin;
      if (is_keyword(tokens_[i], "from")) break;
      begin = i + 1;
      ++number;
    }
    return 0;
  }

  // The SELECT that is being rewritten.
  struct Scope {
    size_t select = 0;  // the index of the keyword
    std::optional<GroupedSelect> grouped;
    bool may_be_bare = false;  // whether a column here may have several values in a group
    bool in_having = false, is_compound = false;
    bool is_expression = false;  // whether it is the value of an expression, and may run with other values again
    bool is_list = false;        // whether it is x IN (SELECT …), whose values SQLite compares with those of a table
  };
  void enter_part(std::string_view keyword) {
    if (keyword == "select") {
      scope_.select = at_;
      scope_.grouped = grouped_select(tokens_, at_);
    }
    scope_.is_compound |= base::has_word("except intersect union", keyword);
    scope_.in_having = keyword == "having";
    scope_.may_be_bare = scope_.grouped && (scope_.in_having || keyword == "select");
  }
  // Whether the column from a token on, of this name, may have several values in the rows that are combined.
  bool is_bare(size_t from) const {
    const SqlToken &first = tokens_[from], &last = tokens_[at_ - 1];
    if (!scope_.may_be_bare || from == 0 || is_sql_keyword(first) || !is_name(last)) return false;
    const bool is_qualified = at_ - from == 3;  // perhaps by a table of a SELECT around this one
    if (is_qualified && !scope_.grouped->tables.contains(base::lower_case(name_in(first)))) return false;
    const SqlToken& before = tokens_[from - 1];
    const bool begins = before.kind == SqlTokenKind::symbol
                            ? before.text != ")"
                            : is_sql_keyword(before) && !is_keyword(before, "as") && !is_keyword(before, "end");
    const std::string name = base::lower_case(name_in(last));
    return begins && !base::has_word("true false", name) && !scope_.grouped->settled.contains(name) &&
           !(scope_.in_having && scope_.grouped->aliases.contains(name));
  }

  bool begins_operand() const {
    const SqlToken& token = tokens_[at_];
    switch (token.kind) {
      case SqlTokenKind::symbol:
        return token.text == "(" || token.text == "-" || token.text == "+" || token.text == "~";
      case SqlTokenKind::word: {
        const std::string name = base::lower_case(token.text);
        // In "match * 2", the keyword is a column.
        const bool is_factor =
            (is(1, "*") || is(1, "/") || is(1, "%")) && name != "select" && name != "distinct" && name != "all";
        return is_factor || !base::has_word(kBeforeExpressions, name);
      }
      default:
        return true;
    }
  }

  std::string_view operator_at(int level) const {
    static constexpr std::string_view kOperators[][4] = {{"==", "=", "<>", "!="}, {"<=", ">=", "<", ">"},
                                                         {"&", "|", "<<", ">>"},  {"+", "-"},
                                                         {"*", "/", "%"},         {"||", "->>", "->"}};
    for (std::string_view symbol : kOperators[level]) {
      if (symbol.empty() || !is_together(symbol)) continue;
      if ((symbol == "|" && is_together("||")) || (symbol == "-" && is_together("->"))) continue;
      if ((symbol == "<" && (is(1, "<") || is(1, ">"))) || (symbol == ">" && is(1, ">"))) continue;
      return symbol;
    }
    return "";
  }

  std::string binary(int level) {
    if (level == kOperand) return operand();
    if (depth_ > kMaxDepth) return give_up();
    const size_t from = at_, begin = tokens_[at_].offset;
    std::vector<std::string> operands = {binary(level + 1)};
    if (level == kEquality) {
      if (is_word(0, "between") || (is_word(0, "not") && is_word(1, "between"))) return between(operands[0], from);
      if (is_word(0, "in") || (is_word(0, "not") && is_word(1, "in"))) return in_list(operands[0], from);
    }
    std::string operators;
    int length = 0;
    for (std::string_view symbol; !at_end() && !(symbol = operator_at(level)).empty();) {
      const size_t sign = tokens_[at_].offset, left_end = at_;
      at_ += symbol.size();
      if (++length > kMaxDepth) return give_up();
      if (at_end() || !begins_operand()) return operands.back() + std::string(symbol);
      const size_t right_begin = at_;
      std::string right = binary(level + 1);
      if (level == kSum || level == kProduct) {
        if (operands.size() == 1) operands[0] = as_number(std::move(operands[0]), from, left_end);
        right = as_number(std::move(right), right_begin, at_);
      }
      if (level <= kOrder) {
        const bool is_with_text = (is_computed(from, left_end) && is_literal(right_begin, at_)) ||
                                  (is_literal(from, left_end) && is_computed(right_begin, at_));
        const bool is_native =
            !is_with_text && (is_row(from, left_end) || (is_plain(from, left_end) && is_plain(right_begin, at_)) ||
                              is_text(from, left_end) || is_text(right_begin, at_));
        operands[0] = is_native ? operands[0] + std::string(symbol) + right
                                : compared(symbol, sign, operands[0], right, is_with_text);
        continue;
      }
      if (level == kSum && at_ > 0)
        sums_.push_back({begin, sign, tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size()});
      const auto calculate_first = [&] {
        operands = {exact(operators, operands)};
        operators.clear();
      };
      const bool joins = plain_ && symbol == "||";
      if (level == kSum || level == kProduct || joins) {
        operators += joins ? "|" : symbol;
        if (plain_) operators += std::to_string(sign);
        const bool has_literal = is_number(right_begin, at_) || (operands.size() == 1 && is_number(from, left_end));
        if (plain_ && !joins && has_literal) operators += '!';
        operands.push_back(std::move(right));
        if (operands.size() > kMaxOperators) calculate_first();
      } else if (level == kBits) {
        operands[0] = call(kAsWhole, plain(operands[0])).append(symbol) + call(kAsWhole, plain(right));
      } else {
        if (!operators.empty()) calculate_first();
        const std::string left = plain(operands[0]);
        right = plain(right);
        operands[0] = symbol == "||" ? call(symbol, left, right) : fmt::format("{}{}{}", left, symbol, right);
        if (plain_ && symbol != "||" && is_made(from, left_end)) operands[0] = part_of(operands[0], sign, left);
      }
    }
    return operators.empty() ? operands[0] : exact(operators, operands);
  }

  std::string exact(std::string_view operators, const std::vector<std::string>& operands) {
    checks_units_ = true;
    const size_t space = space_before(operands[0]);
    std::string text =
        fmt::format("{}\"{}\"('{}'", operands[0].substr(0, space), plain_ ? kUnitExact : kExact, operators);
    for (size_t i = 0; i < operands.size(); ++i) text.append(",").append(operands[i], i == 0 ? space : 0);
    return text + ")";
  }

  // Writes a call. The space before the first operand moves before the call.
  static std::string call(std::string_view name, std::string_view left, std::string_view right = "") {
    const size_t space = space_before(left);
    return fmt::format("{}\"{}\"({}{}{})", left.substr(0, space), name, left.substr(space), right.empty() ? "" : ",",
                       right);
  }
  static size_t space_before(std::string_view text) {
    return std::min(text.find_first_not_of(" \t\r\n\f"), text.size());
  }

  // The parts below are only for the check of units.

  // Whether an expression is a literal or a column without a unit, so that SQLite can compare it, with an index.
  bool is_plain(size_t from, size_t to) const {
    const SqlToken& last = tokens_[to - 1];
    if (const std::string name = column_name(from, to); !name.empty())
      return plain_->all.contains(base::lower_case(name_in(last))) || plain_->all.contains(name);
    return to - from == 1 && (!is_name(last) || is_keyword(last, "null"));
  }
  // Returns the name of a column, "id" or "lo.id", in lower case; "" for other expressions.
  std::string column_name(size_t from, size_t to) const {
    const SqlToken& last = tokens_[to - 1];
    if (!is_name(last) || is_keyword(last, "null")) return "";
    if (to - from == 1) return base::lower_case(name_in(last));
    const bool is_qualified = to - from == 3 && is_name(tokens_[from]) && tokens_[from + 1].text == ".";
    return is_qualified ? base::lower_case(name_in(tokens_[from])) + "." + base::lower_case(name_in(last)) : "";
  }
  // Whether an expression reads a text of the data, and nothing that is calculated: its digits have no unit.
  bool reads_text(size_t from, size_t to) const {
    bool has_text = false;
    for (size_t i = from; i < to; ++i) {
      has_text |= tokens_[i].kind == SqlTokenKind::text;
      if (!is_name(tokens_[i]) || is_sql_keyword(tokens_[i])) continue;
      const std::string_view after = i + 1 < to ? tokens_[i + 1].text : "";
      if (after == "(" || after == ".") continue;
      const size_t begin = i > from && tokens_[i - 1].text == "." ? i - 2 : i;
      if (!is_plain(begin, i + 1)) return false;
      has_text |= is_text(begin, i + 1);
    }
    return has_text;
  }
  // Whether a text is made of numbers or of many rows.
  bool is_made(size_t from, size_t to) const {
    for (size_t i = from; i < to; ++i) {
      const bool is_call = i + 1 < to && tokens_[i + 1].text == "(";
      if (is_call && base::has_word(kMakesTexts, base::lower_case(tokens_[i].text))) return true;
      const bool is_column =
          is_name(tokens_[i]) && !is_call && (i + 1 == to || tokens_[i + 1].text != ".") && !is_sql_keyword(tokens_[i]);
      if (is_column && !is_plain(tokens_[i - 1].text == "." ? i - 2 : i, i + 1)) return true;
    }
    return false;
  }
  // Writes an operand. Without this, a text is refused as a number. So is a joined one: km / 1000 || ' km' divides by a
  // text.
  std::string as_number(std::string operand, size_t from, size_t to, bool may_join = false) const {
    const bool is_text = plain_ && reads_text(from, to) && (may_join || tokens_[from].text == "(" || !joins(from, to));
    return is_text ? call(kUnitNumber, operand) : std::move(operand);
  }
  bool joins(size_t from, size_t to) const {
    for (size_t i = from + 1; i < to; ++i)
      if (is_symbol(i, "|") && is_symbol(i - 1, "|")) return true;
    return false;
  }
  // Whether it is a row value, (a, b), whose parts SQLite compares by their values.
  bool is_row(size_t from, size_t to) const {
    int depth = 0;
    for (size_t i = from; tokens_[from].text == "(" && i < to; ++i) {
      depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
      if (depth == 1 && tokens_[i].text == ",") return true;
    }
    return false;
  }
  // Whether it is a text, which SQLite can compare with anything.
  bool is_text(size_t from, size_t to) const {
    const SqlToken& last = tokens_[to - 1];
    if (!is_name(last)) return to - from == 1 && last.kind == SqlTokenKind::text;
    return plain_->texts.contains(base::lower_case(name_in(last))) ? is_plain(from, to)
                                                                   : plain_->texts.contains(column_name(from, to));
  }
  std::string checked(std::string_view function, std::string_view argument, std::string_view more = "") {
    checks_units_ = true;
    return call(function, argument, more);
  }
  std::string checked_call(std::string_view name, size_t offset, std::string_view argument) {
    checks_units_ = true;
    return fmt::format("\"{}\"('{}',{},{})", kUnitCall, name, offset, argument);
  }
  // Writes a number that is made of as many records as it counts, or of `rows`.
  std::string counted(std::string_view text, std::string_view rows = "0") {
    if (rows != kIsTruth && counts_series()) return std::string(text);
    checks_units_ = true;
    return call(kUnitCounted, text, rows);
  }
  static constexpr std::string_view kIsTruth = "-1";  // for EXISTS, which has no record
  // Whether the rows that a call before this token counts are those of a series.
  bool counts_series() const {
    int depth = 0;
    size_t i = at_;
    for (; i < tokens_.size() && !(depth <= 0 && is_keyword(tokens_[i], "from")); ++i)
      depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
    if (i + 1 >= tokens_.size() || !plain_->series.contains(base::lower_case(name_in(tokens_[i + 1])))) return false;
    for (i += 2, depth = 0; i < tokens_.size() && depth >= 0; ++i) {
      depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
      if (is_keyword(tokens_[i], "join") || is_keyword(tokens_[i], "select") || (depth == 0 && tokens_[i].text == ","))
        return false;
    }
    return true;
  }
  std::string plain(const std::string& text) { return plain_ ? call(kUnitPlain, text) : text; }
  // SQLite reads a text beside a column as a number, but a number that is calculated never equals a text.
  std::string compared(std::string_view symbol, size_t sign, std::string_view left, std::string_view right,
                       bool is_with_text = false) {
    checks_units_ = true;
    const size_t space = space_before(left);
    return fmt::format("{}\"{}\"('{}',{},{},{},{:d})", left.substr(0, space), kUnitCompare, symbol, sign,
                       left.substr(space), right, is_with_text);
  }
  bool is_number(size_t from, size_t to) const { return to - from == 1 && tokens_[from].kind == SqlTokenKind::number; }
  bool is_literal(size_t from, size_t to) const { return to - from == 1 && tokens_[from].kind == SqlTokenKind::text; }
  // Whether an expression is neither a column of a table nor a literal.
  bool is_computed(size_t from, size_t to) const {
    if (!plain_) return false;
    const std::string column = column_name(from, to);
    return column.empty() ? to - from > 1 : plain_->computed.contains(base::lower_case(name_in(tokens_[to - 1])));
  }

  // x BETWEEN a AND b
  std::string between(std::string value, size_t from) {
    const SqlToken& first = tokens_[from];
    if (is_text(from, at_) || is_keyword(first, "rows") || is_keyword(first, "range") || is_keyword(first, "groups"))
      return value;
    const bool is_not = is_word(0, "not");
    const size_t end = at_;
    if (is_not) ++at_;
    const size_t sign = tokens_[at_++].offset, low_begin = at_;
    std::string low = at_end() ? "" : binary(kOrder);
    const size_t low_end = at_;
    if (!is_word(0, "and") || at_ + 1 >= tokens_.size()) return value + " between " + low;
    ++at_;
    const std::string high = binary(kOrder);
    const bool is_with_text = is_computed(from, end) && is_literal(low_begin, low_end);
    return fmt::format(" ({}({} AND {}))", is_not ? "NOT " : "", compared(">=", sign, value, low, is_with_text),
                       compared("<=", sign, value, high, is_with_text));
  }

  // x IN (a, b). SQLite compares with a subquery, and with columns without units.
  std::string in_list(std::string value, size_t from) {
    const bool is_not = is_word(0, "not");
    const size_t word = at_ + (is_not ? 1 : 0);
    const auto begins = [&](std::string_view keyword) { return is_keyword(tokens_[word + 2], keyword); };
    if (word + 2 >= tokens_.size() || tokens_[word + 1].text != "(" || begins("select") || begins("with") ||
        begins("values") || is_plain(from, at_))
      return value;
    const size_t sign = tokens_[word].offset;
    const bool is_with_text = is_computed(from, at_) && is_literal(word + 2, word + 3);
    at_ = word + 1;
    checks_units_ = true;
    return fmt::format(" ({}\"{}\"({},{:d},{},{}))", is_not ? "NOT " : "", kUnitIn, sign, is_with_text, value,
                       base::join(list().items, ","));
  }

  struct List {
    std::vector<std::string> items;
    bool is_distinct = false;
  };
  // Reads expressions in parentheses.
  List list() {
    List result;
    const bool is_value = std::exchange(in_value_, false);
    ++at_;
    if (is_word(0, "distinct")) result.is_distinct = true, ++at_;
    while (!at_end() && !is(0, ")")) {
      std::string item;
      while (!at_end() && !is(0, ")") && !is(0, ",")) item += next();
      result.items.push_back(std::move(item));
      if (is(0, ",")) ++at_;
    }
    if (!at_end()) ++at_;
    in_value_ = is_value;
    return result;
  }

  // The values of a row compare without their records: (a, b) < (c, d).
  std::string row_value() {
    const std::string space(gap());
    std::vector<std::string> items = list().items;
    if (items.size() > 1)
      for (std::string& item : items) item = call(kUnitKey, item);
    return space + "(" + base::join(items, ",") + ")";
  }
  bool begins_row_value() const {
    static constexpr std::string_view kOthers = "select with values partition order rows range groups";
    const bool is_using = at_ > 0 && is_keyword(tokens_[at_ - 1], "using");
    return is(0, "(") && !is_using && at_ + 1 < tokens_.size() &&
           !(tokens_[at_ + 1].kind == SqlTokenKind::word &&
             base::has_word(kOthers, base::lower_case(tokens_[at_ + 1].text)));
  }

  // CASE x WHEN a … compares x with each. If x has no unit, SQLite compares.
  std::string case_of_value(std::string text) {
    const size_t from = at_;
    const std::string value = next();
    const bool has_plain_value = is_plain(from, at_);
    if (has_plain_value) text += value;
    while (!at_end() && !is_word(0, "end") && !is(0, ")")) {
      if (!is_word(0, "when")) {
        text += next();
        continue;
      }
      const size_t sign = tokens_[at_].offset;
      text += take();
      if (at_end()) break;
      const std::string other = next();
      text += has_plain_value ? other : " " + compared("=", sign, value, other);
    }
    if (is_word(0, "end")) text += take();
    return text;
  }

  // A call of a function with this name, whose parenthesis is next.
  std::string unit_call(const std::string& space, std::string_view name, size_t offset) {
    const auto call_of = [&](std::string_view function, const std::string& arguments) {
      checks_units_ = true;
      return fmt::format("{}\"{}\"({})", space, function, arguments);
    };
    if (base::has_word("avg ci_high ci_low median quantile sum total", name)) {
      checks_units_ = true;
      std::string text = fmt::format("{}\"unit {}\"", space, name) + parentheses();
      return text + after_call();
    }
    const size_t begin = at_ + 1;
    const List arguments = list();
    const size_t end = at_ - 1;
    const std::string joined = base::join(arguments.items, ",");
    if (name == "replace" && (reads_text(begin, end) || arguments.items.size() != 3))
      return fmt::format("{}replace({})", space, joined);
    if ((name == "min" || name == "max") && arguments.items.size() == 1) {
      const std::string after = after_call();
      if (is_plain(begin, end)) return fmt::format("{}{}({}){}", space, name, joined, after);
      checks_units_ = true;
      const std::string extreme = fmt::format("{}({}){}", name, joined, after);
      return fmt::format("{}coalesce(\"{}\"({}){},{})", space, kUnitAll, joined, after,
                         scope_.is_list ? extreme : call(kUnitOfGroup, extreme));
    }
    if (name == "count" || name == "typeof") {
      const bool is_star = joined.find_first_not_of(' ') == joined.find('*');
      const std::string value =
          arguments.items.empty() || is_star ? joined : call(name == "count" ? kUnitKey : kUnitPlain, joined);
      const std::string text =
          fmt::format("{}{}({}{})", space, name, arguments.is_distinct ? "DISTINCT " : "", value) + after_call();
      return is_shown_ && name == "count" ? counted(text) : text;
    }
    if (name == "julianday" || name == "unixepoch")
      return call_of(kUnitCall, fmt::format("'{}',{},{}({})", name, offset, name, fixed_dates(name, arguments.items)));
    const auto first = std::span(tokens_).subspan(begin, end - begin);
    const bool is_constant = name == "quantity" && std::ranges::none_of(first, [](const SqlToken& token) {
                               return is_name(token) || token.kind == SqlTokenKind::parameter;
                             });
    return call_of(kUnitCall, fmt::format("'{}',{},{}{}", name, offset, joined, is_constant ? ",1" : ""));
  }

  std::string operand() {
    Depth depth(*this);
    if (depth_ > kMaxDepth) return give_up();
    if (is(0, "-") || is(0, "~")) {
      const bool is_number = at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == SqlTokenKind::number &&
                             !may_be_long(tokens_[at_ + 1].text);
      std::string sign = take();
      if (at_end() || !begins_operand()) return sign;
      if (is_number) return sign + operand();
      if (sign.ends_with('~')) return sign + call(kAsWhole, operand());
      sign.pop_back();
      if (plain_) return sign + checked_call("-", tokens_[at_].offset, operand());
      return sign + call("-", operand());
    }
    const bool is_plus = is(0, "+");
    std::string text = is_plus ? take() : primary();
    if (is_plus && !at_end() && begins_operand()) text += operand();
    while (is_word(0, "collate") && at_ + 1 < tokens_.size()) {
      text += take();
      text += take();
    }
    return text;
  }

  std::string primary() {
    if (plain_ && begins_row_value()) return row_value();
    if (is(0, "(")) return parentheses();
    if (is_word(0, "case")) {
      const bool is_value = in_value_;
      std::string text = take();
      if (plain_ && !at_end() && !is_word(0, "when")) {
        text = case_of_value(std::move(text));
      } else {
        text += sequence(true);
        if (!at_end() && is_word(0, "end")) text += take();
      }
      in_value_ = is_value;
      return text;
    }
    if (is_word(0, "cast") && is(1, "(")) return cast();
    if (tokens_[at_].kind == SqlTokenKind::number) return number();
    const bool is_identifier = is_name(tokens_[at_]);
    const bool is_blob = is_word(0, "x") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == SqlTokenKind::text;
    const std::string name = base::lower_case(tokens_[at_].text);
    const size_t first = at_, offset = tokens_[at_].offset;
    const bool may_be_bare = scope_.may_be_bare;
    if (may_be_bare && is_aggregate(std::span(tokens_).subspan(at_))) {
      scope_.may_be_bare = false;
      std::string aggregate = primary();
      scope_.may_be_bare = may_be_bare;
      return aggregate;
    }
    if (plain_ && is(1, "(") &&
        (is_unit_call(name) || base::has_word("avg ci_high ci_low count median quantile sum total typeof", name))) {
      const std::string space(gap());
      ++at_;
      return unit_call(space, name, offset);
    }
    std::string text = take();
    if (plain_ && is(0, "(") && base::has_word("all_refs refs", name)) text = fmt::format(" \"unit {}\"", name);
    if (is_blob) return text + take();
    if (!is_identifier) return text;
    while (is(0, ".") && at_ + 1 < tokens_.size()) {
      text += take();
      text += take();
    }
    if (plain_ && !is(0, "(") && is_bare(first)) {
      const SqlToken& last = tokens_[at_ - 1];
      const bool is_column =
          !scope_.in_having &&
          (first == scope_.select + 1 || is_symbol(first - 1, ",") || is_keyword(tokens_[first - 1], "distinct")) &&
          (is(0, ",") || is_word(0, "from"));
      return checked(kUnitOnly, text, fmt::format("{},{}", offset, range_of(last).end - offset)) +
             (is_column ? fmt::format(" AS {}", last.text) : "");
    }
    if (!is(0, "(")) return text;
    const bool is_value = in_value_;
    const size_t from = at_;
    std::string first_argument;
    text += arguments(name, &first_argument);
    if (plain_ && base::has_word(kChangesTexts, name) && is_made(from, at_))
      return part_of(text, offset, first_argument);
    text += after_call();
    if (plain_ && base::has_word(kMakesTexts, name) && is_made(from, at_)) text = part_of(text, offset, "");
    if (is_shown_ && is_value && base::has_word(kNumbersOfTexts, name) && is_made(from, at_)) return counted(text);
    if (is_shown_ && is_value && name == "exists") return counted(text, kIsTruth);
    if (is_shown_ && base::has_word("cume_dist ntile percent_rank", name)) return counted(text, rows_of(from));
    return is_shown_ && base::has_word("dense_rank rank row_number", name) ? counted(text) : text;
  }

  // Writes a text whose numbers must be those of the expression that it is made of.
  std::string part_of(const std::string& text, size_t offset, std::string_view of) {
    if (of.size() > kMaxCopied) return text;
    checks_units_ = true;
    const size_t space = space_before(text);
    return fmt::format("{}\"{}\"({},{}{}{})", text.substr(0, space), kUnitPart, offset, text.substr(space),
                       of.empty() ? "" : ",", of);
  }

  // Writes the number of rows of the partition for the window of a call, whose arguments begin at a token.
  std::string rows_of(size_t from) {
    const size_t end = at_;
    while (from < end && !is_keyword(tokens_[from], "over")) ++from;
    at_ = from;
    std::string window = end - from < 2 ? "" : after_call();
    at_ = end;
    constexpr std::string_view kAllRows = " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)";
    if (!window.ends_with(')'))
      return fmt::format("count(*) OVER ({}{}", window.substr(window.rfind(' ') + 1), kAllRows);
    window.pop_back();
    return fmt::format("count(*){}{}", window, kAllRows);
  }

  // Rewrites FILTER (…) and OVER (…).
  std::string after_call() {
    std::string text;
    if (is_word(0, "filter") && is(1, "(")) {
      text += take();
      text += parentheses();
    }
    if (is_word(0, "over") && at_ + 1 < tokens_.size()) {
      text += take();
      text += is(0, "(") ? parentheses() : take();
    }
    return text;
  }

  std::string parentheses() {
    Depth depth(*this);
    if (depth_ > kMaxDepth) return give_up();
    const bool is_value = in_value_;
    Scope scope = scope_;
    const bool is_select = is_word(1, "select") || is_word(1, "with");
    if (is_select)
      scope_ = {.is_expression = scope_.is_expression || !(at_ > 0 && (is_keyword(tokens_[at_ - 1], "from") ||
                                                                       is_keyword(tokens_[at_ - 1], "join") ||
                                                                       is_keyword(tokens_[at_ - 1], "as"))),
                .is_list = at_ > 0 && is_keyword(tokens_[at_ - 1], "in")};
    scope_.is_compound = false;
    std::string text = take();
    text += sequence();
    if (!at_end()) text += take();
    in_value_ = is_value;
    scope_ = std::move(scope);
    return text;
  }

  // Rewrites the arguments of a function. For SQLite's functions of doubles or texts, our functions convert them.
  std::string arguments(std::string_view function, std::string* first = nullptr) {
    const bool reads_doubles = base::has_word(kOfDoubles, function), reads_texts = base::has_word(kOfTexts, function);
    if (base::has_word(kOfDates, function)) return "(" + fixed_dates(function, list().items) + ")";
    if (!reads_doubles && !reads_texts) return parentheses();
    const bool joins_digits = plain_ && function == "group_concat" && has_close_separator();
    std::string text = take();
    while (!at_end() && !is(0, ")")) {
      if (is_word(0, "distinct")) text += take();
      const size_t offset = tokens_[at_].offset;
      std::string argument;
      while (!at_end() && !is(0, ")") && !is(0, ",") && !is_word(0, "order")) argument += next();
      if (first && first->empty()) *first = argument;
      if (joins_digits && !argument.empty()) argument = checked(kUnitApart, argument, std::to_string(offset));
      if (!argument.empty())
        text += reads_texts ? call(kAsText, plain(argument)) : call(kAsDouble, argument, fmt::format("'{}'", function));
      while (!at_end() && !is(0, ")") && !is(0, ",")) text += next();
      if (is(0, ",")) text += take();
    }
    if (!at_end()) text += take();
    return text;
  }

  // Whether group_concat(), whose parenthesis is next, puts nothing between texts that keeps numbers apart: ',' or ''.
  bool has_close_separator() const {
    const size_t end = closing_bracket(tokens_, at_);
    int depth = 0;
    for (size_t i = at_; i < end; ++i) {
      depth += is_symbol(i, "(") ? 1 : is_symbol(i, ")") ? -1 : 0;
      if (depth != 1 || !is_symbol(i, ",")) continue;
      return i + 2 == end && tokens_[i + 1].kind == SqlTokenKind::text &&
             tokens_[i + 1].text.find_first_not_of("',.-0123456789") == std::string_view::npos;
    }
    return true;
  }

  // Dates as arguments of SQLite's functions, which must not read the clock.
  static std::string fixed_dates(std::string_view function, std::vector<std::string> arguments) {
    if (arguments.size() < (function == "strftime" ? 2 : 1)) arguments.emplace_back("'now'");
    for (std::string& argument : arguments) argument = call(kFixedDate, argument, literal_of(function));
    return base::join(arguments, ",");
  }
  static std::string literal_of(std::string_view text) { return fmt::format("'{}'", text); }

  std::string cast() {
    const bool is_behind = at_ > 0 && is_symbol(at_ - 1, "|");
    std::string text = take(), value;
    text += take();
    const size_t from = at_;
    while (!at_end() && !is(0, ")") && !is_word(0, "as")) value += next();
    const size_t to = at_;
    if (at_ + 1 >= tokens_.size() || !is_word(0, "as")) return text + value + sequence();
    // SQLite derives the affinity from parts of the type:
    // https://www.sqlite.org/datatype3.html#determination_of_column_affinity
    const std::string type = base::lower_case(tokens_[at_ + 1].text);
    auto has = [&](std::string_view part) { return type.find(part) != std::string::npos; };
    std::string_view through = kAsReal;
    if (has("int"))
      through = kAsWhole;
    else if (has("char") || has("clob") || has("text") || has("blob"))
      through = kAsText;
    const std::string rest = sequence();
    if (!at_end()) ++at_;
    if (plain_ && through != kAsText)
      return " " + checked_call(through == kAsReal ? "real" : "trunc", tokens_[from].offset,
                                as_number(value, from, to, true));
    if (through == kAsReal) return " " + call(kAsReal, value);
    if (plain_ && (is_behind || is_together("||"))) return value;  // a number that is joined keeps its unit
    const std::string whole = text + call(through, plain(value)) + rest + ")";
    return plain_ ? part_of(whole, tokens_[from].offset, value) : whole;
  }

  std::string number() {
    const std::string_view text = tokens_[at_].text;
    if (may_be_long(text))
      if (const auto number = quantity::read_number(text))
        if (const quantity::Value in_sql = numbers_.in_sql(*number); const auto* real = std::get_if<double>(&in_sql))
          if (const quantity::Exact* known = numbers_.find_long(*real)) {
            literals_.push_back(*known);
            std::string literal(gap());
            ++at_;
            return literal + binary_literal(*real);
          }
    return take();
  }

  std::string give_up() {
    too_deep_ = true;
    at_ = tokens_.size();
    return "";
  }

  struct Depth {
    explicit Depth(SqlRewriter& of) : rewriter(of) { ++rewriter.depth_; }
    ~Depth() { --rewriter.depth_; }
    SqlRewriter& rewriter;
  };

  std::string_view sql_;
  const std::vector<SqlToken>& tokens_;
  LongNumbers& numbers_;
  const PlainNames* const plain_;  // null unless units are checked
  const bool is_shown_;
  const int lowest_;  // the lowest level that is rewritten
  bool checks_units_ = false;
  Scope scope_;
  bool in_value_ = false;  // whether the next expression is a value of a row, not a condition
  std::vector<quantity::Exact> literals_;
  std::vector<SqlSum> sums_;
  size_t at_ = 0;
  int depth_ = 0;
  bool too_deep_ = false;
};

}  // namespace

std::optional<SqlForSqlite> for_sqlite(std::string_view sql, const std::vector<SqlToken>& tokens,
                                       LongNumbers& numbers) {
  return SqlRewriter(sql, tokens, numbers).run();
}

std::optional<std::string> for_unit_check(std::string_view sql, const std::vector<SqlToken>& tokens,
                                          const PlainNames& plain, bool always, bool is_shown) {
  LongNumbers numbers;
  SqlRewriter rewriter(sql, tokens, numbers, &plain, is_shown);
  std::optional<SqlForSqlite> result = rewriter.run();
  return result && (always || rewriter.checks_units()) ? std::optional(std::move(result->text)) : std::nullopt;
}

bool is_rewritten(std::string_view column) { return column.find("\"(") != std::string_view::npos; }

}  // namespace data
