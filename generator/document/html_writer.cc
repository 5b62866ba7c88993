#include "document/html_writer.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "document/raw_html.h"
#include "document/url_escape.h"
#include "document/walk.h"

namespace document {

using markup::append_escaped;
using markup::SafeHtml;

namespace {

class SiteWriter {
 public:
  SiteWriter(const Document& document, Hooks& hooks, bool footnotes)
      : document_(document),
        hooks_(hooks),
        with_footnotes_(footnotes),
        prefix_(hooks.id_prefix()),
        shift_(hooks.heading_shift()) {
    out_.reserve(document.nodes().size() * 32);
  }

  void write(NodeId id) {
    walk(document_.nodes(), id, [&](NodeId at) { return enter(at); }, [&](NodeId at) { leave(at); });
  }

  SafeHtml take() { return SafeHtml::trusted(std::move(out_)); }

 private:
  const Node& parent(size_t up = 0) const {
    return document_.node(parents_.size() > up ? parents_[parents_.size() - 1 - up] : 0);
  }
  bool tight() const { return parents_.size() >= 2 && (parent(1).flags & Node::kTight) != 0; }
  std::string label(Label label, std::string_view argument = "") {
    return markup::escape(hooks_.label(label, argument));
  }
  void line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }

  bool enter(NodeId id) {
    const Node& node = document_.node(id);
    bool into = !(node.flags & Node::kHidden) && open(node);
    parents_.push_back(id);
    return into;
  }

  // Returns whether to go on with the children.
  bool open(const Node& node) {
    switch (node.kind) {
      case Kind::document:
        break;
      case Kind::block_quote:
        open_quote(node);
        break;
      case Kind::bullet_list:
        line();
        out_ += document_.node(node.child).kind == Kind::task_item ? "<ul class=\"tasks\">\n" : "<ul>\n";
        break;
      case Kind::ordered_list:
        line();
        if (node.index == 1)
          out_ += "<ol>\n";
        else
          out_.append("<ol start=\"").append(std::to_string(node.index)).append("\">\n");
        break;
      case Kind::item:
        out_ += "<li>";
        break;
      case Kind::task_item:
        open_task(node);
        break;
      case Kind::paragraph:
        if (!tight()) line(), out_ += "<p>";
        break;
      case Kind::heading:
        open_heading(node);
        break;
      case Kind::code_block:
        code_block(document_.fences()[node.index]);
        return false;
      case Kind::html_block:
        html(node, document_.raw_html()[node.index].html);
        return false;
      case Kind::thematic_break:
        line(), out_ += "<hr>\n";
        return false;
      case Kind::footnote_definition:
        return open_footnote(node);
      case Kind::table:
        open_table();
        break;
      case Kind::table_row:
        open_row(node);
        break;
      case Kind::table_cell:
        open_cell(node);
        break;
      case Kind::text: {
        const std::string* replaced = hooks_.text(node.literal());
        append_escaped(out_, replaced ? std::string_view(*replaced) : node.literal());
        return false;
      }
      case Kind::soft_break:
        out_ += '\n';
        return false;
      case Kind::line_break:
        out_ += "<br>\n";
        return false;
      case Kind::code:
        out_ += "<code>";
        append_escaped(out_, node.literal());
        out_ += "</code>";
        return false;
      case Kind::html_inline:
        html(node, node.literal());
        return false;
      case Kind::emphasis:
        out_ += "<em>";
        break;
      case Kind::strong:
        out_ += "<strong>";
        break;
      case Kind::strikethrough:
        out_ += "<del>";
        break;
      case Kind::link:
        link_starts_.push_back(out_.size());
        break;
      case Kind::image:
        image(document_.images()[node.index]);
        return false;
      case Kind::footnote_reference:
        reference(document_.footnote_references()[node.index]);
        return false;
      case Kind::citation:
        out_ += hooks_.citation(document_.citations()[node.index]).str();
        return false;
    }
    return true;
  }

  void leave(NodeId id) {
    const Node& node = document_.node(id);
    parents_.pop_back();
    if (node.flags & Node::kHidden) return;
    switch (node.kind) {
      case Kind::document:
        if (in_footnotes_) out_ += "</ol>\n</section>\n";
        break;
      case Kind::block_quote:
        line(), out_ += node.number == 0 ? "</blockquote>\n" : "</aside>\n";
        break;
      case Kind::bullet_list:
        out_ += "</ul>\n";
        break;
      case Kind::ordered_list:
        out_ += "</ol>\n";
        break;
      case Kind::item:
      case Kind::task_item:
        out_ += "</li>\n";
        break;
      case Kind::paragraph:
        close_paragraph(node);
        break;
      case Kind::heading:
        close_heading(node);
        break;
      case Kind::footnote_definition:
        if (with_footnotes_) close_footnote(node);
        break;
      case Kind::table:
        out_ += in_body_ ? "</tbody>\n</table></div>\n" : "</table></div>\n";
        break;
      case Kind::table_row:
        out_ += node.flags & Node::kHeader ? "</tr>\n</thead>\n" : "</tr>\n";
        break;
      case Kind::table_cell:
        out_ += node.flags & Node::kHeader && node.child != 0 ? "</th>" : "</td>";
        break;
      case Kind::emphasis:
        out_ += "</em>";
        break;
      case Kind::strong:
        out_ += "</strong>";
        break;
      case Kind::strikethrough:
        out_ += "</del>";
        break;
      case Kind::link:
        close_link(document_.links()[node.index]);
        break;
      default:
        break;
    }
  }

