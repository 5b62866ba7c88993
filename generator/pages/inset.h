// Another page within this one, such as a step on the page of its flow, or a chapter on the print page. It is rendered
// as on its own page, but with the list of sources of the containing page. Its own page reports its errors, files and
// links.
#pragma once
#include <string_view>

#include "pages/hooks.h"
#include "pages/kinds.h"
#include "site/url.h"

namespace pages {

struct Inset {
  // `figures` collects the notes of the figures in its text. All arguments must outlive the inset. REQUIRES: the page
  // has a file.
  Inset(std::string_view address, blocks::Notes& figures, KindContext& around)
      : view(around.view, address),
        context{
            view,           around.context.words, around.context.references, &figures,          rendered.corrections,
            rendered.links, rendered.diagnostics, around.context.pictures,   around.context.ids} {
    around.rendered.insets.emplace_back(address);
  }

  const site::Content& content() { return *view.content(); }

  View view;
  Rendering rendered;  // the other results of rendering, which are not used for an inset
  blocks::Context context;
};

// Renders a page within another page, with links to its own parts as links to its page.
class InsetHooks : public PageHooks {
 public:
  explicit InsetHooks(Inset& inset) : PageHooks(inset.content(), inset.context, inset.rendered), view_(inset.view) {}

 protected:
  std::string link_to_part(const std::string& fragment) override {
    return site::relative_link(view_.shown_at(), view_.address()) + fragment;
  }

 private:
  const View& view_;
};

}  // namespace pages
