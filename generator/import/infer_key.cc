// Chooses the primary key of a new resource (import/infer.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/text.h"
#include "import/cell_text.h"
#include "import/infer.h"

namespace import {
namespace {

using quantity::FieldType;
using ColumnSet = std::vector<size_t>;  // indices of columns

constexpr size_t kMaxCandidates = 16, kMaxKeySize = 4, kMaxKeysShown = 4;
constexpr size_t kMaxSteps = 50'000'000;  // the most cells that are read, a few seconds of work
constexpr size_t kFewRows = 8;

class KeyChooser {
 public:
  KeyChooser(InferredTable& table, const Sheet& sheet, const InferOptions& options, base::Diagnostics& diagnostics)
      : table_(table), sheet_(sheet), options_(options), diagnostics_(diagnostics) {}

  void choose() {
    const size_t errors = diagnostics_.errors();
    find_candidates();
    if (diagnostics_.errors() > errors) return;
    if (!options_.key.empty()) {
      table_.key = candidates_;
      table_.key_reason = "as given";
      if (const auto equal = find_equal(candidates_))
        diagnostics_.error("no-key", sheet_.text->path(), equality_of(*equal))
            .expect("columns that differ from row to row")
            .suggest("give more columns with --key, or omit it to find a key automatically");
      return;
    }
    // A number that was measured is never part of a key that is found: a figure of a key needs no source.
    std::erase_if(candidates_, [&](size_t i) { return may_be_measured(i) || are_positions(i); });
    ColumnSet short_names;
    std::ranges::copy_if(candidates_, std::back_inserter(short_names), [&](size_t i) { return are_names(i); });
    if (!find_keys(short_names) && !find_keys(candidates_)) report_none();
  }

 private:
  bool can_be_part(const InferredColumn& column) const {
    return column.empty == 0 && sheet_.rows() > 0 && column.unit.empty() && column.type != FieldType::number &&
           column.type != FieldType::boolean && !column.is_about_the_row();
  }

  // Whether a column may contain measured numbers: whole numbers, unless its name says that they are ids or parts of a
  // date, and texts most of which are numbers, or all of which are amounts.
  bool may_be_measured(size_t i) const {
    const InferredColumn& column = table_.columns[i];
    if (column.type == FieldType::string) {
      const ColumnValues values = count_values(sheet_.columns[i].cells);
      return (values.numbers > values.leading_zeros && are_most(values.numbers, values.filled())) || are_amounts(i);
    }
    if (column.type != FieldType::integer || column.is_named_in({"month", "quarter", "week", "day"})) return false;
    return std::ranges::none_of(
        std::array{"id", "key", "code", "no", "nr", "year", "version"},
        [&](std::string_view id) { return column.name == id || column.name.ends_with("_" + std::string(id)); });
  }

  // Whether all values are numbers before letters, and one has a fraction: "34.4G" and "101G", but not "7B" and "3x".
  bool are_amounts(size_t i) const {
    static const Pattern kAmount("[-+~<>]? \\d [\\d.,]* \\s? [A-Za-zµ%/]{1,6} $"), kFraction(".*? \\d[.,]\\d");
    const auto& cells = sheet_.columns[i].cells;
    const auto is = [](const Pattern& pattern) {
      return [&](std::string_view cell) { return pattern.find(cell).has_value(); };
    };
    return table_.columns[i].name != "version" && std::ranges::all_of(cells, is(kAmount)) &&
           std::ranges::any_of(cells, is(kFraction));
  }

  // Whether a column only numbers the rows from 1, so that a row that is inserted changes the numbers of others. An id
  // that was given in this order stays.
  bool are_positions(size_t i) const {
    const InferredColumn& column = table_.columns[i];
    if (column.type != FieldType::integer || column.name == "id" || column.name.ends_with("_id")) return false;
    size_t position = 0;
    return std::ranges::all_of(sheet_.columns[i].cells, [&](std::string_view cell) {
      return written_cell(column, cell) == std::to_string(++position);
    });
  }

  // Whether all values may be names: they are short and not web addresses.
  bool are_names(size_t i) const {
    constexpr size_t kMaxNameBytes = 80;
    return std::ranges::all_of(sheet_.columns[i].cells, [](std::string_view cell) {
      return cell.size() <= kMaxNameBytes && cell.find("://") == std::string_view::npos;
    });
  }

  void find_candidates() {
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const InferredColumn& column = table_.columns[i];
      if (!options_.key.empty() && !column.is_named_in(options_.key)) continue;
      if (can_be_part(column))
        candidates_.push_back(i);
      else if (!options_.key.empty())
        diagnostics_.error("no-key", sheet_.text->path(), fmt::format("\"{}\" cannot be part of a key", column.name))
            .expect("a text, a whole number or a date without a unit, in every row");
    }
  }

