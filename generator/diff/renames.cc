// Keys and references of the first version as the second one names them (diff/sides.h).
#include "diff/sides.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "site/rows.h"
#include "site/url.h"

namespace diff {
namespace {

std::set<std::string> keys_of(const data::Database& database, const data::Resource& resource) {
  std::set<std::string> keys;
  if (!database.find_table(resource.name)) return keys;
  for (const std::string& ref : database.refs_of(resource.name)) keys.insert(ref.substr(resource.name.size() + 1));
  return keys;
}

// Returns the key of the row at one end of a redirect: the anchor on the resource's page, or the page's name; otherwise
// "".
std::string name_at(const site::Place& place, const std::string& resource_page) {
  if (place.address == resource_page) return place.anchor;
  const std::string_view file = site::file_of(place.address);
  return !place.anchor.empty() ? "" : std::string(file.ends_with(".html") ? file.substr(0, file.size() - 5) : file);
}

}  // namespace

Renames::Renames(const data::Database& before, const site::Site& after) : package_(before.package()) {
  if (after.redirects.rows().empty()) return;
  for (const data::Resource& resource : before.package().resources) {
    const data::Resource* now = after.database->package().find(resource.name);
    if (!now) continue;
    const std::set<std::string> keys = keys_of(before, resource), keys_now = keys_of(*after.database, *now);
    std::map<std::string, std::string> gone, added;  // parts by their anchors
    for (const std::string& key : keys)
      if (!keys_now.contains(key)) gone.emplace(site::anchor_of_key(key), key);
    for (const std::string& key : keys_now)
      if (!keys.contains(key)) added.emplace(site::anchor_of_key(key), key);
    const std::string page = site::resource_address(resource.name);
    for (const site::Redirect& redirect : after.redirects.rows()) {
      auto from = gone.find(name_at(redirect.from, page)), to = added.find(name_at(redirect.to, page));
      if (from != gone.end() && to != added.end()) by_resource_[resource.name].emplace(from->second, to->second);
    }
  }
}

std::string Renames::renamed(std::string_view resource, const std::string& key) const {
  const auto renames = by_resource_.find(resource);
  if (renames == by_resource_.end()) return key;
  const auto found = renames->second.find(key);
  return found == renames->second.end() ? key : found->second;
}

std::string Renames::value_now(const data::Resource& resource, std::string_view column,
                               const std::string& value) const {
  const std::string_view target = site::foreign_key_target(resource, column);
  const bool is_key = resource.primary_key.size() == 1 && resource.primary_key[0] == column;
  return renamed(target.empty() && is_key ? resource.name : target, value);
}

std::string Renames::value_now(std::string_view resource, std::string_view column, const std::string& value) const {
  const data::Resource* found = by_resource_.empty() ? nullptr : package_.find(resource);
  return found ? value_now(*found, column, value) : value;
}

std::string Renames::ref_now(const std::string& ref) const {
  const size_t slash = ref.find('/');
  const data::Resource* resource = by_resource_.empty() ? nullptr : package_.find(ref.substr(0, slash));
  if (!resource) return ref;
  return resource->name + "/" + key_now(*resource, key_parts(*resource, ref.substr(slash + 1)));
}

std::string Renames::key_now(const data::Resource& resource, const std::vector<std::string>& key) const {
  const std::vector<std::string>& columns = resource.primary_key;
  std::vector<std::string> parts = key;
  for (size_t i = 0; i < key.size() && i < columns.size(); ++i) parts[i] = value_now(resource, columns[i], key[i]);
  for (const data::ForeignKey& foreign : resource.foreign_keys) {
    const data::Resource* target = package_.find(foreign.resource);
    if (foreign.fields.size() < 2 || !target || foreign.reference != target->primary_key) continue;
    std::vector<size_t> places;  // positions of the foreign key's columns within the key
    std::vector<std::string> was;
    for (const std::string& field : foreign.fields)
      if (const auto at = static_cast<size_t>(std::ranges::find(columns, field) - columns.begin()); at < key.size()) {
        places.push_back(at);
        was.push_back(key[at]);
      }
    const std::string target_was = base::join(was, "/"), target_now = renamed(foreign.resource, target_was);
    const std::vector<std::string_view> values = base::split(target_now, '/');
    const bool is_renamed = target_now != target_was && values.size() == foreign.fields.size();
    for (size_t i = 0; i < places.size() && is_renamed && places.size() == values.size(); ++i)
      parts[places[i]] = values[i];
  }
  const std::string was = base::join(key, "/"), now = renamed(resource.name, was);
  return now == was ? base::join(parts, "/") : now;
}

}  // namespace diff
