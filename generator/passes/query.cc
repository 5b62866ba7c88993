// Runs the `pages:` queries first, because they determine the number of pages. Then evaluates for each page its queries
// with its parameters, the tables of its blocks, its asserts, and the figures and claims in its text. Each worker has
// its own connection; tables that several pages show are made once.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "base/suggest.h"
#include "base/task_limit.h"
#include "base/text.h"
#include "base/work.h"
#include "blocks/because.h"
#include "data/connection.h"
#include "data/sql_text.h"
#include "passes/figures.h"

namespace passes {
namespace {

// The number of rows of an assert that are reported separately.
constexpr size_t kMaxCounterexamples = 20;
constexpr std::array<std::string_view, 7> kComparisons = {"=", "==", "<>", "!=", "is", "not", "in"};
constexpr uint64_t kWorkOfPage = 6000;  // of a page made from a row, before it is rendered

// Tables, views and resources as frames. Each frame is created when it is first used, and then shared.
class Tables {
 public:
  explicit Tables(const data::Database& database) : database_(database) {}

  // Returns the frame of a table; null if there is none.
  site::FramePtr get(const std::string& name, data::Connection& connection) {
    if (!database_.find_table(name)) return nullptr;
    // Also locked while a table is read, so that other threads wait for it instead of reading it again.
    std::lock_guard lock(mutex_);
    site::FramePtr& frame = frames_[name];
    if (!frame) frame = std::make_shared<const quantity::Frame>(connection.table(name));
    return frame;
  }

 private:
  const data::Database& database_;
  std::mutex mutex_;
  std::map<std::string, site::FramePtr> frames_;
};

// The results of queries that ran without diagnostics, for a site that is served: authors usually edit a page's text,
// not its queries. Only results of earlier builds are found, so that the work of a page does not depend on other pages.
class Results {
 public:
  explicit Results(Evaluated::Results earlier) : earlier_(std::move(earlier)) {}

  const Evaluated::Result* find(const std::string& key) const {
    const auto found = earlier_.find(key);
    return found == earlier_.end() ? nullptr : &found->second;
  }
  void add(std::string key, Evaluated::Result result) {
    std::lock_guard lock(mutex_);
    added_.insert_or_assign(std::move(key), std::move(result));
  }
  // Returns the results for the next build.
  Evaluated::Results take() {
    earlier_.merge(added_);
    return std::move(earlier_);
  }

 private:
  Evaluated::Results earlier_;
  std::mutex mutex_;
  Evaluated::Results added_;
};

class Evaluator {
 public:
  Evaluator(const data::Database& database, Tables& tables, Results* results, Estimates& estimates,
            const SharedFigures& shared_figures, data::Connection& connection, base::Diagnostics& diagnostics)
      : database_(database),
        tables_(tables),
        results_(results),
        estimates_(estimates),
        shared_figures_(shared_figures),
        connection_(connection),
        diagnostics_(diagnostics) {}

  // Creates the evaluations of a file's pages, with the values of each page. Of the file's queries, runs only the one
  // that makes its pages.
  // `values` are those of the whole site.
  std::vector<std::shared_ptr<site::Evaluation>> begin(const site::Content& content, const notation::Node& values) {
    site::Evaluation base;
    base.content = &content;
    for (const notation::Entry& each : values.entries)
      if (!each.value.is_map() && !each.value.is_list()) base.values[each.key] = document::value_of(each.value);
    for (const document::Param& param : content.front.params) base.values[param.name] = param.value;
    if (!content.front.pages) return {std::make_shared<site::Evaluation>(std::move(base))};
    return pages_from_data(content, std::move(base));
  }

  void evaluate(site::Evaluation& evaluation) {
    is_from_data_ = evaluation.from_data;
    if (evaluation.content->depends_on_data) run_blocks(evaluation);
    find_figures(evaluation);
    for (const document::Answer& answer : evaluation.content->front.answers)
      for (const document::Text& because : answer.because)
        if (site::is_plain_name(because.text)) find_claim(because.text, evaluation);
  }

