// Consecutive builds that share parsed files and query results (passes/build.h).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "passes/build.h"
#include "passes/gather.h"
#include "passes/store.h"
#include "search/search.h"

namespace passes {
namespace {

// Adds the search index. It does not contain print pages.
void add_search(const CheckedSite& checked, unsigned jobs, Outputs& outputs, base::Diagnostics& diagnostics) {
  if (!checked.inputs->config.features.search) return;
  const auto& pages = checked.site->pages;
  const search::Search search(*checked.site, checked.inputs->words);
  std::vector<std::optional<io::Error>> failures(pages.size());
  const auto read = [&](size_t page) {
    auto bytes = outputs.read(pages[page]->address);
    if (!bytes) failures[page] = bytes.error();
    return bytes ? std::move(bytes).value() : "";
  };
  for (const auto& [address, bytes] : search.files(read, jobs)) outputs.add_file(address, bytes);
  for (const auto& failure : failures)
    if (failure) report_unread(*failure, diagnostics);
}

}  // namespace

struct Builder::State {
  State(const io::FileSystem& from, io::FileSystem& to, Options how)
      : root(from), output(to), options(std::move(how)), store(options) {}

  using Stamps = std::vector<io::SourceTree::State>;
  std::optional<Report> unchanged(std::optional<Stamps> inputs, const OutputFolder& folder);
  Report build_changed(const OutputFolder& folder, const Live& live);
  void save(CheckedSite& checked, PublishedFiles files);

  const io::FileSystem& root;
  io::FileSystem& output;
  const Options options;
  Store store;
  std::optional<CheckedSite> built;  // freed later, or never if the process ends first
};

std::optional<Report> Builder::State::unchanged(std::optional<Stamps> inputs, const OutputFolder& folder) {
  if (!is_up_to_date(store.state(), inputs, folder, options.jobs)) return std::nullopt;
  SiteState state = store.state();
  const bool has_new_stamps = *inputs != state.inputs;
  state.inputs = *std::move(inputs);
  Report report;
  report.pages = state.pages;
  report.figures = state.figures;
  report.sources = state.sources;
  report.files.unchanged = state.outputs.size() - 1;  // the manifest is not counted
  report.files.others = folder.besides(state.outputs);
  report.files.sites_within = folder.folders_with(kManifest);
  if (folder.note_stamps(state.outputs) || has_new_stamps) store.save(std::move(state));
  return report;
}

Report Builder::State::build_changed(const OutputFolder& folder, const Live& live) {
  const std::unique_ptr<io::Stage> stage = output.stage();
  Outputs outputs(folder, *stage);
  base::Diagnostics in_search;
  // Freeing thousands of pages takes longer than anybody should wait for one.
  std::optional<CheckedSite> before = std::exchange(built, std::nullopt);
  if (live.pages.empty()) before.reset();
  Live then_free = live;
  then_free.show_page = [&](const pages::RenderedPage& page) {
    live.show_page(page);
    before.reset();
  };
  const Publication publication{store, outputs, then_free, [&](const CheckedSite& checked) {
                                  add_search(checked, options.jobs, outputs, in_search);
                                }};
  CheckedSite& checked = built.emplace(check_site(root, options, &publication));
  Report& report = checked.report;
  if (report.is_stopped || report.diagnostics.has_errors()) return std::move(report);
  // -- wall 3: no errors; nothing has been written until here --
  PublishedFiles files;
  bool are_pictures_good = true;
  if (outputs.failures().empty()) {
    report.diagnostics.merge(std::move(in_search));
    gather(*checked.inputs, *checked.site, options.jobs, outputs);
    are_pictures_good = draw_pictures(*checked.site, checked.rendered, options, outputs, report.diagnostics);
    add_copies(*checked.site, outputs, report.diagnostics);
  }
  if (!report.diagnostics.has_errors())
    report.files = write_outputs(outputs, output, options.adopts_output, report.diagnostics, files);
  const bool has_failed = report.diagnostics.has_errors();
  report.machine_failed = has_failed && report.files.foreign == 0 && are_pictures_good;
  if (has_failed) return std::move(report);
  store.uses.clear();
  for (pages::RenderedPage& page : checked.rendered)
    if (!page.uses.empty()) store.uses.emplace(page.page->address, std::move(page.uses));
  if (options.uses_cache) save(checked, std::move(files));
  return std::move(report);
}

void Builder::State::save(CheckedSite& checked, PublishedFiles files) {
  SiteState state{.options = hash_of(options),
                  .is_clean = checked.report.diagnostics.empty(),
                  .pages = checked.report.pages,
                  .figures = checked.report.figures,
                  .sources = checked.report.sources,
                  .folders = checked.inputs->config.includes,
                  .inputs = checked.inputs->tree.states(),
                  .outputs = std::move(files)};
  store.save(std::move(state));
}

Builder::Builder(const io::FileSystem& root, io::FileSystem& output, Options options) {
  options.refuse_unbound = true;
  if (!options.uses_cache) options.memory = nullptr;
  state_ = std::make_unique<State>(root, output, std::move(options));
}

Builder::~Builder() = default;

Report Builder::build(const Live& live) {
  State& state = *state_;
  const SiteState& before = state.store.state();
  std::optional<OutputFolder> folder;
  std::optional<State::Stamps> inputs;
  base::parallel_for(state.options.jobs, 2, [&](size_t i, unsigned) {
    if (i == 0)
      folder.emplace(state.output, before.outputs);
    else
      inputs = read_stamps(before, state.root, state.options);
  });
  for (const std::string& path : folder->left_over()) {
    (void)state.output.remove(path);  // failing to remove a file does no harm
    state.output.remove_if_empty(path);
  }
  if (auto report = state.unchanged(std::move(inputs), *folder)) return *std::move(report);
  return state.build_changed(*folder, live);
}

void Builder::get_ready() { state_->built.reset(); }

Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options) {
  return Builder(root, output, options).build();
}

