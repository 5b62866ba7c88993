#include "import/infer_key.h"

#include <fmt/format.h>

#include "base/text.h"
#include "import/key.h"

namespace import {
namespace {

using quantity::FieldType;

constexpr size_t kFewRows = 8;

class KeyChooser {
 public:
  KeyChooser(InferredTable& table, const Sheet& sheet, const base::SourceText& source, const InferOptions& options,
             base::Diagnostics& diagnostics)
      : table_(table), sheet_(sheet), source_(source), options_(options), diagnostics_(diagnostics) {}

  void choose() {
    const size_t errors = diagnostics_.errors();
    find_candidates();
    if (diagnostics_.errors() > errors) return;
    if (options_.key.empty() && choose_without_quantities()) return;
    KeyColumns cells = cells_of(candidates_);
    if (!options_.key.empty()) {
      table_.key = candidates_, table_.key_reason = "as you said";
      if (const auto alike = find_alike(cells, sheet_.rows())) report_alike(*alike);
    } else if (const KeyGuess guess = find_key(cells, sheet_.rows()); !guess.columns.empty()) {
      take(guess);
    } else if (!table_.numbers().empty()) {
      report_none(cells);
    } else {
      table_.wanted.emplace_back("no set of columns tells the rows apart, so figures of this resource can't be named");
    }
  }

 private:
  bool can_be_part(const InferredColumn& column) const {
    return column.empty == 0 && sheet_.rows() > 0 && column.unit.empty() && column.type != FieldType::number &&
           column.type != FieldType::boolean && !column.is_about_the_row();
  }

  KeyColumns cells_of(const std::vector<size_t>& columns) const {
    KeyColumns cells;
    for (size_t i : columns) cells.push_back(&sheet_.columns[i].cells);
    return cells;
  }

  // Whole numbers behind the first column are rather what was measured than what it was measured of.
  bool choose_without_quantities() {
    std::vector<size_t> names;
    for (size_t i : candidates_)
      if (i == 0 || table_.columns[i].type != FieldType::integer) names.push_back(i);
    if (names.size() == candidates_.size()) return false;
    const KeyGuess guess = find_key(cells_of(names), sheet_.rows());
    if (guess.columns.empty()) return false;
    candidates_ = std::move(names);
    take(guess);
    return true;
  }

  void find_candidates() {
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const InferredColumn& column = table_.columns[i];
      if (!options_.key.empty() && !column.is_named_in(options_.key)) continue;
      if (can_be_part(column))
        candidates_.push_back(i);
      else if (!options_.key.empty())
        diagnostics_.error("no-key", source_.path(), fmt::format("\"{}\" cannot be part of a key", column.name))
            .expect("a text, a whole number or a date without a unit, in every row");
    }
  }

  // Of candidates, by their numbers.
  std::string names_of(const std::vector<size_t>& chosen) const {
    std::vector<std::string> names;
    for (size_t each : chosen) names.push_back(table_.columns[candidates_[each]].name);
    return base::join(names, ", ");
  }

  void take(const KeyGuess& guess) {
    const size_t rows = sheet_.rows();
    for (size_t each : guess.columns) table_.key.push_back(candidates_[each]);
    table_.key_reason = fmt::format("the smallest set that is unique in {} {}{}", rows == 1 ? "the one" : "all",
                                    base::count_of(rows, "row").substr(rows == 1 ? 2 : 0),
                                    rows < kFewRows ? ", so few that it is a guess" : "");
    std::vector<std::string> others;
    for (const auto& other : guess.others) others.push_back(names_of(other));
    if (!others.empty()) table_.key_reason += "; so is " + base::join(others, " or ");
  }

  base::Diagnostic& report(std::string message) {
    auto& error = diagnostics_.error("no-key", source_.path(), std::move(message));
    return error.expect("a text, a whole number or a date, or several of them, that differ from row to row");
  }

  void report_none(const KeyColumns& cells) {
    if (cells.empty()) {
      report("no columns tell the rows of this file apart").suggest("add a column with a name for each row");
    } else if (const auto alike = find_alike(cells, sheet_.rows())) {
      report_alike(*alike);
    } else {
      report("no key of up to four columns was found for the rows of this file")
          .suggest("name the columns that tell them apart, --key a,b,c, or add one with a name for each row");
    }
  }

  void report_alike(std::pair<size_t, size_t> rows) {
    std::vector<std::string> names;
    for (size_t i : candidates_) names.push_back(table_.columns[i].name);
    report(fmt::format("lines {} and {} agree in {}, so nothing tells them apart", sheet_.lines[rows.first],
                       sheet_.lines[rows.second], base::join(names, ", ")))
        .suggest(options_.key.empty()
                     ? "take out what stands there twice, or add a column with a name for each row"
                     : "name more columns with --key, or leave it out: then the program looks for a key");
  }

  InferredTable& table_;
  const Sheet& sheet_;
  const base::SourceText& source_;
  const InferOptions& options_;
  base::Diagnostics& diagnostics_;
  std::vector<size_t> candidates_;  // indices of columns
};

}  // namespace

void choose_key(InferredTable& table, const Sheet& sheet, const base::SourceText& source, const InferOptions& options,
                base::Diagnostics& diagnostics) {
  KeyChooser(table, sheet, source, options, diagnostics).choose();
}

}  // namespace import