 private:
  void run_blocks(site::Evaluation& evaluation) {
    for (const document::Fence& fence : evaluation.content->document().fences()) {
      if (fence.kind == document::FenceKind::query && !evaluation.frames.contains(fence.name))
        evaluation.frames[std::string(fence.name)] = run(query_of(fence), evaluation.values);
      if (fence.kind == document::FenceKind::assertion) run_assert(fence, evaluation);
    }
    for (const site::Block& block : evaluation.content->blocks) {
      add_table(block.data, evaluation);
      const notation::Node* inputs = block.yaml.find("inputs");
      if (inputs)  // only estimates have inputs
        for (const notation::Entry& input : inputs->entries)
          if (const notation::Node* data = input.value.find("data")) add_table(data->text, evaluation);
    }
  }

  void add_table(const std::string& name, site::Evaluation& evaluation) {
    if (evaluation.frames.contains(name)) return;
    if (site::FramePtr frame = tables_.get(name, connection_)) evaluation.frames[name] = std::move(frame);
  }

  void find_figures(site::Evaluation& evaluation) {
    const site::Content& content = *evaluation.content;
    Figures figures(evaluation, content.figures, shared_figures_, database_, &estimates_, connection_, diagnostics_);
    auto figures_in = [&](const document::Document& part) {
      for (const document::Link& link : part.links())
        if (link.kind == document::LinkKind::figure) find_figure(link, evaluation, figures);
    };
    if (content.depends_on_data) figures_in(content.document());
    for (const document::Document* text : content.short_documents()) figures_in(*text);
    figures.find_all();
  }

  site::FramePtr run(const data::Query& query, const site::Values& values) {
    if (!results_ || is_from_data_) return run_now(query, values);
    std::string key = fmt::format("{} {}\n{}", query.name, query.shown, query.sql.text());
    for (const auto& [name, value] : values)
      key += fmt::format("\n{} {} {}", name, value.index(), quantity::to_text(value));
    if (const Evaluated::Result* known = results_->find(key)) {
      base::charge_work(known->work);
      return known->frame;
    }
    const base::Meter& meter = *base::Meter::current();
    const uint64_t used = meter.used(), said = diagnostics_.list().size();
    site::FramePtr frame = run_now(query, values);
    const bool is_clean = diagnostics_.list().size() == said && !meter.is_over();
    if (frame && is_clean) results_->add(std::move(key), {frame, meter.used() - used});
    return frame;
  }

  site::FramePtr run_now(const data::Query& query, const site::Values& values) {
    auto frame = connection_.run(query, values, diagnostics_);
    return frame ? std::make_shared<const quantity::Frame>(*std::move(frame)) : nullptr;
  }

  std::vector<std::shared_ptr<site::Evaluation>> pages_from_data(const site::Content& content, site::Evaluation base) {
    const document::PagesFromData& pages = *content.front.pages;
    const document::Fence* fence = content.query(pages.query.text);
    site::FramePtr rows;
    if (fence) {
      rows = run(query_of(*fence), base.values);
      base.frames[pages.query.text] = rows;
    } else {
      rows = tables_.get(pages.query.text, connection_);
    }
    if (!rows && !fence) {
      const std::vector<std::string_view> names = base::views(database_.tables(), &data::TableInfo::name);
      diagnostics_
          .error("unknown-query", pages.query.span,
                 fmt::format("there is no query, view or resource \"{}\"", pages.query.text))
          .expect(names.empty() ? "a ```sql NAME block on this page" : "one of " + base::list_names(names, 20))
          .suggest(base::did_you_mean(pages.query.text, names));
    }
    std::vector<std::shared_ptr<site::Evaluation>> made;
    for (size_t row = 0; rows && row < rows->rows(); ++row) {
      auto page = std::make_shared<site::Evaluation>(base);
      page->from_data = true;
      for (size_t column = 0; column < rows->columns(); ++column) {
        const quantity::Field& field = rows->fields[column];
        page->values[field.name] = rows->at(row, column);
        if (!field.unit_field.empty() || (!field.unit.empty() && field.unit != "1")) page->measured.insert(field.name);
      }
      made.push_back(std::move(page));
      if (base::charge_work(kWorkOfPage)) continue;
      diagnostics_
          .error("too-much-work", pages.query.span,
                 fmt::format(
                     "\"{}\" returns {} rows, and a page for each needs more work than a build of this site may do",
                     pages.query.text, rows->rows()))
          .suggest(base::help_with_work("choose the rows that need a page"));
      return {};
    }
    return made;
  }

