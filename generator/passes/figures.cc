#include "passes/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/formula.h"
#include "quantity/present.h"
#include "site/url.h"

namespace passes {
namespace {

// Figures that depend on figures are evaluated recursively; this bounds the stack.
constexpr size_t kMaxDepth = 100;
constexpr std::string_view kCount = "count:";

site::FigurePtr figure_of(data::Cell cell) {
  site::Figure figure;
  figure.exact = quantity::is_number(cell.value) ? quantity::Exact::from(cell.value) : std::nullopt;
  using Extreme = site::Figure::Extreme;
  if (!cell.field.extreme.empty()) {
    const bool is_lowest = cell.field.extreme.starts_with("lowest");
    figure.extreme = is_lowest ? Extreme::lowest : Extreme::highest;
    figure.is_of_group = cell.field.extreme.find(" by ") != std::string::npos;
    if (cell.field.better != quantity::Better::neither)
      figure.is_best = is_lowest == (cell.field.better == quantity::Better::lower);
  }
  figure.cell = std::move(cell);
  return std::make_shared<const site::Figure>(std::move(figure));
}

quantity::Refs united_refs(const std::vector<site::FigurePtr>& inputs) {
  quantity::Refs refs;
  for (const site::FigurePtr& input : inputs) refs.insert(refs.end(), input->cell.refs.begin(), input->cell.refs.end());
  std::sort(refs.begin(), refs.end());
  refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
  return refs;
}

// Returns why an input can't be used in a formula; "" if it can.
std::string objection_to(const site::Figure& input) {
  if (quantity::is_null(input.cell.value)) return "there is no value at";
  if (!quantity::is_number(input.cell.value)) return "there is text, not a number, at";
  return input.exact ? "" : "there is no finite number at";
}

// Whether the formula subtracts one value of the data from another, which is the extreme of neither.
bool has_difference(const quantity::Formula& formula) {
  using Kind = quantity::FormulaKind;
  std::vector<bool> has_operand;
  for (const quantity::FormulaNode& node : formula.nodes()) {
    const bool is_leaf = node.kind == Kind::number || node.kind == Kind::operand;
    if (node.kind == Kind::subtract && has_operand[node.left] && has_operand[node.right]) return true;
    has_operand.push_back(is_leaf ? node.kind == Kind::operand : has_operand[node.left] || has_operand[node.right]);
  }
  return false;
}

// Sets which extreme a computed figure is: that of an input with which it grows, the other one if it falls, and none if
// its inputs disagree.
void inherit_extreme(site::Figure& figure, const quantity::Formula& formula, const std::vector<site::FigurePtr>& inputs,
                     const std::vector<quantity::Quantity>& values, const quantity::Units& units) {
  using Extreme = site::Figure::Extreme;
  if (has_difference(formula)) return;
  auto result = formula.evaluate(values, units);
  bool is_first = true;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->extreme == Extreme::none) continue;
    std::vector<quantity::Quantity> more = values;
    more[i].value = more[i].value + (more[i].value.sign() == 0 ? quantity::Exact(1) : more[i].value.abs() / 1000);
    auto other = formula.evaluate(more, units);
    if (!other || !result || other->value == result->value) continue;  // as in max() of a higher value
    const bool is_lowest = (inputs[i]->extreme == Extreme::lowest) == (other->value > result->value);
    const Extreme extreme = is_lowest ? Extreme::lowest : Extreme::highest;
    if (!is_first && figure.extreme != extreme) return void(figure.extreme = Extreme::none);
    figure.is_best = is_first || figure.is_best == inputs[i]->is_best ? inputs[i]->is_best : std::nullopt;
    figure.extreme = extreme;
    figure.is_of_group |= inputs[i]->is_of_group;
    is_first = false;
  }
}

