#include "check/assumptions.h"

#include "check/prose.h"

namespace check {

std::vector<Assumption> find_assumptions(const std::vector<std::unique_ptr<site::Content>>& contents) {
  std::vector<Assumption> found;
  for (const auto& content : contents)
    for (const document::Document* document : documents_of(*content))
      for (const document::Link& link : document->links())
        if (link.kind == document::LinkKind::given)
          found.push_back({document->plain_text(link.node), link.exact ? link.text_span : link.span});
  return found;
}

}  // namespace check
