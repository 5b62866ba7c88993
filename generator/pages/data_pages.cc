// Pages with all rows of a table or chart whose own page shows only the first rows or none, the list of downloads, and
// the page of rows that state different values for one quantity: both values, their difference, and the preference.
#include "base/slug.h"
#include "blocks/chart_figure.h"
#include "blocks/comparability.h"
#include "blocks/references.h"
#include "blocks/table.h"
#include "pages/hooks.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "quantity/number_format.h"
#include "quantity/present.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

// Renders the table or chart with all its rows.
std::optional<markup::SafeHtml> whole_block(const site::Block& block, const std::string& name,
                                            blocks::Context& context) {
  const auto html_of = [](auto figure) { return figure ? std::optional(std::move(figure->html)) : std::nullopt; };
  const auto spec = spec_on_page(block, context.view, context.diagnostics);
  if (const auto* chart = spec->as<chart::Spec>())
    return html_of(blocks::chart_figure(*chart, {name, "", true}, context));
  if (const auto* table = spec->as<blocks::TableSpec>())
    return html_of(blocks::table_figure(*table, {name, std::nullopt, ""}, context));
  return std::nullopt;
}

void add_block(KindContext& kind) {
  const auto shown = kind.view.shown_block();
  if (!shown) return;
  const site::Block& block = kind.view.content_at(shown->source)->blocks[shown->number];
  const std::string name(kind.page().subject);
  if (auto html = whole_block(block, name, kind.context)) kind.values.set("content", *std::move(html));
  kind.values.set("shown_on", link_value(shown->address, kind.view)
                                  .set("href", site::relative_link(kind.view.address(), shown->address, name)));
  kind.rendered.add_anchor(name, std::string(site::kind_of_part(block.kind)));
}

templates::List fields_of(const data::Resource& resource, KindContext& kind) {
  return list_of(resource.fields, [&](const data::ResourceField& field) {
    templates::Map map;
    map.set("name", field.field.name).set("title", field.field.title).set("description", field.field.description);
    const std::string& covers = field.field.covers;
    map.set("covers", covers.empty() ? "" : kind.context.words.fill("covers", {{"what", blocks::shown_scope(covers)}}));
    return map.set("unit", quantity::unit_label(field.field.unit, kind.view.units())), map;
  });
}

void add_downloads(KindContext& kind) {
  View& view = kind.view;
  templates::List resources;
  for (const data::Resource& resource : view.package().resources) {
    const auto rows = view.row_count(resource.name);
    auto href = [&](std::string_view type) {
      return site::relative_link(view.address(), "data/" + resource.name + std::string(type));
    };
    templates::Map map;
    kind.context.ids.reserve(resource.name);
    map.set("name", resource.name).set("title", resource.title).set("description", resource.description);
    map.set("page", rows ? href(".html") : "").set("rows", rows.value_or(0));
    map.set("csv", href(".csv")).set("json", href(".json"));
    resources.push(map.set("fields", fields_of(resource, kind)));
  }
  kind.values.set("resources", std::move(resources));
  const auto contradictions = view.target("contradictions.html");
  const bool any = contradictions && contradictions->kind == site::PageKind::contradictions;
  kind.values.set("contradictions_link", optional_link(any ? contradictions->address : "", view));
}

// Formats a difference: "+3.25%", "−12%", or "" if there is none.
std::string share(std::optional<double> difference, const quantity::Locale& locale) {
  static const auto kFormat = quantity::NumberFormat::parse("+.3~p");
  return difference ? (*kFormat)(*difference, locale) : "";
}

templates::Map statement(const data::Alternative& alternative, const data::Contradiction& each,
                         const std::string& anchor, KindContext& kind) {
  blocks::Context& context = kind.context;
  templates::Map map;
  map.set("value", blocks::published_value(alternative, each.field, context));
  for (std::string_view name : {"source", "href", "locator", "as_of", "note", "status", "row"}) map.set(name, "");
  const site::Provenance* provenance = kind.view.provenance(alternative.ref);
  if (!provenance) return map;
  map.set("row", kind.view.row_link(alternative.ref));
  context.references.depend_on(alternative.ref, anchor);
  if (!provenance->source) return map.set("note", blocks::no_source_text(*provenance, context));
  context.references.cite(*provenance->source, anchor);
  map.set("source", blocks::short_name(*provenance->source)).set("locator", provenance->locator);
  map.set("href", site::relative_link(context.address(), provenance->source->address));
  map.set("as_of", blocks::date_text(provenance->as_of, context)).set("note", provenance->note);
  return map.set("status", blocks::status_html(*provenance->source, context));
}

std::string row_name(const site::ContradictionRow& each, View& view) {
  const site::Names* names = each.names_of.empty() ? nullptr : view.theme().row_names.find(each.names_of);
  const auto found = names ? names->find(each.row->key) : site::Names::const_iterator();
  return !names || found == names->end() ? each.row->key : found->second;
}

}  // namespace

void add_data_values(KindContext& kind) {
  kind.page().kind == site::PageKind::data ? add_downloads(kind) : add_block(kind);
}

// Adds an entry for each cell, with all rows that differ from the preferred one.
void add_contradiction_values(KindContext& kind) {
  const std::vector<site::ContradictionRow> all = kind.view.contradictions();
  templates::List list;
  base::Slugger anchors;
  for (size_t i = 0; i < all.size();) {
    const data::Contradiction& first = *all[i].row;
    std::string anchor = anchors.unique(site::anchor_of_key(first.key + "/" + first.field.name));
    templates::Map map;
    map.set("id", anchor).set("row", row_name(all[i], kind.view)).set("column", first.field.title);
    map.set("because", first.because).set("preferred", statement(first.preferred, first, anchor, kind));
    templates::List others;
    for (; i < all.size() && all[i].row->preferred.ref == first.preferred.ref; ++i) {
      templates::Map other = statement(all[i].row->other, *all[i].row, anchor, kind);
      others.push(std::move(other.set("difference", share(all[i].row->difference, kind.view.units().locale()))));
    }
    list.push(std::move(map.set("others", std::move(others))));
  }
  kind.values.set("contradictions", std::move(list));
}

}  // namespace pages
