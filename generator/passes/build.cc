#include "passes/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <list>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "base/task_limit.h"
#include "base/work.h"
#include "check/checks.h"
#include "check/unbound.h"
#include "document/signs.h"
#include "highlight/highlight.h"
#include "markup/stylesheet.h"
#include "pages/render.h"
#include "passes/figures.h"
#include "passes/gather.h"
#include "passes/parse.h"
#include "passes/store.h"

namespace passes {
namespace {

// Returns the first block of code with syntax highlighting, including the SQL of a query; null if there is none.
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

// Loads the highlighter if the site needs it. If it is not installed, returns false after an error "no-highlighting".
bool prepare_highlighting(const site::Site& site, base::Diagnostics& diagnostics) {
  if (!site.config->features.highlight) return true;
  const document::Fence* code = first_code(site);
  if (!code) return true;
  const std::string problem = highlight::prepare();
  if (problem.empty()) return true;
  diagnostics.error("no-highlighting", code->info_span, problem)
      .suggest("or turn it off: \"features\": {\"highlight\": false} in data/site.json");
  return false;
}

// The rounds in which pages are rendered.
enum class Round {
  most,
  resting,  // pages that show which other pages refer to them, and so are rendered later
  // Print pages, which contain other pages; the contained pages have reported their errors.
  repeating
};

Round round_of(const site::Page& page, const site::Site& site) {
  if (pages::waits_for_backlinks(page)) return Round::resting;
  const bool repeats = page.kind == site::PageKind::print && site.redirects.parts_of(page.address).empty();
  return repeats ? Round::repeating : Round::most;
}

// Whether the text belongs to a single page, and is rarely read after that page is rendered. Facts are made from texts
// with figures, and the next build of a site that is served, from all texts that depend on data.
bool is_read_once(const site::Page& page, bool is_served) {
  if (!page.has_text() || page.evaluation->from_data || page.is_printed) return false;
  return !page.content()->depends_on_data || (!is_served && page.evaluation->figures.empty());
}

// If one of the site's folders can't be read, removes other diagnostics, which are only consequences.
void leave_out_what_follows(base::Diagnostics& diagnostics) {
  const std::vector<std::string>& folders = site_folders();
  const auto is_of_folder = [&](const base::Diagnostic& each) {
    const bool is_of_reading = each.code == "not-a-file" || each.code == "unreadable-file";
    return is_of_reading && std::find(folders.begin(), folders.end(), each.path) != folders.end();
  };
  if (std::any_of(diagnostics.list().begin(), diagnostics.list().end(), is_of_folder))
    diagnostics.remove_if([&](const base::Diagnostic& each) { return !is_of_folder(each); });
}

// Removes errors about repeated ids that are caused by two things with the same name, because that was reported.
void leave_out_repeated_ids(base::Diagnostics& diagnostics) {
  const auto is_cause = [](const base::Diagnostic& each) {
    return each.code.starts_with("duplicate-") || each.code == "redirect-taken";
  };
  if (std::any_of(diagnostics.list().begin(), diagnostics.list().end(), is_cause))
    diagnostics.remove_if([](const base::Diagnostic& each) { return each.code == "repeated-id"; });
}

// Prepares diagnostics for readers.
base::Diagnostics tidy(base::Diagnostics diagnostics) {
  leave_out_what_follows(diagnostics);
  leave_out_repeated_ids(diagnostics);
  diagnostics.sort();
  return diagnostics;
}

site::PageLinks page_links(const pages::RenderedPage& page) {
  return {page.page, &page.links, &page.anchors, &page.parts, &page.row_anchors};
}

// Renders the pages of a site.
class Renderer {
 public:
  Renderer(const site::Site& site, const pages::Theme& theme, const Options& options, Report& report,
           std::vector<pages::RenderedPage>& rendered, const Publication* publication, const base::SourceText* unbound,
           const check::UnboundRules* rules, base::Budget& budget)
      : site_(site),
        theme_(theme),
        options_(options),
        jobs_(std::max(1u, options.jobs)),
        report_(report),
        rendered_(rendered),
        outputs_(publication ? &publication->outputs : nullptr),
        is_served_(publication && publication->live.stop),
        unbound_(unbound),
        rules_(rules),
        budget_(budget) {
    rendered_.reserve(site.pages.size());
    std::unordered_set<const site::Content*> seen;
    for (const auto& page : site.pages) {
      rendered_.emplace_back(*page);
      const site::Content* content = page->content();
      is_first_of_text_.push_back(unbound_ && content && seen.insert(content).second);
    }
    is_made_.resize(rendered.size());
  }