  // Runs an assert. Each row that it returns is a violation; the message is the first line, filled in with the row.
  void run_assert(const document::Fence& fence, site::Evaluation& evaluation) {
    auto frame = run(query_of(fence), evaluation.values);
    if (frame) find_unknown_rows(fence);
    if (!frame || frame->rows() == 0) return;  // failed queries have been reported
    evaluation.failed_asserts.insert(std::string(fence.name));
    std::string_view message = fence.body.substr(0, fence.body.find('\n'));
    message = message.starts_with("--") ? message.substr(2) : std::string_view(" the query returns a row");
    for (size_t row = 0; row < std::min(frame->rows(), kMaxCounterexamples); ++row) {
      site::Values values = evaluation.values;
      for (size_t column = 0; column < frame->columns(); ++column)
        values[frame->fields[column].name] = frame->at(row, column);
      std::string text = site::fill_placeholders(message, values, fence.span, diagnostics_);
      auto& d =
          diagnostics_.error("assert-failed", fence.info_span, fmt::format("\"{}\" does not hold:{}", fence.name, text))
              .expect("a query that returns no rows")
              .of(fmt::format("assert:{}", fence.name))
              .suggest("correct what the page says, or the assert");
      if (row + 1 == kMaxCounterexamples && frame->rows() > kMaxCounterexamples)
        d.note({}, fmt::format("the query returns {} more rows", frame->rows() - kMaxCounterexamples));
    }
  }

  // Reports each text that an assert compares with a column that identifies a row, alone or as a foreign key, if there
  // is no such row: it was renamed or removed, and the assert would hold because it looks at nothing.
  void find_unknown_rows(const document::Fence& fence) {
    const std::vector<data::SqlToken> tokens = data::without_comments(data::sql_tokens(fence.body));
    for (size_t i = 2; i < tokens.size(); ++i) {
      if (tokens[i].kind != data::SqlTokenKind::text) continue;
      size_t at = i - 1;
      const bool is_listed = tokens[at].text == "," || tokens[at].text == "(";  // IN ('a', 'b')
      while (is_listed && at > 1 && (tokens[at].text == "," || tokens[at].kind == data::SqlTokenKind::text)) --at;
      if (is_listed && tokens[at].text != "(") continue;
      at -= is_listed ? 1 : 0;
      const auto compares = [&](const data::SqlToken& token) {
        return std::ranges::count(kComparisons, base::lower(token.text)) > 0;
      };
      if (!compares(tokens[at]) || (is_listed && !data::is_keyword(tokens[at], "in"))) continue;
      while (at > 0 && compares(tokens[at])) --at;
      if (!data::is_name(tokens[at])) continue;
      const std::string quoted(tokens[i].text.substr(1, tokens[i].text.size() - 2));
      const std::string name = base::replace_all(quoted, "''", "'");
      const std::optional<data::LookupFailure> failure = find_row(data::name_in(tokens[at]), name, tokens);
      if (!failure) continue;
      diagnostics_
          .error("unknown-row", data::range_of(tokens[i]).within(fence.body_span),
                 fmt::format("no row is identified by \"{}\", so that this assert always holds", name))
          .expect("the key of a row")
          .suggest(failure->help);
    }
  }

