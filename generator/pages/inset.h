// Another page within this one: a step on the page of its flow, a chapter on the page for paper. It is seen from its
// own place and written for this page, with this page's list of sources. What is wrong with it, its files and its links
// are for its own page to report.
#pragma once
#include <string_view>

#include "pages/kinds.h"

namespace pages {

class Inset {
 public:
  // `figures` collects the notes of the figures in its text. All outlive the inset.
  Inset(const site::Page& page, blocks::Notes& figures, KindContext& around);

  const site::Content& content() const { return *view_.page().content(); }
  blocks::Context& context() { return context_; }
  // What a page's rendering leaves besides its HTML; of an inset nobody asks for it.
  RenderedPage& rendered() { return rendered_; }

  // Last: all that was read through it goes into the record of the page around.
  void record() const;

 private:
  site::View view_;
  RenderedPage rendered_;
  blocks::Context context_;
  site::View& around_;
};

}  // namespace pages
