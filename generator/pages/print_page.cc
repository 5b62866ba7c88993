// All pages of a section on one, for paper.
#include <fmt/format.h>

#include <algorithm>

#include "pages/hooks.h"
#include "pages/inset.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// A page among others: its places have its name before theirs. Pages stand in one folder with this one, so that links
// seen from them hold here.
class ChapterHooks final : public PageHooks {
 public:
  ChapterHooks(Inset& chapter, std::string prefix)
      : PageHooks(chapter.content(), chapter.context(), chapter.rendered()),
        document_(chapter.content().document()),
        title_(chapter.content().front.title.text),
        prefix_(std::move(prefix)) {}

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override {
    document::LinkHtml html = PageHooks::link(link, inner, text);
    if (link.kind != document::LinkKind::ordinary || !html.href.starts_with('#')) return html;
    for (const document::Heading& heading : document_.headings())
      if (html.href == "#" + site::encode_fragment(heading.id)) html.href = "#" + prefix_ + html.href.substr(1);
    return html;
  }
  // Two pages may have the same headings.
  std::string label(document::Label label, std::string_view argument) override {
    if (label != document::Label::table || argument.empty() || argument.starts_with(' '))
      return PageHooks::label(label, argument);
    return PageHooks::label(label, fmt::format("{}, {}", title_, argument));
  }
  std::string_view id_prefix() override { return prefix_; }
  int heading_shift() override { return 1; }

 private:
  const document::Document& document_;
  std::string title_;
  std::string prefix_;
};

std::vector<std::string> ids_in(const document::Document& document) {
  std::vector<std::string> ids;
  for (const document::Heading& heading : document.headings()) ids.emplace_back(heading.id);
  for (const document::Footnote& footnote : document.footnotes())
    for (const char* kind : {"fn", "fnref"}) ids.push_back(fmt::format("{}-{}", kind, footnote.number));
  return ids;
}

// What the ids of a chapter start with, so that none is that of another chapter.
std::string claim_prefix(const std::string& chapter, const document::Document& document, blocks::PageIds& ids) {
  const std::vector<std::string> own = ids_in(document);
  auto is_free = [&](const std::string& prefix) {
    return std::all_of(own.begin(), own.end(), [&](const std::string& id) { return ids.is_free(prefix + id); });
  };
  std::string prefix = chapter + (is_free(chapter + "-") ? "-" : "~");
  for (const std::string& id : own) ids.reserve(prefix + id);
  return prefix;
}

// {id, title, heading, href, lead, minutes, content, key_points, takeaway}
templates::Map chapter_value(const site::Page& page, KindContext& kind) {
  Inset inset(page, *kind.context.figures, kind);
  const std::string_view file = site::file_of(page.address);
  const std::string id = kind.context.ids.claim("chapter-" + std::string(file.substr(0, file.rfind('.'))));
  ChapterHooks hooks(inset, claim_prefix(id, inset.content().document(), kind.context.ids));
  templates::Map map = link_value(page, kind.context.view);
  map.set("id", id).set("heading", title_html(page, inset.context())).set("lead", lead_html(page, inset.context()));
  map.set("minutes", page.minutes());
  map.set("key_points", templates::List()).set("takeaway", markup::SafeHtml());
  KindContext chapter{inset.context(), kind.theme, kind.backlinks, inset.rendered(), map};
  if (page.kind == site::PageKind::lesson) add_lesson_values(chapter, hooks);
  map.set("content", document::write_html(inset.content().document(), hooks));
  inset.record();
  return map;
}

}  // namespace

void add_print_values(KindContext& kind) {
  templates::List chapters;
  std::vector<const site::Page*> shown;
  for (const site::Page* page : kind.context.view.members(*kind.page().section).pages)
    if (page->content() && !page->evaluation->from_data) shown.push_back(page);
  for (const site::Page* page : shown)
    for (const site::Block& block : page->content()->blocks) kind.context.ids.reserve(block.name);
  for (const site::Page* page : shown) chapters.push(chapter_value(*page, kind));
  kind.values.set("chapters", std::move(chapters))
      .set("notes", figure_notes(*kind.context.figures, true, kind.context));
}

templates::Value print_link(site::View& view) {
  const site::Page* print = view.page().section ? view.members(*view.page().section).print : nullptr;
  return print ? templates::Value(link_value(*print, view)) : templates::Value();
}

}  // namespace pages
