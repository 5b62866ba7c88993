// Finds claims in a text (check/prose.h).
#include "check/prose.h"
#include "quantity/language.h"

namespace check {

std::vector<Claim> find_claims(std::string_view text, std::string_view language) {
  std::vector<Claim> found;
  const quantity::Language* words = quantity::find_language(language);
  if (!words) return found;
  while (const auto match = words->claim->find(text, found.empty() ? 0 : found.back().end)) {
    const auto begin = static_cast<size_t>(match->front().data() - text.data());
    size_t kind = 0;
    while ((*match)[kind + 1].empty()) ++kind;
    found.push_back({static_cast<Claim::Kind>(kind), begin, begin + match->front().size()});
  }
  return found;
}

}  // namespace check
