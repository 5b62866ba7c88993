// Another page within this one: a step on the page of its flow, a chapter on the print page. It is rendered as on its
// own page, but with this page's list of sources. Its own page reports its mistakes, files and links.
#pragma once
#include <string_view>

#include "pages/kinds.h"

namespace pages {

class Inset {
 public:
  // `figures` collects the notes of the figures in its text. All must outlive the inset. REQUIRES: the page has a file.
  Inset(std::string_view address, blocks::Notes& figures, KindContext& around)
      : view_(around.view, address),
        context_{
            view_,           around.context.words,  around.context.references, &figures,          rendered_.corrections,
            rendered_.links, rendered_.diagnostics, around.context.pictures,   around.context.ids},
        around_(around.view) {}

  const site::Content& content() { return *view_.content(); }
  View& view() { return view_; }
  blocks::Context& context() { return context_; }
  // The results of rendering besides the HTML; not used for an inset.
  Rendering& rendered() { return rendered_; }

  // Call it last: records what was read as dependencies of the containing page.
  void record() const { around_.add_reads_of(view_); }

 private:
  View view_;
  Rendering rendered_;
  blocks::Context context_;
  View& around_;
};

}  // namespace pages
