// Estimates how many columns of a table a phone shows without scrolling, from the texts of the cells.
#pragma once
#include <string_view>

namespace markup {

// Whether a text is so short that data tables never break it.
bool is_short_text(std::string_view text);

// Counts the columns of a table, from the first one, that fit on a phone.
class PhoneTable {
 public:
  void begin_column();
  // Adds a cell. `breaks` is whether its text may break at spaces.
  void add_cell(std::string_view text, bool breaks, bool bold = false);
  bool fits() const;

 private:
  double columns_ = 0, last_ = 0;  // widths in px
};

}  // namespace markup
