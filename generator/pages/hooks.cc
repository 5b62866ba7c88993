#include "pages/hooks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "base/work.h"
#include "blocks/chart_figure.h"
#include "blocks/code.h"
#include "blocks/diagram.h"
#include "blocks/estimate.h"
#include "blocks/figure.h"
#include "blocks/short_text.h"
#include "blocks/table.h"
#include "data/export.h"
#include "markup/html.h"
#include "pages/card.h"
#include "pages/flow_steps.h"
#include "pages/moved.h"
#include "picture/image_file.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr uint64_t kWorkOfByte = 5;           // of a table or chart, which is published up to four times
constexpr uint64_t kWorkOfPicture = 125'000;  // a tenth of a second is far more, but a picture is kept for later builds

// Rewrites paths as an author would write them in a file of the folder.
std::vector<std::string> seen_from(std::string_view folder, std::vector<std::string> paths) {
  for (std::string& path : paths)
    path = site::relative_link(std::string(folder) + (folder.empty() ? "" : "/") + "x", path);
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Writes the author's text that replaces a block whose data have no rows.
markup::SafeHtml replacement(const document::Text& empty, const std::string& name, blocks::Context& context) {
  markup::Writer out;
  out.open("p").attr("class", "empty").attr("id", name);
  return out.html(blocks::short_html(empty.text, empty.span, context)).close().take();
}

// Replaces the {names} in the texts of a block with values of the page's row.
void fill_texts(notation::Node& node, site::View& view, base::Diagnostics& diagnostics) {
  if (node.is_string()) node.text = view.fill(node.text, node.span, diagnostics);
  for (notation::Node& item : node.items) fill_texts(item, view, diagnostics);
  for (notation::Entry& entry : node.entries)
    // The estimate itself fills in the {names} in its reasons.
    if (entry.key != "reason") fill_texts(entry.value, view, diagnostics);
}

}  // namespace

std::shared_ptr<const blocks::Spec> spec_on_page(const site::Block& block, site::View& view,
                                                 base::Diagnostics& diagnostics) {
  auto spec = block.spec;
  if (view.page().from_data()) {
    notation::Node filled = block.yaml;
    fill_texts(filled, view, diagnostics);
    spec = blocks::parse_spec(block.kind, filled);
  }
  diagnostics.merge(spec->diagnostics);
  return spec;
}

std::string_view PageHooks::fill(std::string_view text, base::Span span) {
  if (!context_.view.page().from_data() || text.find('{') == std::string_view::npos) return text;
  return filled_ = context_.view.fill(text, span, context_.diagnostics);
}

document::LinkHtml PageHooks::link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) {
  base::Span span = link.exact && link.destination_span ? link.destination_span : link.span;
  if (link.kind != document::LinkKind::ordinary) tied_.insert(&link);
  switch (link.kind) {
    case document::LinkKind::figure: {
      ++page_.figures;
      if (!page_.card_figure) page_.card_figure = key_figure(fill(link.key, span), context_);
      const std::string words(fill(text, span));
      return blocks::prose_figure(link, fill(link.key, span), inner, words, context_);
    }
    case document::LinkKind::given:
      return {.replacement = markup::Writer().open("span").attr("class", "given").html(inner).close().take()};
    case document::LinkKind::assertion:
      check_assertion(link.key, span, link.exact ? link.text_span : link.span, fmt::format("\"{}\"", text));
      return {.replacement = inner};
    case document::LinkKind::ordinary:
      break;
  }
  std::string_view destination = fill(link.destination, span);
  if (destination.starts_with("@/")) destination.remove_prefix(1);  // as Zola writes paths from content/
  if (!link.automatic &&
      (destination.find("{{") != std::string_view::npos || destination.find("{%") != std::string_view::npos)) {
    context_.diagnostics.error("bad-link", span, fmt::format("\"{}\" is a template of another program", destination))
        .expect("the address itself: templates and shortcodes are not run");
    return {};
  }
  const std::string term = destination == "g" ? term_named(text) : "";
  return ordinary(term.empty() ? destination : term, inner, span);
}

