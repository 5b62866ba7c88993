#include "pages/kinds.h"

namespace pages {

void add_kind_values(KindContext& kind, document::Hooks* hooks) {
  switch (kind.page().kind) {
    case site::PageKind::home:
    case site::PageKind::section:
      return add_list_values(kind);
    case site::PageKind::lesson:
      return hooks ? add_lesson_values(kind, *hooks) : void();
    case site::PageKind::flow:
    case site::PageKind::question:
    case site::PageKind::outcome:
      return add_flow_values(kind, hooks);
    case site::PageKind::variant:
      return add_variant_values(kind);
    case site::PageKind::faq:
      return add_faq_values(kind);
    case site::PageKind::sources:
    case site::PageKind::source:
      return add_source_values(kind);
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::data:
      return add_data_values(kind);
    case site::PageKind::resource:
      return add_resource_values(kind);
    case site::PageKind::contradictions:
      return add_contradiction_values(kind);
    case site::PageKind::changes:
      return add_changes_values(kind);
    case site::PageKind::print:
      return add_print_values(kind);
    case site::PageKind::search:
      return add_search_values(kind);
    case site::PageKind::redirect:
      return add_redirect_values(kind);
    case site::PageKind::answer:
    case site::PageKind::page:
    case site::PageKind::comparison:
    case site::PageKind::not_found:
      return;
  }
}

}  // namespace pages