site::FigurePtr computed_figure(const std::string& name, const site::NamedFigure& definition,
                                const quantity::Formula& formula, const std::vector<site::FigurePtr>& inputs,
                                const std::vector<quantity::Quantity>& values, const quantity::Quantity& result,
                                const quantity::Scope& scope, const quantity::Units& units) {
  site::Figure figure;
  figure.exact = result.value;
  figure.cell.value = result.value.to_value();
  figure.cell.field.name = figure.cell.field.title = name;
  figure.cell.field.type = quantity::FieldType::number;
  figure.cell.field.unit = result.unit.text();
  figure.cell.field.covers = scope.text();
  figure.cell.refs = united_refs(inputs);
  figure.formula = definition.formula.text;
  figure.why = definition.why.text;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const data::Cell& cell = inputs[i]->cell;
    bool covers_the_same = quantity::Scope(cell.field.covers) == scope;
    figure.inputs.push_back({formula.operands()[i].text, quantity::present_with_unit(cell.value, cell.field, units),
                             covers_the_same ? "" : cell.field.covers,
                             inputs[i]->formula.empty() ? cell.field.title : ""});
  }
  inherit_extreme(figure, formula, inputs, values, units);
  figure.sum = blocks::sum_words(formula, figure, values, units);
  return std::make_shared<const site::Figure>(std::move(figure));
}

std::string key_of(const quantity::Frame& frame, size_t row, size_t columns) {
  std::string key;
  for (size_t i = 0; i < columns; ++i) key += (i ? "/" : "") + quantity::to_text(frame.at(row, i));
  return key;
}

base::Failure<data::LookupFailure> failure(std::string_view code, std::string message, std::string help) {
  return base::Failure{data::LookupFailure{code, std::move(message), std::move(help)}};
}

// Finds a cell in the result of a page's own query. The key is the text of the row's first column or, if that is
// ambiguous, of as many of the first columns as needed, joined by '/'.
base::Result<data::Cell, data::LookupFailure> find_in_frame(const quantity::Frame& frame, std::string_view key,
                                                            std::string_view column) {
  int index = frame.find(column);
  if (index < 0) {
    return failure("unknown-column", fmt::format("the query \"{}\" has no column \"{}\"", frame.name, column),
                   base::did_you_mean(column, base::views(frame.fields, &quantity::Field::name)));
  }
  std::vector<std::string> keys;
  for (size_t columns = 1; columns <= frame.columns(); ++columns) {
    std::vector<size_t> rows;
    for (size_t row = 0; row < frame.rows(); ++row) {
      std::string candidate = key_of(frame, row, columns);
      if (candidate == key) rows.push_back(row);
      if (columns == 1) keys.push_back(std::move(candidate));
    }
    if (rows.empty()) continue;
    if (rows.size() > 1)
      return failure("ambiguous-key", fmt::format("{} rows of \"{}\" begin with \"{}\"", rows.size(), frame.name, key),
                     "give more of its first columns, joined by '/', or make the query's first column unique");
    data::Cell cell{frame.at(rows[0], static_cast<size_t>(index)), frame.fields[static_cast<size_t>(index)],
                    frame.refs_of(rows[0], static_cast<size_t>(index))};
    cell.field.unit = frame.unit_of(rows[0], static_cast<size_t>(index));
    cell.field.unit_field.clear();
    return cell;
  }
  return failure("unknown-key", fmt::format("no row of the query \"{}\" begins with \"{}\"", frame.name, key),
                 base::did_you_mean(key, base::views(keys)));
}

}  // namespace

site::FigurePtr Figures::find(const std::string& key, base::Span span) {
  if (auto known = evaluation_.figures.find(key); known != evaluation_.figures.end()) return known->second;
  site::FigurePtr figure;
  if (key.starts_with(kCount)) {
    figure = find_count(key.substr(kCount.size()), span);
  } else if (const size_t range = key.find(".."); range != std::string::npos) {
    figure = find_range(key, range, span);
  } else {
    figure = key.find('/') == std::string::npos ? find_named(key, span) : find_cell(key, span);
  }
  // Stores null after an error too, so that several links to one figure report it once.
  evaluation_.figures.emplace(key, figure);
  return figure;
}

