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
    std::vector<const std::vector<std::string_view>*> cells;
    for (size_t i : candidates_) cells.push_back(&sheet_.columns[i].cells);
    const KeyGuess guess = find_key(cells, sheet_.rows());
    if (guess.columns.empty())
      report_none(guess);
    else if (options_.key.empty())
      take(guess);
    else
      table_.key = candidates_, table_.key_reason = "as you said";
  }

 private:
  bool can_be_part(const InferredColumn& column) const {
    return column.empty == 0 && sheet_.rows() > 0 && column.unit.empty() && column.type != FieldType::number &&
           column.type != FieldType::boolean && !column.is_about_the_row();
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

  void report_none(const KeyGuess& guess) {
    if (!table_.has_measures() && options_.key.empty()) {
      table_.wanted.emplace_back("no set of columns tells the rows apart, so figures of this resource can't be named");
      return;
    }
    auto& error = diagnostics_.error("no-key", source_.path(), "no columns tell the rows of this file apart");
    error.expect("a text, a whole number or a date, or up to four of them, that differ from row to row");
    if (guess.alike.size() == 2 && !candidates_.empty()) {
      std::vector<std::string> names;
      for (size_t i : candidates_) names.push_back(table_.columns[i].name);
      error.message = fmt::format("lines {} and {} agree in {}, so nothing tells them apart",
                                  sheet_.lines[guess.alike[0]], sheet_.lines[guess.alike[1]], base::join(names, ", "));
      error.suggest(options_.key.empty()
                        ? "take out what stands there twice, or add a column with a name for each row"
                        : "name more columns with --key, or leave it out: then the program looks for a key");
    } else {
      error.suggest("add a column with a name for each row");
    }
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
