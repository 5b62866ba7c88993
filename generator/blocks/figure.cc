#include "blocks/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.h"
#include "blocks/ages.h"
#include "quantity/figure_text.h"
#include "quantity/present.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr size_t kMaxPlacesInMessages = 6;

constexpr std::string_view kWhatIsRead =
    "write a number or a range; a word such as \"about\" or \"at least\" may come first, a scale such as \"million\" "
    "and a unit after it, then \"per\", \"a\" or \"an\" and another unit; put other words outside the brackets";

base::Span place_of(const document::Link& link) { return link.exact ? link.text_span : link.span; }

// Returns the path of the figure's value, or its name with its formula.
std::string subject_of(std::string_view key, const site::Figure& figure) {
  return figure.formula.empty() ? std::string(key) : fmt::format("{} = {}", key, figure.formula);
}

// Reports an error in a figure, whose subject is its path or its name.
base::Diagnostic& report(std::string_view code, const document::Link& link, std::string_view subject,
                         std::string message, std::string expected, Context& context) {
  return context.diagnostics.error(code, place_of(link), std::move(message))
      .expect(std::move(expected))
      .of(fmt::format("figure:{}", subject));
}

// Adds a note to the diagnostic about the source of the value.
void explain(base::Diagnostic& diagnostic, const site::Figure& figure, Context& context) {
  for (const site::Figure::Input& input : figure.inputs)
    diagnostic.note({}, fmt::format("{} is {}", input.name, input.value));
  const quantity::Refs& refs = figure.cell.refs;
  for (size_t i = 0; i < std::min(refs.size(), kMaxPlacesInMessages); ++i) {
    const site::Provenance* provenance = context.view.provenance(refs[i]);
    if (!provenance || !provenance->source) continue;
    diagnostic.note({}, fmt::format("{}: {}, {}; {}", refs[i], short_name(*provenance->source), provenance->locator,
                                    date_text(provenance->as_of, context)));
  }
  if (refs.size() > kMaxPlacesInMessages)
    diagnostic.note({}, fmt::format("and {} more records", refs.size() - kMaxPlacesInMessages));
}

// Returns the names of the tables from which a value comes, each once.
std::vector<std::string> tables_of(const site::Figure& figure) {
  std::vector<std::string> tables;
  for (const std::string& ref : figure.cell.refs)
    if (std::string table = ref.substr(0, ref.find('/')); tables.empty() || tables.back() != table)
      tables.push_back(std::move(table));
  return tables;
}

// Returns the smallest edit that turns `raw`, which is `text` with its markup, into `corrected`; nullopt if ambiguous.
std::optional<base::Edit> smallest_edit(base::Span raw, std::string_view text, std::string_view corrected) {
  size_t front = 0, back = 0, least = std::min(text.size(), corrected.size());
  while (front < least && text[front] == corrected[front]) ++front;
  while (back < least - front && text[text.size() - 1 - back] == corrected[corrected.size() - 1 - back]) ++back;
  auto is_part_of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ',' || (c & 0x80) != 0; };
  while (front > 0 && is_part_of_number(text[front - 1])) --front;
  while (back > 0 && is_part_of_number(text[text.size() - back])) --back;
  std::string_view old_part = text.substr(front, text.size() - front - back);
  size_t at = raw.text().find(old_part);
  // The text contains an entity: "&#53;3" is shown as "53".
  if (raw.text().find('&') != std::string_view::npos) return std::nullopt;
  if (old_part.empty() || at == std::string_view::npos || raw.text().find(old_part, at + 1) != std::string_view::npos)
    return std::nullopt;
  uint32_t begin = raw.begin + static_cast<uint32_t>(at);
  return base::Edit{{raw.source, begin, begin + static_cast<uint32_t>(old_part.size())},
                    std::string(corrected.substr(front, corrected.size() - front - back))};
}

// Whether `text` has no special meaning in any YAML scalar. Corrections in YAML are limited to such texts.
bool is_plain_in_yaml(std::string_view text) {
  return text.find_first_of("\"'\\#:{}[]&*!|>@`\n") == std::string_view::npos;
}

