#include "pages/inset.h"

#include "pages/ask.h"

namespace pages {

Inset::Inset(const site::Page& page, blocks::Notes& figures, KindContext& around)
    : view_(around.site(), page),
      context_{
          view_,           around.context.words,  around.context.references, &figures,          rendered_.corrections,
          rendered_.links, rendered_.diagnostics, around.context.pictures,   around.context.ids},
      around_(around.context.view) {
  view_.content(content());
  around_.summary(page);
}

void Inset::record() const {
  const std::string inset = '\t' + view_.page().address;
  for (const auto& [what, hash] : view_.reads()) {
    const bool of_inset = answer_from(what) == site::AnswerFrom::page && what.find('\t') == std::string_view::npos;
    around_.record(what, of_inset ? inset : "", hash);
  }
}

}  // namespace pages
