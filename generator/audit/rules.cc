#include "audit/rules.h"

#include <array>

namespace audit {

void check_page(const PageContext& context) {
  constexpr auto kRules =
      std::to_array({check_basics, check_ids, check_images, check_headings, check_inline, check_policy});
  for (auto* rule : kRules) rule(context);
}

void check_drawing(const PageContext& context) {
  check_ids(context);
  check_inline(context);
}

}  // namespace audit
