#define PCRE2_CODE_UNIT_WIDTH 8
#include "data/cell.h"

#include <fmt/format.h>
#include <pcre2.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/long_numbers.h"
#include "quantity/frame.h"
#include "quantity/unit_parser.h"

namespace data {
namespace {

using notation::Kind;
using quantity::FieldType;

constexpr std::string_view kAnyDate = "any";
constexpr double kIntegersEnd = 0x1p63;
constexpr std::string_view kNumberRange = "a number between 1e-307 and 1.7e308, or 0";

bool is_out_of_range(std::string_view text) {
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range;
}

// SQLite and from_chars() accept "5." as a number; our decimals do not.
std::string_view without_last_point(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

}  // namespace

void Pattern::Free::operator()(pcre2_code* code) const { pcre2_code_free(code); }
void Pattern::Free::operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
void Pattern::Free::operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }

std::optional<Pattern> Pattern::compile(const std::string& expression, std::string* why) {
  constexpr uint32_t kMaxKilobytes = 4096;
  constexpr uint32_t kOptions = PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
  int error = 0;
  PCRE2_SIZE offset = 0;
  Pattern pattern;
  pattern.code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), kOptions,
                                    &error, &offset, nullptr));
  if (!pattern.code_) {
    PCRE2_UCHAR message[256];
    pcre2_get_error_message(error, message, sizeof message);
    *why = fmt::format("{} (after \"{}\")", reinterpret_cast<const char*>(message), expression.substr(0, offset));
    return std::nullopt;
  }
  pattern.match_.reset(pcre2_match_data_create_from_pattern(pattern.code_.get(), nullptr));
  pattern.context_.reset(pcre2_match_context_create(nullptr));
  pcre2_set_heap_limit(pattern.context_.get(), kMaxKilobytes);
  return pattern;
}

Match Pattern::matches(std::string_view text) const {
  // PCRE2 only accepts a limit of steps and does not return how many it took, so each try has a higher limit. A step
  // may scan the text.
  constexpr uint32_t kFirst = 64, kMore = 8;
  constexpr size_t kScannedByStep = 128;
  base::Meter meter(base::work_allowed_for_file(text.size()));
  for (uint32_t steps = kFirst; meter.charge(steps * (1 + text.size() / kScannedByStep)); steps *= kMore) {
    pcre2_set_match_limit(context_.get(), steps);
    const int result = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0,
                                   match_.get(), context_.get());
    if (result >= 0) return Match::yes;
    if (result == PCRE2_ERROR_NOMATCH) return Match::no;
    if (result != PCRE2_ERROR_MATCHLIMIT) break;
  }
  return Match::too_slow;
}

CellChecker::CellChecker(const ResourceField& field, const quantity::Units& units, base::Diagnostics& diagnostics)
    : field_(field), units_(units), has_form_(field.form != WrittenForm()) {
  if (!field.form.is_bare) unit_ = units.parse(field.field.unit);
  const Constraints& constraints = field.constraints;
  minimum_ = limit_of(constraints.minimum);
  maximum_ = limit_of(constraints.maximum);
  if (!constraints.pattern.empty()) {
    std::string why;
    pattern_ = Pattern::compile(constraints.pattern, &why);
    if (!pattern_)
      diagnostics.error("bad-pattern", constraints.pattern_span, "this is not a regular expression: " + why)
          .expect("a regular expression that matches the whole text, such as \"[a-z0-9-]+\"");
  }
}

std::optional<CellChecker::Limit> CellChecker::limit_of(const std::optional<Constraints::Bound>& bound) const {
  if (!bound) return std::nullopt;
  Limit limit{bound->text, bound->is_excluded};
  // The standard allows bounds as values and as they would be written in a cell.
  if (has_form_) limit.text = usual_form(bound->text).value_or(bound->text);
  if (!quantity::is_numeric(field_.field.type)) return limit;
  limit.number = quantity::Exact::parse(limit.text);
  if (!limit.number) return std::nullopt;  // reported when the descriptor was read
  limit.nearest = limit.number->to_double();
  return limit;
}

