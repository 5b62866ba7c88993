// Hooks that show a document without a site: links keep their destinations, and citations are shown as written.
#pragma once
#include <string>
#include <string_view>

#include "document/html_writer.h"

namespace document_test {

class PlainHooks : public document::Hooks {
 public:
  document::LinkHtml link(const document::Link& link, const markup::SafeHtml&, std::string_view) override {
    document::LinkHtml result;
    if (link.kind == document::LinkKind::ordinary) result.href = link.destination;
    return result;
  }
  document::ImageHtml image(const document::Image& image) override {
    document::ImageHtml result;
    result.src = image.destination;
    return result;
  }
  std::optional<markup::SafeHtml> fence(const document::Fence&) override { return std::nullopt; }
  markup::SafeHtml citation(const document::CitationGroup& group) override {
    std::string text = "[";
    for (const document::Citation& citation : group.citations) {
      if (text.size() > 1) text += "; ";
      text += "@" + citation.id;
      if (!citation.locator.empty()) text += ", " + citation.locator;
    }
    return markup::SafeHtml::text(text + "]");
  }
  std::string label(document::Label label, std::string_view argument) override {
    using document::Label;
    std::string text(argument);
    switch (label) {
      case Label::permalink:
        return "Link to this section: " + text;
      case Label::task_open:
        return "To do";
      case Label::task_done:
        return "Done";
      case Label::table:
        return text.empty() ? "Table" : "Table: " + text;
      case Label::footnotes:
        return "Footnotes";
      case Label::footnote:
        return "Footnote " + text;
      case Label::footnote_back:
        return "Back to where footnote " + text + " is referred to";
      case Label::note:
        return "Note";
      case Label::tip:
        return "Tip";
      case Label::important:
        return "Important";
      case Label::warning:
        return "Warning";
      case Label::caution:
        return "Caution";
    }
    return text;
  }
};

}  // namespace document_test
