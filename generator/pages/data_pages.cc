// Pages with all rows of a table or chart whose own page shows only the first rows or none, and the list of downloads.
#include "blocks/chart_figure.h"
#include "blocks/comparability.h"
#include "blocks/table.h"
#include "blocks/table_spec.h"
#include "pages/hooks.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "quantity/present.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

// Renders the table or chart with all its rows.
std::optional<markup::SafeHtml> whole_block(const site::Block& block, const std::string& name,
                                            blocks::Context& context) {
  const notation::Node filled = filled_spec(block, context.view, context.diagnostics);
  if (block.kind == document::FenceKind::chart) {
    const auto spec = chart::parse_spec(filled, context.diagnostics);
    auto figure = spec ? blocks::chart_figure(*spec, {name, "", true}, context) : std::nullopt;
    return figure ? std::optional(std::move(figure->html)) : std::nullopt;
  }
  const auto spec = blocks::parse_table_spec(filled, context.diagnostics);
  auto figure = spec ? blocks::table_figure(*spec, {name, std::nullopt, ""}, context) : std::nullopt;
  return figure ? std::optional(std::move(figure->html)) : std::nullopt;
}

void add_block(KindContext& kind) {
  const auto shown = kind.view.shown_block();
  if (!shown) return;
  const site::Block& block = kind.view.content_at(shown->source)->blocks[shown->number];
  const std::string name(kind.page().subject);
  if (auto html = whole_block(block, name, kind.context)) kind.values.set("content", *std::move(html));
  kind.values.set("shown_on", link_value(shown->address, kind.view)
                                  .set("href", site::relative_link(kind.view.address(), shown->address, name)));
  kind.rendered.anchors.push_back(name);
  kind.rendered.parts.emplace_back(site::kind_of_part(block.kind));
}

templates::List fields_of(const data::Resource& resource, KindContext& kind) {
  templates::List fields;
  for (const data::ResourceField& field : resource.fields) {
    templates::Map map;
    map.set("name", field.field.name).set("title", field.field.title).set("description", field.field.description);
    const std::string& covers = field.field.covers;
    map.set("covers", covers.empty() ? "" : kind.context.words.fill("covers", {{"what", blocks::shown_scope(covers)}}));
    std::string unit = quantity::unit_label(field.field.unit, kind.view.units());
    fields.push(map.set("unit", unit));
  }
  return fields;
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
  kind.values.set("contradictions_link",
                  any ? templates::Value(link_value(*contradictions, view)) : templates::Value());
}

}  // namespace

void add_data_values(KindContext& kind) {
  kind.page().kind == site::PageKind::data ? add_downloads(kind) : add_block(kind);
}

}  // namespace pages