// Returns what "[words](g)" means unless there is a page g: the term of the glossary, or the page of a folder
// "glossary", that the words name, in the singular or plural; "" if that is not one.
std::string PageHooks::term_named(std::string_view words) const {
  const auto page = site::join_path(content_.folder(), "g");
  if (page && page_meant("g", *page)) return "";
  if (words.find_first_of("+#*&/@") != std::string_view::npos) return "";  // slugs leave them out: "C++" is not "C"
  const std::string slug = base::github_slug(words);
  std::vector<std::string> slugs = {slug};
  for (const auto& [plural, singular] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{{"s", ""}, {"es", ""}, {"ies", "y"}})
    if (slug.ends_with(plural)) slugs.push_back(slug.substr(0, slug.size() - plural.size()) + std::string(singular));
  const std::vector<std::string> addresses = context_.view.names("addresses");
  for (const std::string& each : slugs) {
    if (!context_.view.definition(each).empty()) return fmt::format("/{}#{}", site::kGlossary, each);
    const std::string ending = fmt::format("/glossary/{}.html", each);
    const auto is_term = [&](const std::string& address) { return ("/" + address).ends_with(ending); };
    if (std::ranges::count_if(addresses, is_term) == 1) return "/" + *std::ranges::find_if(addresses, is_term);
  }
  return "";
}

document::LinkHtml PageHooks::ordinary(std::string_view destination, const markup::SafeHtml& inner, base::Span span) {
  document::LinkHtml html;
  if (site::is_external(destination)) {
    if (!markup::is_safe_url(destination)) {
      context_.diagnostics.error("bad-link", span, fmt::format("a link may not go to \"{}\"", destination))
          .expect("an address that begins with https://, http://, mailto: or tel:, or one within the site");
      return html;
    }
    html.href = destination;
    if (!destination.starts_with("mailto:")) html.attributes.emplace_back("rel", "noopener");
    return html;
  }
  std::optional<Target> to = inside(destination, span);
  if (!to) return html;
  html.href = to->href.starts_with('#') ? link_to_part(to->href) : std::move(to->href);
  // The glossary does not explain its own terms.
  const bool is_term = to->is_glossary && !to->anchor.empty() && to->address != context_.view.address();
  const std::string_view meaning = is_term ? context_.view.definition(to->anchor) : "";
  if (meaning.empty()) return html;
  markup::Writer out;
  out.open("span").attr("class", "term").open("a").url("href", html.href).html(inner).close();
  html.replacement = out.open("span").attr("class", "card").attr("role", "note").text(meaning).close().close().take();
  return html;
}

void PageHooks::check_assertion(std::string_view name, base::Span name_span, base::Span words,
                                std::string_view subject) {
  const auto assertion = context_.view.assertion(name);
  if (!assertion) {
    const std::vector<std::string> names = context_.view.names("asserts");
    context_.diagnostics.error("unknown-assert", name_span, fmt::format("there is no assert \"{}\"", name))
        .expect(fmt::format("the name of a block ```sql assert {}, on this page or another", name))
        .suggest(base::did_you_mean(name, base::views(names)));
  } else if (!assertion->holds) {
    context_.diagnostics
        .error("assert-failed", words,
               fmt::format("{} depends on the assert \"{}\", which does not hold", subject, name))
        .expect("text that the data support")
        .of(fmt::format("sentence:{}", name))
        .suggest("check the assert, then change the text or the assert");
  }
}

void PageHooks::check_short_texts() {
  context_.figures->stop_back_links();  // the page does not show these links
  for (const document::Document* text : content_.short_documents())
    for (const document::Link& link : text->links())
      if (link.kind != document::LinkKind::ordinary && !tied_.contains(&link))
        this->link(link, {}, text->plain_text(link.node));
}

