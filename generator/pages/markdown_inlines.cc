// Writes inline elements: text, emphasis, code, formulas, links, and the marks of sources and footnotes.
#include <optional>

#include "base/text.h"
#include "markup/html.h"
#include "markup/markdown.h"
#include "pages/markdown_writer.h"

namespace pages {

using markup::Emphasis;
using markup::HtmlId;
using markup::HtmlNode;

namespace {

std::optional<Emphasis> emphasis_of(std::string_view name) {
  if (name == "em" || name == "i") return Emphasis::em;
  if (name == "strong" || name == "b") return Emphasis::strong;
  if (name == "del" || name == "s") return Emphasis::del;
  return std::nullopt;
}

}  // namespace

void MarkdownWriter::inlines(HtmlId parent, std::string& out, Place place) {
  for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next) {
    // A block inside a line, as in a cell, is written without its markup.
    if (is_block(id) && !out.empty()) markup::append_markdown(out, " ");
    inline_node(id, out, place);
  }
}

void MarkdownWriter::inline_node(HtmlId id, std::string& out, Place place) {
  const HtmlNode& node = html_.node(id);
  if (node.is_text()) {
    std::string text;
    markup::append_unescaped(text, node.raw);
    markup::append_markdown(out, text);
    return;
  }
  if (html_.is_left_out(id)) return;
  if (node.name == "a")
    link(id, out, place);
  else if (node.name == "img")
    image(html_.attribute(id, "src"), html_.attribute(id, "alt"), out);
  else if (node.name == "svg" && html_.has_class(id, "diagram"))
    image(html_.attribute(id, "data-src"), html_.attribute(id, "aria-label"), out);
  else if (node.name == "br")
    markup::append_break(out);
  else if (node.name == "code")
    markup::append_code_span(out, html_.text(id), place == Place::cell);
  else if (node.name == "math")
    markup::append_math(out, html_.attribute(id, "alttext"), place == Place::cell);
  else if (node.name == "sup" &&
           (html_.has_class(id, "cite") || html_.has_class(id, "ref") || html_.has_class(id, "footnote-ref")))
    marks(id, out);
  else
    element(node.name, id, out, place);
}

void MarkdownWriter::element(std::string_view name, HtmlId id, std::string& out, Place place) {
  const bool is_tag = name == "sub" || name == "sup" || name == "kbd";
  const bool is_unit = html_.has_class(id, "unit");
  std::string inner;
  inlines(id, inner, place);
  if (base::trim(inner).empty()) {
    if (!inner.empty()) markup::append_markdown(out, " ");
    return;
  }
  if (inner.starts_with(' ') && (out.empty() || out.ends_with(' '))) inner.erase(0, 1);
  if (auto kind = emphasis_of(name)) {
    markup::open_emphasis(out, *kind);
    out += inner;
    markup::close_emphasis(out, *kind);
  } else if (is_tag) {
    out.append("<").append(name).append(">").append(inner).append("</").append(name).append(">");
  } else if (is_unit) {
    out.append("(").append(inner).append(")");
  } else {
    out += inner;
  }
}

void MarkdownWriter::link(HtmlId id, std::string& out, Place place) {
  const std::string href = html_.attribute(id, "href");
  std::string inner;
  inlines(id, inner, place);
  const std::string_view text = base::trim(inner);
  const bool within = href.starts_with('#');
  const std::string anchor = within ? href.substr(1) : "";
  if (within && anchors_.footnotes.contains(anchor)) {
    out.append(inner).append("[^").append(anchor).append("]");
    return;
  }
  auto heading = within ? anchors_.headings.find(anchor) : anchors_.headings.end();
  if (text.empty() || href.empty() || anchors_.notes.contains(anchor) ||
      (within && heading == anchors_.headings.end()) || !markup::is_safe_url(href)) {
    out += inner;
    return;
  }
  if (inner.starts_with(' ') && !out.empty() && !out.ends_with(' ')) out += ' ';
  if (markup::append_autolink(out, html_.text(id), href)) return;
  out.append("[").append(text).append("]");
  markup::append_destination(out, within ? "#" + heading->second : rewrite_(href));
}

// Writes marks of sources as numbers in brackets that link to the list at the end, and marks of footnotes as footnotes.
void MarkdownWriter::marks(HtmlId sup, std::string& out) {
  for (HtmlId id = html_.node(sup).child; id != 0; id = html_.node(id).next) {
    if (html_.node(id).name != "a") continue;
    const std::string href = html_.attribute(id, "href"), anchor = href.empty() ? "" : href.substr(1);
    if (anchors_.footnotes.contains(anchor)) {
      out.append("[^").append(anchor).append("]");
      continue;
    }
    auto heading = anchors_.headings.find(anchor);
    out += " [\\[";
    markup::append_markdown(out, html_.text(id));
    out += "\\]]";
    markup::append_destination(out, heading == anchors_.headings.end() ? "#" : "#" + heading->second);
  }
}

void MarkdownWriter::image(const std::string& src, std::string_view alt, std::string& out) {
  if (!markup::is_safe_url(src) || src.starts_with("data:")) return;
  out += "![";
  markup::append_markdown(out, alt);
  out += "]";
  markup::append_destination(out, src);
}

}  // namespace pages
