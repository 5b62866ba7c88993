#include "check/assumptions.h"

#include <fmt/format.h>

#include "check/prose.h"

namespace check {

namespace {

// "run is 8 cup * price: an example run"
void add_named(const site::NamedFigures& figures, std::vector<Assumption>& found) {
  for (const auto& [name, figure] : figures)
    if (!figure.why.empty())
      found.push_back({fmt::format("{} is {}: {}", name, figure.formula.text, figure.why.text), figure.name_span});
}

}  // namespace

std::vector<Assumption> find_assumptions(const site::Contents& contents, const site::NamedFigures& shared) {
  std::vector<Assumption> found;
  for (const auto& content : contents) {
    add_named(content->figures, found);
    for (const document::Document* document : documents_of(*content))
      for (const document::Link& link : document->links())
        if (link.kind == document::LinkKind::given)
          found.push_back({document->plain_text(link.node), link.exact ? link.text_span : link.span});
  }
  add_named(shared, found);
  return found;
}

}  // namespace check
