// Front matter that was written for other programs: keys with the same meaning are taken, all others are kept for
// templates.
#include <algorithm>
#include <cstdlib>

#include "base/suggest.h"
#include "base/text.h"
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
  constexpr size_t kDate = 10;
  const std::string_view time = std::string_view(node.text).substr(std::min(node.text.size(), kDate));
  if (!node.is_string() || (!time.starts_with('T') && !time.starts_with(' '))) return;
  if (time.find_first_not_of("0123456789:.+-TZ ") == std::string_view::npos) node.text.resize(kDate);
}

// Takes the date and the update from `date: {created: …, updated: …}`. A map with other keys stays, and is an error.
void split_date(notation::Node& map) {
  const auto date = std::ranges::find(map.entries, "date", &notation::Entry::key);
  const bool is_split = date != map.entries.end() && date->value.is_map() && !map.find("updated") &&
                        std::ranges::all_of(date->value.entries, [](const notation::Entry& each) {
                          return each.key == "created" || each.key == "updated";
                        });
  if (!is_split) return;
  notation::Node dates = std::move(date->value);
  map.entries.erase(date);
  for (notation::Entry& each : dates.entries) {
    if (each.key == "created") each.key = "date";
    map.entries.push_back(std::move(each));
  }
}

// Makes Jekyll's `published: false` a draft, whatever `draft` says.
void take_published(notation::Node& map) {
  const notation::Node* published = map.find("published");
  if (!published || published->kind != notation::Kind::boolean) return;
  const std::string_view replaced = published->as_bool() ? "published" : "draft";
  std::erase_if(map.entries, [&](const notation::Entry& each) { return each.key == replaced; });
  const auto left = std::ranges::find(map.entries, "published", &notation::Entry::key);
  if (left == map.entries.end()) return;
  left->key = "draft";
  left->value.text = "true";
}

// Takes the names of authors that are maps, which templates find whole in `extra`.
void take_names(notation::Entry& authors, FrontMatter& front) {
  const notation::Entry whole = authors;
  const auto take_name = [](notation::Node& author) {
    if (const notation::Node* name = author.is_map() ? author.find("name") : nullptr) author = notation::Node(*name);
  };
  take_name(authors.value);
  std::ranges::for_each(authors.value.items, take_name);
  if (whole.value.is_map() || std::ranges::any_of(whole.value.items, &notation::Node::is_map))
    front.extra.entries.push_back(whole);
}

// Moves values of `params` that no query can use to `extra`.
void take_nested(notation::Entry& params, FrontMatter& front) {
  notation::Entry nested{params.key, params.key_span, {.kind = notation::Kind::map, .span = params.value.span}};
  std::erase_if(params.value.entries, [&](notation::Entry& entry) {
    if (!entry.value.is_map() && !entry.value.is_list()) return false;
    front.foreign.push_back({"params." + entry.key, entry.key_span});
    nested.value.entries.push_back(std::move(entry));
    return true;
  });
  if (!nested.value.entries.empty()) front.extra.entries.push_back(std::move(nested));
}

// Whether a key is a misspelt key of the format rather than one of another program.
bool is_misspelt(std::string_view key, const std::vector<std::string_view>& known) {
  for (const auto& [foreign, same] : kSynonyms)
    if (foreign == key) return false;
  // Keys of other programs that are near to ours.
  if (base::has_word("comments data images parent reviewers", key)) return false;
  const std::string nearest = base::nearest(key, known);
  return !nearest.empty() && std::abs(static_cast<int>(nearest.size()) - static_cast<int>(key.size())) <= 1;
}

}  // namespace

void take_foreign_keys(notation::Node& map, const notation::AnyFormat& format, FrontMatter& front) {
  const std::vector<std::string_view> known = base::views(format.keys(), &notation::AnyFormat::KeyInfo::name);
  front.extra.kind = notation::Kind::map;
  split_date(map);
  take_published(map);
  for (const auto& [foreign, key] : kSynonyms)
    if (const auto entry = std::ranges::find(map.entries, foreign, &notation::Entry::key);
        entry != map.entries.end() && !map.find(key))
      entry->key = key;
  for (notation::Entry& entry : map.entries) {
    if (entry.key == "date" || entry.key == "updated") drop_time(entry.value);
    if (entry.key == "authors") take_names(entry, front);
    if (entry.key == "params") take_nested(entry, front);
  }
  std::erase_if(map.entries, [&](notation::Entry& entry) {
    if (std::ranges::find(known, entry.key) != known.end() || is_misspelt(entry.key, known)) return false;
    front.foreign.push_back({entry.key, entry.key_span});
    front.extra.entries.push_back(std::move(entry));
    return true;
  });
}

}  // namespace document