  // Renders the pages that are looked at, and shows each of them, or its errors. `uses` are those of an earlier build.
  void render_first(const Live& live, const std::map<std::string, blocks::Uses>& uses) {
    left_ = budget_.left();
    for (const std::string& address : live.pages) {
      const site::Page* page = site_.find(address);
      if (!page || budget_.is_spent()) continue;
      prepare();
      const bool is_resting = round_of(*page, site_) == Round::resting;
      if (is_resting && backlinks_.empty()) backlinks_ = collect_backlinks(uses, site_);
      pages::RenderedPage& rendered = rendered_[page->number];
      make(page->number);
      if (budget_.is_spent()) return;
      base::Diagnostics errors = rendered.diagnostics;
      if (const site::Content* content = page->content()) errors.merge(content->text->diagnostics());
      check::check_links(site_, {page_links(rendered)}, errors);
      if (errors.has_errors())
        live.show_errors(tidy(std::move(errors)));
      else
        live.show_page(rendered);
      // All backlinks are known only after other pages are rendered.
      if (is_resting) rendered = pages::RenderedPage(*page);
      is_made_[page->number] = !is_resting;
    }
    backlinks_.clear();
  }

  void render(Round round) {
    if (round == Round::resting) backlinks_ = collect_backlinks(rendered_);
    std::vector<size_t> now;
    for (size_t i = 0; i < site_.pages.size(); ++i)
      if (round_of(*site_.pages[i], site_) == round) now.push_back(i);
    if (!now.empty()) prepare();
    // Pages with a text are rendered before the lists that summarize them. Fewer texts are then parsed before their
    // page is rendered.
    std::stable_partition(now.begin(), now.end(), [&](size_t i) {
      const site::Content* content = site_.pages[i]->content();
      return content && !site_.pages[i]->is_index();
    });
    left_ = budget_.left();
    // In batches, so that only the parsed texts of one batch are in memory at once.
    for (std::span<const size_t> rest = now; !rest.empty() && !budget_.is_spent();) {
      const size_t count = std::min(kAtOnce * jobs_, rest.size());
      render(rest.first(count));
      rest = rest.subspan(count);
    }
    for (size_t i : now) report_.diagnostics.merge(rendered_[i].diagnostics);
  }

 private:
  static constexpr size_t kAtOnce = 128;  // pages per thread before their texts are released

  void render(std::span<const size_t> pages) {
    base::TaskLimit limit(budget_.left());
    base::parallel_for(options_.jobs, pages.size(), [&](size_t i, unsigned) {
      if (limit.is_beyond(i) || budget_.is_stopped()) return;
      render(pages[i]);
      limit.add(i, rendered_[pages[i]].work);
    });
    for (size_t i : pages) {  // this is the order of run_queries()
      pages::RenderedPage& page = rendered_[i];
      if (budget_.is_spent()) page.diagnostics = {};
      const site::Content* content = page.page->content();
      budget_.charge("pages", page.work, content ? base::Span{&content->file->source, 0, 0} : base::Span(),
                     page.diagnostics);
    }
    // Uses one thread, because threads that free another thread's memory would contend for the lock of its heap.
    for (size_t i : pages) {
      pages::RenderedPage& page = rendered_[i];
      if (outputs_ && is_read_once(*page.page, is_served_)) page.page->content()->text->release();
    }
  }

  void render(size_t i) {
    pages::RenderedPage& page = rendered_[i];
    if (!is_made_[i]) make(i);
    if (outputs_ && !page.diagnostics.has_errors()) publish_page(page, *outputs_);
  }

  void make(size_t i) {
    base::Meter meter(left_, budget_.stop());
    pages::RenderedPage& page = rendered_[i];
    page = pages::render_page(site_, *site_.pages[i], theme_, backlinks_);
    page.work = meter.used();
    check::check_validity(site_, *site_.pages[i], theme_.words, page.diagnostics);
    check::check_words(site_, *site_.pages[i], page.diagnostics);
    if (is_first_of_text_[i]) {
      const site::Page& page_of_text = *site_.pages[i];
      const auto found = check::find_unbound_in(*page_of_text.content(), page_of_text.evaluation.get(), *rules_);
      check::report_unlisted(found, *unbound_, page.diagnostics);
    }
  }

