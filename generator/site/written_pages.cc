// Adds the pages that authors wrote, with their kind, their address, and their text in lists.
#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "site/building.h"

namespace site {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether a kind of page can use a template. page.html and the site's own templates work for all kinds; other templates
// need values that only pages of their kind have.
bool suits(std::string_view layout, PageKind kind) {
  if (layout == kind_name(kind) || layout == "page" || layout == "comparison") return true;
  if (layout == "base" || layout == "404" || layout == "redirect" || layout == "embed") return false;
  for (int other = 0; other <= static_cast<int>(PageKind::not_found); ++other)
    if (layout == kind_name(static_cast<PageKind>(other))) return false;
  return true;
}

std::vector<std::string_view> suiting(PageKind kind, const std::vector<std::string_view>& known) {
  std::vector<std::string_view> names;
  for (std::string_view file : known) {
    std::string_view name = file.substr(0, file.rfind('.'));
    if (file.find('/') == std::string_view::npos && suits(name, kind)) names.push_back(name);
  }
  return names;
}

// Returns the template of a page: the one that is named after its kind ("lesson.html"), or the front matter's `layout`;
// `known` lists the existing templates. A template that needs values of another kind is refused.
std::string layout_of(PageKind kind, const document::FrontMatter& front, const std::vector<std::string_view>& known,
                      base::Diagnostics& diagnostics) {
  std::string by_kind = std::string(kind_name(kind)) + ".html";
  if (front.layout.empty()) return by_kind;
  std::string chosen = front.layout.text + ".html";
  const std::vector<std::string_view> names = suiting(kind, known);
  if (contains(names, front.layout.text)) return chosen;
  if (contains(known, chosen))
    diagnostics
        .error("unknown-layout", front.layout.span,
               fmt::format("the layout \"{}\" needs values that a page of the kind \"{}\" does not have",
                           front.layout.text, kind_name(kind)))
        .expect("one of " + base::list_names(names, 20));
  else
    diagnostics
        .error("unknown-layout", front.layout.span,
               fmt::format("there is no template for the layout \"{}\"", front.layout.text))
        .expect(fmt::format("one of {}, or a file templates/{}", base::list_names(names, 20), chosen))
        .suggest(base::did_you_mean(front.layout.text, names));
  return by_kind;
}

void add_asserts(const Page& page, const Evaluation& evaluation, Site& site) {
  if (!evaluation.content->depends_on_data) return;
  for (const document::Fence& fence : evaluation.content->document().fences()) {
    if (fence.kind != document::FenceKind::assertion) continue;
    Assert& assertion = site.asserts.try_emplace(std::string(fence.name), Assert{&page}).first->second;
    if (evaluation.failed_asserts.contains(fence.name)) assertion.holds = false;
  }
}

std::string fill(const document::Text& text, const Evaluation& evaluation, Building& building) {
  return fill_placeholders(text.text, evaluation.values, text.span, building.diagnostics);
}

// Returns the first paragraph with its placeholders replaced. Unknown names are reported when the page is rendered.
std::string first_paragraph(const Evaluation& evaluation) {
  base::Diagnostics unused;
  return fill_placeholders(evaluation.content->document().first_paragraph(), evaluation.values, {}, unused);
}

std::string address_of(const Evaluation& evaluation, Building& building) {
  const Content& content = *evaluation.content;
  const document::FrontMatter& front = content.front;
  std::string folder = base::lower_case(content.folder());
  std::string name = building.is_index(content) ? "index" : base::lower_case(content.stem());
  base::Span span = front.slug.span;
  if (evaluation.from_data) {
    span = front.pages->address.span;
    name = fill(front.pages->address, evaluation, building);
  } else if (!front.slug.empty()) {
    name = front.slug.text;
  }
  if (building.is_index(content) && !front.slug.empty()) {
    building.diagnostics
        .error("bad-address", span, "the page of a folder can't have a slug: its address is that of the folder")
        .suggest("rename the folder, or move this text to another page");
    name = "index";
  }
  bool written = evaluation.from_data || !front.slug.empty();
  if (written && (base::file_slug(name).empty() || base::github_slug(name) != name)) {
    building.diagnostics.error("bad-address", span, fmt::format("\"{}\" can't be part of an address", name))
        .expect("lower-case letters, digits, '-' and '_'")
        .suggest(fmt::format("for instance \"{}\"", base::file_slug(name)));
    name = base::file_slug(name);
  }
  return (folder.empty() ? "" : folder + "/") + name + ".html";
}

PageKind ordinary_kind(const Content& content, const Building& building) {
  const Site& site = building.site;
  const document::FrontMatter& front = content.front;
  std::string_view folder = content.folder();
  if (building.is_index(content)) {
    if (folder.empty()) return PageKind::home;
    if (!front.flow_start.empty()) return PageKind::flow;
    if (folder == "faq") return PageKind::faq;
    if (folder == "sources") return PageKind::sources;
    if (folder == "data") return PageKind::data;
    if (folder == "changes" && !site.changes.empty()) return PageKind::changes;
    return PageKind::section;
  }
  if (content.path == "contradictions.md" && !site.database->contradictions().empty()) return PageKind::contradictions;
  if (content.path == "search.md" && site.config->features.search) return PageKind::search;
  if (!front.outcome.empty()) return PageKind::outcome;
  if (!front.question.empty()) return PageKind::question;
  if (folder == "faq") return PageKind::answer;
  if (folder == "compare") return PageKind::comparison;
  if (!front.key_points.empty() || !front.takeaway.empty()) return PageKind::lesson;
  return PageKind::page;
}

PageKind kind_of(const Content& content, Building& building) {
  const document::FrontMatter& front = content.front;
  const PageKind kind = ordinary_kind(content, building);
  if (!front.plans.empty() && kind != PageKind::section)
    building.diagnostics.error("unknown-key", front.plans.front().name.span, "\"plans\" has no effect on this page")
        .expect("the index.md of a section of lessons or other pages");
  const bool is_lesson = kind == PageKind::lesson && front.layout.text != kind_name(PageKind::page);
  for (const document::Text* lost : {front.key_points.empty() ? nullptr : &front.key_points.front(), &front.takeaway})
    if (lost && !lost->empty() && !is_lesson)
      building.diagnostics
          .error("unknown-key", lost->span,
                 fmt::format("\"{}\" has no effect on this page", lost == &front.takeaway ? "takeaway" : "key_points"))
          .expect("a lesson: a page in a folder other than faq/ and compare/, and no index.md");
  for (const auto& [key, list] : {std::pair("contents", &front.contents), {"print", &front.print}})
    if (!list->empty() && !building.is_index(content))
      building.diagnostics
          .error("unknown-key", list->front().span, fmt::format("\"{}\" has no effect on this page", key))
          .expect("the index.md of a folder");
  return kind;
}

// Reports another language than the site's, in which numbers and claims are read and printed, and a translation to the
// page's own language, which would name two pages as the one in it.
void check_languages(const document::FrontMatter& front, const Building& building) {
  const std::string own = base::lower_case(building.site.config->lang);
  const auto language = [](std::string_view tag) { return base::lower_case(tag.substr(0, tag.find_first_of("-_"))); };
  if (!front.lang.empty() && language(front.lang.text) != language(own))
    building.diagnostics
        .error("bad-value", front.lang.span,
               fmt::format("this page is in \"{}\", but the site is in \"{}\"", front.lang.text, own))
        .expect("one language in a site, because numbers and claims are read and printed in it")
        .suggest("write \"lang\" in data/site.json, or make another site, and link the two by \"translations\"");
  for (const auto& [lang, url] : front.translations)
    if (base::lower_case(lang.text) == own)
      building.diagnostics.error("bad-value", lang.span, fmt::format("this page is in \"{}\" itself", lang.text))
          .expect("the languages of other sites")
          .suggest("remove the line, or change \"lang\" in data/site.json if it names the wrong language");
}

}  // namespace

