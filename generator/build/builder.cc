#include "build/builder.h"

#include <optional>
#include <utility>

#include "base/parallel.h"
#include "build/gather.h"
#include "build/memory.h"
#include "build/pictures.h"
#include "build/products.h"
#include "build/program.h"
#include "build/reuse.h"
#include "search/search.h"

namespace build {
namespace {

base::Hash html_hash(const pages::RenderedPage& page) {
  if (page.is_kept) return page.published.at(page.page->address);
  return page.staged ? page.staged->hash : base::hash_bytes(page.html);
}

void add_search(CheckedSite& checked, const EarlierBuild& earlier, unsigned jobs, search::ReadPages& known,
                Products& products, Outputs& outputs) {
  if (!checked.inputs->config.features.search) return;
  std::vector<base::Hash> html;
  for (const pages::RenderedPage& page : checked.rendered) html.push_back(html_hash(page));
  const search::Search search(*checked.site, checked.inputs->words, html);
  products.publish("search", search.made_from(), outputs, [&](ProductFiles& files) {
    read_html(
        checked.rendered, earlier, jobs, [&](size_t page) { return search.needs(page, known); },
        checked.report.diagnostics);
    for (auto& [address, bytes] : search.files(checked.rendered, known, jobs)) files.add(address, std::move(bytes));
  });
}

}  // namespace

struct Builder::State {
  const io::FileSystem& root;
  io::FileSystem& output;
  Options options;
  Cache cache;
  SiteState site;
  InMemory memory;
  search::ReadPages read_pages;
  std::optional<CheckedSite> built;  // taken apart when there is time: a process that ends does without
  bool knows_state = false, knows_cache = false;

  using Inputs = std::vector<io::SourceTree::State>;
  std::optional<Report> unchanged(std::optional<Inputs> inputs, const OutputFolder& folder);
  void recall();
  Report build_changed(const OutputFolder& folder, const Preview& preview);
  void keep(CheckedSite& checked, Facts facts, const Products& products, PublishedFiles files);
};

std::optional<Report> Builder::State::unchanged(std::optional<Inputs> inputs, const OutputFolder& folder) {
  if (!is_as_left(site, inputs, folder, options.jobs)) return std::nullopt;

  const bool has_learnt = *inputs != site.inputs;
  site.inputs = *std::move(inputs);
  if (folder.note_stamps(site.outputs) || has_learnt) remember(site, options);
  Report report;
  report.pages = report.reused = site.pages;
  report.figures = site.figures;
  report.sources = site.sources;
  if (options.verify) report.read = hash_of(site.inputs);
  report.files.unchanged = site.outputs.size() - 1;  // the manifest does not count
  report.files.others = folder.besides(site.outputs);
  report.files.sites_within = folder.folders_with(kManifest);
  return report;
}

void Builder::State::recall() {
  if (!std::exchange(knows_cache, true)) cache = recall_cache(options);
}

Report Builder::State::build_changed(const OutputFolder& folder, const Preview& preview) {
  const std::unique_ptr<io::Stage> stage = output.stage();
  Facts facts;
  const EarlierBuild earlier{cache, folder, memory, stage.get(), options.remembers ? &facts : nullptr};
  built.reset();
  CheckedSite& checked = built.emplace(check_site(root, options, &earlier, preview));
  Report& report = checked.report;
  if (report.diagnostics.has_errors()) return std::move(report);
  // -- wall 3: no errors; nothing has been written until here --
  Outputs outputs(stage.get());
  Products products(cache.products, folder);
  add_search(checked, earlier, options.jobs, read_pages, products, outputs);
  gather(*checked.inputs, *checked.site, checked.rendered, products, outputs);
  draw_pictures(checked.rendered, output, options, outputs, report.diagnostics);
  add_copies(*checked.site, output, outputs, report.diagnostics);
  report.machine_failed = report.diagnostics.has_errors();
  if (report.machine_failed) return std::move(report);
  PublishedFiles files;
  report.files = write_outputs(outputs, output, folder, options.jobs, report.diagnostics, files);
  report.machine_failed = report.diagnostics.has_errors();
  outputs.take_bytes();  // what is remembered takes their room
  if (!report.machine_failed && options.remembers) keep(checked, std::move(facts), products, std::move(files));
  return std::move(report);
}

void Builder::State::keep(CheckedSite& checked, Facts facts, const Products& products, PublishedFiles files) {
  std::map<std::string, std::string> libraries = cache.libraries;
  libraries.merge(loaded_libraries());
  cache = make_cache(checked.rendered, std::move(facts), *checked.inputs, libraries, products.all(), cache);
  site = SiteState{.options = hash_of(options),
                   .libraries = std::move(libraries),
                   .is_clean = checked.report.diagnostics.empty(),
                   .pages = checked.report.pages,
                   .figures = checked.report.figures,
                   .sources = checked.report.sources,
                   .inputs = checked.inputs->tree.states(),
                   .outputs = std::move(files)};
  remember(cache, options);
  remember(site, options);
}

Builder::Builder(const io::FileSystem& root, io::FileSystem& output, Options options)
    : state_(new State{root, output, std::move(options), {}, {}, {}}) {
  state_->options.refuse_unbound = true;
  if (!state_->options.remembers) state_->options.memory = nullptr;
}

Builder::~Builder() = default;

Report Builder::build(const Preview& preview) {
  State& state = *state_;
  // First what may be enough, and is read sooner.
  if (!std::exchange(state.knows_state, true)) state.site = recall_state(state.options);
  std::optional<OutputFolder> folder;
  std::optional<State::Inputs> inputs;
  base::parallel_for(state.options.jobs, 2, [&](size_t i, unsigned) {
    if (i == 0)
      folder.emplace(state.output, state.site.outputs);
    else
      inputs = look_again(state.site, state.root, state.options);
  });
  for (const std::string& path : folder->left_over()) {
    (void)state.output.remove(path);  // what stays harms nobody
    state.output.remove_if_empty(path);
  }
  if (auto report = state.unchanged(std::move(inputs), *folder)) return *std::move(report);
  state.recall();
  return state.build_changed(*folder, preview);
}

void Builder::get_ready() {
  state_->built.reset();
  state_->recall();
}

Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options) {
  return Builder(root, output, options).build();
}

}  // namespace build