void Figures::find_all() {
  for (const auto& [name, definition] : definitions_) {
    if (shared_.contains(name))
      diagnostics_
          .error("duplicate-name", definition.name_span, fmt::format("the figure \"{}\" is defined twice", name))
          .expect("a name that data/figures.yaml does not have");
    find(name, definition.name_span);
  }
}

site::FigurePtr Figures::find_count(std::string_view key, base::Span span) {
  const size_t mark = std::min(key.find('?'), key.size());
  const std::string table = site::decode_percent(key.substr(0, mark)).value_or(std::string(key.substr(0, mark)));
  const bool is_query = evaluation_.content && evaluation_.content->query(table);
  const auto own = evaluation_.frames.find(table);
  if (is_query && (own == evaluation_.frames.end() || !own->second)) return nullptr;  // the failure was reported
  if (!is_query && !database_.find_table(table)) {
    const std::vector<std::string_view> names = base::views(database_.tables(), &data::TableInfo::name);
    diagnostics_
        .error("unknown-figure", span, fmt::format("there is no query, view or resource \"{}\" to count", table))
        .expect("count:TABLE or count:TABLE?COLUMN=VALUE")
        .suggest(base::did_you_mean(table, names));
    return nullptr;
  }
  const quantity::Frame rows = is_query ? *own->second : connection_.table(table);
  std::vector<std::pair<size_t, std::string>> wanted;
  for (const std::string_view part : base::split(key.substr(std::min(mark + 1, key.size())), '&')) {
    if (part.empty()) continue;
    const size_t sign = std::min(part.find('='), part.size());
    const auto text = [&](std::string_view coded) { return site::decode_percent(coded).value_or(std::string(coded)); };
    const std::string column = text(part.substr(0, sign));
    const int index = rows.find(column);
    if (index < 0) {
      diagnostics_.error("unknown-column", span, fmt::format("\"{}\" has no column \"{}\"", table, column))
          .expect("count:TABLE?COLUMN=VALUE")
          .suggest(base::did_you_mean(column, base::views(rows.fields, &quantity::Field::name)));
      return nullptr;
    }
    const std::string value = text(part.substr(std::min(sign + 1, part.size())));
    if (!has_value(rows, static_cast<size_t>(index), value)) return report_no_row(rows, column, value, span);
    wanted.emplace_back(static_cast<size_t>(index), value);
  }
  int64_t count = 0;
  quantity::Refs refs;
  for (size_t row = 0; row < rows.rows(); ++row) {
    if (!std::ranges::all_of(
            wanted, [&](const auto& each) { return quantity::to_text(rows.at(row, each.first)) == each.second; }))
      continue;
    ++count;
    for (size_t column = 0; column < rows.columns(); ++column) {
      const quantity::Refs& of_cell = rows.refs_of(row, column);
      refs.insert(refs.end(), of_cell.begin(), of_cell.end());
    }
  }
  std::ranges::sort(refs);
  refs.erase(std::ranges::unique(refs).begin(), refs.end());
  data::Cell cell{count, {}, std::move(refs)};
  cell.field.name = cell.field.title = fmt::format("{}{}", kCount, key);
  cell.field.type = quantity::FieldType::integer;
  cell.field.unit = "1";
  return figure_of(std::move(cell));
}

bool Figures::has_value(const quantity::Frame& rows, size_t column, std::string_view value) const {
  for (size_t row = 0; row < rows.rows(); ++row)
    if (quantity::to_text(rows.at(row, column)) == value) return true;
  // A category without rows is a count of 0.
  const quantity::Field& field = rows.fields[column];
  const data::Resource* resource = database_.package().find(field.resource);
  const int index = resource ? resource->find(field.column) : -1;
  return index >= 0 && std::ranges::count(resource->fields[static_cast<size_t>(index)].constraints.one_of, value) > 0;
}

