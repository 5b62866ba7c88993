#include "passes/examine.h"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>

#include "audit/audit.h"
#include "check/look_alikes.h"
#include "check/unitless.h"
#include "io/memory.h"
#include "passes/gather.h"
#include "passes/parse.h"

namespace passes {
namespace {

// Returns the list of unbound words, or null. Writes it first if requested.
std::unique_ptr<base::SourceText> baseline(const Inputs& inputs, const std::vector<check::Unbound>& unbound,
                                           io::FileSystem& root, const ExamineOptions& options,
                                           Examination& examination) {
  const std::string path(check::kBaseline);
  const io::SourceFile* file = inputs.tree.find(path);
  if (!options.write_baseline)
    return file ? std::make_unique<base::SourceText>(path, std::string(file->source.text())) : nullptr;
  std::string text = check::baseline_text(unbound, file ? &file->source : nullptr, *options.write_baseline);
  if (auto done = root.write(path, text); !done)
    examination.diagnostics.error("unwritable-file", path,
                                  fmt::format("{} can't be written: {}", path, done.error().message));
  return std::make_unique<base::SourceText>(path, std::move(text));
}

size_t report_unused_sources(const CheckedSite& checked, base::Diagnostics& diagnostics) {
  std::set<std::string, std::less<>> cited;
  for (const pages::RenderedPage& page : checked.rendered)
    for (const blocks::Use& use : page.uses) cited.emplace(use.on);  // refs of rows are included, which does no harm
  auto unused = check::unused_sources(*checked.inputs->database, cited);
  for (const data::Source* source : unused)
    diagnostics
        .warning("unused-source", source->id_span, fmt::format("nothing depends on the source \"{}\"", source->id))
        .expect("a citation, or a row of data that comes from it")
        .suggest("delete it, or cite it where it was used");
  return unused.size();
}

// Returns the source of each page, by address.
std::unordered_map<std::string, std::string> sources_of(const site::Site& site) {
  std::unordered_map<std::string, std::string> sources;
  for (const auto& page : site.pages)
    if (page->content()) sources.emplace(page->address, page->content()->file->source.path());
  for (const io::SourceFile* file : site.files) {
    const std::string& path = file->source.path();
    sources.emplace(path.substr(std::string_view("content/").size()), path);
  }
  return sources;
}

// Collects the files that would be published, and audits them. Draws no pictures: the audit only needs addresses.
audit::Audit audit_outputs(CheckedSite& checked, const ExamineOptions& options) {
  const site::Site& site = *checked.site;
  audit::AuditOptions how;
  for (const pages::RenderedPage& page : checked.rendered)
    for (const auto& [address, svg] : page.pictures) how.others.emplace(address, 0);
  for (const auto& [address, original] : site.copies) how.others.emplace(address, 0);
  io::MemoryFileSystem published;
  const PublishedFiles none;
  const OutputFolder folder(published, none);
  const std::unique_ptr<io::Stage> stage = published.stage();
  Outputs outputs(folder, *stage, &how.others);
  for (pages::RenderedPage& page : checked.rendered) publish_page(page, outputs);
  gather(*checked.inputs, site, options.build.jobs, outputs);
  add_copies(site, outputs, checked.report.diagnostics);
  std::vector<std::string> addresses;
  for (const auto& [address, file] : outputs.files()) addresses.push_back(address);
  stage->publish(addresses);
  how.base_url = checked.inputs->config.base_url;
  how.jobs = options.build.jobs;
  how.show_all = options.show_all;
  how.made_from = [sources = sources_of(site)](std::string_view address) {
    auto found = sources.find(std::string(address));
    return found == sources.end() ? "" : found->second;
  };
  return audit::audit_site(published.snapshot(), how);
}

}  // namespace

Examination examine_site(io::FileSystem& root, const ExamineOptions& options) {
  Options as_build = options.build;
  as_build.strict = as_build.uses_cache = false;
  as_build.compares_order = true;
  CheckedSite checked = check_site(root, as_build);
  const Inputs& inputs = *checked.inputs;
  Examination examination;
  base::Diagnostics& diagnostics = examination.diagnostics;
  diagnostics.merge(std::move(checked.report.diagnostics));
  examination.pages = checked.report.pages;
  examination.notes = checked.report.notes;
  examination.figures = checked.report.figures;

  const check::UnboundRules rules = check::unbound_rules(*inputs.database, inputs.config.lang);
  auto unbound = check::find_unbound(inputs.contents, *checked.site, rules, options.build.jobs);
  std::ranges::move(check::find_unbound_in(inputs.tree, rules), std::back_inserter(unbound));
  std::shared_ptr<base::SourceText> list = baseline(inputs, unbound, root, options, examination);
  examination.unbound = unbound.size();
  examination.listed = check::check_unbound(unbound, list.get(), diagnostics);
  check::check_link_texts(inputs.contents, diagnostics);
  examination.assumptions = check::find_assumptions(inputs.contents, inputs.figures);
  examination.stale = check::check_staleness(*inputs.database, inputs.contents, options.today, diagnostics);
  examination.stale += check::check_headlines(*checked.site, options.today, diagnostics);
  check::check_source_dates(*inputs.database, diagnostics);
  check_copied_parts(inputs.tree, diagnostics);
  examination.unused = report_unused_sources(checked, diagnostics);
  const bool is_whole = !diagnostics.has_errors();  // after an error, parts of the pages are missing
  if (is_whole) check::check_units(*inputs.database, diagnostics);
  if (options.external) examination.external = examine_external(checked, *options.external, diagnostics);
  // The audit is last, because it moves the HTML out of the pages.
  std::vector<std::shared_ptr<const base::SourceText>> published;
  if (is_whole) {
    audit::Audit audit = audit_outputs(checked, options);
    diagnostics.merge(std::move(audit.diagnostics));
    examination.links = audit.links;
    published = std::move(audit.sources_of_spans);
  }

  if (options.build.strict) diagnostics.make_warnings_errors();
  diagnostics.sort();
  using Kept = std::tuple<std::shared_ptr<const void>, std::shared_ptr<base::SourceText>, decltype(published)>;
  examination.sources_of_spans =
      std::make_shared<Kept>(checked.report.sources_of_spans, std::move(list), std::move(published));
  return examination;
}

}  // namespace passes
