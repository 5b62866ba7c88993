#include "document/site_writer.h"

#include "base/utf8.h"
#include "markup/phone_table.h"

namespace document {

using markup::append_escaped;
using markup::SafeHtml;

namespace {

std::string_view emphasis_tag(NodeKind kind) {
  return kind == NodeKind::emphasis ? "em" : kind == NodeKind::strong ? "strong" : "del";
}

// Whether a text starts with a number, perhaps after a sign or symbol: "12", "~3 GB", "−4.5", "$0.53".
bool starts_with_number(std::string_view text) {
  const size_t digit = text.find_first_of("0123456789");
  constexpr size_t kLongestSign = 5;  // length in bytes of "≈ $"
  return digit <= kLongestSign && std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(digit),
                                               [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// Whether a line break is between Chinese or Japanese characters, which browsers would show as a space within a word.
// Korean has spaces between words.
bool joins_ideographs(std::string_view before, const Node& next) {
  const auto is_ideograph = [](std::string_view text) {
    if (text.empty()) return false;
    const char32_t c = base::take_code_point(text);
    return (c >= 0x2E80 && c < 0xA4D0) || (c >= 0xF900 && c < 0xFB00) || (c >= 0xFE30 && c < 0xFE50) ||
           (c >= 0xFF00 && c < 0xFFF0) || (c >= 0x20000 && c < 0x40000);
  };
  return next.kind == NodeKind::text && !before.empty() && is_ideograph(next.literal()) &&
         is_ideograph(before.substr(base::code_point_start(before, before.size() - 1)));
}

}  // namespace

bool SiteWriter::enter(NodeId id) {
  const Node& node = document_.node(id);
  if (node.kind == NodeKind::paragraph && node.number == Node::kPassageMark) turn_passage(id);
  bool into = !(node.flags & Node::kHidden) && !is_skipped() && open(id);
  parents_.push_back(id);
  return into;
}

void SiteWriter::turn_passage(NodeId mark) {
  end_passage();
  const Passage* passage = document_.passage_of(mark);
  if (!passage) return;
  const auto html = hooks_.passage(*passage);
  skips_ = !html;
  if (skips_ || html->attributes.empty()) return;
  in_passage_ = true;
  line();
  out_ += "<section";
  attributes(html->attributes);
  out_.append(">\n").append(html->before.str());
  line();
}

void SiteWriter::end_passage() {
  if (std::exchange(in_passage_, false)) {
    line();
    out_ += "</section>\n";
  }
  skips_ = false;
}

bool SiteWriter::open(NodeId id) {
  const Node& node = document_.node(id);
  switch (node.kind) {
    case NodeKind::document:
      break;
    case NodeKind::block_quote:
      open_quote(node);
      break;
    case NodeKind::bullet_list:
      line();
      out_ += document_.node(node.child).kind == NodeKind::task_item ? "<ul class=\"tasks\">\n" : "<ul>\n";
      break;
    case NodeKind::ordered_list:
      line();
      out_ += "<ol";
      if (node.index != 1) attribute("start", std::to_string(node.index));
      out_ += ">\n";
      break;
    case NodeKind::item:
      out_ += "<li";
      own_id(id);
      out_ += '>';
      break;
    case NodeKind::task_item:
      open_task(id);
      break;
    case NodeKind::paragraph:
      open_paragraph(id);
      break;
    case NodeKind::definition_list:
      line(), out_ += "<dl>\n";
      break;
    case NodeKind::term:
      line(), out_ += "<dt";
      own_id(id);
      out_ += '>';
      break;
    case NodeKind::definition:
      line(), out_ += "<dd";
      own_id(id);
      out_ += '>';
      break;
    case NodeKind::heading:
      open_heading(node);
      break;
    case NodeKind::code_block:
      code_block(document_.fences()[node.index]);
      return false;
    case NodeKind::html_block:
      html(id, document_.raw_html()[node.index].html);
      return false;
    case NodeKind::thematic_break:
      line(), out_ += "<hr>\n";
      return false;
    case NodeKind::footnote_definition:
      return open_footnote(node);
    case NodeKind::table:
      open_table(id);
      break;
    case NodeKind::table_row:
      open_row(node);
      break;
    case NodeKind::table_cell:
      open_cell(node);
      break;
    case NodeKind::text: {
      const std::string* replaced = hooks_.text(node.literal());
      std::string_view text = replaced ? std::string_view(*replaced) : node.literal();
      if (is_before_citation(node)) text = text.substr(0, text.find_last_not_of(' ') + 1);
      append_escaped(out_, text);
      return false;
    }
    case NodeKind::soft_break:
      if (!is_before_citation(node) && !joins_ideographs(out_, document_.node(node.next))) out_ += '\n';
      return false;
    case NodeKind::line_break:
      out_ += "<br>\n";
      return false;
    case NodeKind::code:
      out_ += "<code>";
      append_escaped(out_, node.literal());
      out_ += "</code>";
      return false;
    case NodeKind::math:
      out_ += document_.maths()[node.index].mathml;
      return false;
    case NodeKind::html_inline:
      html(id, node.literal());
      return false;
    case NodeKind::emphasis:
    case NodeKind::strong:
    case NodeKind::strikethrough:
      out_.append("<").append(emphasis_tag(node.kind)).append(">");
      break;
    case NodeKind::link:
      link_starts_.push_back(out_.size());
      break;
    case NodeKind::image:
      image(document_.images()[node.index]);
      return false;
    case NodeKind::footnote_reference:
      reference(document_.footnote_references()[node.index]);
      return false;
    case NodeKind::citation:
      out_ += hooks_.citation(document_.citations()[node.index]).str();
      return false;
  }
  return true;
}

void SiteWriter::leave(NodeId id) {
  const Node& node = document_.node(id);
  parents_.pop_back();
  if ((node.flags & Node::kHidden) || is_skipped()) return;
  switch (node.kind) {
    case NodeKind::document:
      if (in_footnotes_) out_ += "</ol>\n</section>\n";
      break;
    case NodeKind::block_quote:
      line(), out_ += node.number == 0 ? "</blockquote>\n" : node.flags & Node::kFolds ? "</details>\n" : "</aside>\n";
      break;
    case NodeKind::definition_list:
      line(), out_ += "</dl>\n";
      break;
    case NodeKind::term:
      out_ += "</dt>\n";
      break;
    case NodeKind::definition:
      out_ += "</dd>\n";
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
      close_paragraph(node);
      break;
    case NodeKind::heading:
      close_heading(node);
      break;
    case NodeKind::footnote_definition:
      if (with_footnotes_) close_footnote(node);
      break;
    case NodeKind::table:
      out_ += in_body_ ? "</tbody>\n</table></div>\n" : "</table></div>\n";
      break;
    case NodeKind::table_row:
      out_ += node.flags & Node::kHeader ? "</tr>\n</thead>\n" : "</tr>\n";
      break;
    case NodeKind::table_cell:
      out_ += node.flags & Node::kHeader && node.child != 0 ? "</th>" : "</td>";
      break;
    case NodeKind::emphasis:
    case NodeKind::strong:
    case NodeKind::strikethrough:
      out_.append("</").append(emphasis_tag(node.kind)).append(">");
      break;
    case NodeKind::link:
      close_link(document_.links()[node.index]);
      break;
    default:
      break;
  }
}

void SiteWriter::open_quote(const Node& node) {
  line();
  auto callout = static_cast<Callout>(node.number);
  if (callout == Callout::none) {
    out_ += "<blockquote>\n";
    return;
  }
  if (callout == Callout::folded || callout == Callout::tab) {
    out_ += "<details";
    if (callout == Callout::tab) {
      out_ += " class=\"tab\"";
      attribute("name", prefix_ + "tabs-" + std::to_string(node.index));  // browsers show one of those with a name
    }
    out_ += node.flags & Node::kOpen ? " open>\n<summary>" : ">\n<summary>";
    return;
  }
  const std::string name(kCalloutNames[static_cast<size_t>(callout) - 1]);
  const bool folds = (node.flags & Node::kFolds) != 0;
  out_ += folds ? "<details class=\"callout callout-" + name + '"' : "<aside class=\"callout callout-" + name + '"';
  // Without a role such as note, an <aside> in the page's <main> is a landmark.
  if (!folds) out_ += " role=\"note\"";
  if (folds && (node.flags & Node::kOpen)) out_ += " open";
  out_ += ">\n";
  open_callout_title(folds);
  append_escaped(out_, label("callout_" + name));
  const Node& first = document_.node(node.child);
  if (first.kind == NodeKind::paragraph && first.number == Node::kCalloutTitle)
    out_ += ": ";
  else
    close_callout_title(folds);
}

void SiteWriter::open_callout_title(bool folds) {
  out_ += folds ? "<summary class=\"callout-title\">" : "<p class=\"callout-title\">";
}

void SiteWriter::close_callout_title(bool folds) { out_ += folds ? "</summary>\n" : "</p>\n"; }

void SiteWriter::own_id(NodeId id) {
  if (!(document_.node(id).flags & Node::kHasId)) return;
  const auto found = std::ranges::lower_bound(document_.own_ids(), id, {}, &OwnId::node);
  attribute("id", prefix_ + std::string(found->id));
}

void SiteWriter::open_paragraph(NodeId id) {
  const Node& node = document_.node(id);
  if (tight()) return;
  if (node.number == Node::kCalloutTitle) {
    if (!(document_.node(node.next).flags & Node::kHidden) || !(node.flags & Node::kHasId)) return;
    out_ += "<span";  // the id of a callout that is its title alone
    own_id(node.next);
    out_ += "></span>";
    return;
  }
  line();
  out_ += "<p";
  own_id(id);
  out_ += '>';
}

void SiteWriter::open_task(NodeId id) {
  bool done = (document_.node(id).flags & Node::kChecked) != 0;
  out_ += "<li class=\"task\"";
  own_id(id);
  out_ += "><input type=\"checkbox\" disabled";
  if (done) out_ += " checked";
  attribute("aria-label", label(done ? "task_done" : "task_open"));
  out_ += "> ";
}

void SiteWriter::close_paragraph(const Node& node) {
  if (node.number == Node::kCalloutTitle) return close_callout_title((parent().flags & Node::kFolds) != 0);
  if (tight()) return;
  if (with_footnotes_ && parent().kind == NodeKind::footnote_definition && node.next == 0) {
    out_ += ' ';
    back_links(document_.footnotes()[parent().index]);
  }
  out_ += "</p>\n";
}

void SiteWriter::open_heading(const Node& node) {
  const Heading& heading = document_.headings()[node.index];
  line();
  out_.append("<div class=\"heading\"><h").append(level(node));
  attribute("id", prefix_ + std::string(heading.id));
  out_ += '>';
  if (!prefix_.empty()) return;
  for (const std::string& id : hooks_.former_ids(heading)) {
    out_ += "<span";
    attribute("id", id);
    out_ += "></span>";
  }
}

// Closes a heading. Its link is next to it, not in it, so that the link is not part of the heading's name.
void SiteWriter::close_heading(const Node& node) {
  const Heading& heading = document_.headings()[node.index];
  above_ = heading.text;
  out_.append("</h").append(level(node)).append("> <a class=\"anchor\"");
  link_to(prefix_ + std::string(heading.id));
  attribute("aria-label", label("link_to", heading.text));
  out_ += ">#</a></div>\n";
}

void SiteWriter::code_block(const Fence& fence) {
  line();
  if (auto html = hooks_.fence(fence)) {
    out_ += html->str();
    return line();
  }
  // Formulas and code scroll when a line is long, so the keyboard must reach them.
  if (fence.kind == FenceKind::math) {
    out_ += "<div class=\"formula\" tabindex=\"0\">";
    out_.append(document_.maths()[fence.formula].mathml).append("</div>\n");
    return;
  }
  out_ += "<pre class=\"code\" tabindex=\"0\"><code";
  if (!fence.language.empty()) attribute("class", "language-" + std::string(fence.language));
  out_ += '>';
  append_escaped(out_, fence.body);
  out_ += "</code></pre>\n";
}

std::vector<std::string> SiteWriter::card_labels(NodeId table) const {
  std::vector<std::vector<std::string>> rows;
  for (NodeId row = document_.node(table).child; row != 0; row = document_.node(row).next) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (NodeId cell = document_.node(row).child; cell != 0; cell = document_.node(cell).next)
      cells.push_back(document_.plain_text(cell));
  }
  if (rows.size() < 2) return {};
  markup::PhoneTable phone;
  for (size_t column = 0; column < rows[0].size(); ++column) {
    phone.begin_column();
    bool is_number = column > 0;
    for (const std::vector<std::string>& row : rows) {
      if (row.size() <= column) continue;
      phone.add_cell(row[column], true, &row == &rows[0]);
      is_number &= &row == &rows[0] || starts_with_number(row[column]);
    }
    if (is_number) return phone.fits() ? std::vector<std::string>() : std::move(rows[0]);
  }
  return {};
}

void SiteWriter::open_table(NodeId id) {
  line();
  in_body_ = false;
  std::string name(above_);
  if (const unsigned count = ++tables_[above_]; count > 1) name.append(" ").append(std::to_string(count));
  out_ += "<div class=\"scroll\" tabindex=\"0\" role=\"region\"";
  attribute("aria-label", label("table_in", name));
  labels_ = card_labels(id);
  out_ += labels_.empty() ? "><table>\n" : "><table class=\"cards\">\n";
}

void SiteWriter::open_row(const Node& node) {
  column_ = 0;
  if (node.flags & Node::kHeader) {
    out_ += "<thead>\n<tr>";
    return;
  }
  out_ += in_body_ ? "<tr>" : "<tbody>\n<tr>";
  in_body_ = true;
}

void SiteWriter::open_cell(const Node& node) {
  out_ += node.flags & Node::kHeader && node.child != 0 ? "<th scope=\"col\"" : "<td";
  constexpr std::string_view kClasses[] = {"", "left", "center", "right"};  // class names, indexed by Align
  if (node.number != 0) attribute("class", kClasses[node.number]);
  if (const size_t column = column_++; column > 0 && in_body_ && column < labels_.size())
    attribute("data-label", labels_[column]);
  out_ += '>';
}

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