  // Looks for a row by the column that identifies rows in tables which a query names. Returns why none of them has it;
  // nullopt if one has, or if the column identifies no rows.
  std::optional<data::LookupFailure> find_row(std::string_view column, const std::string& name,
                                              const std::vector<data::SqlToken>& tokens) {
    const data::Resource* last = nullptr;
    for (const data::SqlToken& token : tokens) {
      const data::TableInfo* table = data::is_name(token) ? database_.find_table(data::name_in(token)) : nullptr;
      if (!table || table->kind != data::TableKind::resource) continue;
      const data::Resource* resource = table->resource;
      if (resource->primary_key != std::vector{std::string(column)}) {
        const auto is_own = [&](const data::ForeignKey& key) { return key.fields == std::vector{std::string(column)}; };
        const auto foreign = std::ranges::find_if(resource->foreign_keys, is_own);
        if (foreign == resource->foreign_keys.end()) continue;
        resource = database_.package().find(foreign->resource);
        if (!resource || resource->primary_key != foreign->reference) continue;
      }
      if (database_.provenance(fmt::format("{}/{}", resource->name, name))) return std::nullopt;
      last = resource;
    }
    if (!last) return std::nullopt;
    const auto cell = connection_.find_cell(last->name, name, last->primary_key.front());
    return cell ? std::nullopt : std::optional(cell.error());
  }

  void find_figure(const document::Link& link, const site::Evaluation& evaluation, Figures& figures) {
    base::Span span = link.exact && link.destination_span ? link.destination_span : link.span;
    std::string key(link.key);
    if (evaluation.from_data) key = site::fill_placeholders(key, evaluation.values, span, diagnostics_);
    figures.find(key, span);
  }

  void find_claim(const std::string& id, site::Evaluation& evaluation) {
    if (!database_.find_table(blocks::kClaims)) return;
    for (std::string_view column : {blocks::kStatement, blocks::kStatus, blocks::kStatusWhy})
      if (auto cell = connection_.find_cell(blocks::kClaims, id, column))
        evaluation.cells.emplace(blocks::claim_key(id, column), std::move(*cell));
  }