std::optional<PageHooks::Target> PageHooks::inside(std::string_view destination, base::Span span) {
  const site::LinkParts parts = site::split_link(destination);
  const auto path = site::decode_percent(parts.path), anchor = site::decode_percent(parts.anchor);
  if (!path || !anchor || !site::decode_percent(parts.query)) {
    context_.diagnostics.error("bad-link", span, fmt::format("\"{}\" is not a valid address", destination))
        .expect("two hexadecimal digits after each '%'");
    return std::nullopt;
  }
  Target to = path->empty() ? Target{context_.view.address()} : resolve(*path, span);
  if (to.address.empty()) return std::nullopt;
  to.anchor = *anchor;
  page_.links.push_back({to.address, to.anchor, span, "", std::string(parts.query)});
  if (!path->empty() || !parts.query.empty()) to.href = site::relative_link(context_.address(), to.address);
  to.href += site::encode_query(parts.query);
  // "#" alone links to the top of the page.
  if (!to.anchor.empty() || !parts.directive.empty() || destination == "#")
    to.href += "#" + site::encode_fragment(to.anchor) + site::encode_query(parts.directive);
  return to;
}

std::string PageHooks::nearest_page(std::string_view path, const std::vector<std::string>& known) {
  const std::string_view relative = path.substr(std::min(path.find_first_not_of('/'), path.size()));
  const auto joined = site::join_path(path.starts_with('/') ? std::string_view() : content_.folder(), relative);
  std::string_view stem = joined ? std::string_view(*joined) : std::string_view();
  for (const std::string_view ending : {".html", ".md", "index", "/"})
    if (stem.ends_with(ending)) stem.remove_suffix(ending.size());
  for (const std::string_view ending : {".md", "/index.md", "index.md"})
    if (const std::string file = std::string(stem) + std::string(ending);
        joined && !file.starts_with('/') && context_.view.address_of_content(file))
      return fmt::format("did you mean \"{}\"?", seen_from(content_.folder(), {file}).front());
  return base::did_you_mean(path, base::views(known));
}

// Returns a page as links of other programs name it: without its ending, or its folder.
const site::Page* PageHooks::page_meant(std::string_view path, std::string address) const {
  const std::string lower = base::lower_case(address), of_folder = lower.empty() ? "index.html" : lower + "/index.html";
  const bool is_folder = path.empty() || path.ends_with('/');
  for (const std::string& meant : {is_folder ? of_folder : lower, lower + ".html", of_folder})
    if (const site::Page* page = context_.view.target(meant)) return page;
  if (address.ends_with(".html")) address.resize(address.size() - std::string_view(".html").size());
  const auto written = context_.view.address_of_content(address + ".md");
  return written ? context_.view.target(*written) : nullptr;
}

PageHooks::Target PageHooks::published_at(std::string_view path, std::string_view folder) const {
  const auto joined = path.starts_with('/') ? site::join_path("", path.substr(1)) : site::join_path(folder, path);
  if (!joined) return {};
  // Docusaurus' name of a page that was renamed when it moved here.
  const std::string file = joined->ends_with(".mdx") ? joined->substr(0, joined->size() - 1) : *joined;
  if (const auto page = file.ends_with(".md") ? context_.view.address_of_content(file) : std::nullopt)
    return {std::string(*page), file == site::kGlossary};
  if (joined->ends_with(".md")) return {};
  if (context_.view.has_address(*joined) && !context_.view.target(*joined)) return {*joined};
  const site::Page* page = page_meant(path, *joined);
  return page ? Target{std::string(page->address), page->source() == site::kGlossary} : Target();
}

PageHooks::Target PageHooks::resolve(std::string_view path, base::Span span) {
  if (Target to = published_at(path, content_.folder()); !to.address.empty()) return to;
  // Where other programs publish guide/setup.md at guide/setup/, paths are relative to that; those of files are not.
  if (!path.ends_with(".md") && !path.ends_with(".mdx"))
    if (Target to = published_at(path, content_.own_folder()); !to.address.empty()) return to;
  const auto joined =
      path.starts_with('/') ? site::join_path("", path.substr(1)) : site::join_path(content_.folder(), path);
  if (!joined) {
    context_.diagnostics.error("link-outside", span, fmt::format("\"{}\" leads out of the site", path))
        .expect("a path relative to this file, to a file below content/")
        .suggest(nearest_page(path));
    return {};
  }
  const std::string& address = *joined;
  if (address.ends_with(".md")) {
    const site::MissingPage missing = context_.view.missing_page(address);
    auto& d = context_.diagnostics.error("unknown-page", span, fmt::format("there is no file content/{}", address));
    if (missing.is_draft) {
      d.message = fmt::format("content/{} is a draft, which this build leaves out", address);
      d.suggest("publish it, or make this page a draft too; --drafts builds both");
    } else if (missing.is_from_data) {
      d.message = fmt::format("content/{} generates a page for each row of a query", address);
      d.expect("the address of one of these pages, ending in .html");
    } else if (!missing.redirect.empty())
      d.message = fmt::format("content/{} was removed: {}", address, missing.redirect);
    else
      d.expect("the path of a Markdown file, relative to this one")
          .suggest(nearest_page(path, seen_from(content_.folder(), missing.known)));
    return {};
  }
  const std::vector<std::string> known = seen_from(content_.folder(), context_.view.names("addresses"));
  const bool is_image = picture::is_image(address);
  context_.diagnostics.error("unknown-page", span, fmt::format("nothing is published at {}", address))
      .expect(is_image ? "the path of an image, relative to this file: put the file there, or correct the path"
                       : "the path of a Markdown file, of another file of content/, or of a page made from data")
      .suggest(path == "g" ? "the glossary has no such term: link to its page, or delete the link"
                           : nearest_page(path, known));
  return {};
}

