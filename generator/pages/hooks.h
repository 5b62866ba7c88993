// Renders the links, figures, citations, tables and charts of a document as HTML.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "blocks/context.h"
#include "blocks/spec.h"
#include "document/html_writer.h"
#include "pages/rendered_page.h"

namespace pages {

// The prefix of the anchors of notes for figures in prose. No table or chart may have this name.
inline constexpr std::string_view kFigureNotes = "figure";

// Returns the spec of a table, chart or estimate on one page, and reports its errors. On pages made from data, the
// {names} in its texts are replaced with values of the row. Code: "unknown-placeholder".
std::shared_ptr<const blocks::Spec> spec_on_page(const site::Block& block, site::View& view,
                                                 base::Diagnostics& diagnostics);

class PageHooks : public document::Hooks {
 public:
  // Links are relative to `content`. All arguments must outlive the hooks. Sets the hooks of `context`, so that its
  // blocks render their texts with them.
  PageHooks(const site::Content& content, blocks::Context& context, Rendering& page)
      : content_(content), context_(context), page_(page) {
    context.hooks = this;
    // On a page with passages, the block above may be hidden, so other blocks must not link to it.
    context.above = content.document().passages().empty() ? &above_ : nullptr;
  }

  // Checks the figures and claims in key points, titles, captions and labels that the page shows as plain words or not
  // at all, so that these hooks did not write them. Call it last.
  void check_short_texts();

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override;
  document::ImageHtml image(const document::Image& image) override;
  bool frame(const document::Link& link) override;
  std::optional<markup::SafeHtml> fence(const document::Fence& fence) override;
  std::optional<document::PassageHtml> passage(const document::Passage& section) override;
  markup::SafeHtml citation(const document::CitationGroup& group) override;
  std::string label(std::string_view key, std::string_view argument) override;
  const std::string* text(std::string_view literal) override;
  std::vector<std::string> former_ids(const document::Heading& heading) override;

 protected:
  // Returns the link to a part of the content's page, "#rent", on the page that shows the content.
  virtual std::string link_to_part(const std::string& fragment) { return fragment; }

 private:
  // A table, chart or estimate on the page, by its unique name in the site.
  struct Named {
    std::string name;
    std::string own_page = {};  // the address of the page with all its rows; "" if there is none
  };
  // The target of a link within the site, with its href.
  struct Target {
    std::string address;  // the address; "" after an error
    bool is_glossary = false;
    std::string anchor = {}, href = {};
  };
  // Returns a suggestion for a path: the page that it means if it is written as other tools write it ("guide",
  // "guide/one/", "/guide/index.md"), or one of the `known` paths that is similar; otherwise "".
  std::string nearest_page(std::string_view path, const std::vector<std::string>& known = {});
  // On pages made from data, fills in {placeholders}. The result is valid until the next call.
  std::string_view fill(std::string_view text, base::Span span);
  std::string term_named(std::string_view words) const;
  document::LinkHtml ordinary(std::string_view destination, const markup::SafeHtml& inner, base::Span span);
  // Checks that the assert on which `subject` depends exists, on this page or another, and is true.
  void check_assertion(std::string_view name, base::Span name_span, base::Span words, std::string_view subject);
  // Returns the target of a link within the site; nullopt after an error.
  std::optional<Target> inside(std::string_view destination, base::Span span);
  Target resolve(std::string_view path, base::Span span);
  // Returns the target of a path in a folder, without an address if there is none.
  Target published_at(std::string_view path, std::string_view folder) const;
  const site::Page* page_meant(std::string_view path, std::string address) const;
  // Returns the diagram in a file, or nullopt if the image is not a diagram.
  std::optional<markup::SafeHtml> diagram_at(std::string_view address, const document::Image& image,
                                             const std::string& href);
  void publish_diagram(std::string_view address, const base::SourceText& file, const document::Image& image);
  markup::SafeHtml block(const document::Fence& fence);
  // Renders a block. Returns nullopt after an error. `is_empty` is whether its data have no rows.
  std::optional<markup::SafeHtml> html_of(const blocks::TableSpec& spec, const Named& named, bool is_empty);
  std::optional<markup::SafeHtml> html_of(const blocks::EstimateSpec& spec, const Named& named, bool is_empty);
  std::optional<markup::SafeHtml> html_of(const chart::Spec& spec, const Named& named, bool is_empty);
  static std::optional<markup::SafeHtml> html_of(std::monostate, const Named&, bool) { return std::nullopt; }

  const site::Content& content_;
  blocks::Context& context_;
  Rendering& page_;
  blocks::Above above_;
  std::set<const document::Link*> tied_;  // links to figures and claims that have been written
  std::string filled_;                    // the last result of fill()
};

}  // namespace pages
