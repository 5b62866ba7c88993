#include "document/html_writer.h"

#include "document/site_writer.h"

namespace document {

using markup::SafeHtml;

std::string default_label(Label label, std::string_view argument) {
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

LinkHtml Hooks::link(const Link& link, const SafeHtml&, std::string_view) {
  LinkHtml result;
  if (link.kind == LinkKind::ordinary) result.href = link.destination;
  return result;
}

ImageHtml Hooks::image(const Image& image) {
  ImageHtml result;
  result.src = image.destination;
  return result;
}

std::optional<SafeHtml> Hooks::fence(const Fence&) { return std::nullopt; }

SafeHtml Hooks::citation(const CitationGroup& group) {
  std::string text = "[";
  for (const Citation& citation : group.citations) {
    if (text.size() > 1) text += "; ";
    text += "@" + citation.id;
    if (!citation.locator.empty()) text += ", " + citation.locator;
  }
  return SafeHtml::text(text + "]");
}

std::string Hooks::label(Label label, std::string_view argument) { return default_label(label, argument); }

SafeHtml write_html(const Document& document, Hooks& hooks) {
  SiteWriter writer(document, hooks, true);
  if (!document.nodes().empty()) writer.write(0);
  return writer.take();
}

SafeHtml write_blocks(const Document& document, Hooks& hooks, NodeId first, NodeId last) {
  SiteWriter writer(document, hooks, false);
  for (NodeId id = first; id != 0 && id != last; id = document.node(id).next) writer.write(id);
  return writer.take();
}

SafeHtml write_inline(const Document& document, Hooks& hooks, NodeId block) {
  SiteWriter writer(document, hooks, false);
  if (block == 0 && !document.nodes().empty()) block = document.node(0).child;
  if (block == 0) return {};
  for (NodeId id = document.node(block).child; id != 0; id = document.node(id).next) writer.write(id);
  return writer.take();
}

}  // namespace document
