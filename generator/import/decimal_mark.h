// Which mark a table's numbers have before their decimals: a column that can be read in one way only says it, for those
// too that can be read in two ("1,234"). Where nothing says it, nothing is guessed: a thousandfold mistake shows
// nowhere.
#pragma once
#include <string_view>

#include "import/column_type.h"

namespace import {

enum class DecimalMark { point, comma, open };

class DecimalMarks {
 public:
  // `said`: "." or "," for all columns that can be read so; "" for what the columns say.
  explicit DecimalMarks(std::string_view said) : said_(said) {}

  // Each column of numbers, before one is asked about.
  void see(const ColumnValues& values);
  // Of a column that has numbers of both kinds, which is a mistake, that of the most.
  DecimalMark of(const ColumnValues& values) const;

 private:
  std::string_view said_;
  bool point_ = false, comma_ = false;  // a column says so
};

}  // namespace import
