#include "build/build.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "build/facts.h"
#include "build/gather.h"
#include "build/parse.h"
#include "build/query.h"
#include "build/reuse.h"
#include "build/state.h"
#include "build/theme.h"
#include "check/unbound.h"
#include "check/contrast.h"
#include "check/images.h"
#include "check/links.h"
#include "document/signs.h"
#include "highlight/highlight.h"
#include "pages/render.h"
#include "site/reading_order.h"

namespace build {
namespace {

// The first block of code that is shown in colours, a query's SQL included; null for none.
const document::Fence* first_code(const site::Site& site) {
  for (const auto& page : site.pages) {
    if (!page->content() || !document::may_hold_code(page->content()->file->source.text())) continue;
    for (const document::Fence& fence : page->content()->document().fences()) {
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

// Which pages are rendered together.
enum class Round {
  most,
  resting,   // that tell what rests on them: only then is it known
  repeating  // that hold other pages as they are, for paper: nothing rests on them, and what is wrong there was said
};

Round round_of(const site::Page& page, const site::Site& site) {
  if (pages::waits_for_backlinks(page)) return Round::resting;
  const bool repeats = page.kind == site::PageKind::print && site.redirects.parts_of(page.address).empty();
  return repeats ? Round::repeating : Round::most;
}

// Whether a page's text is its own, and hardly anybody reads it once the page is rendered.
bool is_read_once(const site::Page& page) {
  return page.has_text() && !page.evaluation->from_data && !page.section->print;
}

// Whether nobody asks for what a page's queries gave once it is rendered: not the page of one of its tables, not that
// of its flow, and no later build.
bool has_own_frames(const site::Page& page) {
  const bool is_in_flow = page.kind == site::PageKind::question || page.kind == site::PageKind::outcome;
  return is_read_once(page) && !is_in_flow && page.evaluation.use_count() == 1;
}

// Renders the pages of a site, or takes them as an earlier build left them.
class Renderer {
 public:
  Renderer(const site::Site& site, const pages::Theme& theme, Reuse& reuse, const Options& options, Report& report,
           std::vector<pages::RenderedPage>& rendered, const EarlierBuild* staging, Facts* facts,
           const base::SourceText* unbound)
      : site_(site),
        theme_(theme),
        reuse_(reuse),
        options_(options),
        jobs_(std::max(1u, options.jobs)),
        report_(report),
        rendered_(rendered),
        staging_(staging),
        facts_(facts),
        unbound_(unbound) {
    rendered_.resize(site.pages.size());
    std::unordered_set<const site::Content*> seen;
    for (size_t i = 0; i < rendered_.size(); ++i) {
      rendered_[i].page = site.pages[i].get();
      const site::Content* content = site.pages[i]->content();
      is_first_of_text_.push_back(unbound_ && content && seen.insert(content).second);
    }
  }

  void render(Round round) {
    if (round == Round::resting) backlinks_ = collect_backlinks(rendered_);
    std::vector<size_t> now;
    std::vector<const site::Page*> pages;
    for (size_t i = 0; i < site_.pages.size(); ++i) {
      if (round_of(*site_.pages[i], site_) != round) continue;
      now.push_back(i);
      pages.push_back(site_.pages[i].get());
    }
    reuse_.ask(pages, {site_, theme_, backlinks_}, options_.jobs);
    base::parallel_for(options_.jobs, now.size(),
                       [&](size_t i, unsigned) { reuse_.take(*pages[i], rendered_[now[i]]); });
    for (size_t i : now)
      if (rendered_[i].is_kept) report_.diagnostics.merge(rendered_[i].diagnostics);
    std::erase_if(now, [&](size_t i) { return rendered_[i].is_kept; });
    if (!now.empty()) prepare();
    // Texts come before the lists that sum them up, so that hardly one is parsed before its page is rendered.
    std::stable_partition(now.begin(), now.end(), [&](size_t i) {
      const site::Content* content = site_.pages[i]->content();
      return content && !content->is_index();
    });
    for (std::span<const size_t> rest = now; !rest.empty();) {
      const size_t count = std::min(kAtOnce * jobs_, rest.size());
      render(rest.first(count));
      rest = rest.subspan(count);
    }
    for (size_t i : now) report_.diagnostics.merge(rendered_[i].diagnostics);
  }

 private:
  static constexpr size_t kAtOnce = 128;  // pages of each thread, whose texts are dropped afterwards

  void render(std::span<const size_t> pages) {
    base::parallel_for(options_.jobs, pages.size(), [&](size_t i, unsigned) { render(pages[i]); });
    // In one thread: several, each of which frees what another allocated, wait for the lock of the other's heap.
    for (size_t i : pages) {
      if (facts_) note_facts(rendered_[i]);
      if (staging_) drop_what_was_read(*site_.pages[i]);
    }
  }

  static void drop_what_was_read(const site::Page& page) {
    if (has_own_frames(page)) page.evaluation->drop_frames();
    if (is_read_once(page)) page.content()->drop_document();
  }

  void render(size_t i) {
    pages::RenderedPage& page = rendered_[i];
    std::vector<std::string> why = std::move(page.why);
    page = pages::render_page(site_, *site_.pages[i], theme_, backlinks_, site::Recorder(options_.remembers));
    page.why = std::move(why);
    if (is_first_of_text_[i]) {
      const auto found =
          check::find_unbound_in(*site_.pages[i]->content(), site_.database->units(), site_.config->lang);
      check::report_unlisted(found, *unbound_, page.diagnostics);
    }
    if (staging_) stage_file(page);
    if (page.staged) page.html.clear();
    page.html.shrink_to_fit();
  }

  // A page with errors is never published.
  void stage_file(pages::RenderedPage& page) {
    if (page.diagnostics.has_errors()) return;
    const OutputFolder& folder = staging_->output;
    page.staged = build::stage_file(page.page->address, page.html, folder, *staging_->stage);
    for (const auto& [address, bytes] : page.files)
      if (auto staged = build::stage_file(address, bytes, folder, *staging_->stage))
        page.staged_files.emplace(address, *std::move(staged));
    for (const auto& [address, staged] : page.staged_files) page.files.erase(address);
  }

  void note_facts(pages::RenderedPage& page) {
    const site::Record reads = std::exchange(page.reads, {});  // which goes here, with all its room
    page.facts = facts_->add(reads, page.page->address);
  }

  void prepare() {
    if (std::exchange(is_prepared_, true)) return;
    report_.machine_failed = !prepare_highlighting(site_, options_.jobs, report_.diagnostics);
  }

  const site::Site& site_;
  const pages::Theme& theme_;
  Reuse& reuse_;
  const Options& options_;
  const size_t jobs_;
  Report& report_;
  std::vector<pages::RenderedPage>& rendered_;
  const EarlierBuild* staging_;         // null for holding all in memory
  Facts* facts_;                        // null for holding in each page what it has read
  const base::SourceText* unbound_;     // the list of unbound words that are let pass; null for not looking for any
  std::vector<bool> is_first_of_text_;  // of each page: whether it is the first that its text makes
  pages::Backlinks backlinks_;
  bool is_prepared_ = false;
};

void check_pages(CheckedSite& checked, const Inputs& inputs, bool is_whole, base::Diagnostics& diagnostics) {
  const site::Site& site = *checked.site;
  check::check_links(site, links_of(checked.rendered), diagnostics);
  checked.addresses = check_addresses(inputs, site, checked.rendered, is_whole, diagnostics);
  check::check_images(site, diagnostics);
  const base::SourceText *tokens = inputs.find_asset("tokens.css"), *chart = inputs.find_asset("chart.css");
  check::Places set_in_site;
  for (const auto& [name, colour] : inputs.config.theme) set_in_site.emplace("--" + name, colour.span);
  if (tokens && chart) check::check_contrast(*tokens, *chart, set_in_site, diagnostics);
}

// Where one of the site's folders can't be read, whatever else is said misses what lies there.
void leave_out_what_follows(base::Diagnostics& diagnostics) {
  const std::vector<std::string>& folders = site_folders();
  const auto is_of_folder = [&](const base::Diagnostic& each) {
    const bool is_of_reading = each.code == "not-a-file" || each.code == "unreadable-file";
    return is_of_reading && std::find(folders.begin(), folders.end(), each.path) != folders.end();
  };
  if (std::any_of(diagnostics.list().begin(), diagnostics.list().end(), is_of_folder))
    diagnostics.remove_if([&](const base::Diagnostic& each) { return !is_of_folder(each); });
}

// Two things of one name have one id, which is not told once more.
void leave_out_repeated_ids(base::Diagnostics& diagnostics) {
  const auto is_cause = [](const base::Diagnostic& each) {
    return each.code.starts_with("duplicate-") || each.code == "redirect-taken";
  };
  if (std::any_of(diagnostics.list().begin(), diagnostics.list().end(), is_cause))
    diagnostics.remove_if([](const base::Diagnostic& each) { return each.code == "repeated-id"; });
}

void count_pages(const std::vector<pages::RenderedPage>& rendered, Report& report) {
  for (const pages::RenderedPage& page : rendered) {
    report.figures += page.figures;
    if (page.is_kept)
      ++report.reused;
    else
      report.rendered.push_back({page.page->address, page.why});
  }
}

}  // namespace

CheckedSite check_site(const io::FileSystem& root, const Options& options, const EarlierBuild* earlier,
                       const Preview& preview) {
  CheckedSite checked;
  Report& report = checked.report;
  base::Diagnostics& diagnostics = report.diagnostics;

  InMemory* memory = earlier ? &earlier->memory : nullptr;
  const bool is_staged = earlier && earlier->stage && !preview;
  std::shared_ptr<Inputs> inputs = read_and_parse(root, options, diagnostics, memory ? memory->inputs.get() : nullptr,
                                                  earlier ? &earlier->cache : nullptr);
  // -- wall 1: no new inputs --
  // A process that renders to the disk is not expected to build once more: what was evaluated goes as it is shown.
  if (memory && is_staged) memory->evaluated = {};
  Evaluated* evaluated = memory && !is_staged ? &memory->evaluated : nullptr;
  auto evaluations = run_queries(*inputs, options.jobs, diagnostics, evaluated);
  if (memory) memory->inputs = inputs;
  auto model = site::build_site(inputs->config, *inputs->database, inputs->rows, inputs->words, std::move(evaluations),
                                inputs->listing, diagnostics);
  const bool is_model_whole = !diagnostics.has_errors();
  site::check_contents(*model, diagnostics);
  site::add_redirects(*model, inputs->find_source(site::kRedirects), inputs->words, diagnostics);
  checked.site = std::move(model);
  const site::Site& site = *checked.site;
  pages::Navigation navigation(site, site::navigation_of(site, diagnostics));
  // -- wall 2: no new addresses --
  const std::string mark = site::mark_of(site, diagnostics);
  std::vector<site::FooterLink> footer = site::footer_of(site, diagnostics);
  const auto check_texts_and_pages = [&] {
    base::Diagnostics in_texts = found_in_texts(*inputs, options.jobs);
    const bool is_whole = is_model_whole && !in_texts.has_errors();
    diagnostics.merge(std::move(in_texts));
    check_pages(checked, *inputs, is_whole, diagnostics);
  };
  if (inputs->engine) {
    const pages::Theme theme = make_theme(*inputs, site, navigation, mark, std::move(footer));
    Reuse reuse(earlier, *inputs, site, addresses_of_own_files(*inputs, site));
    Renderer renderer(site, theme, reuse, options, report, checked.rendered, is_staged ? earlier : nullptr,
                      earlier ? earlier->facts : nullptr,
                      options.refuse_unbound ? inputs->find_source(check::kBaseline) : nullptr);
    if (const auto* list = inputs->find_source(check::kBaseline); list && options.refuse_unbound)
      check::report_unlisted(check::find_unbound_in(inputs->tree, inputs->database->units(), inputs->config.lang),
                             *list, diagnostics);
    renderer.render(Round::most);
    renderer.render(Round::resting);
    if (earlier && !site.redirects.rows().empty())
      read_html(
          checked.rendered, *earlier, options.jobs,
          [&](size_t page) {
            return !site.redirects.parts_of(site.pages[page]->address).empty();  // what check_addresses reads
          },
          diagnostics);
    check_texts_and_pages();
    if (preview && !diagnostics.has_errors()) preview(checked.rendered);
    renderer.render(Round::repeating);
  } else {
    check_texts_and_pages();
  }
  report.pages = site.pages.size();
  count_pages(checked.rendered, report);
  if (options.strict) diagnostics.make_warnings_errors();
  leave_out_what_follows(diagnostics);
  leave_out_repeated_ids(diagnostics);
  diagnostics.sort();
  report.sources = inputs->database->bibliography().sources().size();
  if (options.verify) report.read = hash_of(inputs->tree.states());
  report.sources_of_spans = inputs;
  checked.inputs = std::move(inputs);
  return checked;
}

}  // namespace build
