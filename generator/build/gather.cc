#include "build/gather.h"

#include <algorithm>

#include "data/connection.h"
#include "data/export.h"
#include "pages/site_files.h"
#include "site/changes.h"

namespace build {
namespace {

void add_downloads(const data::Database& database, Outputs& outputs) {
  if (database.package().resources.empty()) return;
  auto connection = database.connect();
  for (const data::Resource& resource : database.package().resources) {
    if (!database.find_table(resource.name)) continue;
    quantity::Frame frame = connection->table(resource.name);
    outputs.add("data/" + resource.name + ".csv", data::write_resource_csv(frame));
    outputs.add("data/" + resource.name + ".json", data::write_resource_json(frame));
  }
}

}  // namespace

pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered) {
  pages::Backlinks backlinks;
  for (const pages::RenderedPage& page : rendered)
    for (const blocks::Use& use : page.uses) backlinks[use.on].push_back({page.page, use.anchor});
  for (auto& [on, list] : backlinks)
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return std::tie(a.page->address, a.anchor) < std::tie(b.page->address, b.anchor);
    });
  return backlinks;
}

void gather(const Inputs& inputs, const site::Site& site, std::vector<pages::RenderedPage>& rendered,
            Outputs& outputs) {
  for (pages::RenderedPage& page : rendered) {
    outputs.add(page.page->address, std::move(page.html));
    for (auto& [address, bytes] : page.files)
      if (!outputs.files().contains(address)) outputs.add(address, std::move(bytes));
  }
  for (const io::SourceFile* file : site.files)
    outputs.add(file->source.path().substr(std::string_view("content/").size()), std::string(file->source.text()));
  for (const io::SourceFile* asset : inputs.assets)
    outputs.add(asset->source.path().substr(std::string_view("templates/").size()), std::string(asset->source.text()));
  add_downloads(*inputs.database, outputs);
  if (const io::SourceFile* descriptor = inputs.tree.find("data/datapackage.json"))
    outputs.add("data/datapackage.json", std::string(descriptor->source.text()));
  for (const auto& changes : site.changes) {
    const std::string name = changes->date + ".json";
    if (const base::SourceText* file = inputs.find_source(std::string(site::kChanges) + name))
      outputs.add("changes/" + name, std::string(file->text()));
  }
  outputs.add(".nojekyll", "");
  // Those that the author wrote stand.
  for (pages::SiteFile& file : pages::site_files(site, inputs.words))
    if (!outputs.files().contains(file.address)) outputs.add(std::move(file.address), std::move(file.bytes));
}

void add_copies(const site::Site& site, Outputs& outputs) {
  for (const auto& [address, original] : site.copies) {
    auto found = outputs.files().find(original);
    if (found != outputs.files().end()) outputs.add(address, found->second);
  }
}

}  // namespace build
