// Checks figures together with the words before and after their brackets, as readers see them: without the marks of
// emphasis, links and line breaks between.
#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "blocks/figure.h"
#include "check/checks.h"
#include "check/prose.h"
#include "quantity/figure_text.h"

namespace check {
namespace {

// Whether a character is drawn over the one before it, or is a digit or number of any script.
bool is_mark_or_number(char32_t c) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  static_assert(UTF8PROC_CATEGORY_MN + 5 == UTF8PROC_CATEGORY_NO);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_NO;
}

// Returns a character beside a figure that readers would see as part of the number, such as "٢" or U+0338; "" if there
// is none.
std::string_view touching(std::string_view before, std::string_view behind) {
  const std::string_view last = before.substr(base::code_point_start(before, before.size() - !before.empty()));
  for (std::string_view side : {behind, last}) {
    std::string_view rest = side;
    if (!side.empty() && is_mark_or_number(base::take_code_point(rest)))
      return side.substr(0, side.size() - rest.size());
  }
  return "";
}

// Returns the first character in a text that has no width, such as U+200B or U+FEFF: "U+200B"; "" if there is none.
std::string invisible_in(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = base::take_code_point(text);
    // Marks of direction are reported by check/direction.cc.
    const bool is_of_direction =
        c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_CF && !is_of_direction)
      return fmt::format("U+{:04X}", static_cast<unsigned>(c));
  }
  return "";
}

// Returns the sign with which a formula behind a figure goes on with its number: "$`\\times 10^6`$"; "" if none does.
std::string_view sign_of_formula(std::string_view behind) {
  behind = base::trim(behind);
  for (const std::string_view sign : {"\\times", "\\cdot", "^", "\\frac", "\\div"})
    if (behind.starts_with(sign)) return sign;
  return "";
}

// Returns the values of the other figures of a sentence, in a unit.
std::vector<quantity::Exact> others_in(const Sentence& sentence, const Sentence::Figure& at, const std::string& unit,
                                       const site::Site& site, const site::Page& page) {
  const quantity::Units& units = site.database->units();
  const auto unit_of = [&](const std::string& text) { return units.parse(text).value_or(quantity::Unit()); };
  std::vector<quantity::Exact> others;
  for (const Sentence::Figure& each : sentence.figures) {
    const site::Figure* figure = each.link == at.link ? nullptr : figure_of(*page.evaluation, *each.link).second;
    if (!figure || !figure->exact) continue;
    if (auto value = quantity::convert(*figure->exact, unit_of(figure->cell.field.unit), unit_of(unit)))
      others.push_back(*std::move(value));
  }
  return others;
}

// Returns whether the data say that a value is in percentage points, or that it is not; nullopt if they say neither.
// A formula may subtract two percentages, and a query may do anything; "1 - x" and "(a - b) / c" are shares again.
std::optional<bool> is_in_points(const site::Figure& figure, const quantity::Language& language) {
  const quantity::Field& field = figure.cell.field;
  const auto says = [&](std::string_view text) { return quantity::mentions(text, language.points); };
  if (says(field.title) || says(field.unit)) return true;
  const bool has_points = says(field.description) || says(field.covers) ||
                          std::ranges::any_of(figure.inputs, says, &site::Figure::Input::title);
  const std::string& formula = figure.formula;
  const size_t minus = formula.rfind(" - ");
  const bool subtracts =
      minus != std::string::npos && !base::is_digit(formula[minus + 3]) && formula.find(") / ") == std::string::npos;
  if (has_points || subtracts || (formula.empty() && figure.is_computed())) return std::nullopt;
  return false;
}

