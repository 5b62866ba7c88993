#include "quantity/scope.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace quantity {

Scope::Scope(std::string_view text) {
  for (std::string_view each : base::split(text, ';')) {
    std::string line = base::one_line(base::trim(each));
    if (!line.empty()) add_part({base::fold_case(base::normalise_nfc(line)), line});
  }
}

Scope Scope::of_plain_number() {
  Scope scope;
  scope.fits_any_ = true;
  return scope;
}

std::string Scope::text() const {
  std::string text;
  for (const Part& part : parts_) text += (text.empty() ? "" : "; ") + part.text;
  return text;
}

std::string Scope::value_text() const {
  return is_stated() ? "a value that covers \"" + text() + '"' : "a value that does not state what it covers";
}

bool Scope::has(const Part& part) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& known) { return known.folded == part.folded; });
}

void Scope::add_part(Part part) {
  if (!has(part)) parts_.push_back(std::move(part));
}

Scope operator*(const Scope& a, const Scope& b) {
  Scope product = a;
  for (const Scope::Part& part : b.parts_) product.add_part(part);
  product.fits_any_ = a.fits_any_ && b.fits_any_;
  return product;
}

bool operator==(const Scope& a, const Scope& b) {
  return a.parts_.size() == b.parts_.size() &&
         std::all_of(a.parts_.begin(), a.parts_.end(), [&](const Scope::Part& part) { return b.has(part); });
}

}  // namespace quantity
