// Hooks that show a document without a site: links keep their destinations, and citations are shown as written.
#pragma once
#include <map>
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
  std::string label(std::string_view key, std::string_view argument) override {
    static const std::map<std::string_view, std::string> kLabels = {{"link_to", "Link to this section: "},
                                                                    {"task_open", "To do"},
                                                                    {"task_done", "Done"},
                                                                    {"table_in", "Table: "},
                                                                    {"footnotes", "Footnotes"},
                                                                    {"footnote", "Footnote "},
                                                                    {"footnote_back", "Back to footnote "},
                                                                    {"callout_note", "Note"},
                                                                    {"callout_tip", "Tip"},
                                                                    {"callout_important", "Important"},
                                                                    {"callout_warning", "Warning"},
                                                                    {"callout_caution", "Caution"}};
    return kLabels.at(key) + std::string(argument);
  }
};

}  // namespace document_test
