// The addresses of a site, each of which only one page or file may have (site/site.h).
#include <fmt/format.h>

#include "base/suggest.h"
#include "base/utf8.h"
#include "site/site.h"

namespace site {

const std::vector<std::string_view>& reserved_folders() {
  static const std::vector<std::string_view> folders = {"sources", "charts",        "tables",      "embed",
                                                        "changes", "assets/search", "assets/cards"};
  return folders;
}

void Addresses::claim(const std::string& address, std::string what, base::Span span, base::Diagnostics& diagnostics) {
  const base::Hash folded = base::hash_bytes(base::fold_case(address));
  const auto taken = folded_.find(folded);
  if (taken == folded_.end()) {
    const auto added = owners_.emplace_hint(owners_.end(), address, Owner{std::move(what), span});
    folded_.emplace(folded, &added->first);
    return;
  }
  const std::string& same = *taken->second;
  const Owner& first = owners_.at(same);
  std::string message = same == address ? fmt::format("{} and {} have the same address, {}", first.what, what, address)
                                        : fmt::format("the addresses of {} and {} differ only in case: {} and {}",
                                                      first.what, what, same, address);
  auto& d = diagnostics.error("duplicate-address", span, std::move(message)).suggest("rename one of them");
  if (!span) d.path = address;
  if (first.span) d.note(first.span, "the first one");
}

bool Addresses::has_below(const std::string& folder) const {
  auto first = owners_.lower_bound(folder + "/");
  return first != owners_.end() && first->first.starts_with(folder + "/");
}

std::vector<std::string_view> Addresses::all() const {
  return base::views(owners_, &decltype(owners_)::value_type::first);
}

}  // namespace site