TypedCell CellChecker::check(const RawCell& cell, bool from_csv, RowErrors& errors) {
  if (cell.kind == Kind::null) {
    if (field_.constraints.required)
      errors.error("missing-value", cell.span, fmt::format("this row has no \"{}\"", field_.field.name))
          .expect(fmt::format("a value for every row ({})", type_name(field_.field.type)));
    return {};
  }
  RawCell usual = cell;
  if (from_csv && field_.field.type != FieldType::string) usual.text = base::trim(usual.text);
  if (has_form_ && !read_form(usual, errors)) return {};
  const bool has_plus = quantity::is_numeric(field_.field.type) && (from_csv || has_form_) && usual.text.size() > 1 &&
                        usual.text[0] == '+' && (base::is_digit(usual.text[1]) || usual.text[1] == '.');
  if (has_plus) usual.text.remove_prefix(1);
  TypedCell value = convert(usual, from_csv, errors);
  if (value.type == TypedCell::Type::null || !fits_constraints(usual, value, errors)) return {};
  return value;
}

std::optional<std::string> CellChecker::usual_form(std::string_view text) const {
  const WrittenForm& form = field_.form;
  const FieldType type = field_.field.type;
  if (quantity::is_numeric(type)) return plain_number(text, form);
  if (type == FieldType::boolean) {
    if (std::ranges::find(form.yes, text) != form.yes.end()) return "true";
    return std::ranges::find(form.no, text) != form.no.end() ? std::optional("false") : std::nullopt;
  }
  if (type == FieldType::string && !is_date_pattern(form.format)) return std::nullopt;
  if (form.format == kAnyDate) {
    const std::set<std::string> readings = readings_of_date(base::trim(text));
    return readings.size() == 1 ? std::optional(*readings.begin()) : std::nullopt;
  }
  return iso_text(text, form.format, type != FieldType::string, type == FieldType::datetime || form.type == "time");
}

bool CellChecker::read_form(RawCell& cell, RowErrors& errors) {
  const WrittenForm& form = field_.form;
  const FieldType type = field_.field.type;
  std::vector<std::string_view> words = base::views(form.yes);  // the words for true and false
  words.insert(words.end(), form.no.begin(), form.no.end());
  const bool has_words = type == FieldType::boolean && !words.empty();
  const bool has_numbers = quantity::is_numeric(type) && !form.has_usual_numbers();
  const bool is_any_date = type == FieldType::date && form.format == kAnyDate;
  if (cell.kind == Kind::string && (has_words || has_numbers || is_any_date || is_date_pattern(form.format))) {
    std::optional<std::string> usual = usual_form(cell.text);
    if (!usual) {
      const bool is_ambiguous = is_any_date && readings_of_date(cell.text).size() > 1;
      std::string expected = "a text of the form " + form.format;
      if (is_any_date)
        expected = fmt::format("a date that {}, such as 2026-01-31 or 31 Jan 2026",
                               is_ambiguous ? "can be read in one way" : "exists");
      if (has_numbers) expected = "a number as the field declares it";
      if (has_words) expected = base::list_names(words);
      wrong_type(cell, expected,
                 is_ambiguous ? "give the order in the descriptor: \"format\": \"%d/%m/%Y\", or \"%m/%d/%Y\"" : "",
                 errors);
      return false;
    }
    if (has_numbers && !form.is_bare && field_.field.unit_field.empty() && has_other_unit(cell, errors)) return false;
    usual_ = *std::move(usual);
    cell.text = usual_;
    if (has_words || has_numbers) cell.kind = has_words ? Kind::boolean : Kind::number;
    return true;
  }
  const bool is_nested = cell.kind == Kind::list || cell.kind == Kind::map;
  if (is_nested ? form.is_nested() : form.type == "any") cell.kind = Kind::string;  // such values are stored as text
  return true;
}

