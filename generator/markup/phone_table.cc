#include "markup/phone_table.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/text_width.h"

namespace markup {
namespace {

// The sizes in templates/assets/style.css, on a screen of 360 px.
constexpr double kTableText = 14, kCellPadding = 20, kFirstColumn = 112, kPhone = 360 - 2 * 16;
constexpr double kWiderFont = 1.08;  // width of the page's font relative to the measured one
constexpr size_t kShortText = 16;    // a text of up to this length is never broken
constexpr size_t kShortWord = 24;    // a single word of up to this length is never broken

}  // namespace

bool is_short_text(std::string_view text) {
  const size_t length = base::count_code_points(text);
  return length <= kShortText || (length <= kShortWord && text.find(' ') == std::string_view::npos);
}

void PhoneTable::begin_column() {
  columns_ += last_;
  last_ = columns_ > 0 ? kCellPadding : kFirstColumn;
}

void PhoneTable::add_cell(std::string_view text, bool breaks, bool bold) {
  const auto fit = [&](std::string_view part) {
    last_ = std::max(last_, text_width(part, kTableText, bold) * kWiderFont + kCellPadding);
  };
  if (!breaks) return fit(text);
  for (const std::string_view word : base::split(text, ' ')) fit(word);
}

bool PhoneTable::fits() const { return columns_ + last_ <= kPhone; }

}  // namespace markup