std::optional<markup::SafeHtml> PageHooks::diagram_at(std::string_view address, const document::Image& image,
                                                      const std::string& href) {
  const io::SourceFile* file = address.ends_with(".svg") ? context_.view.file(address) : nullptr;
  if (!file || !blocks::is_diagram(file->source.text())) return std::nullopt;
  // check/images.cc reports the errors of the diagram.
  const auto link = [&](std::string_view name, size_t begin, size_t end) {
    return blocks::drawn_figure(name, true, base::part_of(file->source, begin, end), context_);
  };
  const blocks::Diagram diagram = blocks::read_diagram(file->source.text(), nullptr, link);
  if (diagram.has_figures) publish_diagram(address, file->source, image);
  markup::Writer out;
  out.open("svg").attr("class", "diagram").attr("role", diagram.has_figures ? "group" : "img");
  out.attr("aria-label", image.alt);
  out.attr("viewBox", diagram.view_box).attr("width", diagram.width).attr("height", diagram.height);
  out.attr("data-src", href);  // the page's Markdown version uses this address
  if (!image.title.empty()) out.element("title", image.title);
  return out.html(diagram.content).close().take();
}

// Adds the diagram with the values of its figures as files, an SVG and a PNG.
void PageHooks::publish_diagram(std::string_view address, const base::SourceText& file, const document::Image& image) {
  const auto value = [&](std::string_view name, size_t begin, size_t end) {
    return blocks::drawn_figure(name, false, base::part_of(file, begin, end), context_);
  };
  const blocks::Diagram diagram = blocks::read_diagram(file.text(), nullptr, value);
  std::string svg = blocks::diagram_picture(diagram, image.alt, 1, context_.pictures);
  page_.pictures.insert_or_assign(fmt::format("{}.png", address.substr(0, address.rfind('.'))), svg);
  page_.files.insert_or_assign(std::string(address), std::move(svg));
}

bool PageHooks::frame(const document::Link& link) {
  constexpr std::string_view kScheme = "https://";
  std::string_view host = link.destination;
  host = host.starts_with(kScheme) ? host.substr(kScheme.size()) : std::string_view();
  host = host.substr(0, host.find_first_of("/?#"));
  if (host.find_first_not_of(site::kHostCharacters) != std::string_view::npos) host = "";
  if (std::ranges::count(context_.view.config().frames, host) > 0) return true;
  context_.diagnostics.error("raw-html", link.span, fmt::format("\"{}\" may not be shown in a frame", link.destination))
      .expect(host.empty() ? "an address that begins with https:// and a host that \"frames\" of data/site.json lists"
                           : fmt::format("\"frames\": [\"{}\"] in data/site.json", host))
      .suggest(fmt::format("or write a link: [{}]({})", link.title, link.destination));
  return false;
}