bool CellChecker::has_other_unit(const RawCell& cell, RowErrors& errors) {
  const auto split = split_number(cell.text);
  const auto money_in = [&](const quantity::Unit& unit) {
    return unit.parts.size() == 1 && units_.is_currency(unit.parts.front().name) ? unit.parts.front().name : "";
  };
  auto unit = units_.parse(split->before);
  if (unit && money_in(*unit).empty()) unit.reset();  // "A 5" is not in amperes
  std::string after(split->after);
  std::erase_if(after, [](char c) { return c == '[' || c == ']'; });
  for (const std::string_view part : {std::string_view(after), std::string_view(after).substr(0, after.find(' '))})
    if (!unit) unit = quantity::parse_spoken_unit(part, units_);
  if (!unit) return has_other_text(cell, base::one_line(fmt::format("{} {}", split->before, split->after)), errors);
  if (!unit_) unit_ = unit;
  const std::string money = money_in(*unit);
  const auto is_money = [&](const quantity::UnitPart& part) { return part.name == money && part.power == 1; };
  if (quantity::same_unit(*unit, *unit_) || std::ranges::any_of(unit_->parts, is_money)) return false;
  errors
      .error("unit-mismatch", cell.span,
             fmt::format("\"{}\" is in {}, but {}\"{}\" is in {}", base::shortened(cell.text), unit->text(),
                         field_.field.unit.empty() ? "the first number of " : "", field_.field.name, unit_->text()))
      .expect("one unit for the whole column")
      .suggest("convert the number, or write the units into a column of their own, a \"unitField\"");
  return true;
}

// Text that is not a known unit, "5 mi", may be one, unless the field counts what all its cells name.
bool CellChecker::has_other_text(const RawCell& cell, const std::string& text, RowErrors& errors) {
  bool has_letters = false;
  for (std::string_view rest = text; !rest.empty();)
    has_letters = base::is_letter_or_digit(base::take_code_point(rest)) || has_letters;
  if (!has_letters) return false;
  if (!unit_ || unit_->text() == "1") {
    if (text_.empty()) text_ = text;
    if (text == text_) return false;
  }
  errors
      .error("unit-mismatch", cell.span,
             fmt::format("\"{}\" may not be in the unit of \"{}\", because \"{}\" is not a known unit",
                         base::shortened(cell.text), field_.field.name, base::shortened(text)))
      .expect(text_.empty() ? "a number in " + unit_->text() : fmt::format("\"{}\", as in the cells before", text_))
      .suggest("convert the number, write it without the text, or declare the unit in data/units.json");
  return true;
}

TypedCell CellChecker::convert(const RawCell& cell, bool from_csv, RowErrors& errors) const {
  // A CSV file has Frictionless's names of booleans, JSON has its own booleans.
  auto is_one_of = [&](std::initializer_list<std::string_view> texts) {
    return (cell.kind == Kind::boolean || from_csv) && std::ranges::find(texts, cell.text) != texts.end();
  };
  switch (field_.field.type) {
    case FieldType::integer:
    case FieldType::number:
      return convert_number(cell, from_csv, errors);
    case FieldType::boolean:
      if (is_one_of({"true", "True", "TRUE", "1"})) return {TypedCell::Type::integer, 1, 1, cell.text};
      if (is_one_of({"false", "False", "FALSE", "0"})) return {TypedCell::Type::integer, 0, 0, cell.text};
      return wrong_type(cell, "true or false", "", errors);
    case FieldType::date:
    case FieldType::year:
    case FieldType::yearmonth:
    case FieldType::datetime:
      return convert_date(cell, errors);
    case FieldType::string:
      break;
  }
  if (cell.kind != Kind::string)
    return wrong_type(cell, "text", fmt::format("put it in quotes: \"{}\"", cell.text), errors);
  if (cell.text.find('\0') != std::string_view::npos)
    return wrong_type(cell, "text without NUL characters", "", errors);
  return {TypedCell::Type::text, 0, 0, cell.text};
}

