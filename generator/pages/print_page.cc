// The print page of a section, which contains its pages, those of the sections below it, or those that it lists.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/work.h"
#include "pages/hooks.h"
#include "pages/inset.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// A page in the print page: the id of its heading, and the prefix of the ids in it.
struct Chapter {
  const site::Page& page;
  std::string id;
  std::string prefix;
};

using ChaptersByFile = std::map<std::string, const Chapter*, std::less<>>;  // by the address as links write it

// Renders a chapter, whose ids start with a prefix.
class ChapterHooks final : public PageHooks {
 public:
  ChapterHooks(Inset& inset, const Chapter& chapter, const ChaptersByFile& chapters)
      : PageHooks(inset.content(), inset.context, inset.rendered),
        title_(inset.content().front.title.text),
        chapter_(chapter),
        chapters_(chapters) {}

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override {
    document::LinkHtml html = PageHooks::link(link, inner, text);
    if (link.kind != document::LinkKind::ordinary) return html;
    const std::string_view href = html.href;
    const std::string_view file = href.substr(0, href.find('#')), anchor = href.substr(file.size());
    const auto found = chapters_.find(file);
    const Chapter* to = file.empty() ? &chapter_ : found == chapters_.end() ? nullptr : found->second;
    if (!to) return html;
    if (anchor.empty() && !file.empty()) html.href = "#" + to->id;
    if (anchor.empty()) return html;
    const document::Document& target = to->page.content()->document();
    const auto is_target = [&](std::string_view id) { return anchor == "#" + site::encode_fragment(id); };
    if (std::ranges::any_of(target.headings(), is_target, &document::Heading::id) ||
        std::ranges::any_of(target.own_ids(), is_target, &document::OwnId::id))
      html.href = "#" + to->prefix + std::string(anchor.substr(1));
    return html;
  }
  // Adds the chapter's title to labels, because two pages may have the same headings.
  std::string label(std::string_view key, std::string_view argument) override {
    const bool needs_title = key == "table_in" && !argument.empty() && !argument.starts_with(' ');
    return PageHooks::label(key, needs_title ? fmt::format("{}, {}", title_, argument) : std::string(argument));
  }
  std::string_view id_prefix() override { return chapter_.prefix; }
  int heading_shift() override { return 1; }

 private:
  std::string title_;
  const Chapter& chapter_;
  const ChaptersByFile& chapters_;
};

std::vector<std::string> ids_in(const document::Document& document) {
  std::vector<std::string> ids;
  for (const document::Heading& heading : document.headings()) ids.emplace_back(heading.id);
  for (const document::Footnote& footnote : document.footnotes())
    for (const char* kind : {"fn", "fnref"}) ids.push_back(fmt::format("{}-{}", kind, footnote.number));
  return ids;
}

// Reserves and returns a prefix that makes the ids of a chapter differ from those of other chapters.
std::string claim_prefix(const std::string& chapter, const document::Document& document, blocks::PageIds& ids) {
  const std::vector<std::string> own = ids_in(document);
  auto is_free = [&](const std::string& prefix) {
    return std::all_of(own.begin(), own.end(), [&](const std::string& id) { return ids.is_free(prefix + id); });
  };
  std::string prefix = chapter + (is_free(chapter + "-") ? "-" : "~");
  for (const std::string& id : own) ids.reserve(prefix + id);
  return prefix;
}

// Returns the values of a chapter: {id, title, heading, href, lead, minutes, content, key_points, takeaway}.
templates::Map chapter_value(const Chapter& as, const ChaptersByFile& chapters, KindContext& kind) {
  const site::Page& page = as.page;
  Inset inset(page.address, *kind.context.figures, kind);
  ChapterHooks hooks(inset, as, chapters);
  templates::Map map = link_value(page, kind.view);
  map.set("id", as.id).set("heading", title_html(inset.context)).set("lead", lead_html(inset.context));
  map.set("minutes", page.minutes());
  map.set("key_points", templates::List()).set("takeaway", markup::SafeHtml());
  KindContext chapter{inset.context, inset.view, inset.rendered, map};
  if (page.kind == site::PageKind::lesson) add_lesson_values(chapter, hooks);
  map.set("content", document::write_html(inset.content().document(), hooks));
  return map;
}

}  // namespace

void add_print_values(KindContext& kind) {
  std::vector<const site::Page*> shown;
  for (std::string_view address : kind.view.printed(kind.page().folder()))
    if (const site::Page* page = kind.view.target(address)) shown.push_back(page);
  for (const site::Page* page : shown)
    for (const site::Block& block : page->content()->blocks) kind.context.ids.reserve(block.name);
  std::vector<Chapter> chapters;
  for (const site::Page* page : shown) {
    const std::string_view path = page->is_index() ? site::folder_of(page->address) : std::string_view(page->address);
    const std::string_view file = site::file_of(path);
    const std::string name = base::replace_all(std::string(file.substr(0, file.rfind('.'))), " ", "-");
    const std::string id = kind.context.ids.claim("chapter-" + name);
    chapters.push_back({*page, id, claim_prefix(id, page->content()->document(), kind.context.ids)});
  }
  templates::List values;
  ChaptersByFile by_file;
  for (const Chapter& chapter : chapters)
    by_file.emplace(site::relative_link(kind.view.address(), chapter.page.address), &chapter);
  for (const Chapter& chapter : chapters) {
    const base::Meter* meter = base::Meter::current();
    if (meter && meter->is_over()) break;  // nobody waits for this page any more, or its error was reported
    values.push(chapter_value(chapter, by_file, kind));
  }
  kind.values.set("chapters", std::move(values)).set("notes", figure_notes(*kind.context.figures, kind.context));
}

templates::Value print_link(site::View& view) {
  const site::Page& page = view.page();
  return optional_link(page.section ? view.members(page.folder()).print : "", view);
}

}  // namespace pages