// Whether a link is inside a YAML scalar, in the front matter or in a block.
bool is_in_yaml(const document::Link& link, const site::Content& content) {
  const uint32_t at = link.text_span.begin;
  return at < content.front.body ||
         std::any_of(
             content.blocks.begin(), content.blocks.end(),
             [&](const auto& block) { return at >= block.span.begin && at < block.span.end; });
}

// Returns the values of a row: "2, Ground, A, 5.01".
std::string shown_row(const quantity::Frame& rows, size_t row, const quantity::Locale& locale) {
  std::string shown;
  for (size_t column = 0; column < rows.columns(); ++column)
    if (const quantity::Value& value = rows.at(row, column); !quantity::is_null(value))
      shown += (shown.empty() ? "" : ", ") + quantity::present(value, rows.fields[column], locale);
  return shown;
}

// Whether another row of the table has what the text states, although the keys of the table are only numbers: the rows
// have probably moved, and the number of this row now names something else. Adds both rows to the diagnostic.
bool states_another_row(std::string_view key, const site::Figure& figure,
                        const std::function<bool(const quantity::Value&)>& states, base::Diagnostic& diagnostic,
                        Context& context) {
  const quantity::Field& field = figure.cell.field;
  const data::Resource* resource = context.view.package().find(field.resource);
  const quantity::Frame* rows = resource ? context.view.rows(field.resource) : nullptr;
  const int column = rows ? rows->find(field.column) : -1;
  if (column < 0 || !key.starts_with(field.resource + "/") || resource->primary_key.empty() ||
      !std::ranges::all_of(
          resource->primary_key,
          [&](const std::string& name) {
            return resource->fields[static_cast<size_t>(resource->find(name))].field.type ==
                   quantity::FieldType::integer;
          }))
    return false;
  std::string here, there, other;
  for (size_t row = 0; row < rows->rows(); ++row) {
    const auto at = static_cast<size_t>(column);
    const quantity::Refs& refs = rows->refs_of(row, at);
    const std::string ref = refs.empty() ? "" : std::string(data::record_of(refs.front()));
    const bool is_here = key.starts_with(ref + "/");
    if (!is_here && (!other.empty() || !states(rows->at(row, at)))) continue;
    (is_here ? here : there) = fmt::format("{} is: {}", ref, shown_row(*rows, row, context.view.units().locale()));
    if (!is_here) other = ref;
  }
  if (here.empty() || other.empty()) return false;
  diagnostic.note({}, here).note({}, there).suggest(
      fmt::format("if the sentence means the row that has this value, write fig:{}/{}; otherwise correct the number "
                  "yourself, because "
                  "\"{}\" does not say what the row is",
                  other, field.column, base::join(resource->primary_key, ", ")));
  return true;
}

// Suggests replacing `text` by `corrected` if the author's file can be edited unambiguously. A template with one page
// per row cannot, because one text has many values.
void offer(const document::Link& link, base::Span place, std::string_view text, std::string corrected, Context& context,
           std::string_view key = "", std::string far_value = "") {
  if (!link.exact || corrected.empty() || context.view.page().from_data()) return;
  if (is_in_yaml(link, *context.view.content()) && !is_plain_in_yaml(corrected)) return;
  if (link.text_span.text() == text)
    context.corrections.push_back(
        {{link.text_span, std::move(corrected)}, place, std::string(key), std::move(far_value)});
  else if (auto edit = smallest_edit(link.text_span, text, corrected))
    context.corrections.push_back({*std::move(edit), place, std::string(key), std::move(far_value)});
}

