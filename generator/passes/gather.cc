#include "passes/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "base/utf8.h"
#include "blocks/diagram.h"
#include "data/connection.h"
#include "data/export.h"
#include "markup/stylesheet.h"
#include "pages/card.h"
#include "pages/site_files.h"
#include "passes/write.h"
#include "picture/png.h"
#include "site/changes.h"

namespace passes {
namespace {

// Returns the address of a file that is published unchanged: its path below content/, templates/ or data/.
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

using Drawn = base::Result<std::string, picture::Problem>;

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
  outputs.add_file(page.page->address, std::exchange(page.html, {}));
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

// Returns where a page has the first of the letters that its picture lacks, or else the block that is drawn.
base::Span place_in(const site::Content& content, std::string_view address, std::string_view letters) {
  const base::SourceText& source = content.file->source;
  const auto block = std::ranges::find_if(content.blocks, [&](const site::Block& each) {
    return !each.name.empty() && address.find("/" + each.name + ".") != std::string_view::npos;
  });
  const bool is_block = block != content.blocks.end();
  const base::Span whole = is_block ? block->span : base::Span{&source, 0, static_cast<uint32_t>(source.text().size())};
  while (!letters.empty()) {
    const std::string_view all = letters;
    base::take_code_point(letters);
    const size_t size = all.size() - letters.size(), at = whole.text().find(all.substr(0, size));
    if (at != std::string_view::npos)
      return {&source, static_cast<uint32_t>(whole.begin + at), static_cast<uint32_t>(whole.begin + at + size)};
  }
  return is_block ? block->name_span : base::Span{&source, 0, 0};
}

bool draw_pictures(const site::Site& site, const std::vector<pages::RenderedPage>& rendered, const Options& options,
                   Outputs& outputs, base::Diagnostics& diagnostics) {
  struct Picture {
    std::string_view address, svg;
    const site::Page* page;
  };
  std::map<std::string_view, Picture> wanted;
  for (const pages::RenderedPage& page : rendered) {
    // If a file of the site has the picture's address, that file is published instead.
    for (const auto& [address, svg] : page.pictures)
      if (!outputs.has(address)) wanted.try_emplace(address, Picture{address, svg, page.page});
  }
  std::vector<Picture> pictures;
  for (const auto& [address, picture] : wanted) pictures.push_back(picture);

  std::vector<picture::Problem> problems(pictures.size());
  const io::FileSystem& folder = outputs.folder().files();
  const Manifest earlier = pictures.empty() ? Manifest() : read_manifest(folder);
  std::atomic<size_t> first_problem = pictures.size();
  base::parallel_for(options.jobs, pictures.size(), [&](size_t i, unsigned) {
    if (i > first_problem) return;  // only the first one is reported, and each may have taken seconds
    const std::string address(pictures[i].address), svg(pictures[i].svg);
    Drawn drawn = options.draws_pictures ? draw(address, svg, earlier, folder) : Drawn(svg);
    if (drawn) {
      outputs.add_file(address, drawn.value());
      return;
    }
    problems[i] = drawn.error();
    if (!problems[i].letters.empty()) return;  // other pictures may lack other letters
    for (size_t first = first_problem; i < first && !first_problem.compare_exchange_weak(first, i);) continue;
  });
  constexpr std::string_view kTurnOff =
      "or turn them off: \"features\": {\"images\": false, \"cards\": false} in data/site.json";
  const auto note_page = [](const Picture& picture, std::string_view letters, base::Diagnostic& error) {
    if (const site::Content* content = picture.page->content())
      error.note(place_in(*content, picture.address, letters), "the picture is of this page");
  };
  std::set<std::string_view> reported;  // one message for each set of letters
  for (size_t i = 0; i < pictures.size(); ++i) {
    if (problems[i].letters.empty() || !reported.insert(problems[i].letters).second) continue;
    note_page(pictures[i], problems[i].letters,
              diagnostics.error("missing-letters", std::string(pictures[i].address), problems[i].message)
                  .suggest(std::string(kTurnOff)));
  }
  if (first_problem == pictures.size()) return reported.empty();
  const Picture& picture = pictures[first_problem];  // the other pictures fail for the same reason
  const std::string& problem = problems[first_problem].message;
  if (!picture::key_of(picture.svg, kPictureScale)) {
    diagnostics.error("no-pictures", std::string(picture.address), problem).suggest(std::string(kTurnOff));
    return true;
  }
  const io::SourceFile* mark = picture.address.starts_with("assets/cards/") ? site.file_at(site.config->mark) : nullptr;
  const std::string logo = R"(<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">)" +
                           pages::card_mark(site, site.config->mark).str() + "</svg>";
  base::Diagnostic& error = diagnostics.error("bad-picture", std::string(picture.address), problem);
  if (mark && !picture::draw_png(logo, kPictureScale)) error.span = {&mark->source, 0, 0};
  note_page(picture, "", error.suggest("simplify it; a link preview contains the logo, \"mark\" of data/site.json"));
  return false;
}

}  // namespace passes
