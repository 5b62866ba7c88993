// One cell of a row: converts the written text to a typed value and checks it against its field.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "data/rows.h"
#include "quantity/decimal.h"
#include "quantity/unit.h"

struct pcre2_real_code_8;
struct pcre2_real_match_context_8;
struct pcre2_real_match_data_8;

namespace data {

// Pattern is a PCRE2 regular expression that charges its work (base/work.h), and may report that it needs too much.
// std::regex cannot limit its work and recurses once per character.
enum class Match { yes, no, too_slow };

// A compiled expression. Not thread-safe, because it owns the memory for a match.
class Pattern {
 public:
  // Returns nullopt for an invalid expression, with PCRE2's message in `why`.
  static std::optional<Pattern> compile(const std::string& expression, std::string* why);

  // Whether the whole `text` matches, as Frictionless requires.
  Match matches(std::string_view text) const;

 private:
  struct Free {
    void operator()(pcre2_real_code_8* code) const;
    void operator()(pcre2_real_match_context_8* context) const;
    void operator()(pcre2_real_match_data_8* match) const;
  };
  std::unique_ptr<pcre2_real_code_8, Free> code_;
  std::unique_ptr<pcre2_real_match_data_8, Free> match_;
  std::unique_ptr<pcre2_real_match_context_8, Free> context_;
};

struct TypedCell {
  enum class Type { null, integer, number, text } type = Type::null;
  int64_t integer = 0;
  double number = 0;
  std::string_view text;  // points into the RawCell, or into the CellChecker until its next check
  bool is_long = false;   // whether the number has digits that `number` may lose
};

// Checks the cells of one field. Not thread-safe.
class CellChecker {
 public:
  // Reports an invalid pattern at its position in the descriptor. `field` outlives this.
  CellChecker(const ResourceField& field, const quantity::Units& units, base::Diagnostics& diagnostics);

  // Returns null after an error: "missing-value", "wrong-type", "not-in-enum", "below-minimum", "above-maximum",
  // "wrong-length", "pattern-mismatch", "unit-mismatch", "too-much-work" (after which the pattern is not tried again).
  TypedCell check(const RawCell& cell, bool from_csv, RowErrors& errors);

 private:
  // Rewrites a cell in the usual form of its type. Returns false after an error.
  bool read_form(RawCell& cell, RowErrors& errors);
  // Whether the text around a number is or may be a unit that differs from that of the field, or of the cells before.
  bool has_other_unit(const RawCell& cell, RowErrors& errors);
  bool has_other_text(const RawCell& cell, const std::string& text, RowErrors& errors);
  std::optional<std::string> usual_form(std::string_view text) const;
  TypedCell convert(const RawCell& cell, bool from_csv, RowErrors& errors) const;
  TypedCell wrong_type(const RawCell& cell, std::string_view expected, std::string help, RowErrors& errors) const;
  TypedCell convert_number(const RawCell& cell, bool from_csv, RowErrors& errors) const;
  TypedCell convert_date(const RawCell& cell, RowErrors& errors) const;
  TypedCell long_number(const RawCell& cell, double nearest, RowErrors& errors) const;
  // A bound of the field. Dates are compared as text.
  struct Limit {
    std::string text;
    bool is_excluded = false;
    std::optional<quantity::Exact> number;
    double nearest = 0;
  };
  std::optional<Limit> limit_of(const std::optional<Constraints::Bound>& bound) const;
  // Returns whether the value is below the limit (negative), beyond it (positive) or equal to it.
  static int compare(const RawCell& cell, const TypedCell& value, const Limit& limit);
  bool is_within_bounds(const RawCell& cell, const TypedCell& value, RowErrors& errors) const;
  bool fits_constraints(const RawCell& cell, const TypedCell& value, RowErrors& errors);

  const ResourceField& field_;
  const quantity::Units& units_;
  std::optional<quantity::Unit> unit_;
  std::string text_;  // the text around the first number, if it is not a unit
  const bool has_form_;
  std::string usual_;  // the cell in its usual form
  std::optional<Pattern> pattern_;
  std::optional<Limit> minimum_, maximum_;
};

}  // namespace data
