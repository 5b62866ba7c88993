// Figures: those with names, and the cells that sentences state.
#include <map>
#include <set>

#include "diff/figure_titles.h"
#include "diff/sides.h"

namespace diff {
namespace {

// One figure of one side. The same cell of many pages is one; a name of a page's own is that page's.
struct Seen {
  site::FigurePtr figure;
  std::set<std::string> pages;  // that state it
};
using Key = std::pair<std::string, std::string>;  // scope, name
using Figures = std::map<Key, Seen>;

std::set<std::string> stated_by(const site::Evaluation& evaluation) {
  const site::Content& content = *evaluation.content;
  std::set<std::string> keys;
  base::Diagnostics said;  // by the build already
  auto take = [&](const document::Document& part) {
    for (const document::Link& link : part.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      std::string key(link.key);
      keys.insert(evaluation.from_data ? site::fill_placeholders(key, evaluation.values, {}, said) : std::move(key));
    }
  };
  take(content.document());
  for (const document::Document* text : content.short_documents()) take(*text);
  return keys;
}

// A cell of a page's own query is that page's too.
std::string scope_of(const std::string& name, const site::Page& page) {
  const site::Content& content = *page.content();
  const bool own = content.figures.contains(name) || content.query(name.substr(0, name.find('/')));
  return own ? page.address : "";
}

Figures figures_of(const site::Site& site) {
  Figures figures;
  for (const auto& page : site.pages) {
    if (!page->has_text() || page->evaluation->figures.empty()) continue;
    const std::set<std::string> stated = stated_by(*page->evaluation);
    for (const auto& [name, figure] : page->evaluation->figures) {
      if (!figure) continue;
      Seen& seen = figures[{scope_of(name, *page), name}];
      seen.figure = figure;
      if (stated.contains(name)) seen.pages.insert(page->address);
    }
  }
  return figures;
}

quantity::ValueInUnit figure_quantity(const site::Figure& figure) {
  return diff::quantity_of(figure.cell.value, figure.cell.field, figure.cell.field.unit);
}

// The value itself, not the double nearest to it, where a formula gave it.
bool same_figure(const site::Figure& before, const site::Figure& after, const quantity::Units& units) {
  const std::string &unit_before = before.cell.field.unit, &unit_after = after.cell.field.unit;
  if (before.exact && after.exact && unit_before == unit_after) return *before.exact == *after.exact;
  return quantity::same_quantity(figure_quantity(before), figure_quantity(after), units) && unit_before == unit_after;
}

site::FigureChange change_of(site::ChangeKind kind, const Key& key, const Seen* before, const Seen* after,
                             const FigureTitles& titles) {
  const Seen& seen = after ? *after : *before;
  site::FigureChange change;
  change.kind = kind;
  change.scope = key.first;
  change.name = shortened(key.second);
  change.value.title = shortened(titles.title(key.first, key.second, *seen.figure));
  change.value.format = format_of(before ? before->figure.get() : nullptr, after ? after->figure.get() : nullptr);
  if (before) change.value.before = figure_quantity(*before->figure);
  if (after) change.value.after = figure_quantity(*after->figure);
  change.pages.assign(seen.pages.begin(), seen.pages.end());
  return change;
}

// Where a page is on the new side: where redirects lead on to from its old address, if that is a page that moved and
// not another one that was there before.
std::string address_now(const std::string& address, const Sides& sides) {
  const site::Redirect* row = sides.after.site->redirects.find(address, "");
  if (!row || row->to.address.empty()) return address;
  const site::Page* there_before = sides.before.site->find(row->to.address);
  const bool moved = !there_before || there_before->kind == site::PageKind::redirect;
  return moved ? row->to.address : address;
}

// Those of the old side, by the addresses that their pages have now.
Figures old_figures_of(const Sides& sides) {
  Figures figures;
  for (auto& [key, seen] : figures_of(*sides.before.site)) {
    const Key now(key.first.empty() ? "" : address_now(key.first, sides), key.second);
    figures.emplace(figures.contains(now) ? key : now, std::move(seen));  // of two pages that are one now, both count
  }
  return figures;
}

// A cell by its address, which is told only while sentences state it: its row tells the rest.
bool is_cell(const Key& key) { return key.second.find('/') != std::string::npos; }

}  // namespace

std::vector<site::FigureChange> compare_figures(const Sides& sides) {
  const Figures before = old_figures_of(sides), after = figures_of(*sides.after.site);
  const FigureTitles titles(sides.after), old_titles(sides.before);
  std::vector<site::FigureChange> changes;
  for (const auto& [key, seen] : after) {
    auto was = before.find(key);
    const bool is_there = was != before.end();
    if (is_cell(key) && (!is_there || seen.pages.empty())) continue;
    if (!is_there)
      changes.push_back(change_of(site::ChangeKind::added, key, nullptr, &seen, titles));
    else if (!same_figure(*was->second.figure, *seen.figure, sides.units()))
      changes.push_back(change_of(site::ChangeKind::changed, key, &was->second, &seen, titles));
  }
  for (const auto& [key, seen] : before)
    if (!is_cell(key) && !after.contains(key))
      changes.push_back(change_of(site::ChangeKind::gone, key, &seen, nullptr, old_titles));
  return changes;
}

}  // namespace diff