TypedCell CellChecker::wrong_type(const RawCell& cell, std::string_view expected, std::string help,
                                  RowErrors& errors) const {
  errors
      .error("wrong-type", cell.span,
             fmt::format("\"{}\" cannot be \"{}\"", field_.field.name, base::shortened(cell.text)))
      .expect(std::string(expected))
      .suggest(std::move(help));
  return {};
}

TypedCell CellChecker::convert_number(const RawCell& cell, bool from_csv, RowErrors& errors) const {
  bool whole = field_.field.type == FieldType::integer;
  std::string_view expected = whole ? "a whole number" : "a number";
  std::optional<double> number = base::parse_number<double>(cell.text);
  if (number && !std::isfinite(*number)) number.reset();
  if (cell.kind != Kind::number && !(from_csv && cell.kind == Kind::string))
    return wrong_type(cell, expected, number ? fmt::format("write it without quotes: {}", cell.text) : "", errors);
  if (!number && is_out_of_range(cell.text)) return wrong_type(cell, kNumberRange, "", errors);
  if (!number) {
    const bool separators = cell.text.find_first_of(", '") != std::string_view::npos;
    const bool no_number = base::lower(cell.text).ends_with("nan") || base::lower(cell.text).ends_with("inf");
    return wrong_type(cell, expected,
                      separators  ? "write it without separators and with a decimal point: 1234.5"
                      : no_number ? "if it means that there is no value, add it to \"missingValues\""
                                  : "",
                      errors);
  }
  if (!whole && may_be_long(cell.text)) return long_number(cell, *number, errors);
  if (!whole) return {TypedCell::Type::number, 0, *number, cell.text};
  std::optional<int64_t> integer = base::parse_number<int64_t>(cell.text);
  if (!integer)
    return wrong_type(cell, expected,
                      std::trunc(*number) != *number ? "the field's type could be number"
                      : std::abs(*number) < kIntegersEnd
                          ? "write only digits"
                          : "the field's type could be number, which has no limit of 64 bits",
                      errors);
  return {TypedCell::Type::integer, *integer, *number, cell.text};
}

TypedCell CellChecker::long_number(const RawCell& cell, double nearest, RowErrors& errors) const {
  const std::optional<quantity::Exact> exact = quantity::Exact::parse(without_last_point(cell.text));
  if (!exact) return wrong_type(cell, "a number of at most 400 digits", "", errors);
  const quantity::Value value = exact->to_value();
  if (const auto* integer = std::get_if<int64_t>(&value))
    return {TypedCell::Type::integer, *integer, nearest, cell.text};
  return {TypedCell::Type::number, 0, nearest, without_last_point(cell.text), true};
}

TypedCell CellChecker::convert_date(const RawCell& cell, RowErrors& errors) const {
  struct Form {
    FieldType type;
    bool (*matches)(std::string_view);
    std::string_view expected;
  };
  static constexpr Form kForms[] = {{FieldType::year, is_year, "a year such as 2026"},
                                    {FieldType::yearmonth, is_year_month, "a month such as 2026-01"},
                                    {FieldType::datetime, is_datetime, "a time such as 2026-01-31T12:00:00Z"},
                                    {FieldType::date, is_date, "a date that exists, such as 2026-01-31"}};
  const FieldType type = field_.field.type;
  const Form& form = *std::ranges::find(kForms, type, &Form::type);
  const bool is_text = cell.kind == Kind::string;
  if ((is_text || (cell.kind == Kind::number && type == FieldType::year)) && form.matches(cell.text))
    return {TypedCell::Type::text, 0, 0, cell.text};
  const bool is_partial = type == FieldType::date && is_text && is_partial_date(cell.text);
  if (is_partial && field_.form.format == kAnyDate) return {TypedCell::Type::text, 0, 0, cell.text};
  return wrong_type(cell, form.expected, is_partial ? "for months and years use the type yearmonth or year" : "",
                    errors);
}

