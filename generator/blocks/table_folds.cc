#include "blocks/table_folds.h"

#include <algorithm>

#include "markup/phone_table.h"

namespace blocks {
namespace {

constexpr size_t kMaxRowsMeasured = 200;

}  // namespace

Fold fold_for_phone(const std::vector<ShownColumn>& columns, size_t rows, const quantity::Units& units,
                    const std::function<std::string(size_t, size_t)>& text_of) {
  if (columns.size() < 3) return {};
  const auto number = std::find_if(columns.begin() + 1, columns.end(), [](const auto& c) { return c.is_number(); });
  const auto first_number = static_cast<size_t>(number - columns.begin());
  if (number == columns.end() || first_number < 2) return {};
  markup::PhoneTable phone;
  for (size_t place = 0; place <= first_number; ++place) {
    const quantity::Field& field = columns[place].field;
    phone.begin_column();
    phone.add(field.title, true, true);
    phone.add(unit_beside(field.title, field.unit, units), false);
    for (size_t row = 0; row < std::min(rows, kMaxRowsMeasured); ++row) {
      const std::string text = text_of(place, row);
      phone.add(text, !columns[place].is_number() && !columns[place].is_date() && !markup::is_short_text(text));
    }
  }
  if (phone.fits()) return {};
  // The space below the name of a row only has room for text, so columns with links or marks need cards.
  const bool is_text = std::all_of(columns.begin() + 1, number, [](const ShownColumn& column) {
    return column.link < 0 && column.footnote < 0 && column.missing < 0 && column.spec.group.empty();
  });
  return is_text ? Fold{false, first_number - 1} : Fold{true, 0};
}

}  // namespace blocks
