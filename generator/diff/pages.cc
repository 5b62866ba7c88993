// Lists new pages, removed pages, and pages that render differently with the data that they show and that changed.
#include <set>
#include <tuple>

#include "diff/sides.h"

namespace diff {
namespace {

bool is_same(const quantity::Field& a, const quantity::Field& b) {
  const auto all = [](const quantity::Field& field) {
    return std::tie(field.name, field.title, field.description, field.type, field.unit, field.unit_field, field.covers,
                    field.better, field.format, field.resource, field.column);
  };
  return all(a) == all(b);
}

bool is_same(const site::Cell& a, const site::Cell& b) {
  return a.value == b.value && is_same(a.field, b.field) && a.refs == b.refs;
}

bool is_same(const site::Figure::Input& a, const site::Figure::Input& b) {
  return std::tie(a.name, a.value, a.covers, a.title) == std::tie(b.name, b.value, b.covers, b.title);
}

bool is_same(const site::FramePtr& a, const site::FramePtr& b) { return a && b ? a->hash == b->hash : a == b; }

bool is_same(const site::FigurePtr& a, const site::FigurePtr& b) {
  if (!a || !b) return a == b;
  return is_same(a->cell, b->cell) && a->exact == b->exact && a->formula == b->formula && a->sum == b->sum &&
         a->why == b->why &&
         std::equal(a->inputs.begin(), a->inputs.end(), b->inputs.begin(), b->inputs.end(),
                    [](const auto& x, const auto& y) { return is_same(x, y); });
}

bool is_same(const data::Source* a, const data::Source* b) {
  return a && b ? a->csl() == b->csl() && a->address == b->address : a == b;
}

bool is_same(const data::Provenance& a, const data::Provenance& b) {
  const auto texts = [](const data::Provenance& row) {
    std::vector<std::string_view> list{row.locator, row.as_of, row.note, row.covers, row.no_source};
    for (const data::Caveat* caveat : row.caveats) list.emplace_back(caveat->text);
    return list;
  };
  return texts(a) == texts(b) && is_same(a.source, b.source);
}

// Adds the names of values that are new or differ.
template <class Map>
void add_changed(const Map& before, const Map& after, std::set<std::string>& names) {
  for (const auto& [name, value] : after)
    if (const auto was = before.find(name); was == before.end() || !is_same(was->second, value)) names.insert(name);
}

void add_changed_data(const site::Page* before, const site::Page& after, std::set<std::string>& names) {
  static const site::Evaluation kNone;
  if (!after.evaluation) return;
  const site::Evaluation &old_values = before && before->evaluation ? *before->evaluation : kNone,
                         &values = *after.evaluation;
  add_changed(old_values.frames, values.frames, names);
  add_changed(old_values.figures, values.figures, names);
  add_changed(old_values.cells, values.cells, names);
}

AffectedPage affected(const pages::RenderedPage& before, const pages::RenderedPage& after, const Sides& sides) {
  AffectedPage page;
  page.address = after.page->address;
  page.title = after.page->title;
  const site::Content *was = before.page->content(), *content = after.page->content();
  page.own_text = !was || !content || was->path != content->path || was->file->hash != content->file->hash;
  std::set<std::string> because, rows;
  add_changed_data(before.page, *after.page, because);
  for (const std::string& inset : after.insets)
    if (const site::Page* within = sides.after.site->find(inset))
      add_changed_data(sides.before.site->find(inset), *within, because);
  for (const blocks::Use& use : after.uses) {
    // New sources and rows are not reported: the frames that have them are.
    if (use.on.find('/') == std::string::npos) {
      const data::Source* old_source = sides.old_data().bibliography().find(use.on);
      if (old_source && !is_same(old_source, sides.new_data().bibliography().find(use.on)))
        because.insert("source " + use.on);
    } else {
      const auto old_row = sides.old_data().provenance(use.on), row = sides.new_data().provenance(use.on);
      if (old_row && row && !is_same(*old_row, *row)) rows.insert("row " + use.on);
    }
  }
  if (because.empty() && !page.own_text) because = std::move(rows);
  page.because_of.assign(because.begin(), because.end());
  return page;
}

// Whether a page differs. If one side failed to render, only what it would show can be compared.
bool differ(const pages::RenderedPage& before, const pages::RenderedPage& after, const Sides& sides) {
  if (!before.html.empty() && !after.html.empty()) return before.html != after.html;
  if (!before.page->has_text() || !after.page->has_text()) return before.page->kind != after.page->kind;
  const AffectedPage page = affected(before, after, sides);
  return page.own_text || !page.because_of.empty();
}

}  // namespace

void compare_pages(const Sides& sides, Comparison& comparison) {
  site::Changes& changes = comparison.changes;
  for (const pages::RenderedPage& page : sides.after.rendered) {
    const std::string& address = page.page->address;
    const pages::RenderedPage* was = sides.before.find(address);
    const bool has_text = page.page->has_text();
    if (!was || (was->page->kind == site::PageKind::redirect && has_text)) {
      if (has_text) changes.pages_added.push_back(address);
    } else if (!differ(*was, page, sides)) {
      continue;
    } else if (was->page->has_text() && page.page->kind == site::PageKind::redirect) {
      changes.pages_gone.push_back(address);  // the page was replaced by a redirect
    } else if (!has_text) {
      ++comparison.generated_pages;
    } else {
      comparison.pages.push_back(affected(*was, page, sides));
      changes.pages_changed.push_back(address);
    }
  }
  for (const pages::RenderedPage& page : sides.before.rendered)
    if (!sides.after.site->find(page.page->address) && page.page->has_text())
      changes.pages_gone.push_back(page.page->address);
}

}  // namespace diff
