// How many columns of a table a phone shows without scrolling: an estimate from the texts of their cells.
#pragma once
#include <string_view>

namespace markup {

// A text that tables of data never break.
bool is_short_text(std::string_view text);

// The columns from the first one.
class PhoneTable {
 public:
  void begin_column();
  // A cell: `breaks` at its spaces, or not at all.
  void add(std::string_view text, bool breaks, bool bold = false);
  bool fits() const;

 private:
  double columns_ = 0, last_ = 0;  // px
};

}  // namespace markup
