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

std::string Renames::value_now(const data::Resource& resource, std::string_view column,
                               const std::string& value) const {
  std::string_view named = site::foreign_key_target(resource, column);
  const bool is_key = resource.primary_key.size() == 1 && resource.primary_key[0] == column;
  if (named.empty() && is_key) named = resource.name;
  auto renames = by_resource_.find(named);
  if (renames == by_resource_.end()) return value;
  auto found = renames->second.find(value);
  return found == renames->second.end() ? value : found->second;
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

void Renames::follow(const data::ForeignKey& foreign, const data::Resource& resource,
                     const std::vector<std::string>& was, std::vector<std::string>& now) const {
  const data::Resource* target = package_.find(foreign.resource);
  auto renames = by_resource_.find(foreign.resource);
  if (!target || renames == by_resource_.end() || foreign.reference != target->primary_key) return;
  std::vector<size_t> places;  // positions of the foreign key's columns within the key
  std::vector<std::string> parts;
  for (const std::string& field : foreign.fields) {
    const auto found = std::find(resource.primary_key.begin(), resource.primary_key.end(), field);
    if (found == resource.primary_key.end()) return;
    places.push_back(static_cast<size_t>(found - resource.primary_key.begin()));
    if (places.back() >= was.size()) return;
    parts.push_back(was[places.back()]);
  }
  auto becomes = renames->second.find(base::join(parts, "/"));
  if (becomes == renames->second.end()) return;
  const std::vector<std::string_view> values = base::split(becomes->second, '/');
  for (size_t i = 0; i < places.size() && values.size() == places.size(); ++i) now[places[i]] = values[i];
}

std::string Renames::key_now(const data::Resource& resource, const std::vector<std::string>& key) const {
  std::vector<std::string> parts = key;
  for (size_t i = 0; i < key.size() && i < resource.primary_key.size(); ++i)
    parts[i] = value_now(resource, resource.primary_key[i], key[i]);
  for (const data::ForeignKey& foreign : resource.foreign_keys)
    if (foreign.fields.size() > 1) follow(foreign, resource, key, parts);
  std::string now = base::join(parts, "/");
  auto renames = by_resource_.find(resource.name);
  if (renames == by_resource_.end()) return now;
  auto found = renames->second.find(base::join(key, "/"));
  return found == renames->second.end() ? now : found->second;
}

}  // namespace diff