  void open_quote(const Node& node) {
    line();
    auto callout = static_cast<Callout>(node.number);
    if (callout == Callout::none) {
      out_ += "<blockquote>\n";
      return;
    }
    static constexpr std::pair<std::string_view, Label> kCallouts[] = {{"note", Label::note},
                                                                       {"tip", Label::tip},
                                                                       {"important", Label::important},
                                                                       {"warning", Label::warning},
                                                                       {"caution", Label::caution}};
    auto& [name, title] = kCallouts[static_cast<size_t>(callout) - 1];
    // An <aside> in the page's <main> would be a landmark of its own; a note is none.
    out_.append("<aside class=\"callout callout-")
        .append(name)
        .append("\" role=\"note\">\n<p class=\"callout-title\">");
    out_.append(label(title)).append("</p>\n");
  }

  void open_task(const Node& node) {
    bool done = (node.flags & Node::kChecked) != 0;
    out_ += "<li class=\"task\"><input type=\"checkbox\" disabled";
    if (done) out_ += " checked";
    out_.append(" aria-label=\"").append(label(done ? Label::task_done : Label::task_open)).append("\"> ");
  }

  void close_paragraph(const Node& node) {
    if (tight()) return;
    if (with_footnotes_ && parent().kind == Kind::footnote_definition && node.next == 0) {
      out_ += ' ';
      back_links(document_.footnotes()[parent().index]);
    }
    out_ += "</p>\n";
  }

  std::string level(const Node& heading) const { return std::to_string(std::clamp(heading.number + shift_, 1, 6)); }

  void open_heading(const Node& node) {
    line();
    out_.append("<h").append(level(node)).append(" id=\"");
    append_escaped(out_, document_.headings()[node.index].id);
    out_ += "\">";
  }

  void close_heading(const Node& node) {
    const Heading& heading = document_.headings()[node.index];
    above_ = heading.text;
    out_ += " <a class=\"anchor\" href=\"#";
    append_url(out_, heading.id);
    out_.append("\" aria-label=\"").append(label(Label::permalink, heading.text)).append("\">#</a></h");
    out_.append(level(node)).append(">\n");
  }

  void code_block(const Fence& fence) {
    line();
    if (auto html = hooks_.fence(fence)) {
      out_ += html->str();
      return line();
    }
    // It scrolls when a line is long, so the keyboard must reach it.
    out_ += "<pre class=\"code\" tabindex=\"0\"><code";
    if (!fence.language.empty()) {
      out_ += " class=\"language-";
      append_escaped(out_, fence.language);
      out_ += '"';
    }
    out_ += '>';
    append_escaped(out_, fence.body);
    out_ += "</code></pre>\n";
  }

  void html(const Node& node, std::string_view raw) {
    if (!(node.flags & Node::kAllowed)) return;  // an error, reported when the page was parsed
    for (const HtmlToken& token : html_tokens(raw)) {
      switch (token.kind) {
        case HtmlToken::Kind::text:
          append_html_text(out_, token.text);
          break;
        case HtmlToken::Kind::open:
        case HtmlToken::Kind::empty:
          out_.append("<").append(token.name).append(">");
          break;
        case HtmlToken::Kind::close:
          out_.append("</").append(token.name).append(">");
          break;
        case HtmlToken::Kind::comment:
        case HtmlToken::Kind::refused:
          break;
      }
    }
  }

  void open_table() {
    line();
    in_body_ = false;
    std::string name(above_);
    if (++tables_[name] > 1) name += " " + std::to_string(tables_[std::string(above_)]);
    out_.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").append(label(Label::table, name));
    out_ += "\"><table>\n";
  }

  void open_row(const Node& node) {
    if (node.flags & Node::kHeader) {
      out_ += "<thead>\n<tr>";
      return;
    }
    out_ += in_body_ ? "<tr>" : "<tbody>\n<tr>";
    in_body_ = true;
  }

  // An empty <th> names nothing, so it is a <td>.
  void open_cell(const Node& node) {
    out_ += node.flags & Node::kHeader && node.child != 0 ? "<th scope=\"col\"" : "<td";
    switch (static_cast<Align>(node.number)) {
      case Align::left:
        out_ += " class=\"left\"";
        break;
      case Align::center:
        out_ += " class=\"center\"";
        break;
      case Align::right:
        out_ += " class=\"right\"";
        break;
      case Align::none:
        break;
    }
    out_ += '>';
  }

