// A comparison as JSON (diff/report.h).
#include "base/text.h"
#include "diff/report.h"
#include "notation/json.h"
#include "site/changes.h"
#include "site/place.h"

namespace diff {
namespace {

using site::JsonObject;

std::string json_of(const ClaimChange& claim) {
  JsonObject object;
  object.raw("fails", claim.fails ? "true" : "false").text("assert", claim.name).text("place", claim.place);
  return object.text("message", claim.message).take();
}

std::string json_of(const Doubt& doubt) {
  JsonObject object;
  return object.text("place", doubt.place).text("message", doubt.message).take();
}

std::string json_of(const AffectedPage& page) {
  JsonObject object;
  object.text("page", site::address_text(page.address)).raw("own_text", page.own_text ? "true" : "false");
  return object.texts("data", page.because_of).take();
}

template <class Item>
std::string list_of(std::string_view key, const std::vector<Item>& items) {
  std::vector<std::string> entries;
  for (const Item& item : items) entries.push_back(json_of(item));
  return site::json_lines(key, entries);
}

std::string blocks_of(const Comparison& comparison, const quantity::Units& units) {
  std::vector<std::string> entries;
  for (const BlockChange& block : comparison.blocks) {
    std::vector<std::string> cells;
    for (const site::ValueChange& cell : block.cells) {
      JsonObject object;
      object.text("row", cell.field).text("column", cell.title);
      site::add_values(cell, units, object);
      cells.push_back(object.take());
    }
    JsonObject object;
    object.text("block", block.name)
        .text("kind", block.is_chart ? "chart" : "table")
        .text("page", site::address_text(block.page));
    object.text("title", block.title).raw("cells", "[" + base::join(cells, ", ") + "]");
    entries.push_back(object.texts("rows_added", block.rows_added).texts("rows_gone", block.rows_gone).take());
  }
  return site::json_lines("blocks", entries);
}

}  // namespace

std::string report_json(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  std::vector<std::string> members = {"\"old\": " + notation::json_text(options.before),
                                      "\"new\": " + notation::json_text(options.after)};
  std::vector<std::string> lines;
  for (const std::string& each : comparison.digest) lines.push_back(notation::json_text(each));
  members.push_back(site::json_lines("digest", lines));
  for (std::string& member : site::change_members(comparison.changes, units)) members.push_back(std::move(member));
  members.push_back(site::json_lines("sources", site::row_entries(comparison.sources, units)));
  members.push_back(blocks_of(comparison, units));
  members.push_back(list_of("asserts", comparison.asserts));
  members.push_back(list_of("prose", comparison.prose));
  members.push_back(list_of("mistakes", comparison.mistakes));
  members.push_back(list_of("doubts", comparison.doubts));
  members.push_back(list_of("because", comparison.pages));
  return site::json_document(members);
}

}  // namespace diff
