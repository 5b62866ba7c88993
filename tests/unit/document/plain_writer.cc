// Each branch writes the same as libcmark-gfm's html.c and extensions.
#include "unit/document/plain_writer.h"

#include <cmark-gfm_version.h>

#include <algorithm>
#include <array>

#include "markup/url.h"

namespace document_test {
namespace plain_html {
namespace {

using namespace document;

// The version in Debian 13 omits strong text within strong text, and numbers the links back from footnotes.
constexpr bool kIsNewer = CMARK_GFM_VERSION >= (29 << 16 | 13);

void append_text(std::string& out, std::string_view text) {
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

// Whether GitHub filters the tag as "disallowed raw HTML":
// https://github.github.com/gfm/#disallowed-raw-html-extension-
bool is_filtered_tag(std::string_view html) {
  constexpr std::array<std::string_view, 9> kFiltered = {"title",   "textarea", "style",  "xmp",      "iframe",
                                                         "noembed", "noframes", "script", "plaintext"};
  if (html.size() < 3) return false;
  html.remove_prefix(html[1] == '/' ? 2 : 1);
  return std::any_of(kFiltered.begin(), kFiltered.end(), [&](std::string_view name) {
    if (html.size() <= name.size()) return false;
    for (size_t i = 0; i < name.size(); ++i)
      if ((html[i] >= 'A' && html[i] <= 'Z' ? html[i] | 0x20 : html[i]) != name[i]) return false;
    std::string_view rest = html.substr(name.size());
    return std::string_view(" \t\n\v\f\r>").find(rest[0]) != std::string_view::npos || rest.starts_with("/>");
  });
}

void append_filtered(std::string& out, std::string_view html) {
  for (size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<' && is_filtered_tag(html.substr(i)))
      out += "&lt;";
    else
      out += html[i];
  }
}

class PlainWriter {
 public:
  explicit PlainWriter(const Document& document) : document_(document) {}

  std::string write() {
    walk(document_.nodes(), 0, [&](NodeId id) { return enter(id); }, [&](NodeId id) { leave(id); });
    if (footnotes_ > 0) out_ += "</ol>\n</section>\n";
    return std::move(out_);
  }

 private:
  void line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }
  const Node& parent(size_t up) const {
    return document_.node(parents_.size() > up ? parents_[parents_.size() - 1 - up] : 0);
  }
  // Whether this is strong text inside other strong text, which newer versions omit.
  bool is_omitted_strong() const { return kIsNewer && parent(0).kind == NodeKind::strong; }
  bool tight() const { return parents_.size() >= 2 && (parent(1).flags & Node::kTight) != 0; }

  bool enter(NodeId id) {
    const Node& node = document_.node(id);
    if (in_image_ > 0) {
      alt(node);
      if (node.kind == NodeKind::image) ++in_image_;
      return true;
    }
    open(node);
    parents_.push_back(id);
    return true;
  }

  void alt(const Node& node) {
    switch (node.kind) {
      case NodeKind::math:
        out_ += '$';
        append_text(out_, document_.literal(node));
        out_ += '$';
        break;
      case NodeKind::text:
      case NodeKind::code:
      case NodeKind::citation:
      case NodeKind::html_inline:
        append_text(out_, document_.literal(node));
        break;
      case NodeKind::soft_break:
      case NodeKind::line_break:
        out_ += ' ';
        break;
      default:
        break;
    }
  }

  void open(const Node& node) {
    switch (node.kind) {
      case NodeKind::definition_list:  // these three are not known to libcmark-gfm
      case NodeKind::term:
      case NodeKind::definition:
      case NodeKind::document:
        break;
      case NodeKind::block_quote:
        line(), out_ += "<blockquote>\n";
        break;
      case NodeKind::bullet_list:
        line(), out_ += "<ul>\n";
        break;
      case NodeKind::ordered_list:
        line();
        if (node.index == 1)
          out_ += "<ol>\n";
        else
          out_.append("<ol start=\"").append(std::to_string(node.index)).append("\">\n");
        break;
      case NodeKind::item:
        line(), out_ += "<li>";
        break;
      case NodeKind::task_item:
        line();
        out_ += node.flags & Node::kChecked ? "<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
                                            : "<li><input type=\"checkbox\" disabled=\"\" /> ";
        break;
      case NodeKind::paragraph:
        if (!tight()) line(), out_ += "<p>";
        break;
      case NodeKind::heading:
        line(), out_.append("<h").append(std::to_string(node.number)).append(">");
        break;
      case NodeKind::code_block:
        code_block(document_.fences()[node.index]);
        break;
      case NodeKind::html_block:
        line();
        append_filtered(out_, document_.raw_html()[node.index].html);
        line();
        break;
      case NodeKind::thematic_break:
        line(), out_ += "<hr />\n";
        break;
      case NodeKind::footnote_definition:
        if (footnotes_++ == 0) out_ += "<section class=\"footnotes\" data-footnotes>\n<ol>\n";
        out_ += "<li id=\"fn-";
        markup::append_url(out_, document_.footnotes()[node.index].name);
        out_ += "\">\n";
        break;
      case NodeKind::table:
        line();
        out_ += "<table>";
        in_body_ = false;
        break;
      case NodeKind::table_row:
        line();
        if (node.flags & Node::kHeader)
          out_ += "<thead>\n";
        else if (!in_body_)
          out_ += "<tbody>\n", in_body_ = true;
        out_ += "<tr>";
        break;
      case NodeKind::table_cell:
        cell(node);
        break;
      case NodeKind::text:
      case NodeKind::citation:
        append_text(out_, document_.literal(node));
        break;
      case NodeKind::soft_break:
        out_ += '\n';
        break;
      case NodeKind::line_break:
        out_ += "<br />\n";
        break;
      case NodeKind::code:
        out_ += "<code>";
        append_text(out_, document_.literal(node));
        out_ += "</code>";
        break;
      case NodeKind::math:
        out_ += "$<code>";
        append_text(out_, document_.literal(node));
        out_ += "</code>$";
        break;
      case NodeKind::html_inline:
        out_ += is_filtered_tag(node.literal()) ? "&lt;" : "<";
        out_ += node.literal().substr(1);
        break;
      case NodeKind::emphasis:
        out_ += "<em>";
        break;
      case NodeKind::strong:
        if (!is_omitted_strong()) out_ += "<strong>";
        break;
      case NodeKind::strikethrough:
        out_ += "<del>";
        break;
      case NodeKind::link:
        link(document_.links()[node.index]);
        break;
      case NodeKind::image:
        out_ += "<img src=\"";
        markup::append_url(out_, document_.images()[node.index].destination);
        out_ += "\" alt=\"";
        in_image_ = 1;
        break;
      case NodeKind::footnote_reference:
        reference(document_.footnote_references()[node.index]);
        break;
    }
  }

  void leave(NodeId id) {
    const Node& node = document_.node(id);
    if (in_image_ > 0) {
      if (node.kind != NodeKind::image || --in_image_ > 0) return;
      title(document_.images()[node.index].title);
      out_ += "\" />";
      parents_.pop_back();
      return;
    }
    parents_.pop_back();
    switch (node.kind) {
      case NodeKind::block_quote:
        line(), out_ += "</blockquote>\n";
        break;
      case NodeKind::bullet_list:
        out_ += "</ul>\n";
        break;
      case NodeKind::ordered_list:
        out_ += "</ol>\n";
        break;
      case NodeKind::item:
      case NodeKind::task_item:
        out_ += "</li>\n";
        break;
      case NodeKind::paragraph:
        if (tight()) break;
        if (parent(0).kind == NodeKind::footnote_definition && node.next == 0) {
          out_ += ' ';
          back_links(parent(0));
        }
        out_ += "</p>\n";
        break;
      case NodeKind::heading:
        out_.append("</h").append(std::to_string(node.number)).append(">\n");
        break;
      case NodeKind::footnote_definition:
        if (back_links(node)) out_ += '\n';
        out_ += "</li>\n";
        break;
      case NodeKind::table:
        if (in_body_) line(), out_ += "</tbody>\n";
        in_body_ = false;
        line();
        out_ += "</table>\n";
        break;
      case NodeKind::table_row:
        line();
        out_ += "</tr>";
        if (node.flags & Node::kHeader) out_ += "\n</thead>";
        break;
      case NodeKind::table_cell:
        out_ += node.flags & Node::kHeader ? "</th>" : "</td>";
        break;
      case NodeKind::emphasis:
        out_ += "</em>";
        break;
      case NodeKind::strong:
        if (!is_omitted_strong()) out_ += "</strong>";
        break;
      case NodeKind::strikethrough:
        out_ += "</del>";
        break;
      case NodeKind::link:
        out_ += "</a>";
        break;
      default:
        break;
    }
  }

  void code_block(const Fence& fence) {
    line();
    out_ += "<pre><code";
    if (!fence.info.empty()) {
      out_ += " class=\"language-";
      append_text(out_, fence.info.substr(0, fence.info.find_first_of(" \t\n\r")));
      out_ += '"';
    }
    out_ += '>';
    append_text(out_, fence.body);
    out_ += "</code></pre>\n";
  }

  void cell(const Node& node) {
    line();
    out_ += node.flags & Node::kHeader ? "<th" : "<td";
    switch (static_cast<Align>(node.number)) {
      case Align::left:
        out_ += " align=\"left\"";
        break;
      case Align::center:
        out_ += " align=\"center\"";
        break;
      case Align::right:
        out_ += " align=\"right\"";
        break;
      case Align::none:
        break;
    }
    out_ += '>';
  }

  void title(std::string_view text) {
    if (text.empty()) return;
    out_ += "\" title=\"";
    append_text(out_, text);
  }

  void link(const Link& link) {
    out_ += "<a href=\"";
    markup::append_url(out_, link.destination);
    title(link.title);
    out_ += "\">";
  }

  void reference(const FootnoteReference& reference) {
    std::string_view name = document_.footnotes()[reference.footnote].name;
    out_ += "<sup class=\"footnote-ref\"><a href=\"#fn-";
    markup::append_url(out_, name);
    out_ += "\" id=\"fnref-";
    markup::append_url(out_, name);
    if (reference.occurrence > 1) out_.append("-").append(std::to_string(reference.occurrence));
    out_.append("\" data-footnote-ref>").append(std::to_string(reference.footnote + 1)).append("</a></sup>");
  }

  bool back_links(const Node& definition) {
    if (written_ >= footnotes_) return false;
    written_ = footnotes_;
    const Footnote& footnote = document_.footnotes()[definition.index];
    for (unsigned i = 1; i <= std::max(footnote.references, 1U); ++i) {
      out_ += i == 1 ? "<a href=\"#fnref-" : " <a href=\"#fnref-";
      markup::append_url(out_, footnote.name);
      if (i > 1) out_.append("-").append(std::to_string(i));
      out_ += "\" class=\"footnote-backref\" data-footnote-backref";
      const std::string number =
          std::to_string(definition.index + 1) + (i > 1 ? "-" + std::to_string(i) : std::string());
      if (kIsNewer) out_.append(" data-footnote-backref-idx=\"").append(number).append("\"");
      out_.append(" aria-label=\"Back to ").append(kIsNewer ? "reference " + number : "content").append("\">↩");
      if (i > 1) out_.append("<sup class=\"footnote-ref\">").append(std::to_string(i)).append("</sup>");
      out_ += "</a>";
    }
    return true;
  }

  const Document& document_;
  std::string out_;
  std::vector<NodeId> parents_;
  unsigned in_image_ = 0;
  unsigned footnotes_ = 0;
  unsigned written_ = 0;
  bool in_body_ = false;
};

}  // namespace
}  // namespace plain_html

std::string write_plain_html(const document::Document& document) { return plain_html::PlainWriter(document).write(); }

}  // namespace document_test
