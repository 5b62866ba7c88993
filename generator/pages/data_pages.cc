// All rows of a table or chart of which its page shows only the first or none, and the list of what can be downloaded.
#include "blocks/chart_figure.h"
#include "blocks/comparability.h"
#include "blocks/table.h"
#include "blocks/table_spec.h"
#include "pages/ask.h"
#include "pages/block_spec.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "quantity/present.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

std::optional<markup::SafeHtml> whole_table(const site::NamedBlock& named, blocks::Context& context) {
  auto spec =
      blocks::parse_table_spec(BlockSpec(*named.block, context.view, context.diagnostics).node(), context.diagnostics);
  if (!spec) return std::nullopt;
  auto figure = blocks::table_figure(*spec, {named.name, std::nullopt, ""}, context);
  return figure ? std::optional(std::move(figure->html)) : std::nullopt;
}

std::optional<markup::SafeHtml> whole_chart(const site::NamedBlock& named, blocks::Context& context) {
  auto spec = chart::parse_spec(BlockSpec(*named.block, context.view, context.diagnostics).node(), context.diagnostics);
  if (!spec) return std::nullopt;
  auto figure = blocks::chart_figure(*spec, {named.name, "", true}, context);
  return figure ? std::optional(std::move(figure->html)) : std::nullopt;
}

void add_block(KindContext& kind) {
  bool is_chart = kind.page().kind == site::PageKind::chart;
  shown_on_page(kind.context.view);
  for (const site::NamedBlock& named : kind.site().blocks) {
    if (named.name != kind.page().subject || !named.has_own_page) continue;
    auto html = is_chart ? whole_chart(named, kind.context) : whole_table(named, kind.context);
    if (html) kind.values.set("content", *std::move(html));
    templates::Map back = link_value(*named.page, kind.context.view);
    std::string href = site::relative_link(kind.page().address, named.page->address);
    kind.values.set("shown_on", std::move(back.set("href", href + "#" + site::encode_fragment(named.name))));
    kind.rendered.anchors.push_back(named.name);
    kind.rendered.parts.emplace_back(site::kind_of_part(named.block->kind));
    kind.context.view.content(*named.page->content());
    return;
  }
}

templates::List fields_of(const data::Resource& resource, KindContext& kind) {
  templates::List fields;
  for (const data::ResourceField& field : resource.fields) {
    templates::Map map;
    map.set("name", field.field.name).set("title", field.field.title).set("description", field.field.description);
    const std::string& covers = field.field.covers;
    map.set("covers", covers.empty() ? "" : kind.context.words.fill("covers", {{"what", blocks::shown_scope(covers)}}));
    std::string unit = quantity::unit_label(field.field.unit, kind.context.view.units());
    fields.push(map.set("unit", unit));
  }
  return fields;
}

void add_downloads(KindContext& kind) {
  templates::List resources;
  for (const data::Resource& resource : kind.context.view.package().resources) {
    const data::TableInfo* table = kind.site().database->find_table(resource.name);
    auto href = [&](std::string_view type) {
      return site::relative_link(kind.page().address, "data/" + resource.name + std::string(type));
    };
    templates::Map map;
    kind.context.ids.reserve(resource.name);
    map.set("name", resource.name).set("title", resource.title).set("description", resource.description);
    map.set("page", table ? href(".html") : "");
    map.set("rows", read_row_count(resource.name, kind.context.view))
        .set("csv", href(".csv"))
        .set("json", href(".json"));
    resources.push(map.set("fields", fields_of(resource, kind)));
  }
  kind.values.set("resources", std::move(resources));
  const site::Page* contradictions = kind.context.view.target("contradictions.html");
  bool any = contradictions && contradictions->kind == site::PageKind::contradictions;
  kind.values.set("contradictions_link",
                  any ? templates::Value(link_value(*contradictions, kind.context.view)) : templates::Value());
}

}  // namespace

const site::Page* shown_on_page(site::View& view) {
  const site::Page& page = view.page();
  const site::Page* shown_on = nullptr;
  if (page.kind == site::PageKind::table || page.kind == site::PageKind::chart)
    for (const site::NamedBlock& named : view.site().blocks)
      if (!shown_on && named.has_own_page && named.name == page.subject) shown_on = named.page;
  view.record("shown-on", base::hash_bytes(shown_on ? shown_on->address : ""));
  return shown_on;
}

void add_data_values(KindContext& kind) {
  if (kind.page().kind == site::PageKind::data)
    add_downloads(kind);
  else
    add_block(kind);
}

}  // namespace pages