document::ImageHtml PageHooks::image(const document::Image& image) {
  document::ImageHtml html;
  base::Span span = image.exact && image.destination_span ? image.destination_span : image.span;
  const std::string_view destination = fill(image.destination, span);
  if (site::is_external(destination)) {
    context_.diagnostics.error("external-image", span, "this image is on another site")
        .expect("a file below content/: pages must not load files from other sites")
        .suggest("copy the image next to the page, and cite its source");
    return html;
  }
  std::optional<Target> to = inside(destination, span);
  if (!to) return html;
  html.src = std::move(to->href);
  if (auto diagram = diagram_at(to->address, image, html.src)) {
    html.replacement = std::move(*diagram);
    return html;
  }
  // Setting the image's size prevents the layout from shifting when it loads.
  if (const io::SourceFile* file = context_.view.file(to->address)) {
    if (auto size = picture::image_size(file->source.text())) {
      html.attributes.emplace_back("width", std::to_string(size->width));
      html.attributes.emplace_back("height", std::to_string(size->height));
    }
  }
  html.attributes.emplace_back("loading", "lazy");
  return html;
}

std::optional<document::PassageHtml> PageHooks::passage(const document::Passage& passage) {
  return labelled_passage(content_.document(), passage, context_.view.flow_step(), context_);
}

std::optional<markup::SafeHtml> PageHooks::fence(const document::Fence& fence) {
  switch (fence.kind) {
    case document::FenceKind::code:
      return blocks::code_block(fence, context_);
    case document::FenceKind::math:
      return std::nullopt;
    case document::FenceKind::query:
    case document::FenceKind::assertion:
      return markup::SafeHtml();
    case document::FenceKind::table:
    case document::FenceKind::chart:
    case document::FenceKind::estimate:
      break;
  }
  // If the page has exceeded its work budget, which has been reported, the block is omitted.
  if (const base::Meter* meter = base::Meter::current(); meter && meter->is_over()) return markup::SafeHtml();
  markup::SafeHtml html = block(fence);
  if (!base::charge_work(kWorkOfByte * html.str().size()))
    context_.diagnostics
        .error("too-much-work", fence.span, "with this block the page needs more work than a build of this site may do")
        .suggest(base::help_with_work("show fewer rows, or put blocks on several pages"));
  return html;
}

markup::SafeHtml PageHooks::block(const document::Fence& fence) {
  const site::Block* block = content_.block_of(fence);
  if (!block) return {};
  Named named{block->name + context_.view.page().name_suffix()};
  const auto has_own_page = context_.view.has_own_page(named.name);
  if (!has_own_page) return {};
  const bool is_chart = fence.kind == document::FenceKind::chart;
  const std::string stem = (is_chart ? "charts/" : "tables/") + named.name;
  if (*has_own_page) named.own_page = stem + ".html";
  if (named.name == kFigureNotes)
    context_.diagnostics
        .error("bad-name", fence.name_span,
               fmt::format("\"{}\" can't be the name of a table, chart or estimate", named.name))
        .suggest("choose another name: the anchors of notes begin with this one");
  const std::string_view kind = site::kind_of_part(fence.kind);
  page_.add_anchor(named.name, std::string(kind));
  const auto spec = spec_on_page(*block, context_.view, context_.diagnostics);
  for (const document::Text& name : spec->holds)
    check_assertion(name.text, name.span, name.span, fmt::format("the {} \"{}\"", kind, named.name));
  const quantity::Frame* frame = context_.view.frame(block->data);
  const bool is_empty = frame && frame->rows() == 0;
  auto html = std::visit([&](const auto& value) { return html_of(value, named, is_empty); }, spec->value);
  if (!html) return {};
  // The files contain all rows and the provenance of each row.
  const data::RowOrigins origins = context_.view.origins(*frame);
  page_.files.emplace(stem + ".csv", data::write_csv(*frame, origins));
  if (!is_chart) page_.files.emplace(stem + ".json", data::write_json(*frame, origins));
  return *std::move(html);
}

std::optional<markup::SafeHtml> PageHooks::html_of(const blocks::TableSpec& spec, const Named& named, bool is_empty) {
  if (is_empty && !spec.empty.empty()) return replacement(spec.empty, named.name, context_);
  const bool embeds = context_.view.config().features.embeds;
  auto figure = blocks::table_figure(spec, {named.name, spec.rows, named.own_page, embeds}, context_);
  if (!figure) return std::nullopt;
  if (figure->embed) page_.embeds.push_back(*std::move(figure->embed));
  return std::move(figure->html);
}