// Returns the years in whose prices a value is, by the data; nullopt if it is computed and no field states them.
std::optional<std::set<int>> declared_price_years(const site::Figure& figure, const site::Site& site) {
  const quantity::Field& field = figure.cell.field;
  const data::TableInfo* table = field.resource.empty() ? nullptr : site.database->find_table(field.resource);
  std::string texts = fmt::format("{}\n{}\n{}", field.title, field.description, field.covers);
  if (table && table->resource) texts += fmt::format("\n{}\n{}", table->title, table->resource->description);
  std::set<int> years = quantity::price_years(texts, site.database->units().language());
  if (years.empty() && figure.is_computed()) return std::nullopt;
  return years;
}

// Returns what the words around a figure say of its value that the data deny, and what the data say: percentage points,
// the direction of a change, the year of prices. Empty if there is nothing.
std::pair<std::string, std::string> contradiction(std::string_view before, std::string_view text,
                                                  std::string_view behind, const site::Figure& figure,
                                                  const site::Site& site) {
  const quantity::Units& units = site.database->units();
  const quantity::Language& language = units.language();
  const quantity::Field& field = figure.cell.field;
  const quantity::Unit own = units.parse(field.unit).value_or(quantity::Unit());
  if (const auto said = own.is_ratio() ? quantity::percent_stated(text, behind, units) : quantity::Percent::none;
      said != quantity::Percent::none) {
    const std::optional<bool> is_points = is_in_points(figure, language);
    if (said == quantity::Percent::points && is_points == false) return {"percentage points", "per cent"};
    if (said == quantity::Percent::whole && is_points == true) return {"per cent", "percentage points"};
  }
  const bool is_change = figure.formula.empty() && quantity::mentions(field.title, language.changes);
  const int direction = is_change ? quantity::direction_around(before, behind, language) : 0;
  if (direction * figure.exact->sign() < 0 && (direction > 0 || !figure.greatest))
    return direction > 0 ? std::pair("a rise", "a fall") : std::pair("a fall", "a rise");
  const auto is_money = [&](const quantity::UnitPart& part) { return units.is_currency(part.name); };
  if (std::ranges::none_of(own.parts, is_money)) return {};
  const std::set<int> years = quantity::price_years_around(before, behind, units);
  const auto declared = years.empty() ? std::nullopt : declared_price_years(figure, site);
  if (!declared || std::ranges::includes(*declared, years)) return {};
  return {fmt::format("prices of {}", *years.begin()),
          declared->empty() ? "no year of prices" : fmt::format("prices of {}", *declared->begin())};
}

