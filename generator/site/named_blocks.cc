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

// Claims the addresses of a block's files, and adds a page if the block is long.
void claim_files(NamedBlock& named, Building& building) {
  const Block& block = *named.block;
  const Features& features = building.site.config->features;
  const bool is_chart = block.kind == document::FenceKind::chart;
  const bool is_frame = is_chart || block.kind == document::FenceKind::table;
  const std::string stem = (is_chart ? "charts/" : "tables/") + named.name;
  std::vector<std::string> addresses;
  if (features.embeds && is_frame) addresses.push_back("embed/" + named.name + ".html");
  addresses.push_back(stem + ".csv");
  if (!is_chart) addresses.push_back(stem + ".json");
  if (is_chart && features.images)
    for (std::string_view end : {".svg", "-dark.svg", ".png"}) addresses.push_back(stem + std::string(end));
  for (const std::string& address : addresses)
    building.site.addresses.claim(address, fmt::format("\"{}\"", named.name), block.name_span, building.diagnostics);

  constexpr double kMaxChartRows = 24;  // in the data table below a chart; longer data have a separate page
  const notation::Node* shown = is_chart ? nullptr : block.yaml.find("rows");
  if (!is_chart && (!shown || shown->kind != notation::Kind::number)) return;
  if (rows_of(named) <= (is_chart ? kMaxChartRows : shown->as_double())) return;
  named.has_own_page = true;
  const PageKind kind = is_chart ? PageKind::chart : PageKind::table;
  const std::string title = named.title();
  Page& page = building.add_page(stem + ".html", kind, title.empty() ? named.name : title, block.name_span,
                                 fmt::format("the {} \"{}\"", kind_name(kind), named.name));
  page.subject = named.name;
  page.draft = named.page->draft;
  page.evaluation = named.page->evaluation;
}

}  // namespace

std::string NamedBlock::title() const {
  const Evaluation& evaluation = *page->evaluation;
  for (std::string_view key : {"title", "caption"}) {
    const notation::Node* node = block->yaml.find(key);
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