std::optional<markup::SafeHtml> PageHooks::html_of(const blocks::EstimateSpec& spec, const Named& named,
                                                   bool is_empty) {
  if (is_empty && !spec.table.empty.empty()) return replacement(spec.table.empty, named.name, context_);
  return blocks::estimate_figure(spec, named.name, context_);
}

std::optional<markup::SafeHtml> PageHooks::html_of(const chart::Spec& spec, const Named& named, bool is_empty) {
  if (is_empty && !spec.empty.empty()) return replacement({spec.empty, spec.empty_span}, named.name, context_);
  const bool embeds = context_.view.config().features.embeds;
  auto figure = blocks::chart_figure(spec, {named.name, named.own_page, false, embeds}, context_);
  if (!figure) return std::nullopt;
  if (figure->embed) page_.embeds.push_back(*std::move(figure->embed));
  if (!page_.card_chart && has_own_card(context_.view.config(), context_.view.page()))
    page_.card_chart = std::make_unique<chart::Drawing>(std::move(figure->narrow));
  if (!figure->light.empty()) {
    const size_t bytes = content_.document().source()->text().size();
    base::charge_work(kWorkOfPicture);
    if ((page_.pictures.size() + 1) * kWorkOfPicture > base::work_allowed_for_file(bytes)) {
      context_.diagnostics
          .error("too-much-work", spec.span, "with this chart the page has more pictures to draw than its file may")
          .suggest(base::help_with_work("put charts on several pages"));
      return std::nullopt;
    }
    blocks::PictureAddresses addresses(named.name);
    page_.pictures.emplace(addresses.png, figure->light);
    page_.files.emplace(addresses.light, std::move(figure->light));
    page_.files.emplace(addresses.dark, std::move(figure->dark));
  }
  return std::move(figure->html);
}

std::vector<std::string> PageHooks::former_ids(const document::Heading& heading) {
  std::vector<std::string> ids;
  for (const site::Redirect& part : context_.view.moved_parts())
    if (!part.broken && part.to.anchor == heading.id && is_at_heading(part, context_.view))
      ids.emplace_back(part.from.anchor);
  return ids;
}

markup::SafeHtml PageHooks::citation(const document::CitationGroup& group) {
  markup::Writer out;
  out.open("sup").attr("class", "cite");
  bool first = true;
  for (const document::Citation& citation : group.citations) {
    const data::Source* source = context_.view.source(citation.id);
    if (!source) {
      context_.diagnostics.error("unknown-source", citation.span, fmt::format("there is no source \"{}\"", citation.id))
          .expect("the id of an entry of data/sources/")
          .suggest(context_.view.source_help(citation.id));
      continue;
    }
    context_.references.add_locator(*source, citation.locator);
    if (!first) out.text(",");
    first = false;
    std::string title = blocks::short_name(*source);
    if (!citation.locator.empty()) title += ", " + citation.locator;
    blocks::write_citation(*source, title, out, context_);
  }
  return out.close().take();
}

std::string PageHooks::label(std::string_view key, std::string_view argument) {
  // A table above the first heading gets its name from the page's title.
  const bool needs_title = key == "table_in" && (argument.empty() || argument.starts_with(' '));
  base::Diagnostics unused;  // an unknown name is reported where the heading is written
  const std::string words = context_.view.fill(argument, {}, unused);
  return context_.words.fill(key, {{"title", (needs_title ? content_.front.title.text : "") + words}});
}

const std::string* PageHooks::text(std::string_view literal) {
  if (!context_.view.page().from_data() || literal.find('{') == std::string_view::npos) return nullptr;
  // The position of the name is not known, so the text is searched for it.
  const base::SourceText& source = content_.file->source;
  size_t at = source.text().find(literal, content_.front.body);
  if (at == std::string_view::npos) {  // names in the front matter are checked when the page is created
    base::Diagnostics unused;
    filled_ = context_.view.fill(literal, {}, unused);
  } else {
    fill(literal, {&source, static_cast<uint32_t>(at), static_cast<uint32_t>(at + literal.size())});
  }
  return &filled_;
}

}  // namespace pages
