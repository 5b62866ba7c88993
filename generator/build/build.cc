#include "build/build.h"

#include "base/parallel.h"
#include "blocks/chart_picture.h"
#include "build/gather.h"
#include "build/parse.h"
#include "build/pictures.h"
#include "build/query.h"
#include "check/contrast.h"
#include "check/images.h"
#include "check/links.h"
#include "highlight/highlight.h"
#include "pages/card.h"
#include "pages/feed.h"
#include "pages/render.h"
#include "search/search.h"

namespace build {
namespace {

// Renders those pages for which `wanted` says so, each into its own place.
template <class Wanted>
void render(const site::Site& site, const pages::Theme& theme, const pages::Backlinks& backlinks, unsigned jobs,
            std::vector<pages::RenderedPage>& rendered, Wanted wanted) {
  base::parallel_for(jobs, site.pages.size(), [&](size_t i, unsigned) {
    if (wanted(*site.pages[i])) rendered[i] = pages::render_page(site, *site.pages[i], theme, backlinks);
  });
}

std::vector<pages::RenderedPage> render_all(const site::Site& site, const pages::Theme& theme, unsigned jobs) {
  std::vector<pages::RenderedPage> rendered(site.pages.size());
  render(site, theme, {}, jobs, rendered, [](const site::Page& page) { return !pages::waits_for_backlinks(page); });
  pages::Backlinks backlinks = collect_backlinks(rendered);
  render(site, theme, backlinks, jobs, rendered, pages::waits_for_backlinks);
  return rendered;
}

// The first block of code that is shown in colours, a query's SQL included; null for none.
const document::Fence* first_code(const site::Site& site) {
  for (const auto& page : site.pages) {
    if (!page->content()) continue;
    for (const document::Fence& fence : page->content()->document.fences()) {
      const bool is_code = fence.kind == document::FenceKind::code && !highlight::is_plain_text(fence.language);
      if (is_code || document::shows_data(fence.kind)) return &fence;
    }
  }
  return nullptr;
}

// Loads the highlighter if the site needs it. False, with an error "no-highlighting", when it is not there.
bool prepare_highlighting(const site::Site& site, unsigned jobs, base::Diagnostics& diagnostics) {
  if (!site.config->features.highlight) return true;
  const document::Fence* code = first_code(site);
  if (!code) return true;
  const std::string problem = highlight::prepare(jobs);
  if (problem.empty()) return true;
  diagnostics.error("no-highlighting", code->info_span, problem)
      .suggest("or do without: \"features\": {\"highlight\": false} in data/site.json");
  return false;
}

}  // namespace

CheckedSite check_site(const io::FileSystem& root, const Options& options) {
  CheckedSite checked;
  Report& report = checked.report;
  base::Diagnostics& diagnostics = report.diagnostics;

  std::shared_ptr<Inputs> inputs = read_and_parse(root, options, diagnostics);
  // -- wall 1: no new inputs --
  auto evaluations = run_queries(*inputs, options.jobs, diagnostics);
  auto model = site::build_site(inputs->config, *inputs->database, inputs->words, std::move(evaluations),
                                inputs->listing, diagnostics);
  const bool is_whole = !diagnostics.has_errors();
  site::add_redirects(*model, inputs->find_source(site::kRedirects), inputs->words, diagnostics);
  checked.site = std::move(model);
  const site::Site& site = *checked.site;
  pages::Navigation navigation(site, site::navigation_of(site, diagnostics));
  // -- wall 2: no new addresses --
  const base::SourceText *tokens = inputs->find_asset("tokens.css"), *chart = inputs->find_asset("chart.css");
  blocks::PictureStyles pictures = blocks::picture_styles(tokens, chart);
  const std::string mark = site::mark_of(site, diagnostics);
  std::vector<site::FooterLink> footer = site::footer_of(site, diagnostics);
  report.machine_failed = !prepare_highlighting(site, options.jobs, diagnostics);
  if (inputs->engine) {
    pages::Theme theme{*inputs->engine,
                       inputs->words,
                       navigation,
                       pages::strings_value(inputs->words),
                       pages::site_value(site, mark),
                       inputs->theme_hash,
                       pictures,
                       std::move(footer),
                       site::RowNames(*inputs->database),
                       pages::card_mark(site, mark),
                       pages::has_feed(site)};
    checked.rendered = render_all(site, theme, options.jobs);
  }
  for (pages::RenderedPage& page : checked.rendered) {
    diagnostics.merge(std::move(page.diagnostics));
    report.figures += page.figures;
  }
  check::check_links(site, links_of(checked.rendered), diagnostics);
  checked.addresses = check_addresses(*inputs, site, checked.rendered, is_whole, diagnostics);
  check::check_images(site, diagnostics);
  check::Places set_in_site;
  for (const auto& [name, colour] : inputs->config.theme) set_in_site.emplace("--" + name, colour.span);
  if (tokens && chart) check::check_contrast(*tokens, *chart, set_in_site, diagnostics);
  if (options.strict) diagnostics.make_warnings_errors();
  diagnostics.sort();
  report.pages = site.pages.size();
  report.sources = inputs->database->bibliography().sources().size();
  report.rendered = checked.rendered.size();
  report.sources_of_spans = inputs;
  checked.inputs = std::move(inputs);
  return checked;
}

Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options) {
  CheckedSite checked = check_site(root, options);
  Report& report = checked.report;
  if (report.diagnostics.has_errors()) return std::move(report);
  // -- wall 3: no errors; nothing has been written until here --
  Outputs outputs;
  for (auto& [address, bytes] : search::search_files(*checked.site, checked.rendered, checked.inputs->words, options.jobs))
    outputs.add(address, std::move(bytes));
  gather(*checked.inputs, *checked.site, checked.rendered, outputs);
  draw_pictures(checked.rendered, output, options.jobs, outputs, report.diagnostics);
  add_copies(*checked.site, outputs);
  report.machine_failed = report.diagnostics.has_errors();
  if (report.machine_failed) return std::move(report);
  report.files = write_outputs(outputs, output, options.jobs, report.diagnostics);
  report.machine_failed = report.diagnostics.has_errors();
  return std::move(report);
}

}  // namespace build