int CellChecker::compare(const RawCell& cell, const TypedCell& value, const Limit& limit) {
  if (value.type == TypedCell::Type::text) return value.text.compare(limit.text);
  // Compares doubles, and exact numbers only if the nearest doubles are equal.
  if (value.number != limit.nearest) return value.number < limit.nearest ? -1 : 1;
  return (quantity::Exact::parse(without_last_point(cell.text)).value() - limit.number.value()).sign();
}

bool CellChecker::is_within_bounds(const RawCell& cell, const TypedCell& value, RowErrors& errors) const {
  auto report = [&](std::string_view code, std::string_view what, std::string expected) {
    errors.error(code, cell.span, fmt::format("\"{}\" is {}, {} than allowed", field_.field.name, cell.text, what))
        .expect(std::move(expected));
    return false;
  };
  const int low = minimum_ ? compare(cell, value, *minimum_) : 1,
            high = maximum_ ? compare(cell, value, *maximum_) : -1;
  if (low < 0 || (low == 0 && minimum_->is_excluded))
    return report("below-minimum", "less",
                  minimum_->is_excluded ? "more than " + minimum_->text : minimum_->text + " or more");
  if (high > 0 || (high == 0 && maximum_->is_excluded))
    return report("above-maximum", "more",
                  maximum_->is_excluded ? "less than " + maximum_->text : maximum_->text + " or less");
  return true;
}

bool CellChecker::fits_constraints(const RawCell& cell, const TypedCell& value, RowErrors& errors) {
  const Constraints& constraints = field_.constraints;
  const std::string& name = field_.field.name;
  auto is_allowed = [&](const std::string& each) {
    return each == cell.text || (has_form_ && usual_form(each) == cell.text);
  };
  if (!constraints.one_of.empty() && std::ranges::none_of(constraints.one_of, is_allowed)) {
    std::vector<std::string_view> allowed = base::views(constraints.one_of);
    errors.error("not-in-enum", cell.span, fmt::format("\"{}\" cannot be \"{}\"", name, base::shortened(cell.text)))
        .expect(base::list_names(allowed))
        .suggest(base::did_you_mean(cell.text, allowed));
    return false;
  }
  if (!is_within_bounds(cell, value, errors)) return false;
  if (constraints.min_length || constraints.max_length) {
    size_t length = base::count_code_points(cell.text);
    if (length < constraints.min_length.value_or(0) || length > constraints.max_length.value_or(length)) {
      errors.error("wrong-length", cell.span, fmt::format("\"{}\" is {} characters long", name, length))
          .expect(!constraints.max_length ? fmt::format("{} characters or more", *constraints.min_length)
                  : !constraints.min_length
                      ? fmt::format("{} characters or fewer", *constraints.max_length)
                      : fmt::format("{} to {} characters", *constraints.min_length, *constraints.max_length));
      return false;
    }
  }
  if (!pattern_) return true;
  Match match = pattern_->matches(cell.text);
  if (match == Match::yes) return true;
  if (match == Match::too_slow) {
    pattern_.reset();
    errors
        .error("too-much-work", cell.span,
               fmt::format("the pattern of \"{}\" needs more work for this text than a build may do", name))
        .expect("a pattern that reads a text once: without repeated groups that contain repetitions")
        .suggest(base::help_with_work(fmt::format("make it simpler: {}", constraints.pattern)));
    return false;
  }
  errors
      .error("pattern-mismatch", cell.span,
             fmt::format("\"{}\" does not match the pattern of \"{}\"", base::shortened(cell.text), name))
      .expect(constraints.pattern);
  return false;
}

}  // namespace data