site::FigurePtr Figures::report_no_row(const quantity::Frame& rows, const std::string& column, const std::string& value,
                                       base::Span span) {
  std::set<std::string> values;
  for (size_t row = 0; row < rows.rows(); ++row)
    values.insert(quantity::to_text(rows.at(row, static_cast<size_t>(rows.find(column)))));
  const std::vector<std::string_view> known(values.begin(), values.end());
  diagnostics_
      .error("unknown-figure", span,
             fmt::format("no row of \"{}\" has \"{}\" in the column \"{}\"", rows.name, value, column))
      .expect(known.empty() ? "a table that has rows" : fmt::format("one of {}", base::list_names(known, 20)))
      .suggest(base::did_you_mean(value, known));
  return nullptr;
}

site::FigurePtr Figures::find_range(const std::string& key, size_t at, base::Span span) {
  const site::FigurePtr least = find(key.substr(0, at), span), greatest = find(key.substr(at + 2), span);
  if (!least || !greatest) return nullptr;
  for (const site::FigurePtr& end : {least, greatest})
    if (const std::string objection = objection_to(*end); !objection.empty()) {
      diagnostics_.error("figure-without-value", span, fmt::format("{} an end of the range {}", objection, key))
          .expect("two numbers, the least and the greatest");
      return nullptr;
    }
  const quantity::Units& units = database_.units();
  const auto unit_of = [&](const site::Figure& figure) {
    return units.parse(figure.cell.field.unit).value_or(quantity::Unit());
  };
  const auto in_unit = quantity::convert(*greatest->exact, unit_of(*greatest), unit_of(*least));
  if (!in_unit) {
    diagnostics_
        .error("figure-unit", span,
               fmt::format("the ends of the range are in {} and {}, and these units do not convert",
                           least->cell.field.unit, greatest->cell.field.unit))
        .expect("two values of the same kind");
    return nullptr;
  }
  site::Figure figure = *least;
  figure.greatest = *in_unit;
  figure.shown_greatest = quantity::present_with_unit(greatest->cell.value, greatest->cell.field, units);
  figure.cell.refs = united_refs({least, greatest});
  if (greatest->cell.field.covers != least->cell.field.covers) figure.cell.field.covers = "";
  if (greatest->is_computed()) figure.cell.field.resource = "";
  figure.formula = figure.sum = "";
  figure.inputs.clear();
  return std::make_shared<const site::Figure>(std::move(figure));
}

site::FigurePtr Figures::find_cell(const std::string& key, base::Span span) {
  size_t first = key.find('/'), last = key.rfind('/');
  if (first == last) {
    diagnostics_.error("unknown-figure", span, fmt::format("\"{}\" is not a cell reference", key))
        .expect(
            "TABLE/KEY/COLUMN: a query of this page, a view or a resource; its key; a column. Or "
            "ESTIMATE/CASE/ROW/COLUMN");
    return nullptr;
  }
  const std::string table = key.substr(0, first);
  if (const data::TableInfo* info = database_.find_table(table))  // a column may have slashes in its name
    for (size_t at = key.find('/', first + 1); at < last; at = key.find('/', at + 1))
      if (info->find(std::string_view(key).substr(at + 1)) >= 0) last = at;
  std::string row = key.substr(first + 1, last - first - 1), column = key.substr(last + 1);
  bool is_query = evaluation_.content && evaluation_.content->query(table);
  if (!is_query && estimates_ && estimates_->has(table) && !database_.find_table(table)) {
    evaluation_.uses_estimates = true;
    auto figure = estimates_->find(table, row, column, connection_);
    if (figure) return std::move(figure).value();
    diagnostics_.error("unknown-figure", span, figure.error().message).suggest(figure.error().help);
    return nullptr;
  }
  auto frame = evaluation_.frames.find(table);
  if (is_query && (frame == evaluation_.frames.end() || !frame->second)) return nullptr;  // the failure was reported
  auto cell = is_query ? find_in_frame(*frame->second, row, column) : connection_.find_cell(table, row, column);
  if (cell) {
    check_source(key, cell.value(), span);
    data::refuse_constants(cell->field, span, diagnostics_);
    cell->field.covers = database_.scope_of(cell->field, cell->refs).text();
    return figure_of(std::move(cell).value());
  }
  diagnostics_.error("unknown-figure", span, cell.error().message).suggest(cell.error().help);
  return nullptr;
}