  void attributes(const std::vector<std::pair<std::string_view, std::string>>& list) {
    for (auto& [name, value] : list) {
      out_.append(" ").append(name).append("=\"");
      append_escaped(out_, value);
      out_ += '"';
    }
  }

  void url(std::string_view name, std::string_view value) {
    out_.append(name).append("=\"");
    append_url(out_, markup::is_safe_url(value) ? value : "#");
    out_ += '"';
  }

  void title(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& others) {
    bool given = std::any_of(others.begin(), others.end(), [](auto& entry) { return entry.first == "title"; });
    if (text.empty() || given) return;
    out_ += " title=\"";
    append_escaped(out_, text);
    out_ += '"';
  }

  void close_link(const Link& link) {
    size_t start = link_starts_.back();
    link_starts_.pop_back();
    SafeHtml content = SafeHtml::trusted(out_.substr(start));
    out_.resize(start);
    LinkHtml result = hooks_.link(link, content, document_.plain_text(link.node));
    if (result.replacement) {
      out_ += result.replacement->str();
      return;
    }
    if (result.href.empty()) {
      out_.append(content.str()).append(result.after.str());
      return;
    }
    out_ += "<a ";
    url("href", result.href);
    if (!result.css_class.empty()) {
      out_ += " class=\"";
      append_escaped(out_, result.css_class);
      out_ += '"';
    }
    title(link.title, result.attributes);
    attributes(result.attributes);
    bool external = result.href.starts_with("https://") || result.href.starts_with("http://");
    bool has_rel = std::any_of(result.attributes.begin(), result.attributes.end(),
                               [](auto& entry) { return entry.first == "rel"; });
    if (external && !has_rel) out_ += " rel=\"noopener\"";
    out_.append(">").append(content.str()).append("</a>").append(result.after.str());
  }

  void image(const Image& image) {
    ImageHtml result = hooks_.image(image);
    if (result.replacement) {
      out_ += result.replacement->str();
      return;
    }
    out_ += "<img ";
    url("src", result.src);
    out_ += " alt=\"";
    append_escaped(out_, image.alt);
    out_ += '"';
    title(image.title, result.attributes);
    attributes(result.attributes);
    out_ += '>';
  }

  std::string mark(const Footnote& footnote, unsigned occurrence) const {
    std::string result = std::to_string(footnote.number);
    return occurrence > 1 ? result + "-" + std::to_string(occurrence) : result;
  }

  void reference(const FootnoteReference& reference) {
    if (!with_footnotes_ || reference.footnote >= document_.footnotes().size()) return;
    const Footnote& footnote = document_.footnotes()[reference.footnote];
    std::string number = std::to_string(footnote.number);
    out_ += "<sup class=\"footnote-ref\"><a href=\"#";
    append_url(out_, prefix_ + "fn-" + number);
    out_ += "\" id=\"";
    append_escaped(out_, prefix_ + "fnref-" + mark(footnote, reference.occurrence));
    out_.append("\" role=\"doc-noteref\" aria-label=\"").append(label(Label::footnote, number)).append("\">");
    out_.append(number).append("</a></sup>");
  }

  bool open_footnote(const Node& node) {
    if (!with_footnotes_) return false;
    line();
    if (!in_footnotes_)
      out_.append("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"")
          .append(label(Label::footnotes))
          .append("\">\n<ol>\n");
    in_footnotes_ = true;
    out_ += "<li id=\"";
    append_escaped(out_, prefix_ + "fn-" + std::to_string(document_.footnotes()[node.index].number));
    out_ += "\">";
    return true;
  }

  void close_footnote(const Node& node) {
    NodeId last = node.child;
    while (last != 0 && document_.node(last).next != 0) last = document_.node(last).next;
    if (last == 0 || document_.node(last).kind != Kind::paragraph) {
      line();
      out_ += "<p>";
      back_links(document_.footnotes()[node.index]);
      out_ += "</p>\n";
    }
    out_ += "</li>\n";
  }

  void back_links(const Footnote& footnote) {
    for (unsigned i = 1; i <= footnote.references; ++i) {
      std::string to = mark(footnote, i);
      if (i > 1) out_ += ' ';
      out_ += "<a class=\"footnote-back\" href=\"#";
      append_url(out_, prefix_ + "fnref-" + to);
      out_.append("\" role=\"doc-backlink\" aria-label=\"").append(label(Label::footnote_back, to)).append("\">↩");
      if (i > 1) out_.append("<sup>").append(std::to_string(i)).append("</sup>");
      out_ += "</a>";
    }
  }

  const Document& document_;
  Hooks& hooks_;
  bool with_footnotes_;
  std::string prefix_;
  int shift_;
  std::string out_;
  std::vector<NodeId> parents_;
  std::vector<size_t> link_starts_;
  std::string_view above_;                  // the heading above
  std::map<std::string, unsigned> tables_;  // below each
  bool in_body_ = false;
  bool in_footnotes_ = false;
};

}  // namespace

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
