#include "site/view.h"

#include "site/url.h"

namespace site {

std::string View::fill(std::string_view text, base::Span span, base::Diagnostics& diagnostics) {
  if (!page_.from_data() || text.find('{') == std::string_view::npos) return std::string(text);
  return fill_placeholders(text, page_.evaluation->values, span, diagnostics);
}

const Provenance* View::provenance(std::string_view ref) {
  auto at = provenances_.find(ref);
  if (at == provenances_.end()) at = provenances_.emplace(ref, find_provenance(ref)).first;
  return at->second ? &*at->second : nullptr;
}

std::string View::row_link(std::string_view ref) {
  const Provenance* found = provenance(ref);
  if (!found || found->anchor.empty()) return "";
  const std::string of = resource_address(ref.substr(0, ref.find('/')), found->page);
  return relative_link(shown_at(), of, found->anchor);
}

const data::Competition* View::competition(std::string_view ref) {
  const Provenance* found = provenance(ref);
  return found && found->competes ? site_.database->competition_of(ref) : nullptr;
}

}  // namespace site