// Escapes a text to be used as the text of a link.
std::string escape_markdown(std::string_view text, const document::Link& link) {
  if (link.in_words) return std::string(text);
  std::string out;
  for (char c : text) {
    if (std::string_view("\\`*_[]<>|~&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Whether a number is ten times or a tenth of another, or has another sign.
bool is_far(const quantity::Figure& before, const quantity::Figure& after) {
  const auto value_of = [](const quantity::Figure& figure) {
    return figure.number.shown * (figure.readings.empty() ? quantity::Exact(1) : figure.readings.front().scale);
  };
  const quantity::Exact was = value_of(before), is = value_of(after);
  return was.sign() * is.sign() < 0 || was.abs() >= is.abs() * 10 || is.abs() >= was.abs() * 10;
}

bool is_stated_as_number(const site::Figure& figure) {
  return quantity::is_number(figure.cell.value) && figure.cell.field.type != quantity::FieldType::boolean;
}

void check_number(const document::Link& link, std::string_view key, std::string_view text, const site::Figure& figure,
                  Context& context) {
  if (!figure.exact) {
    report("figure-mismatch", link, key, fmt::format("the value of {} is not finite", key),
           "a value that a text can state", context);
    return;
  }
  const quantity::Units& units = context.view.units();
  const auto read = [&](std::string_view words) {
    return key.starts_with("count:") ? quantity::parse_count(words, units) : quantity::parse_figure(words, units);
  };
  const quantity::Figure written = read(text);
  quantity::FigureCheck check =
      quantity::check_behind(words_before(link, context.view.content()), written, *figure.exact, figure.cell.field.unit,
                             units, figure.greatest ? &*figure.greatest : nullptr);
  if (check.outcome == quantity::FigureOutcome::ok) return;
  std::string_view code = check.outcome == quantity::FigureOutcome::mismatch          ? "figure-mismatch"
                          : check.outcome == quantity::FigureOutcome::not_convertible ? "figure-unit"
                                                                                      : "figure-unreadable";
  const std::string subject = subject_of(key, figure);
  auto& d = report(code, link, subject, check.why, fmt::format("{}, the value of {}", check.actual, subject), context);
  if (!check.should_say.empty())
    d.suggest(fmt::format("write \"{}\"", check.should_say));
  else if (!check.help.empty())
    d.suggest(check.help);
  else if (check.outcome == quantity::FigureOutcome::unreadable)
    d.suggest(std::string(kWhatIsRead));
  explain(d, figure, context);
  const auto states = [&](const quantity::Value& value) {
    const auto exact = quantity::is_number(value) ? quantity::Exact::from(value) : std::nullopt;
    return exact && quantity::check_figure(written, *exact, figure.cell.field.unit, units).outcome ==
                        quantity::FigureOutcome::ok;
  };
  if (check.outcome != quantity::FigureOutcome::mismatch || states_another_row(key, figure, states, d, context)) return;
  d.tables = tables_of(figure);
  if (written.upper || figure.greatest) return;  // only the author knows which end of a range is meant
  const bool is_far_away = is_far(written, read(check.should_say));
  offer(link, place_of(link), text, check.should_say, context, key,
        is_far_away ? figure.exact->to_decimal().value_or("") : "");
}

void check_text(const document::Link& link, std::string_view key, std::string_view text, const site::Figure& figure,
                Context& context) {
  std::string value =
      base::one_line(quantity::present(figure.cell.value, figure.cell.field, context.view.units().locale()));
  if (base::one_line(text) == value) return;
  const bool is_date = figure.cell.field.type == quantity::FieldType::date;
  if (is_date && quantity::states_date(text, quantity::to_text(figure.cell.value), context.view.units())) return;
  auto& d = report("figure-mismatch", link, key, fmt::format("the text says \"{}\", the data \"{}\"", text, value),
                   fmt::format("the value of {}", key), context);
  explain(d, figure, context);
  const auto states = [&](const quantity::Value& other) {
    return base::one_line(quantity::present(other, figure.cell.field, context.view.units().locale())) ==
           base::one_line(text);
  };
  if (states_another_row(key, figure, states, d, context)) return;
  d.tables = tables_of(figure);
  offer(link, place_of(link), text, escape_markdown(value, link), context);
}

// Suggests a text that states the value, for a link without text.
void check_empty(const document::Link& link, std::string_view key, std::string_view text, const std::string& shown,
                 const site::Figure& figure, Context& context) {
  if (context.view.page().from_data()) return;
  context.diagnostics.error("figure-empty", link.span, fmt::format("the text that states {} is empty", key))
      .expect(shown)
      .of(fmt::format("figure:{}", key))
      .suggest("write the figure between the brackets, or let `sourcebook fix` do it");
  std::string stated = base::one_line(shown);
  if (is_stated_as_number(figure))
    stated =
        figure.exact ? quantity::figure_of(*figure.exact, stated, figure.cell.field.unit, context.view.units()) : "";
  offer(link, link.span, text, escape_markdown(stated, link), context);
}

// Returns the link to the figure's note, which assets/card.js shows as a card. A headline also shows that its figure is
// old.
markup::SafeHtml link_to_note(const markup::SafeHtml& shown, const std::string& value, const Notes::FigureNote& note,
                              const site::Figure& figure, Context& context) {
  markup::Writer out;
  out.open("a").attr("class", "fig").attr_if(!note.mark.empty(), "id", note.mark);
  out.attr("href", "#" + site::encode_fragment(note.id));
  out.attr_if(!note.mark.empty(), "data-note", std::to_string(note.number));
  out.attr_if(shown.str() != markup::escape(value), "data-value", value).html(shown).close();
  if (context.in_short_text) out.html(figure_age_html(figure, context));
  return out.take();
}

}  // namespace

std::string_view words_before(const document::Link& link, const site::Content* content) {
  if (!link.exact || !content || is_in_yaml(link, *content)) return "";
  std::string_view before = link.span.source->text().substr(0, link.span.begin);
  before.remove_prefix(before.rfind("\n\n") + 1);
  return before.substr(0, before.find_last_not_of("*_") + 1);
}

// Elements that change how a number reads: "10<sup>6</sup>" is not 106.
constexpr std::string_view kReadOtherwise[] = {"<sup", "<sub", "<del", "<s>", "<rt", "<bdo", "<math"};

document::LinkHtml prose_figure(const document::Link& link, std::string_view key, const markup::SafeHtml& content,
                                std::string_view text, Context& context) {
  document::LinkHtml html;
  const site::Figure* figure = context.view.figure(key);
  if (!figure) return html;  // a missing figure was reported when it was looked up
  const site::Cell& cell = figure->cell;
  std::string value = quantity::present_with_unit(cell.value, cell.field, context.view.units());
  if (figure->greatest) value += " – " + figure->shown_greatest;
  markup::SafeHtml shown = content;
  if (quantity::is_null(cell.value)) {
    report("figure-mismatch", link, key, fmt::format("there is no value at {}", key), "a cell that is not empty",
           context);
  } else if (base::trim(text).empty()) {
    check_empty(link, key, text, value, *figure, context);
    shown = markup::SafeHtml::text(value);
  } else if (std::ranges::any_of(kReadOtherwise,
                                 [&](std::string_view tag) { return content.str().find(tag) != std::string::npos; })) {
    report("figure-unreadable", link, key, fmt::format("the text of {} has HTML that changes how it reads", key),
           "a plain text, such as 10^6 km", context);
  } else if (is_stated_as_number(*figure)) {
    check_number(link, key, text, *figure, context);
  } else {
    check_text(link, key, text, *figure, context);
  }
  Notes::FigureNote note = context.figures->add_figure(*figure, context);
  if (context.figure_cards && !note.id.empty())
    context.figure_cards->push_back(markup::Writer().element("b", value).text(" ").html(note.html).take());
  html.replacement = note.id.empty() ? std::move(shown) : link_to_note(shown, value, note, *figure, context);
  return html;
}

markup::SafeHtml drawn_figure(std::string_view name, bool is_link, base::Span place, Context& context) {
  const site::Figure* figure = context.view.figure(name);
  if (!figure && !context.view.content()->figures.contains(name)) {
    context.diagnostics
        .error("unknown-figure", place,
               fmt::format("the page content/{} shows this diagram, and has no figure \"{}\"",
                           context.view.content()->path, name))
        .expect("a name from the \"figures\" of the page's front matter");
    return {};
  }
  if (!figure) return {};  // the figure's own error was reported
  if (quantity::is_null(figure->cell.value)) {
    context.diagnostics
        .error("figure-mismatch", place, fmt::format("the figure \"{}\" of this diagram has no value", name))
        .expect("a cell that is not empty");
    return {};
  }
  const std::string value = quantity::present_with_unit(figure->cell.value, figure->cell.field, context.view.units());
  const Notes::FigureNote note = is_link ? context.figures->add_figure(*figure, context) : Notes::FigureNote();
  if (note.id.empty()) return markup::SafeHtml::text(value);
  markup::Writer out;
  out.open("a").attr_if(!note.mark.empty(), "id", note.mark).attr("href", "#" + site::encode_fragment(note.id));
  return out.text(value).close().take();
}

}  // namespace blocks
