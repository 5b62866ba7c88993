// Lists new sources, removed sources, and sources whose fields changed, for example by a retraction.
#include "diff/sides.h"

namespace diff {
namespace {

using site::ChangeKind;

// Returns the fields of a source as readers see them.
std::vector<std::pair<std::string, std::string>> fields_of(const data::Source& source) {
  std::string authors;
  for (const data::Name& name : source.authors) authors += (authors.empty() ? "" : ", ") + name.text();
  return {{"status", source.status},
          {"reason", source.reason},
          {"superseded_by", source.superseded_by},
          {"title", source.title},
          {"author", authors},
          {"publisher", source.publisher},
          {"container-title", source.container_title},
          {"URL", source.url},
          {"DOI", source.doi},
          {"issued", source.issued.text()},
          {"accessed", source.accessed.text()},
          {"version", source.version},
          {"note", source.note},
          {"license", source.license}};
}

site::RowChange change_of(ChangeKind kind, const data::Source& source) {
  site::RowChange change;
  change.kind = kind;
  change.key = shortened(source.id);
  change.name = shortened(source.title);
  return change;
}

std::vector<site::ValueChange> changed_values(const data::Source& before, const data::Source& after) {
  std::vector<site::ValueChange> values;
  const auto was = fields_of(before), is = fields_of(after);
  auto value = [](const std::string& text) {
    return text.empty() ? quantity::ValueInUnit{} : quantity::ValueInUnit{shortened(text), ""};
  };
  for (size_t i = 0; i < is.size(); ++i)
    if (was[i] != is[i]) values.push_back({is[i].first, is[i].first, "", value(was[i].second), value(is[i].second)});
  return values;
}

}  // namespace

std::vector<site::RowChange> compare_sources(const Sides& sides) {
  const data::Bibliography &before = sides.old_data().bibliography(), &after = sides.new_data().bibliography();
  std::vector<site::RowChange> changes;
  for (const data::Source& source : after.sources()) {
    const data::Source* was = before.find(source.id);
    if (!was) {
      changes.push_back(change_of(ChangeKind::added, source));
      continue;
    }
    site::RowChange change = change_of(ChangeKind::changed, source);
    change.values = changed_values(*was, source);
    if (!change.values.empty()) changes.push_back(std::move(change));
  }
  for (const data::Source& source : before.sources())
    if (!after.find(source.id)) changes.push_back(change_of(ChangeKind::gone, source));
  return changes;
}

}  // namespace diff