  const data::Database& database_;
  Tables& tables_;
  Results* results_;  // null unless the site is served
  Estimates& estimates_;
  const SharedFigures& shared_figures_;
  data::Connection& connection_;
  base::Diagnostics& diagnostics_;
  bool is_from_data_ = false;  // whether the page is one of those made from rows, which may be thousands
};

// Charges the work of a task. Once the budget is exceeded, the results and findings of later tasks are dropped, because
// they depend on when the tasks were stopped.
void add_work(base::Budget& budget, uint64_t work, const site::Content& content, base::Diagnostics& diagnostics,
              const std::function<void()>& drop_results) {
  if (budget.is_spent()) {
    diagnostics = {};
    drop_results();
  }
  budget.charge("queries", work, {&content.file->source, 0, 0}, diagnostics);
}

bool uses_estimates(const Evaluations& pages) {
  return std::any_of(pages.begin(), pages.end(), [](const auto& page) { return page->uses_estimates; });
}

}  // namespace

Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Budget& budget, base::Diagnostics& diagnostics,
                        Evaluated* evaluated) {
  const data::Database& database = *inputs.database;
  const auto shared_tables = std::make_shared<Tables>(database);
  Tables& tables = *shared_tables;
  std::vector<std::unique_ptr<data::Connection>> connections(std::max(1u, jobs));
  auto connection = [&](unsigned worker) -> data::Connection& {
    if (!connections[worker]) connections[worker] = database.connect();
    return *connections[worker];
  };
  Evaluated earlier = evaluated ? std::exchange(*evaluated, {}) : Evaluated();
  if (earlier.database != inputs.database) earlier = {inputs.database, nullptr, {}, {}};
  if (!earlier.estimates || !earlier.estimates->are_current(inputs.contents)) {
    earlier.estimates = std::make_shared<Estimates>(
        inputs.contents, database,
        [shared_tables](const std::string& name, data::Connection& with) { return shared_tables->get(name, with); });
    std::erase_if(earlier.by_content, [](const auto& each) { return uses_estimates(each.second.list); });
  }
  Estimates& estimates = *earlier.estimates;
  estimates.set_allowed(budget.allowed());
  Results results(std::move(earlier.results));
  if (evaluated) *evaluated = {inputs.database, earlier.estimates, {}, {}};

  // The indices of the contents that must be evaluated; the evaluations of the others are known.
  std::vector<size_t> now;
  std::vector<Evaluations> all(inputs.contents.size());
  for (size_t i = 0; i < all.size(); ++i) {
    auto known = earlier.by_content.find(inputs.contents[i].get());
    if (known == earlier.by_content.end()) {
      now.push_back(i);
    } else {
      all[i] = known->second.list;
      budget.charge("queries", known->second.work, {}, diagnostics);
      evaluated->by_content.insert(*known);
    }
  }
  const size_t said = diagnostics.list().size();
  SharedFigures figures;
  if (!now.empty() || all.empty())  // if nothing is evaluated now, there were no diagnostics
    figures = evaluate_shared_figures(inputs.figures, database, connection(0), diagnostics);
  const bool are_figures_clean = diagnostics.list().size() == said;

  std::vector<std::vector<std::shared_ptr<site::Evaluation>>> begun(now.size());
  std::vector<base::Diagnostics> begin_found(now.size());
  std::vector<uint64_t> begin_work(now.size());
  // The work of a task depends only on the task. So the first task that exceeds the budget is independent of the number
  // of threads.
  const uint64_t left = budget.left();
  base::TaskLimit beginning(left);
  base::parallel_for(jobs, now.size(), [&](size_t i, unsigned worker) {
    if (beginning.is_beyond(i) || budget.is_stopped()) return;
    base::Meter meter(left, budget.stop());
    begun[i] = Evaluator(database, tables, evaluated ? &results : nullptr, estimates, figures, connection(worker),
                         begin_found[i])
                   .begin(*inputs.contents[now[i]], inputs.config.extra);
    beginning.add(i, begin_work[i] = meter.used());
  });
  for (size_t i = 0; i < now.size(); ++i)
    add_work(budget, begin_work[i], *inputs.contents[now[i]], begin_found[i], [&] { begun[i].clear(); });
  std::vector<std::shared_ptr<site::Evaluation>> flat;
  for (const auto& pages : begun) flat.insert(flat.end(), pages.begin(), pages.end());
  std::vector<base::Diagnostics> found(flat.size());
  std::vector<uint64_t> work(flat.size());
  base::TaskLimit evaluating(left - std::min(left, beginning.used()));
  base::parallel_for(jobs, flat.size(), [&](size_t i, unsigned worker) {
    if (beginning.used() > left || evaluating.is_beyond(i) || budget.is_stopped()) return;
    base::Meter meter(left, budget.stop());
    Evaluator(database, tables, evaluated ? &results : nullptr, estimates, figures, connection(worker), found[i])
        .evaluate(*flat[i]);
    evaluating.add(i, work[i] = meter.used());
  });

  for (size_t i = 0, page = 0; i < now.size(); ++i) {
    bool is_clean = are_figures_clean && begin_found[i].empty();
    uint64_t work_of_pages = begin_work[i];
    for (size_t end = page + begun[i].size(); page < end; ++page) {
      add_work(budget, work[page], *flat[page]->content, found[page], [&] {
        site::Evaluation& of = *flat[page];
        of = {.content = of.content, .from_data = of.from_data, .values = std::move(of.values)};
      });
      work_of_pages += work[page];
      is_clean = is_clean && found[page].empty();
    }
    all[now[i]].assign(begun[i].begin(), begun[i].end());
    if (evaluated && is_clean && !budget.is_spent())  // otherwise evaluations may be missing
      evaluated->by_content.emplace(inputs.contents[now[i]].get(), Evaluated::Pages{all[now[i]], work_of_pages});
  }
  for (base::Diagnostics& d : begin_found) diagnostics.merge(std::move(d));
  for (base::Diagnostics& d : found) diagnostics.merge(std::move(d));
  if (evaluated) evaluated->results = results.take();
  Evaluations evaluations;
  for (Evaluations& pages : all) std::move(pages.begin(), pages.end(), std::back_inserter(evaluations));
  return evaluations;
}

}  // namespace passes
