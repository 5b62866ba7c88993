#include "pages/card.h"

#include <fmt/format.h>

#include "base/text.h"
#include "blocks/diagram.h"
#include "blocks/figure.h"
#include "markup/text_width.h"
#include "quantity/present.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr size_t kMaxMarkBytes = size_t{64} << 10;

bool are_wanted(const site::Config& config) { return !config.base_url.empty() && config.features.cards; }

// Cards are among the theme's files, where authors can't put pages.
std::string address_of(std::string_view page, std::string_view ending = ".png") {
  return std::string("assets/cards/").append(page.substr(0, page.rfind('.'))).append(ending);
}

// Encodes bytes by RFC 4648, section 4.
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0);
    for (size_t i = 0; i < 4; ++i) out += at + i > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * i) & 63];
  }
  return out;
}

blocks::CardWords words_of(View& view, const site::Words& interface) {
  using site::PageKind;
  const site::Page& page = view.page();
  const site::Config& config = view.config();
  blocks::CardWords words;
  words.title = base::one_line(page.title);
  words.description = base::one_line(page.kind == PageKind::home ? config.description : page.description());
  if (page.kind == PageKind::question || page.kind == PageKind::answer)
    words.above = interface["question"];
  else if (page.kind == PageKind::outcome)
    words.above = interface["outcome"];
  else if (!page.is_index() && !page.folder().empty())
    words.above = base::one_line(page.section->title);
  // The home page's title is the site's.
  if (page.kind != PageKind::home || page.title != config.title) words.site = base::one_line(config.title);
  const std::string url = site::absolute_url(config.base_url, page.address);
  words.address = site::decode_percent(url.substr(url.find("//") + 2)).value_or("");
  words.language = config.lang;
  words.mark = view.theme().card_mark;
  return words;
}

// Draws a lesson's key takeaway: the sentence, and a figure with its source if the sentence states one. Returns "" if
// it can't be drawn.
std::string takeaway_picture(View& view, blocks::Context& context) {
  const site::Content* content = view.content();
  if (view.page().kind != site::PageKind::lesson || !content || !content->takeaway) return "";
  const document::Document& takeaway = *content->takeaway;
  blocks::CardWords words = words_of(view, context.words);
  words.title = base::one_line(takeaway.plain_text(0));
  words.description = base::one_line(view.page().title);
  words.above = context.words["takeaway"];
  std::unique_ptr<blocks::KeyFigure> figure;
  for (const document::Link& link : takeaway.links()) {
    if (link.kind != document::LinkKind::figure) continue;
    if (takeaway.plain_text(link.node).empty()) return "";  // the picture could not show this value
    if (!figure) figure = key_figure(link.key, context);
  }
  if (!markup::has_letters(words.title)) return "";
  return blocks::card_picture(words, nullptr, figure.get(), context.pictures.light);
}

// Returns the diagram that the front matter names as the page's preview. Returns "" without one and after an error.
std::string preview_of(View& view, blocks::Context& context) {
  const site::Content* content = view.content();
  if (!content || content->front.preview.text.empty()) return "";
  const document::Text& path = content->front.preview;
  const auto address = site::join_path(content->folder(), path.text);
  const io::SourceFile* file = address ? view.file(*address) : nullptr;
  const auto value = [&](std::string_view name, size_t begin, size_t end) {
    return blocks::drawn_figure(name, false, base::part_of(file->source, begin, end), context);
  };
  const blocks::Diagram diagram = file && blocks::is_diagram(file->source.text())
                                      ? blocks::read_diagram(file->source.text(), nullptr, value)
                                      : blocks::Diagram();
  if (diagram.wide == blocks::kCardWidth && diagram.high == blocks::kCardHeight)
    return blocks::diagram_picture(diagram, base::one_line(view.page().title), blocks::kCardScale, context.pictures);
  context.diagnostics.error("bad-value", path.span, "this is not a diagram of the size of a preview")
      .expect(fmt::format("the path of an SVG file with viewBox=\"0 0 {} {}\" and colours of the theme",
                          blocks::kCardWidth, blocks::kCardHeight));
  return "";
}

}  // namespace