  void prepare() {
    if (std::exchange(is_prepared_, true)) return;
    report_.machine_failed = !prepare_highlighting(site_, report_.diagnostics);
  }

  const site::Site& site_;
  const pages::Theme& theme_;
  const Options& options_;
  const size_t jobs_;
  Report& report_;
  std::vector<pages::RenderedPage>& rendered_;
  Outputs* outputs_;
  const bool is_served_;
  const base::SourceText* unbound_;     // the list of accepted unbound words; null to skip that check
  std::vector<bool> is_first_of_text_;  // whether a page is the first one made from its text
  const check::UnboundRules* rules_;    // null with `unbound_`
  std::vector<bool> is_made_;           // whether a page was rendered by render_first()
  base::Budget& budget_;
  uint64_t left_ = 0;  // the remaining budget when the round began
  pages::Backlinks backlinks_;
  bool is_prepared_ = false;
};

// `is_whole` is false if an error prevented a page from being made.
AddressCheck check_addresses(const Inputs& inputs, const CheckedSite& checked, const Outputs* outputs, bool is_whole,
                             base::Diagnostics& diagnostics) {
  if (checked.rendered.empty()) return {};  // after an error in a template, nothing is rendered
  const site::Site& site = *checked.site;
  const std::vector<site::PageLinks> links = links_of(checked.rendered);
  std::list<std::string> read;
  std::vector<check::PageText> texts;
  for (const pages::RenderedPage& page : checked.rendered) {
    const std::string& address = page.page->address;
    if (site.redirects.parts_of(address).empty()) continue;
    if (!outputs || !outputs->has(address)) {
      texts.push_back({address, page.html});
    } else if (auto html = outputs->read(address)) {
      texts.push_back({address, read.emplace_back(std::move(html).value())});
    } else if (!outputs->failures().contains(address)) {
      report_unread(html.error(), diagnostics);
    }
  }
  check::check_redirects(site, links, texts, diagnostics);

  AddressCheck found;
  found.recorded = check::read_permalinks(inputs.find_source(check::kPermalinks), diagnostics);
  found.losses = check::find_losses(site, links, found.recorded, is_whole);
  check::report_losses(site, found.losses, diagnostics);
  check::report_changed_anchors(site, check::find_changed_anchors(site, links, found.recorded), diagnostics);
  return found;
}

void check_pages(CheckedSite& checked, const Inputs& inputs, const Outputs* outputs, bool is_whole, unsigned jobs,
                 base::Diagnostics& diagnostics) {
  const site::Site& site = *checked.site;
  using Found = base::Diagnostics;
  const std::function<void(Found&)> checks[] = {
      [&](Found& found) { check::check_extremes(site, found); },  // takes longest
      [&](Found& found) { check::check_links(site, links_of(checked.rendered), found); },
      [&](Found& found) {
        for (const std::string_view folder : {"content/", "data/"})
          check::check_direction(inputs.tree.below(folder), found);
      },
      [&](Found& found) { check::check_wholes(site, found); },
      [&](Found& found) { checked.addresses = check_addresses(inputs, checked, outputs, is_whole, found); },
      [&](Found& found) {
        const base::SourceText *tokens = inputs.find_asset("tokens.css"), *chart = inputs.find_asset("chart.css");
        check::check_images(site, tokens ? markup::Tokens::read(*tokens).colours() : std::vector<std::string>(), found);
        check::check_active_files(site, found);
        check::Places set_in_site;
        for (const auto& [name, colour] : inputs.config.theme) set_in_site.emplace("--" + name, colour.span);
        if (tokens && chart) check::check_contrast(*tokens, *chart, set_in_site, inputs.config.scheme, found);
      },
  };
  std::vector<Found> found(std::size(checks));
  base::parallel_for(jobs, found.size(), [&](size_t i, unsigned) { checks[i](found[i]); });
  for (Found& each : found) diagnostics.merge(std::move(each));
}

}  // namespace

std::vector<site::PageLinks> links_of(const std::vector<pages::RenderedPage>& rendered) {
  std::vector<site::PageLinks> links;
  links.reserve(rendered.size());
  for (const pages::RenderedPage& page : rendered) links.push_back(page_links(page));
  return links;
}

CheckedSite check_site(const io::FileSystem& root, const Options& options, const Publication* publication) {
  CheckedSite checked;
  Report& report = checked.report;
  base::Diagnostics& diagnostics = report.diagnostics;

  Store* store = publication ? &publication->store : nullptr;
  const Outputs* outputs = publication ? &publication->outputs : nullptr;
  const Live live = publication ? publication->live : Live();
  std::shared_ptr<Inputs> inputs = read_and_parse(root, options, diagnostics, store, live.stop);
  base::Budget budget(inputs->bytes, live.stop);
  const auto is_stopped = [&] {
    if (!budget.is_stopped()) return false;
    diagnostics = {};
    return report.is_stopped = true;
  };
  if (is_stopped()) return checked;
  budget.charge("data", inputs->work_of_data, {}, diagnostics);
  // -- wall 1: no new inputs --
  auto evaluations = run_queries(*inputs, options.jobs, budget, diagnostics, live.stop ? &store->evaluated : nullptr);
  base::Diagnostics ignored;
  base::Diagnostics& in_model = budget.is_spent() ? ignored : diagnostics;
  if (store) store->inputs = inputs;
  if (is_stopped()) return checked;
  auto model = site::build_site(inputs->config, *inputs->database, inputs->rows, inputs->words, std::move(evaluations),
                                inputs->listing, in_model);
  // Errors that are found after this do not prevent a page from being made.
  const bool is_model_whole = !diagnostics.has_errors();
  site::check_contents(*model, in_model);
  site::add_redirects(*model, inputs->find_source(site::kRedirects), inputs->words, in_model);
  checked.site = std::move(model);
  const site::Site& site = *checked.site;
  pages::Navigation navigation(site, site::navigation_of(site, in_model));
  // -- wall 2: no new addresses --
  const std::string mark = site::mark_of(site, in_model);
  std::vector<site::MenuLink> footer = site::footer_of(site, in_model);
  site::check_search(site, in_model);
  const auto check_texts_and_pages = [&] {
    if (budget.is_spent()) return;
    base::Diagnostics in_texts = found_in_texts(*inputs, options.jobs);
    const bool is_whole = is_model_whole && !in_texts.has_errors();
    diagnostics.merge(std::move(in_texts));
    check_pages(checked, *inputs, outputs, is_whole, options.jobs, diagnostics);
  };
  if (inputs->engine && !budget.is_spent()) {
    const pages::Theme theme = make_theme(*inputs, site, navigation, mark, std::move(footer));
    const base::SourceText* unbound = options.refuse_unbound ? inputs->find_source(check::kBaseline) : nullptr;
    if (unbound && !inputs->unbound_rules)
      inputs->unbound_rules =
          std::make_shared<const check::UnboundRules>(check::unbound_rules(*inputs->database, inputs->config.lang));
    Renderer renderer(site, theme, options, report, checked.rendered, publication, unbound, inputs->unbound_rules.get(),
                      budget);
    if (!live.pages.empty() && diagnostics.has_errors())
      live.show_errors(tidy(diagnostics));
    else if (!live.pages.empty())
      renderer.render_first(live, store->uses);
    renderer.render(Round::most);
    renderer.render(Round::resting);
    if (is_stopped()) return checked;
    if (unbound)
      check::report_unlisted(check::find_unbound_in(inputs->tree, *inputs->unbound_rules), *unbound, diagnostics);
    check_texts_and_pages();
    checked.inputs = inputs;
    const bool has_meanwhile = publication && !diagnostics.has_errors();
    // A single print page takes a long time, and is rendered on one thread.
    base::parallel_for(options.jobs, has_meanwhile ? 2 : 1, [&](size_t i, unsigned) {
      i == 0 ? renderer.render(Round::repeating) : publication->meanwhile(checked);
    });
  } else {
    check_texts_and_pages();
  }
  if (is_stopped()) return checked;
  report.work = fmt::format("{:.1f} of {:.0f} million units: {}", static_cast<double>(budget.used()) / 1e6,
                            static_cast<double>(budget.allowed()) / 1e6, budget.shares());
  report.pages = site.pages.size();
  report.notes = inputs->notes;
  for (const pages::RenderedPage& page : checked.rendered) report.figures += page.figures;
  if (options.strict) diagnostics.make_warnings_errors();
  diagnostics = tidy(std::move(diagnostics));
  report.sources = inputs->database->bibliography().sources().size();
  report.sources_of_spans = inputs;
  checked.inputs = std::move(inputs);
  return checked;
}

}  // namespace passes
