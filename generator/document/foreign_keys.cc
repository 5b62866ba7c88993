// Front matter that was written for other programs: keys with the same meaning are taken, all others are kept for
// templates.
#include <algorithm>
#include <cstdlib>

#include "base/suggest.h"
#include "document/front_matter_keys.h"

namespace document {
namespace {

// Keys of other programs (Hugo, Jekyll, Docusaurus, MkDocs), and the keys that mean the same here.
constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
    {"order", "weight"},          {"nav_order", "weight"}, {"sidebar_position", "weight"},
    {"redirect_from", "aliases"}, {"lastmod", "updated"},  {"last_modified_at", "updated"},
    {"summary", "description"},   {"keywords", "tags"},    {"author", "authors"},
};

// Shortens "2026-01-31T10:00:00Z" to the date.
void drop_time(notation::Node& node) {
  const std::string& text = node.text;
  if (node.is_string() && text.size() > 10 && (text[10] == 'T' || text[10] == ' ')) node.text.resize(10);
}

// Takes the date and the update from `date: {created: …, updated: …}`.
void split_date(notation::Node& map) {
  const auto date = std::ranges::find(map.entries, "date", &notation::Entry::key);
  if (date == map.entries.end() || !date->value.is_map()) return;
  notation::Node dates = std::move(date->value);
  map.entries.erase(date);
  for (notation::Entry& each : dates.entries) {
    const std::string_view key = each.key == "created" ? "date" : std::string_view(each.key);
    if ((key == "date" || key == "updated") && !map.find(key))
      map.entries.push_back({std::string(key), each.key_span, std::move(each.value)});
  }
}

// Whether a key is a misspelt key of the format rather than one of another program.
bool is_misspelt(std::string_view key, const std::vector<std::string_view>& known) {
  for (const auto& [foreign, same] : kSynonyms)
    if (foreign == key) return false;
  const std::string nearest = base::nearest(key, known);
  return !nearest.empty() && std::abs(static_cast<int>(nearest.size()) - static_cast<int>(key.size())) <= 1;
}

}  // namespace

void take_foreign_keys(notation::Node& map, const notation::AnyFormat& format, FrontMatter& front) {
  const std::vector<std::string_view> known = base::views(format.keys(), &notation::AnyFormat::KeyInfo::name);
  front.extra.kind = notation::Kind::map;
  split_date(map);
  for (const auto& [foreign, key] : kSynonyms)
    if (const auto entry = std::ranges::find(map.entries, foreign, &notation::Entry::key);
        entry != map.entries.end() && !map.find(key))
      entry->key = key;
  for (notation::Entry& entry : map.entries) {
    if (entry.key == "date" || entry.key == "updated") drop_time(entry.value);
    if (entry.key != "authors") continue;
    for (notation::Node& author : entry.value.items)
      if (const notation::Node* name = author.find("name")) author = notation::Node(*name);
  }
  std::erase_if(map.entries, [&](notation::Entry& entry) {
    if (std::ranges::find(known, entry.key) != known.end() || is_misspelt(entry.key, known)) return false;
    front.extra.entries.push_back(std::move(entry));
    return true;
  });
  front.foreign = front.extra.entries.size();
}

}  // namespace document
