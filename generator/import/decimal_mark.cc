#include "import/decimal_mark.h"

namespace import {

void DecimalMarks::see(const ColumnValues& values) {
  point_ = point_ || (values.with_point == values.numbers && values.with_comma < values.numbers);
  comma_ = comma_ || (values.with_comma == values.numbers && values.with_point < values.numbers);
}

DecimalMark DecimalMarks::of(const ColumnValues& values) const {
  if (values.with_point != values.with_comma)
    return values.with_point > values.with_comma ? DecimalMark::point : DecimalMark::comma;
  if (said_ == ",") return DecimalMark::comma;
  if (said_ == "." || values.ambiguous == 0) return DecimalMark::point;
  if (point_ == comma_) return DecimalMark::open;
  return point_ ? DecimalMark::point : DecimalMark::comma;
}

}  // namespace import
