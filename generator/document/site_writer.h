// Writes a document as the site's HTML; see html_writer.h. site_writer.cc writes blocks and footnotes, site_inlines.cc
// inlines.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/html_writer.h"
#include "document/raw_html.h"
#include "markup/url.h"

namespace document {

class SiteWriter {
 public:
  SiteWriter(const Document& document, Hooks& hooks, bool footnotes)
      : document_(document),
        hooks_(hooks),
        with_footnotes_(footnotes),
        prefix_(hooks.id_prefix()),
        shift_(hooks.heading_shift()) {}

  void write(NodeId id) {
    walk(document_.nodes(), id, [&](NodeId at) { return enter(at); }, [&](NodeId at) { leave(at); });
  }

  markup::SafeHtml take() {
    end_passage();
    return markup::SafeHtml::trusted(std::move(out_));
  }

 private:
  const Node& parent(size_t up = 0) const {
    return document_.node(parents_.size() > up ? parents_[parents_.size() - 1 - up] : 0);
  }
  // Whether the paragraph is one of a tight list or definition.
  bool tight() const {
    const Node& list = parent().kind == NodeKind::definition ? parent() : parent(1);
    const bool is_list =
        list.kind == NodeKind::bullet_list || list.kind == NodeKind::ordered_list || list.kind == NodeKind::definition;
    return !parents_.empty() && is_list && (list.flags & Node::kTight) != 0;
  }
  // Writes an attribute, with the value escaped: ` name="value"`.
  void attribute(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"");
    markup::append_escaped(out_, value);
    out_ += '"';
  }
  // Writes a link to a fragment of the page: ` href="#fragment"`.
  void link_to(std::string_view fragment) {
    out_ += " href=\"#";
    markup::append_url(out_, fragment);
    out_ += '"';
  }
  std::string label(std::string_view key, std::string_view argument = "") { return hooks_.label(key, argument); }
  // Whether a citation follows the node. Authors write "word [@source]", but the space before the mark is not shown.
  bool is_before_citation(const Node& node) const {
    return node.next != 0 && document_.node(node.next).kind == NodeKind::citation;
  }
  void line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }

  std::string level(const Node& heading) const { return std::to_string(std::clamp(heading.number + shift_, 1, 6)); }

  bool enter(NodeId id);
  void leave(NodeId id);
  // Returns whether to continue with the children.
  bool open(NodeId id);

  // Handles a line that begins or ends a passage for certain answers.
  void turn_passage(NodeId mark);
  void end_passage();
  // Whether the current node, whose parents are open, is in a part that is not shown.
  bool is_skipped() const { return skips_ && (parents_.empty() || (parents_.size() == 1 && parents_[0] == 0)); }

  void open_quote(const Node& node);
  void open_callout_title(bool folds);
  void close_callout_title(bool folds);
  // Writes the id that a paragraph, list item or term has.
  void own_id(NodeId id);
  void open_paragraph(NodeId id);
  void open_task(NodeId id);
  void close_paragraph(const Node& node);
  void open_heading(const Node& node);
  void close_heading(const Node& node);
  void code_block(const Fence& fence);
  void open_table(NodeId id);
  // Returns the titles of the table's columns if a phone shows its rows as cards, because its first number would be out
  // of sight. Otherwise returns an empty list.
  std::vector<std::string> card_labels(NodeId table) const;
  void open_row(const Node& node);
  // Opens a cell. An empty header cell is written as <td>, because an empty <th> does not name anything.
  void open_cell(const Node& node);

  void html(NodeId id, std::string_view raw);
  void open_tag(const HtmlToken& token, RawHtml& rest);
  void close_tag(const HtmlToken& token);
  // `others` are further attributes, of a link or an image in raw HTML.
  void close_link(const Link& link, std::string_view others = {});
  // The size of an image as the author wrote it; "" if they did not.
  struct ImageSize {
    std::string width, height;
  };
  static void resize(const ImageSize& wanted, HtmlAttributes& attributes);
  void image(const Image& image, std::string_view others, const ImageSize& size);
  void frame(Link link, std::string_view others, const ImageSize& size);
  void image(const Image& image) { this->image(image, {}, {}); }
  void attributes(const HtmlAttributes& list) {
    for (const auto& [name, value] : list) attribute(name, value);
  }
  void url(std::string_view name, std::string_view value);
  void title(std::string_view text, const HtmlAttributes& others);

  // Returns the footnote's mark: "2", or "2-3" for the third mark of footnote 2.
  static std::string mark(const Footnote& footnote, unsigned occurrence);
  void reference(const FootnoteReference& reference);
  bool open_footnote(const Node& node);
  void close_footnote(const Node& node);
  void back_links(const Footnote& footnote);

  const Document& document_;
  Hooks& hooks_;
  bool with_footnotes_;
  std::string prefix_;
  int shift_;
  std::string out_;
  std::vector<NodeId> parents_;
  std::vector<size_t> link_starts_;
  static constexpr size_t kNoLink = static_cast<size_t>(-1);
  // For each open raw <a>, the index of its link, or kNoLink without an href, and its attributes besides the address.
  std::vector<std::pair<size_t, std::string>> raw_links_;
  std::string_view above_;                       // the heading above
  std::map<std::string_view, unsigned> tables_;  // number of tables below each heading
  bool in_passage_ = false;                      // whether the position is between the tags of a passage
  bool skips_ = false;
  std::vector<std::string> labels_;  // column titles, if rows of the table may become cards
  size_t column_ = 0;
  bool in_body_ = false;
  bool in_footnotes_ = false;
};

}  // namespace document