bool Building::is_index(const Content& content) const {
  const std::string_view stem = content.stem();
  return stem == "index" || ((stem == "README" || stem == "_index") && !with_index.contains(content.folder()));
}

void add_written(Building& building, std::shared_ptr<const Evaluation> evaluation) {
  const Content& content = *evaluation->content;
  const document::FrontMatter& front = content.front;
  building.is_reserved(content.path, front.title.span, "page");
  check_languages(front, building);
  std::string title = front.title.text;
  if (evaluation->from_data) title = fill(front.pages->title, *evaluation, building);
  Page& page = building.add_page(
      address_of(*evaluation, building), kind_of(content, building), title, front.title.span,
      fmt::format("{} {}", evaluation->from_data ? "a row's page of" : "the page", content.file->source.path()));
  page.lead = evaluation->from_data ? fill(front.description, *evaluation, building) : front.description.text;
  if (evaluation->from_data && page.lead.empty()) page.first_paragraph = first_paragraph(*evaluation);
  page.draft = front.draft;
  page.layout = layout_of(page.kind, front, building.listing.layouts, building.diagnostics);
  building.site.by_content.try_emplace(base::hash_bytes(content.path),
                                       Written{&content, evaluation->from_data ? nullptr : &page});
  add_asserts(page, *evaluation, building.site);
  page.evaluation = std::move(evaluation);
}

}  // namespace site
