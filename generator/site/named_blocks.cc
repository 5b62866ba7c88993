// Tables, charts and estimates: assigns each a name unique in the site, files with that name, and a page if it is long.
#include <fmt/format.h>

#include <algorithm>

#include "site/building.h"

namespace site {
namespace {

// Returns the number of rows that a block shows; 0 if its query failed.
double rows_of(const NamedBlock& named) {
  auto frame = named.page->evaluation->frames.find(named.block->data);
  bool failed = frame == named.page->evaluation->frames.end() || !frame->second;
  return failed ? 0 : static_cast<double>(frame->second->rows());
}

void add_own_page(NamedBlock& named, PageKind kind, std::string address, Building& building) {
  named.has_own_page = true;
  std::string title = named.title();
  if (title.empty()) title = named.name;
  Page& page = building.add(std::move(address), kind, std::move(title), named.block->name_span,
                            fmt::format("the {} \"{}\"", kind_name(kind), named.name));
  page.subject = named.name;
  page.draft = named.page->draft;
  page.evaluation = named.page->evaluation;
}

template <class Claim>
void claim_chart(NamedBlock& named, Claim claim, Building& building) {
  const std::string stem = "charts/" + named.name;
  claim(stem + ".csv");
  if (building.site.config->features.images)
    for (std::string_view end : {".svg", "-dark.svg", ".png"}) claim(stem + std::string(end));
  if (rows_of(named) <= static_cast<double>(kMaxChartRows)) return;
  add_own_page(named, PageKind::chart, stem + ".html", building);
}

void claim_files(NamedBlock& named, Building& building) {
  const Block& block = *named.block;
  auto claim = [&](const std::string& address) {
    building.site.addresses.claim(address, fmt::format("\"{}\"", named.name), block.name_span, building.diagnostics);
  };
  bool is_chart = block.kind == document::FenceKind::chart;
  const bool is_frame = is_chart || block.kind == document::FenceKind::table;
  if (is_frame && building.site.config->features.embeds) claim("embed/" + named.name + ".html");
  if (is_chart) return claim_chart(named, claim, building);
  claim("tables/" + named.name + ".csv");
  claim("tables/" + named.name + ".json");
  const notation::Node* rows = named.block->spec.find("rows");
  if (!rows || rows->kind != notation::Kind::number || rows_of(named) <= rows->as_double()) return;
  add_own_page(named, PageKind::table, "tables/" + named.name + ".html", building);
}

}  // namespace

std::string NamedBlock::title() const {
  const Evaluation& evaluation = *page->evaluation;
  for (std::string_view key : {"title", "caption"}) {
    const notation::Node* node = block->spec.find(key);
    if (node && node->is_map()) node = node->find("text");
    if (!node || !node->is_string()) continue;
    base::Diagnostics unused;  // the page itself reports unknown column names
    return evaluation.from_data ? fill_placeholders(node->text, evaluation.values, {}, unused) : node->text;
  }
  return "";
}

void name_blocks(Building& building) {
  std::vector<NamedBlock> found;
  for (const auto& page : building.site.pages) {
    const Content* content = page->content();
    if (!content) continue;
    for (const Block& block : content->blocks)
      if (!block.name.empty()) found.push_back({block.name + page->name_suffix(), page.get(), &block, false});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (size_t i = 0; i < found.size(); ++i) {
    NamedBlock& block = found[i];
    if (i > 0 && found[i - 1].name == block.name) {
      building.diagnostics
          .error(
              "duplicate-name", block.block->name_span,
              fmt::format(
                  "the name \"{}\" is already used: names of tables, charts and estimates must be unique in the site",
                  block.name))
          .suggest("give this one another name")
          .note(found[i - 1].block->name_span, "the first one");
      continue;
    }
    claim_files(block, building);
  }
  building.site.blocks = std::move(found);
}

}  // namespace site