// Checks that a cited text or key has a source. Numbers were checked when they were loaded.
void Figures::check_source(const std::string& key, const data::Cell& cell, base::Span span) {
  if (cell.field.is_measure() || quantity::is_null(cell.value)) return;
  const auto has_source = [&](const std::string& ref) {
    auto provenance = database_.provenance(ref);
    if (!provenance) return false;
    return provenance->source ? !provenance->locator.empty() : !provenance->no_source.empty();
  };
  if (!cell.refs.empty() && std::all_of(cell.refs.begin(), cell.refs.end(), has_source)) return;
  auto& error =
      diagnostics_.error("figure-without-source", span, fmt::format("\"{}\" is cited, but has no source", key));
  if (cell.refs.empty())
    error.expect(fmt::format("the ref of its row: select ref, or … AS {}__ref", cell.field.name));
  else
    error.expect("a \"source\" and a \"locator\" of its row, its column or its resource")
        .suggest("a text that needs no source is written without a link");
}

site::FigurePtr Figures::find_named(const std::string& name, base::Span span) {
  auto definition = definitions_.find(name);
  if (definition == definitions_.end()) {
    if (auto shared = shared_.find(name); shared != shared_.end()) return shared->second;
    report_unknown_name(name, span);
    return nullptr;
  }
  if (auto open = std::find(open_.begin(), open_.end(), name); open != open_.end()) {
    std::vector<std::string> circle(open, open_.end());
    circle.push_back(name);
    diagnostics_
        .error("figure-cycle", definition->second.formula.span,
               fmt::format("\"{}\" depends on itself: {}", name, base::join(circle, " → ")))
        .expect("a formula over cells, or over figures that do not depend on this one");
    return nullptr;
  }
  if (open_.size() >= kMaxDepth) {
    diagnostics_
        .error("bad-formula", definition->second.formula.span, "figures that depend on figures are nested too deeply")
        .expect(fmt::format("at most {}", kMaxDepth));
    return nullptr;
  }
  open_.push_back(name);
  site::FigurePtr figure = calculate(name, definition->second);
  open_.pop_back();
  return figure;
}

site::FigurePtr Figures::calculate(const std::string& name, const site::NamedFigure& definition) {
  const document::Text& text = definition.formula;
  const quantity::Units& units = database_.units();
  auto refuse = [&](const quantity::FormulaError& mistake) {
    diagnostics_
        .error("bad-formula", quantity::part_of(text.span, text.text, mistake.begin, mistake.end), mistake.message)
        .expect(mistake.expected);
    return nullptr;
  };
  auto formula = quantity::Formula::parse(text.text, units);
  if (!formula) return refuse(formula.error());

  std::vector<site::FigurePtr> inputs;
  std::vector<quantity::Quantity> values;
  std::vector<quantity::Scope> scopes;
  for (const quantity::Formula::Operand& operand : formula->operands()) {
    base::Span span = quantity::part_of(text.span, text.text, operand.begin, operand.end);
    std::string key = site::decode_percent(operand.text).value_or(operand.text);
    if (evaluation_.from_data) key = site::fill_placeholders(key, evaluation_.values, span, diagnostics_);
    site::FigurePtr input = find(key, span);
    if (!input) continue;
    if (formula->is_one_operand()) return rename(name, definition, input);
    if (std::string objection = objection_to(*input); !objection.empty()) {
      diagnostics_.error("figure-without-value", span, fmt::format("{} {}", objection, key))
          .expect("a number to calculate with");
      continue;
    }
    auto unit = units.parse(input->cell.field.unit.empty() ? "1" : input->cell.field.unit);
    values.push_back({*input->exact, unit ? *unit : quantity::Unit()});
    scopes.emplace_back(input->cell.field.covers);
    inputs.push_back(std::move(input));
  }
  if (inputs.size() < formula->operands().size()) return nullptr;
  if (inputs.empty() && definition.why.empty()) {
    diagnostics_.error("figure-without-source", text.span, fmt::format("\"{}\" does not depend on data", name))
        .expect("a formula over figures of the data, or a reason")
        .suggest(fmt::format("state the assumption: {}: {{is: {}, why: …}}", name, text.text));
    return nullptr;
  }
  auto result = formula->evaluate(values, units);
  if (!result) return refuse(result.error());
  double nearest = result->value.to_double();
  if (!std::isfinite(nearest) || (nearest == 0 && result->value.sign() != 0))
    return refuse({0, text.text.size(), "the result can't be shown", "a number between 1e-300 and 1e300"});
  quantity::Scope scope(definition.covers.text);
  auto found = formula->scope(scopes);
  if (scope.is_stated() && definition.why.empty()) {
    // Amounts in the formula do not change the scope of a value.
    const bool is_of_one_scope = std::all_of(scopes.begin(), scopes.end(),
                                             [&](const quantity::Scope& other) { return other == scopes.front(); });
    const quantity::Scope own = found                                ? *found
                                : is_of_one_scope && !scopes.empty() ? scopes.front()
                                                                     : quantity::Scope();
    if (own.is_stated() && !(own == scope)) return report_other_scope(name, definition, own);
  }
  if (!scope.is_stated()) {
    if (!found) {
      const quantity::FormulaError& mistake = found.error();
      auto& d = diagnostics_.error(
          "scope-mismatch", quantity::part_of(text.span, text.text, mistake.begin, mistake.end), mistake.message);
      d.expect(mistake.expected)
          .suggest(fmt::format("state what the result covers: {}: {{is: {}, covers: …}}", name, text.text));
      return nullptr;
    }
    scope = *found;
  }
  return computed_figure(name, definition, *formula, inputs, values, *result, scope, units);
}

