#include "blocks/embed.h"

#include <algorithm>
#include <cmath>

#include "markup/text_width.h"
#include "site/url.h"

namespace blocks {
namespace {

// As in assets/embed.css, in px.
constexpr double kSmallest = 360, kInset = 16;
constexpr double kTitleText = 17, kTitleTextLine = 23, kText = 14, kTextLine = 21, kFine = 13, kFineLine = 20;
constexpr double kApart = 8, kFolded = kFineLine + kApart, kFooter = 2 * kApart + 2 * kFineLine + 1;
constexpr double kWidestDrawing = 720, kWidestNarrowDrawing = 400;
// Of a table: what scrolls is never higher; a column of text is at least as wide; below it stands what its signs mean.
constexpr double kMostScroll = 500, kNarrowest = 90, kKey = 2 * kFineLine + kApart;
constexpr double kCellPadding = 16, kBar = 12, kCardCell = 7;
// Other fonts than ours are wider by up to this.
constexpr double kRoom = 1.1;

double lines(std::string_view text, double size, double width, bool bold = false) {
  return text.empty() ? 0 : static_cast<double>(markup::wrap_text(text, size, width / kRoom, bold).size());
}

unsigned height_of(const EmbedParts& parts, const std::string& from) {
  const double width = kSmallest - 2 * kInset;
  double height = 2 * kInset + kApart + parts.body_height + kFooter;
  height += lines(parts.title.text, kTitleText, width, true) * kTitleTextLine +
            lines(parts.subtitle.text, kText, width) * kTextLine;
  double remarks = lines(parts.note.text, kFine, width - kInset) * kFineLine;
  for (const ShownWords& remark : parts.remarks) remarks += lines(remark.text, kFine, width - kInset) * kFineLine;
  height += remarks + (remarks > 0 ? kApart : 0) + kApart + lines(from, kFine, width) * kFineLine;
  for (const markup::SafeHtml& each : parts.folded)
    if (!each.empty()) height += kFolded;
  return static_cast<unsigned>(std::ceil(height / 10)) * 10;
}

// All that origins_html() says: what a frame must have room for.
std::string all_sources(const Origins& origins, Context& context) {
  std::string text(context.words["sources_named"]);
  for (const data::Source* source : origins.sources) text += " " + short_name(*source) + ";";
  for (const std::string& title : origins.unsourced) text += " " + title + ";";
  return text;
}

// The address that a relative link leads to, both as they stand in an attribute: percent-encoded and escaped.
std::string resolved(std::string folder, std::string_view link) {
  for (; link.starts_with("../"); link.remove_prefix(3)) folder = std::string(site::folder_of(folder));
  return (folder.empty() ? "" : folder + "/") + std::string(link);
}

// The links of a page's HTML as they are seen from embed/, each to be opened outside of the frame. In HTML that a
// Writer wrote no text holds a quote, so that ` href="` begins an attribute wherever it stands.
markup::SafeHtml moved_to_embed(const markup::SafeHtml& html, std::string_view address) {
  constexpr std::string_view kAttribute = " href=\"";
  const std::string folder = markup::escape(site::encode_path(site::folder_of(address)));
  std::string_view rest = html.str();
  std::string out;
  for (size_t at = rest.find(kAttribute); at != std::string_view::npos; at = rest.find(kAttribute)) {
    const size_t begin = at + kAttribute.size(), end = rest.find('"', begin);
    std::string_view link = rest.substr(begin, end - begin);
    out += rest.substr(0, begin);
    const bool inside = link.starts_with('#'), elsewhere = site::is_external(link);
    if (inside || elsewhere) {
      out += link;
    } else {
      const std::string to = resolved(folder, link);
      out += to.starts_with("embed/") ? to.substr(6) : "../" + to;
    }
    out += inside ? "\"" : "\" target=\"_blank\"";
    rest.remove_prefix(end + 1);
  }
  return markup::SafeHtml::trusted(out.append(rest));
}

}  // namespace

std::string embed_address(const std::string& name) { return "embed/" + name + ".html"; }

Embed make_embed(EmbedParts parts, Context& context) {
  const bool has_origins = !parts.origins.sources.empty() || !parts.origins.unsourced.empty();
  std::string from = has_origins ? all_sources(parts.origins, context) : "";
  std::string when = date_text(parts.origins.dates, context);
  if (!when.empty()) when = context.words.fill("as_of", {{"date", when}});
  markup::Writer out;
  out.open("figure").attr("class", parts.is_chart ? "chart" : "table").attr("id", parts.name);
  out.open("figcaption").open("h1").attr("class", "caption").html(parts.title.html).close();
  if (!parts.subtitle.text.empty()) out.open("span").attr("class", "subtitle").html(parts.subtitle.html).close();
  out.close().html(parts.body);
  if (!parts.note.text.empty() || !parts.remarks.empty()) {
    out.open("ul").attr("class", "caveats");
    if (!parts.note.text.empty()) out.open("li").html(parts.note.html).close();
    for (const ShownWords& remark : parts.remarks) out.open("li").html(remark.html).close();
    out.close();
  }
  if (!from.empty() || !when.empty()) {
    out.open("p").attr("class", "origins");
    if (!from.empty()) out.html(origins_html(parts.origins, parts.name, context)).text(when.empty() ? "" : ". ");
    out.text(when).close();
    from += " " + when;
  }
  for (const markup::SafeHtml& each : parts.folded) out.html(each);
  Embed embed;
  embed.height = height_of(parts, from);
  embed.name = std::move(parts.name);
  embed.title = std::move(parts.title.text);
  embed.is_chart = parts.is_chart;
  embed.html = moved_to_embed(out.close().take(), context.address());
  return embed;
}

double drawings_height(const chart::Drawing& wide, const chart::Drawing& narrow) {
  auto scaled = [](const chart::Drawing& drawing, double width) {
    return drawing.width > 0 ? drawing.height * std::max(1.0, width / drawing.width) : drawing.height;
  };
  return std::max(scaled(wide, kWidestDrawing), scaled(narrow, kWidestNarrowDrawing));
}

double table_height(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, size_t rows, bool cards) {
  const double small = kSmallest - 2 * kInset;
  double head = 1, notes = 0, bar = 0, total = 0;
  for (const ShownColumn& column : columns) {
    const double group = column.group.empty() ? 0 : 2;
    head = std::max(head, lines(column.field.title, kText, kNarrowest, true) + 1 + group);
    notes += lines(column.footnote, kFine, small - 2 * kInset) * kFineLine;
    if (column.bar) bar = kBar;
    // A row of totals, and what is said of it.
    if (column.total)
      total = (cards ? static_cast<double>(columns.size()) * (kTextLine + kCardCell) : kTextLine) + kCellPadding +
              kFineLine;
  }
  double height = total + (cards ? 0 : head * kTextLine + kCellPadding);
  for (size_t row = 0; row < rows && height < kMostScroll; ++row) {
    double most = 1, all = 0;
    for (const ShownColumn& column : columns) {
      const std::string text = column.is_number() ? "" : column.format(frame.at(row, column.index));
      most = std::max(most, lines(text, kText, kNarrowest));
      const double name = lines(column.field.title, kText, small / 3), value = lines(text, kText, small / 2);
      all += std::max({1.0, name, value}) * kTextLine + kCardCell + (column.bar ? kBar : 0);
    }
    height += (cards ? all : most * kTextLine + bar) + kCellPadding;
  }
  return std::min(height * kRoom, kMostScroll) + notes + kKey;
}

}  // namespace blocks
