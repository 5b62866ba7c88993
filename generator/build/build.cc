#include "build/build.h"

#include <utility>

#include "base/parallel.h"
#include "build/gather.h"
#include "build/parse.h"
#include "build/query.h"
#include "build/reuse.h"
#include "build/theme.h"
#include "check/contrast.h"
#include "check/images.h"
#include "check/links.h"
#include "highlight/highlight.h"
#include "pages/render.h"

namespace build {
namespace {

// Pages that wait for all others wait for these here too: only then is it known what rests on what. `prepare` is called
// before a page is rendered, once or more often.
template <class Prepare>
std::vector<pages::RenderedPage> render_all(const site::Site& site, const pages::Theme& theme, Reuse& reuse,
                                            unsigned jobs, Prepare prepare) {
  std::vector<pages::RenderedPage> rendered(site.pages.size());
  pages::Backlinks backlinks;
  for (const bool waits : {false, true}) {
    if (waits) backlinks = collect_backlinks(rendered);
    std::vector<size_t> now;
    std::vector<const site::Page*> pages;
    for (size_t i = 0; i < site.pages.size(); ++i) {
      if (pages::waits_for_backlinks(*site.pages[i]) != waits) continue;
      now.push_back(i);
      pages.push_back(site.pages[i].get());
    }
    reuse.ask(pages, {site, theme, backlinks}, jobs);
    base::parallel_for(jobs, now.size(), [&](size_t i, unsigned) { reuse.take(*pages[i], rendered[now[i]]); });
    std::erase_if(now, [&](size_t i) { return rendered[i].is_kept; });
    if (!now.empty()) prepare();
    base::parallel_for(jobs, now.size(), [&](size_t i, unsigned) {
      pages::RenderedPage& page = rendered[now[i]];
      std::vector<std::string> why = std::move(page.why);
      page = pages::render_page(site, *site.pages[now[i]], theme, backlinks);
      page.why = std::move(why);
    });
  }
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

CheckedSite check_site(const io::FileSystem& root, const Options& options, const EarlierBuild* earlier) {
  CheckedSite checked;
  Report& report = checked.report;
  base::Diagnostics& diagnostics = report.diagnostics;

  InMemory* memory = earlier ? &earlier->memory : nullptr;
  std::shared_ptr<Inputs> inputs = read_and_parse(root, options, diagnostics, memory ? memory->inputs.get() : nullptr);
  // -- wall 1: no new inputs --
  auto evaluations = run_queries(*inputs, options.jobs, diagnostics, memory ? &memory->evaluated : nullptr);
  if (memory) memory->inputs = inputs;
  auto model = site::build_site(inputs->config, *inputs->database, inputs->rows, inputs->words, std::move(evaluations),
                                inputs->listing, diagnostics);
  const bool is_whole = !diagnostics.has_errors();
  site::add_redirects(*model, inputs->find_source(site::kRedirects), inputs->words, diagnostics);
  checked.site = std::move(model);
  const site::Site& site = *checked.site;
  pages::Navigation navigation(site, site::navigation_of(site, diagnostics));
  // -- wall 2: no new addresses --
  const std::string mark = site::mark_of(site, diagnostics);
  std::vector<site::FooterLink> footer = site::footer_of(site, diagnostics);
  if (inputs->engine) {
    const pages::Theme theme = make_theme(*inputs, site, navigation, mark, std::move(footer));
    Reuse reuse(earlier, *inputs, addresses_of_own_files(*inputs, site));
    bool is_prepared = false;
    checked.rendered = render_all(site, theme, reuse, options.jobs, [&] {
      if (std::exchange(is_prepared, true)) return;
      report.machine_failed = !prepare_highlighting(site, options.jobs, diagnostics);
    });
  }
  for (pages::RenderedPage& page : checked.rendered) {
    diagnostics.merge(page.diagnostics);  // a page with any is not remembered
    report.figures += page.figures;
    if (page.is_kept)
      ++report.reused;
    else
      report.rendered.push_back({page.page->address, page.why});
  }
  if (earlier)
    read_kept_html(checked.rendered, earlier->output.files(), options.jobs, [&](size_t page) {
      return !site.redirects.parts_of(site.pages[page]->address).empty();  // what check_addresses reads
    });
  check::check_links(site, links_of(checked.rendered), diagnostics);
  checked.addresses = check_addresses(*inputs, site, checked.rendered, is_whole, diagnostics);
  check::check_images(site, diagnostics);
  const base::SourceText *tokens = inputs->find_asset("tokens.css"), *chart = inputs->find_asset("chart.css");
  check::Places set_in_site;
  for (const auto& [name, colour] : inputs->config.theme) set_in_site.emplace("--" + name, colour.span);
  if (tokens && chart) check::check_contrast(*tokens, *chart, set_in_site, diagnostics);
  if (options.strict) diagnostics.make_warnings_errors();
  diagnostics.sort();
  report.pages = site.pages.size();
  report.sources = inputs->database->bibliography().sources().size();
  report.sources_of_spans = inputs;
  checked.inputs = std::move(inputs);
  return checked;
}

}  // namespace build