// Reports words that make another number of a figure. Other figures and asserts around it have their own support.
// In a label the value may be a limit that readers choose.
void check_figure(const Sentence& sentence, const Sentence::Figure& at, const site::Site& site, const site::Page& page,
                  bool is_label, base::Diagnostics& diagnostics) {
  const auto [key, figure] = figure_of(*page.evaluation, *at.link);
  if (!figure || !figure->exact || figure->cell.field.type == quantity::FieldType::boolean) return;
  base::Diagnostics unused;  // unknown placeholders were reported when the page was rendered
  const auto filled = [&](std::string_view text) {
    return page.evaluation->from_data ? site::fill_placeholders(text, page.evaluation->values, at.link->span, unused)
                                      : std::string(text);
  };
  const std::string text = filled(std::string_view(sentence.text).substr(at.begin, at.end - at.begin));
  const std::string_view loose = sentence.loose;
  const std::string before = filled(loose.substr(0, at.begin)), behind = filled(loose.substr(at.end));
  const quantity::Units& units = site.database->units();
  const std::string& unit = figure->cell.field.unit;
  const quantity::Exact* greatest = figure->greatest ? &*figure->greatest : nullptr;
  const quantity::Figure written =
      key.starts_with("count:") ? quantity::parse_count(text, units) : quantity::parse_figure(text, units);
  const auto check_behind = [&](std::string_view words) {
    return quantity::check_behind(words, written, *figure->exact, unit, units, greatest);
  };
  quantity::FigureCheck check = check_behind(before);
  if (check_behind(blocks::words_before(*at.link, page.content())).outcome != quantity::FigureOutcome::ok)
    return;  // the figure itself was reported
  const std::vector<quantity::Exact> others = others_in(sentence, at, unit, site, page);
  if (check.outcome == quantity::FigureOutcome::ok)
    check =
        quantity::check_words_around(before, text, behind, *figure->exact, unit, units, greatest, figure->is_computed(),
                                     is_label || !sentence.asserts.empty() || sentence.cited ? nullptr : &others);
  // Beside another figure, what is behind a bound may be a limit of its own, which states its value.
  if (check.outcome == quantity::FigureOutcome::ok && !others.empty()) check = check_behind("");
  // Another figure goes on with the digits of this one: "[2](fig:a)[7](fig:b)".
  if (at.end > at.begin && at.end < sentence.text.size() && base::is_digit(sentence.text[at.end - 1]) &&
      base::is_digit(sentence.text[at.end])) {
    size_t end = at.end;
    while (end < sentence.text.size() && base::is_digit(sentence.text[end])) ++end;
    check.stated = sentence.text.substr(at.begin, end - at.begin);
    check.actual = text;
    check.outcome = quantity::FigureOutcome::mismatch;
  }
  const std::string invisible =
      invisible_in(before.substr(base::code_point_start(before, before.size() - !before.empty())) + text +
                   behind.substr(0, base::code_point_start(behind, std::min<size_t>(behind.size(), 4))));
  if (check.outcome == quantity::FigureOutcome::ok && !invisible.empty()) {
    diagnostics
        .error("figure-mismatch", at.link->exact ? at.link->text_span : at.link->span,
               fmt::format("{}, which readers do not see, is in or beside the number {}", invisible, text))
        .suggest("delete it");
    return;
  }
  std::string_view beside = touching(before, behind);
  if (beside.empty()) beside = sign_of_formula(std::string_view(sentence.text).substr(at.end));
  if (check.outcome == quantity::FigureOutcome::ok && !beside.empty()) {
    diagnostics
        .error("figure-mismatch", at.link->exact ? at.link->text_span : at.link->span,
               fmt::format("readers take \"{}\" beside the brackets for a part of the number {}", beside, text))
        .expect("only the number's own digits")
        .suggest("delete it, or put a space or words between");
    return;
  }
  if (check.outcome == quantity::FigureOutcome::ok) {
    if (const auto [said, data] = contradiction(before, text, behind, *figure, site); !said.empty())
      diagnostics
          .error("figure-mismatch", at.link->exact ? at.link->text_span : at.link->span,
                 fmt::format("with the words around it the text says {}, the data {}", said, data))
          .expect(fmt::format("what the title and description of the column of {} say", key))
          .suggest("correct the words, or the title of the column");
    return;
  }
  diagnostics
      .error("figure-mismatch", at.link->exact ? at.link->text_span : at.link->span,
             fmt::format("with the words around it the text says {}, the data {}", check.stated, check.actual))
      .expect(fmt::format("{}, the value of {}", check.actual, key))
      .suggest(fmt::format(
          "put the whole number between the brackets, with its bound, sign, scale and unit{}; for a part or a multiple "
          "of the value, name a figure that computes it",
          check.should_say.empty() ? "" : fmt::format(": [{}]", check.should_say)))
      .of(fmt::format("figure:{}", key));
}

}  // namespace

void check_words(const site::Site& site, const site::Page& page, base::Diagnostics& diagnostics) {
  if (!page.has_text()) return;
  for (const document::Document* document : documents_of(*page.content())) {
    const auto is_figure = [](const document::Link& link) { return link.kind == document::LinkKind::figure; };
    if (std::ranges::none_of(document->links(), is_figure)) continue;
    for (const Sentence& sentence : sentences_of(*document, quantity::language_of(site.config->lang))) {
      for (const Sentence::Figure& figure : sentence.figures)
        check_figure(sentence, figure, site, page, document != &page.content()->document(), diagnostics);
      check_names(sentence, site, page, diagnostics);
    }
  }
}

}  // namespace check