// Returns a figure with a different name. The name may state a scope only if the figure does not have one.
site::FigurePtr Figures::rename(const std::string& name, const site::NamedFigure& definition,
                                const site::FigurePtr& input) {
  quantity::Scope stated(definition.covers.text), own(input->cell.field.covers);
  if (!stated.is_stated() || stated == own) return input;
  if (own.is_stated()) return report_other_scope(name, definition, own);
  site::Figure figure = *input;
  figure.cell.field.covers = stated.text();
  return std::make_shared<const site::Figure>(std::move(figure));
}

site::FigurePtr Figures::report_other_scope(const std::string& name, const site::NamedFigure& definition,
                                            const quantity::Scope& own) {
  const bool is_formula = !quantity::Formula::parse(definition.formula.text, database_.units())->is_one_operand();
  diagnostics_
      .error("scope-mismatch", definition.covers.span,
             fmt::format("\"{}\" claims to cover \"{}\", but {} covers \"{}\"", name,
                         quantity::Scope(definition.covers.text).text(), definition.formula.text, own.text()))
      .expect("the same coverage as in the data")
      .suggest(is_formula ? "remove `covers`, or explain in `why:` why the result covers this"
                          : "remove `covers`, or use a figure that covers this");
  return nullptr;
}

void Figures::report_unknown_name(const std::string& name, base::Span span) {
  std::vector<std::string_view> names = base::views(definitions_, &site::NamedFigures::value_type::first);
  for (const auto& [known, figure] : shared_) names.push_back(known);
  diagnostics_.error("unknown-figure", span, fmt::format("there is no figure \"{}\"", name))
      .expect(names.empty() ? "TABLE/KEY/COLUMN, or a name from `figures:` of this page or data/figures.yaml"
                            : "TABLE/KEY/COLUMN, or one of " + base::list_names(names))
      .suggest(base::did_you_mean(name, names));
}

SharedFigures evaluate_shared_figures(const site::NamedFigures& definitions, const data::Database& database,
                                      data::Connection& connection, base::Diagnostics& diagnostics) {
  site::Evaluation evaluation;
  Figures(evaluation, definitions, {}, database, nullptr, connection, diagnostics).find_all();
  SharedFigures shared;
  for (const auto& [name, definition] : definitions) shared.emplace(name, evaluation.figures[name]);
  return shared;
}

}  // namespace passes
