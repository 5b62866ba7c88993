// What the comments of a query say of its computed columns:
//   -- @usd_per_run {title: Cost of a run, unit: USD, better: lower, format: ".2f"}
//   -- @price like prices.usd_per_hour
//   -- @lowest like prices.usd_per_hour {title: Lowest}
// Keys: title, description, unit, unitField, better, format, covers, type (boolean, date, year … where it is no
// number).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/sql_text.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace data {

struct Declaration {
  quantity::Field field;  // `name` is the column; empty where nothing was said
  bool like = false;
  bool has_type = false;
  bool has_title = false;
  bool has_description = false;
  bool has_unit = false;  // `unit` or `unitField`
  bool has_better = false;
  bool has_format = false;
  bool has_covers = false;
  base::Span span;  // of the column's name
  base::Span unit_span;
};

// The fields that `like TABLE.COLUMN` may name. Returns null and fills `why` (message) and `help` if there is none.
using FindField = std::function<const quantity::Field*(std::string_view table, std::string_view column,
                                                       std::string& why, std::string& help)>;

// Code "bad-declaration" for what cannot be read, "unknown-table", "unknown-column", "bad-unit", "bad-format".
std::vector<Declaration> read_declarations(base::Span sql, const std::vector<SqlToken>& tokens,
                                           const quantity::Units& units, const FindField& find,
                                           base::Diagnostics& diagnostics);

}  // namespace data
