// Rewrites a query for SQLite, so that its arithmetic is exact (data/sql_text.h).
#include "data/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/utf8.h"
#include "data/sql_functions.h"

namespace data {
namespace {

constexpr size_t kMaxOperators = 60;  // the most operators of a call, because SQLite allows 100 arguments
constexpr int kMaxDepth = 400;        // limit of our recursion; SQLite refuses expressions deeper than 200

// Keywords after which an expression may begin, so they are not operands themselves.
constexpr std::string_view kBeforeExpressions =
    "all and as between by distinct else end escape except exists from glob having in intersect is isnull join like "
    "limit match not notnull on or regexp select then union using values when where";

// Functions whose results have at most 15 digits, and those that read texts.
constexpr std::string_view kOfDoubles =
    "acos acosh asin asinh atan atan2 atanh cos cosh degrees exp ln log log10 log2 pow power radians sin sinh sqrt tan "
    "tanh";
constexpr std::string_view kOfTexts =
    "group_concat hex instr json_array json_group_array json_group_object json_object length lower ltrim quote replace "
    "rtrim substr substring trim unicode upper";

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
  SqlRewriter(std::string_view sql, const std::vector<SqlToken>& tokens, LongNumbers& numbers)
      : sql_(sql), tokens_(tokens), numbers_(numbers) {}

  std::optional<SqlForSqlite> run() {
    std::string text;
    while (at_ < tokens_.size()) {
      text += sequence();
      if (at_ < tokens_.size()) text += take();  // copies an extra parenthesis or END
    }
    if (too_deep_) return std::nullopt;
    return SqlForSqlite{std::move(text), std::move(literals_), std::move(sums_)};
  }

 private:
  // Levels of precedence, from the lowest to the highest:
  // https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes
  enum Level { kBits, kSum, kProduct, kConcatenation, kOperand };

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
    std::string text(gap());
    text += tokens_[at_++].text;
    return text;
  }

  // Rewrites everything up to a closing parenthesis, or to the END of a CASE.
  std::string sequence(bool in_case = false) {
    std::string text;
    while (!at_end() && !is(0, ")") && !(in_case && is_word(0, "end"))) {
      if (is_word(0, "in") && is(1, "(")) {
        text += take();
        text += parentheses();
      } else {
        text += begins_operand() ? binary(kBits) : take();
      }
    }
    return text;
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
    static constexpr std::string_view kOperators[][4] = {
        {"&", "|", "<<", ">>"}, {"+", "-"}, {"*", "/", "%"}, {"||", "->>", "->"}};
    for (std::string_view symbol : kOperators[level]) {
      if (symbol.empty() || !is_together(symbol)) continue;
      if ((symbol == "|" && is_together("||")) || (symbol == "-" && is_together("->"))) continue;
      return symbol;
    }
    return "";
  }

  std::string binary(int level) {
    if (level == kOperand) return operand();
    if (depth_ > kMaxDepth) return give_up();
    const size_t begin = tokens_[at_].offset;
    std::vector<std::string> operands = {binary(level + 1)};
    std::string operators;
    int length = 0;
    for (std::string_view symbol; !at_end() && !(symbol = operator_at(level)).empty();) {
      const size_t sign = tokens_[at_].offset;
      at_ += symbol.size();
      if (++length > kMaxDepth) return give_up();
      if (at_end() || !begins_operand()) return operands.back() + std::string(symbol);
      std::string right = binary(level + 1);
      if (level == kSum && at_ > 0)
        sums_.push_back({begin, sign, tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size()});
      if (level == kSum || level == kProduct) {
        operators += symbol;
        operands.push_back(std::move(right));
        if (operators.size() == kMaxOperators) operands = {exact(operators, operands)}, operators.clear();
      } else if (level == kBits) {
        operands[0] = call(kAsWhole, operands[0]).append(symbol) + call(kAsWhole, right);
      } else {
        operands[0] = symbol == "||" ? call(symbol, operands[0], right) : operands[0] + std::string(symbol) + right;
      }
    }
    return operators.empty() ? operands[0] : exact(operators, operands);
  }

  static std::string exact(std::string_view operators, const std::vector<std::string>& operands) {
    const size_t space = space_before(operands[0]);
    std::string text = fmt::format("{}\"{}\"('{}'", operands[0].substr(0, space), kExact, operators);
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
    if (is(0, "(")) return parentheses();
    if (is_word(0, "case")) {
      std::string text = take();
      text += sequence(true);
      if (!at_end() && is_word(0, "end")) text += take();
      return text;
    }
    if (is_word(0, "cast") && is(1, "(")) return cast();
    if (tokens_[at_].kind == SqlTokenKind::number) return number();
    const bool is_identifier = is_name(tokens_[at_]);
    const bool is_blob = is_word(0, "x") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == SqlTokenKind::text;
    const std::string name = base::lower_case(tokens_[at_].text);
    std::string text = take();
    if (is_blob) return text + take();
    if (!is_identifier) return text;
    while (is(0, ".") && at_ + 1 < tokens_.size()) {
      text += take();
      text += take();
    }
    if (!is(0, "(")) return text;
    text += arguments(name);
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
    std::string text = take();
    text += sequence();
    if (!at_end()) text += take();
    return text;
  }

  // Rewrites the arguments of a function. For SQLite's functions of doubles or texts, our functions convert them.
  std::string arguments(std::string_view function) {
    const bool reads_doubles = base::has_word(kOfDoubles, function), reads_texts = base::has_word(kOfTexts, function);
    if (!reads_doubles && !reads_texts) return parentheses();
    std::string text = take();
    while (!at_end() && !is(0, ")")) {
      if (is_word(0, "distinct")) text += take();
      std::string argument;
      while (!at_end() && !is(0, ")") && !is(0, ",") && !is_word(0, "order"))
        argument += begins_operand() ? binary(kBits) : take();
      if (!argument.empty())
        text += reads_texts ? call(kAsText, argument) : call(kAsDouble, argument, fmt::format("'{}'", function));
      while (!at_end() && !is(0, ")") && !is(0, ",")) text += begins_operand() ? binary(kBits) : take();
      if (is(0, ",")) text += take();
    }
    if (!at_end()) text += take();
    return text;
  }

  std::string cast() {
    std::string text = take(), value;
    text += take();
    while (!at_end() && !is(0, ")") && !is_word(0, "as")) value += begins_operand() ? binary(kBits) : take();
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
    if (through == kAsReal) return " " + call(kAsReal, value);
    return text + call(through, value) + rest + ")";
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

bool is_rewritten(std::string_view column) { return column.find("\"(") != std::string_view::npos; }

}  // namespace data
