// What a table's columns are, found out from their heads and values: names, titles, types, units, what must hold, and
// the key. Everything that was assumed is told, so that an author can disagree.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/sheet.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace import {

struct InferOptions {
  std::string decimal;             // "." or ","; "" to find out
  std::vector<std::string> texts;  // columns, by name or head, that are text whatever they hold
  std::vector<std::string> key;    // columns, by name or head; empty to find out
};

// How the cells of a column are written down: see written_cell().
enum class Writing { as_is, number_with_point, number_with_comma, lower_case };

struct InferredColumn {
  std::string head;  // as in the file
  std::string name;
  std::string title;
  quantity::FieldType type = quantity::FieldType::string;
  std::string unit;
  bool required = false;
  std::vector<std::string> one_of;  // the few texts that occur, in the order in which they do
  Writing writing = Writing::as_is;
  size_t empty = 0;  // cells without a value
  bool measured() const { return !unit.empty(); }
  bool is_named_in(const std::vector<std::string>& names) const;  // by name or head
  bool is_about_the_row() const;                                  // says where it comes from, as "source" does
};

struct InferredTable {
  std::vector<InferredColumn> columns;
  std::vector<size_t> key;          // indices of columns; empty: none is needed, and none was found
  std::string key_reason;           // how sure that is: "unique in all 12 rows; …"
  std::vector<std::string> notes;   // what was assumed or changed, a sentence each
  std::vector<std::string> wanted;  // what only the author knows, a sentence each

  std::vector<std::string_view> numbers() const;  // columns whose values need a source
  const InferredColumn* find(std::string_view name) const;
};

// Codes: "mixed-types" (numbers and others in a column that is meant as numbers), "ambiguous-number" (1,234 may be two
// numbers), "no-key" (quantities, but nothing tells the rows apart), "unknown-column" (in the options). Nothing after
// one of them; all are reported.
std::optional<InferredTable> infer_table(const Sheet& sheet, const base::SourceText& source,
                                         const quantity::Units& units, const InferOptions& options,
                                         base::Diagnostics& diagnostics);

// A cell as it stands in a data file of a site: numbers with a point and no separators, no marks for missing values.
std::string written_cell(const InferredColumn& column, std::string_view cell);

// All of the table as the CSV of a site: UTF-8, commas, LF, a first line with the columns' names.
std::string written_table(const InferredTable& table, const Sheet& sheet);

}  // namespace import
