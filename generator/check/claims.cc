// Finds claims in a text (check/prose.h).
#include "check/prose.h"
#include "quantity/language.h"

namespace check {

std::vector<Claim> find_claims(std::string_view text, std::string_view language) {
  std::vector<Claim> found;
  const quantity::Language& words = quantity::language_of(language);
  if (!words.has_claims()) return found;
  for (size_t at = 0; const auto match = words.claim->find(text, at);) {
    const auto begin = static_cast<size_t>(match->front().data() - text.data());
    at = begin + match->front().size();
    size_t group = 1;
    while ((*match)[group].empty()) ++group;
    if (group > 1) found.push_back({static_cast<Claim::Kind>(group - 2), begin, at});
  }
  return found;
}

}  // namespace check