bool has_own_card(const site::Config& config, const site::Page& page) {
  if (!are_wanted(config) || !page.is_indexed() || !markup::has_letters(base::one_line(page.title))) return false;
  if (page.kind == site::PageKind::home) return true;
  return page.has_text() && (config.features.cards_of_data || !page.from_data());
}

std::unique_ptr<blocks::KeyFigure> key_figure(std::string_view key, blocks::Context& context) {
  // Only a key of the form "TABLE/KEY/COLUMN" contains the row's key.
  const size_t first = key.find('/'), last = key.rfind('/');
  if (first == last || !has_own_card(context.view.config(), context.view.page())) return nullptr;
  const site::Figure* figure = context.view.figure(key);
  if (!figure || figure->greatest || figure->is_computed() || !quantity::is_number(figure->cell.value) ||
      figure->cell.refs.size() != 1)
    return nullptr;
  const site::Provenance* provenance = context.view.provenance(figure->cell.refs.front());
  if (!provenance || !provenance->source) return nullptr;
  auto shown = std::make_unique<blocks::KeyFigure>();
  shown->value = quantity::present_with_unit(figure->cell.value, figure->cell.field, context.view.units());
  std::string of(key.substr(first + 1, last - first - 1));
  shown->label = figure->cell.field.title + " (" + base::replace_all(std::move(of), "/", ", ") + ")";
  shown->source = blocks::short_name(*provenance->source);
  if (!provenance->as_of.empty()) shown->source += ", " + context.words.date(provenance->as_of);
  return shown;
}

markup::SafeHtml card_mark(const site::Site& site, const std::string& mark) {
  markup::Writer out;
  if (mark.empty()) {
    // The same shape as in templates/parts/mark.html.
    out.open("path").attr("class", "picture-mark").attr("d", "M11 4.5H5.5v23H11M21 4.5h5.5v23H21").close();
    out.open("circle").attr("class", "picture-accent").attr("cx", "16").attr("cy", "12").attr("r", "3.5").close();
    return out.take();
  }
  const io::SourceFile* file = site.file_at(mark);
  if (!file || file->source.text().size() > kMaxMarkBytes) return {};
  const std::string_view type = mark.ends_with(".svg") ? "svg+xml" : "png";
  out.open("image").attr("width", "32").attr("height", "32");
  out.attr("href", "data:image/" + std::string(type) + ";base64," + base64(file->source.text())).close();
  return out.take();
}

templates::Value card_value(View& view, blocks::Context& context, Rendering& rendered) {
  const site::Page& page = view.page();
  const site::Config& config = view.config();
  if (!are_wanted(config) || !site::has_own_words(page.kind)) return {};
  const site::Page* shown = &page;
  const bool is_own = has_own_card(config, page);
  if (is_own) {
    std::string picture = preview_of(view, context);
    if (picture.empty())
      picture = blocks::card_picture(words_of(view, context.words), rendered.card_chart.get(),
                                     rendered.card_figure.get(), context.pictures.light);
    rendered.pictures.emplace(address_of(page.address), std::move(picture));
  } else {
    shown = view.target("index.html");
    if (shown && !has_own_card(config, *shown)) shown = nullptr;
  }
  rendered.card_chart.reset();
  rendered.card_figure.reset();
  templates::Map map;
  const std::string quote = is_own ? takeaway_picture(view, context) : "";
  const std::string quote_address = address_of(page.address, ".takeaway.png");
  map.set("takeaway", quote.empty() ? "" : site::relative_link(page.address, quote_address));
  if (!quote.empty()) rendered.pictures.emplace(quote_address, quote);
  map.set("image", shown ? site::absolute_url(config.base_url, address_of(shown->address)) : "");
  map.set("alt", shown ? shown->title : "").set("width", blocks::kCardWidth).set("height", blocks::kCardHeight);
  return map;
}

}  // namespace pages