  // Finds two rows that are equal in all columns of a set.
  std::optional<std::pair<size_t, size_t>> find_equal(const ColumnSet& set) {
    std::unordered_map<std::string, size_t> seen;
    for (size_t row = 0; row < sheet_.rows(); ++row) {
      std::string key;
      for (size_t i : set) key.append(sheet_.columns[i].cells[row]) += '\0';
      steps_ += set.size();
      if (const auto [first, is_new] = seen.try_emplace(std::move(key), row); !is_new)
        return std::pair(first->second, row);
    }
    return std::nullopt;
  }

  // Finds the smallest sets of at most four columns in which no two rows are equal. Only the first ones of that size
  // are stored.
  bool find_keys(ColumnSet columns) {
    columns.resize(std::min(columns.size(), kMaxCandidates));
    std::vector<ColumnSet> keys;
    for (size_t size = 1; size <= std::min(kMaxKeySize, columns.size()) && keys.empty(); ++size) {
      std::vector<bool> is_chosen(columns.size());
      std::fill_n(is_chosen.begin(), size, true);
      do {
        ColumnSet set;
        for (size_t i = 0; i < columns.size(); ++i)
          if (is_chosen[i]) set.push_back(columns[i]);
        if (!find_equal(set)) keys.push_back(std::move(set));
      } while (steps_ < kMaxSteps && keys.size() < kMaxKeysShown &&
               std::prev_permutation(is_chosen.begin(), is_chosen.end()));
    }
    if (keys.empty()) return false;
    const size_t rows = sheet_.rows();
    table_.key = keys.front();
    table_.key_reason = fmt::format("the smallest set that is unique in {}{}",
                                    rows == 1 ? "the one row" : "all " + base::count_of(rows, "row"),
                                    rows < kFewRows ? ", so few that it is a guess" : "");
    for (size_t i = 1; i < keys.size(); ++i) table_.key_reason += (i == 1 ? "; so is " : " or ") + names_of(keys[i]);
    return true;
  }

  std::string names_of(const ColumnSet& set, std::string_view between = ", ") const {
    std::vector<std::string> names;
    for (size_t i : set) names.push_back(table_.columns[i].name);
    return base::join(names, between);
  }

  void report_none() {
    if (candidates_.empty()) {
      table_.no_key = "no column distinguishes the rows";
    } else if (const auto equal = find_equal(candidates_)) {
      table_.no_key = equality_of(*equal);
      // A column with empty cells may be part of the key if its author fills them with a text.
      for (size_t i = 0; i < table_.columns.size() && table_.no_key_help.empty(); ++i) {
        const InferredColumn& column = table_.columns[i];
        const auto& cells = sheet_.columns[i].cells;
        const bool is_fit = column.empty > 0 && column.unit.empty() && column.type != FieldType::number;
        if (is_fit && !column.is_about_the_row() && cells[equal->first] != cells[equal->second])
          table_.no_key_help = fmt::format("fill {} of {}, which distinguishes them, with --fill {}=TEXT",
                                           base::count_of(column.empty, "empty cell"), column.name, column.name);
      }
    } else {
      table_.no_key = "no set of up to four columns is unique";
    }
    for (size_t i = 0; i < table_.columns.size() && table_.no_key_help.empty(); ++i)
      if (can_be_part(table_.columns[i]) && (may_be_measured(i) || are_positions(i)))
        table_.no_key_help = fmt::format("if the numbers of {0} name the rows, --key {1}{0}", table_.columns[i].name,
                                         candidates_.empty() ? "" : names_of(candidates_, ",") + ",");
  }

  std::string equality_of(std::pair<size_t, size_t> rows) const {
    return sheet_.lines[rows.first] == sheet_.lines[rows.second]
               ? fmt::format("rows {} and {} are equal in {}", rows.first + 1, rows.second + 1, names_of(candidates_))
               : fmt::format("lines {} and {} are equal in {}", sheet_.lines[rows.first], sheet_.lines[rows.second],
                             names_of(candidates_));
  }

  InferredTable& table_;
  const Sheet& sheet_;
  const InferOptions& options_;
  base::Diagnostics& diagnostics_;
  ColumnSet candidates_;
  size_t steps_ = 0;
};

}  // namespace

void choose_key(InferredTable& table, const Sheet& sheet, const InferOptions& options, base::Diagnostics& diagnostics) {
  KeyChooser(table, sheet, options, diagnostics).choose();
}

}  // namespace import
