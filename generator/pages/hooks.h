// Where the links of a document lead, and what its figures, citations, tables and charts become.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "blocks/context.h"
#include "document/html_writer.h"
#include "pages/rendered_page.h"

namespace pages {

// What the anchors of the notes of figures in prose start with: no table or chart may have this name.
inline constexpr std::string_view kFigureNotes = "figure";

class PageHooks : public document::Hooks {
 public:
  // `content` is the file that links are seen from; all outlive the hooks. Blocks of the context write their texts with
  // these from now on.
  PageHooks(const site::Content& content, blocks::Context& context, RenderedPage& page)
      : content_(content), context_(context), page_(page) {
    context.hooks = this;
  }

  // Checks the figures and claims of key points, titles, captions and labels that were not written with these hooks:
  // those that the page shows as plain words alone, or not at all. To be called last.
  void check_short_texts();

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override;
  document::ImageHtml image(const document::Image& image) override;
  std::optional<markup::SafeHtml> fence(const document::Fence& fence) override;
  markup::SafeHtml citation(const document::CitationGroup& group) override;
  std::string label(document::Label label, std::string_view argument) override;
  const std::string* text(std::string_view literal) override;
  std::vector<std::string> former_ids(const document::Heading& heading) override;

 private:
  // With {placeholders} filled in on pages made from data. Lives until the next call.
  std::string_view fill(std::string_view text, base::Span span);
  document::LinkHtml ordinary(std::string_view destination, const markup::SafeHtml& inner, base::Span span);
  // Words that rest on an assert, of this page or another: it must exist, and hold. `subject` is what rests on it.
  void check_assertion(std::string_view name, base::Span name_span, base::Span words, std::string_view subject);
  // Of a block: the asserts that hold what its title and caption say.
  void check_holds(const notation::Node& spec, const site::NamedBlock& named);
  // Where a link within the site leads, and what stands in its href.
  struct Target {
    const site::Page* page = nullptr;  // null for a file
    std::string_view address;          // "" for nowhere, which was told
    std::string_view anchor = {};
    std::string href = {};
  };
  // Nothing after an error.
  std::optional<Target> inside(std::string_view destination, base::Span span);
  // Where a relative path leads.
  Target resolve(std::string_view path, base::Span span);
  markup::SafeHtml block(const document::Fence& fence);
  // Nothing after an error; `frame` is null where its query failed.
  std::optional<markup::SafeHtml> table(const notation::Node& node, const site::NamedBlock& named,
                                        const quantity::Frame* frame);
  std::optional<markup::SafeHtml> estimate(const notation::Node& node, const site::NamedBlock& named,
                                           const quantity::Frame* frame);
  std::optional<markup::SafeHtml> chart(const notation::Node& node, const site::NamedBlock& named,
                                        const quantity::Frame* frame);

  const site::Content& content_;
  blocks::Context& context_;
  RenderedPage& page_;
  std::set<const document::Link*> tied_;  // links to figures and claims that were written
  std::string filled_;                    // what fill() gave
  std::string path_, anchor_, joined_;    // of the last link within the site, where that is not as it was written
};

}  // namespace pages
