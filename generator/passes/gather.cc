#include "passes/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "blocks/diagram.h"
#include "data/connection.h"
#include "data/export.h"
#include "markup/stylesheet.h"
#include "pages/site_files.h"
#include "passes/write.h"
#include "picture/png.h"
#include "site/changes.h"

namespace passes {
namespace {

// Returns the address of a file that is published unchanged: its path below content/ or templates/.
std::string address_of(const io::SourceFile& file) {
  return file.source.path().substr(file.source.path().find('/') + 1);
}

void add_downloads(const data::Database& database, unsigned jobs, Outputs& outputs) {
  const std::vector<data::Resource>& resources = database.package().resources;
  base::parallel_for(jobs, resources.size(), [&](size_t i, unsigned) {
    const data::TableInfo* table = database.find_table(resources[i].name);
    if (!table) return;
    GrowingFile csv_file(outputs, fmt::format("data/{}.csv", resources[i].name)),
        json_file(outputs, fmt::format("data/{}.json", resources[i].name));
    data::write_resource(*table, *database.connect(), [&](std::string_view csv, std::string_view json) {
      csv_file.append(csv);
      json_file.append(json);
    });
    csv_file.finish();
    json_file.finish();
  });
}

void add_file(const std::string& address, const io::SourceFile& file, Outputs& outputs) {
  outputs.add_file(address, file.source.text());
}

// Adds a file of content/. If it is a diagram, replaces the names of the theme's colours, which only pages define, with
// the light colours.
void add_file_of_content(const io::SourceFile& file, const base::SourceText* tokens, Outputs& outputs) {
  const std::string address = address_of(file);
  const bool is_diagram = tokens && address.ends_with(".svg") && blocks::is_diagram(file.source.text());
  if (!is_diagram) return add_file(address, file, outputs);
  if (outputs.has(address)) return;  // a page has added it with the values of its figures
  const auto drawn = markup::Tokens::read(*tokens).resolve(markup::Scheme::light, file.source.text());
  outputs.add_file(address, drawn.value_or(std::string(file.source.text())));
}

using Drawn = base::Result<std::string, std::string>;

Drawn draw(const std::string& address, const std::string& svg, const Manifest& earlier, const io::FileSystem& folder) {
  if (const auto known = earlier.find(address); known != earlier.end())
    if (auto png = folder.read(address); png && known->second.contains(base::hash_bytes(*png).hex())) {
      auto key = picture::key_of(svg, kPictureScale);
      if (key && picture::key_in(*png) == *key) return std::move(png).value();
    }
  return picture::draw_png(svg, kPictureScale);
}

}  // namespace

pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered) {
  std::vector<const pages::RenderedPage*> sorted;
  for (const pages::RenderedPage& page : rendered)
    if (!page.uses.empty()) sorted.push_back(&page);
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->page->address < b->page->address; });
  pages::Backlinks backlinks;
  for (const pages::RenderedPage* page : sorted)
    for (const blocks::Use& use : page->uses) backlinks[use.on].push_back({page->page, use.anchor});
  return backlinks;
}

pages::Backlinks collect_backlinks(const std::map<std::string, blocks::Uses>& uses, const site::Site& site) {
  pages::Backlinks backlinks;
  for (const auto& [address, of_page] : uses)
    if (const site::Page* page = site.find(address))
      for (const blocks::Use& use : of_page) backlinks[use.on].push_back({page, use.anchor});
  return backlinks;
}

void publish_page(pages::RenderedPage& page, Outputs& outputs) {
  page.html_hash = outputs.add_file(page.page->address, std::exchange(page.html, {}));
  for (const auto& [address, bytes] : std::exchange(page.files, {})) outputs.add_file(address, bytes);
}

void gather(const Inputs& inputs, const site::Site& site, unsigned jobs, Outputs& outputs) {
  const base::SourceText* tokens = inputs.find_asset("tokens.css");
  for (const io::SourceFile* file : site.files) add_file_of_content(*file, tokens, outputs);
  for (const io::SourceFile* asset : inputs.listing.assets) add_file(address_of(*asset), *asset, outputs);
  add_downloads(*inputs.database, jobs, outputs);
  if (const io::SourceFile* descriptor = inputs.tree.find("data/datapackage.json"))
    add_file("data/datapackage.json", *descriptor, outputs);
  for (const auto& changes : site.changes) {
    const std::string name = changes->date + ".json";
    if (const io::SourceFile* file = inputs.tree.find(std::string(site::kChanges) + name))
      add_file("changes/" + name, *file, outputs);
  }
  outputs.add_file(".nojekyll", "");
  // Files that the author wrote take precedence.
  for (const pages::SiteFile& file : pages::site_files(site, inputs.words)) outputs.add_file(file.address, file.bytes);
}

void add_copies(const site::Site& site, Outputs& outputs, base::Diagnostics& diagnostics) {
  for (const auto& [address, original] : site.copies) {
    if (!outputs.has(original)) continue;
    if (auto bytes = outputs.read(original))
      outputs.add_file(address, *bytes);
    else
      report_unread(bytes.error(), diagnostics);
  }
}

void draw_pictures(const std::vector<pages::RenderedPage>& rendered, const Options& options, Outputs& outputs,
                   base::Diagnostics& diagnostics) {
  using Picture = std::pair<const std::string, std::string>;
  std::map<std::string_view, const Picture*> wanted;
  for (const pages::RenderedPage& page : rendered) {
    // If a file of the site has the picture's address, that file is published instead.
    for (const Picture& picture : page.pictures)
      if (!outputs.has(picture.first)) wanted.try_emplace(picture.first, &picture);
  }
  std::vector<const Picture*> pictures;
  for (const auto& [address, picture] : wanted) pictures.push_back(picture);

  std::vector<std::string> problems(pictures.size());
  const io::FileSystem& folder = outputs.folder().files();
  const Manifest earlier = pictures.empty() ? Manifest() : read_manifest(folder);
  base::parallel_for(options.jobs, pictures.size(), [&](size_t i, unsigned) {
    const auto& [address, svg] = *pictures[i];
    Drawn drawn = options.draws_pictures ? draw(address, svg, earlier, folder) : Drawn(svg);
    if (drawn)
      outputs.add_file(address, drawn.value());
    else
      problems[i] = drawn.error();
  });
  const auto problem = std::find_if(problems.begin(), problems.end(), [](const auto& each) { return !each.empty(); });
  if (problem == problems.end()) return;  // otherwise the other pictures fail for the same reason
  diagnostics.error("no-pictures", pictures[static_cast<size_t>(problem - problems.begin())]->first, *problem)
      .suggest("or turn them off: \"features\": {\"images\": false, \"cards\": false} in data/site.json");
}

}  // namespace passes
