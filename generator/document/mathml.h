// Formulas as MathML Core, which browsers render without a script and screen readers can read.
#pragma once
#include <string_view>

#include "markup/html.h"
#include "math/formula.h"

namespace document {

// Writes <math>…</math>. A `block` formula is on a separate line, with limits above and below. `latex` is the source,
// for readers without MathML.
markup::SafeHtml mathml(const math::Node& formula, std::string_view latex, bool block);

}  // namespace document
