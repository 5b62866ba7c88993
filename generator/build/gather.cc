#include "build/gather.h"

#include <algorithm>

#include "data/connection.h"
#include "data/export.h"
#include "pages/site_files.h"
#include "site/changes.h"

namespace build {
namespace {

// Of a file that is published as it is: its path below content/ or templates/.
std::string address_of(const io::SourceFile& file) {
  return file.source.path().substr(file.source.path().find('/') + 1);
}

// A file that is published as it is: it need not be copied where it is already.
void add_file(const std::string& address, const io::SourceFile& file, const OutputFolder& folder, Outputs& outputs) {
  if (folder.holds(address, file.hash, file.source.text().size()))
    outputs.keep(address, file.hash);
  else
    outputs.add(address, std::string(file.source.text()));
}

void add_downloads(const data::Database& database, ProductFiles& files) {
  auto connection = database.connect();
  for (const data::Resource& resource : database.package().resources) {
    const data::TableInfo* table = database.find_table(resource.name);
    if (!table) continue;
    const std::string name = "data/" + resource.name;
    files.add_in_pieces({name + ".csv", name + ".json"}, [&](const ProductFiles::TakePiece& take) {
      data::write_resource(*table, *connection, [&](std::string_view csv, std::string_view json) {
        take(0, csv);
        take(1, json);
      });
    });
  }
}

base::Hash add_html(pages::RenderedPage& page, Outputs& outputs) {
  const std::string& address = page.page->address;
  return page.staged ? outputs.add(address, *page.staged) : outputs.add(address, std::move(page.html));
}

// Several pages may have a file: the first publishes it.
void add_files(pages::RenderedPage& page, Outputs& outputs) {
  page.published.emplace(page.page->address, add_html(page, outputs));
  for (auto& [address, bytes] : page.files)
    page.published.emplace(address,
                           outputs.has(address) ? base::hash_bytes(bytes) : outputs.add(address, std::move(bytes)));
  for (const auto& [address, file] : page.staged_files)
    page.published.emplace(address, outputs.has(address) ? file.hash : outputs.add(address, file));
}

void keep_files(const pages::RenderedPage& page, Outputs& outputs) {
  for (const auto& [address, hash] : page.published)
    if (!outputs.has(address)) outputs.keep(address, hash);
}

}  // namespace

pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered) {
  std::vector<const pages::RenderedPage*> sorted;
  for (const pages::RenderedPage& page : rendered)
    if (page.uses.size() > 0) sorted.push_back(&page);
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->page->address < b->page->address; });
  pages::Backlinks backlinks;
  for (const pages::RenderedPage* page : sorted)
    for (const blocks::Use& use : page->uses) backlinks[use.on].push_back({page->page, use.anchor});
  return backlinks;
}

void gather(const Inputs& inputs, const site::Site& site, std::vector<pages::RenderedPage>& rendered,
            Products& products, Outputs& outputs) {
  const OutputFolder& folder = products.folder();
  for (pages::RenderedPage& page : rendered) page.is_kept ? keep_files(page, outputs) : add_files(page, outputs);
  for (const io::SourceFile* file : site.files) add_file(address_of(*file), *file, folder, outputs);
  for (const io::SourceFile* asset : inputs.assets) add_file(address_of(*asset), *asset, folder, outputs);
  if (!inputs.database->package().resources.empty())
    products.publish(kDataProduct, hash_of_data(inputs.tree), outputs,
                     [&](ProductFiles& files) { add_downloads(*inputs.database, files); });
  if (const io::SourceFile* descriptor = inputs.tree.find("data/datapackage.json"))
    add_file("data/datapackage.json", *descriptor, folder, outputs);
  for (const auto& changes : site.changes) {
    const std::string name = changes->date + ".json";
    if (const io::SourceFile* file = inputs.tree.find(std::string(site::kChanges) + name))
      add_file("changes/" + name, *file, folder, outputs);
  }
  outputs.add(".nojekyll", "");
  // Those that the author wrote stand.
  for (pages::SiteFile& file : pages::site_files(site, inputs.words))
    if (!outputs.has(file.address)) outputs.add(std::move(file.address), std::move(file.bytes));
}

std::set<std::string, std::less<>> addresses_of_own_files(const Inputs& inputs, const site::Site& site) {
  std::set<std::string, std::less<>> addresses;
  for (const io::SourceFile* file : site.files) addresses.insert(address_of(*file));
  for (const io::SourceFile* asset : inputs.assets) addresses.insert(address_of(*asset));
  return addresses;
}

void add_copies(const site::Site& site, const io::FileSystem& earlier, Outputs& outputs,
                base::Diagnostics& diagnostics) {
  for (const auto& [address, original] : site.copies) {
    auto found = outputs.files().find(original);
    if (found == outputs.files().end()) continue;
    const Output& file = found->second;
    if (!file.is_kept && !file.staged)
      outputs.add(address, file.bytes);
    else if (auto bytes = file.staged ? outputs.stage()->read({&original, *file.staged}) : earlier.read(original))
      outputs.add(address, std::move(bytes).value());
    else if (file.staged && bytes.error().kind == io::ErrorKind::not_found)
      report_removed(1, address, diagnostics);
    else
      report_unread(bytes.error(), diagnostics);
  }
}

}  // namespace build