namespace {

// Returns the file of a page, which authors know it by; its address if it has no file of its own.
std::string author_name(const site::Page& page) {
  return page.content() && !page.from_data() ? page.content()->file->source.path() : page.address;
}

// Lists what a page depends on and which pages it is connected with.
void list_uses(const site::Page& page, const CheckedSite& checked, Explanation& found) {
  std::map<std::string, std::set<std::string_view>> rows;  // by table
  for (const pages::RenderedPage& rendered : checked.rendered) {
    const bool is_page = rendered.page == &page;
    for (const site::InternalLink& link : rendered.links) {
      const site::Page* target = checked.site->find(link.address);
      if (!target || target == rendered.page) continue;
      if (is_page) found.shows["links to"].insert(author_name(*target));
      if (target == &page) found.shows["linked from"].insert(author_name(*rendered.page));
    }
    if (!is_page) continue;
    for (const std::string& inset : rendered.insets)
      if (const site::Page* part = checked.site->find(inset)) found.shows["links to"].insert(author_name(*part));
    for (const blocks::Use& use : rendered.uses) {
      const size_t slash = use.on.find('/');
      if (slash == std::string::npos)
        found.shows["sources"].insert(use.on);
      else
        rows[use.on.substr(0, slash)].insert(use.on);
    }
  }
  for (const auto& [name, refs] : rows) {
    const data::TableInfo* table = checked.inputs->database->find_table(name);
    const std::string file = table && table->resource ? "data/" + table->resource->path : name;
    found.shows["data"].insert(fmt::format("{}, {} {}", file, refs.size(), refs.size() == 1 ? "row" : "rows"));
  }
}

}  // namespace

Explanation explain_page(const io::FileSystem& root, const Options& options, const std::string& page) {
  CheckedSite checked = check_site(root, options);
  Explanation found;
  const site::Page* named = site::page_named(*checked.site, page);
  if (named) {
    found.address = named->address;
    if (named->content()) found.shows["file"].insert(named->content()->file->source.path());
    if (const site::Evaluation* values = named->evaluation.get()) {
      for (const auto& [name, frame] : values->frames) found.shows["queries"].insert(name);
      for (const auto& [key, figure] : values->figures) found.shows["figures"].insert(key);
      for (const auto& [key, cell] : values->cells) found.shows["figures"].insert(key);
    }
    list_uses(*named, checked, found);
    if (checked.inputs->engine) {
      found.shows["template"].insert(named->layout);
      for (const std::string& name : checked.inputs->engine->uses(named->layout))
        if (const std::string own = "templates/" + name; root.status(own).ok()) found.shows["template"].insert(own);
    }
  } else {
    found.help = site::suggest_page(*checked.site, page);
  }
  found.report = std::move(checked.report);
  return found;
}

}  // namespace passes
