// The list of all questions of an FAQ.
#include "document/html_writer.h"
#include "pages/hooks.h"
#include "pages/inset.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Renders the beginning of an answer. The list and its pages are in the same folder, so a page's links are valid here,
// except links to its own parts.
class SummaryHooks final : public PageHooks {
 public:
  explicit SummaryHooks(Inset& answer)
      : PageHooks(answer.content(), answer.context(), answer.rendered()), address_(answer.context().address()) {}

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override {
    document::LinkHtml html = PageHooks::link(link, inner, text);
    if (link.kind == document::LinkKind::ordinary && html.href.starts_with('#'))
      html.href.insert(0, site::relative_link(address_, address_));
    return html;
  }

 private:
  const std::string& address_;
};

// Returns the first paragraph, with its sources.
markup::SafeHtml summary_of(const site::PageLink& page, KindContext& kind) {
  Inset answer(page.address, *kind.context.figures, kind);
  SummaryHooks hooks(answer);
  const document::Document& text = answer.content().document();
  const document::NodeId first = text.first_paragraph_node();
  markup::SafeHtml html = first == 0 ? markup::SafeHtml() : document::write_inline(text, hooks, first);
  answer.record();
  return html;
}

}  // namespace

void add_faq_values(KindContext& kind) {
  kind.context.figures->stop_back_links();  // the links back would be too small to tap in such a long list
  templates::List questions;
  for (std::string_view address : kind.view.members(*kind.page().folder).pages) {
    const auto question = kind.view.target(address);
    if (!question || question->source.empty()) continue;
    templates::Map map = link_value(*question, kind.view);
    questions.push(map.set("summary", summary_of(*question, kind)));
  }
  kind.values.set("questions", std::move(questions)).set("print", print_link(kind.view));
}

}  // namespace pages
