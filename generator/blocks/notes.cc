#include "blocks/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/hash.h"
#include "base/text.h"
#include "blocks/ages.h"
#include "blocks/comparability.h"
#include "blocks/context.h"
#include "quantity/present.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr size_t kMaxPlaces = 12;  // any further records of a computed number are listed by source

// Writes how a figure was calculated: "Our calculation: €4.00 (Price) ÷ 2 cups. "
markup::SafeHtml calculation(const site::Figure& figure, Context& context) {
  markup::Writer out;
  out.text(context.words["our_formula"]).text(" ").text(figure.sum);
  const char* separator = " (";
  for (const site::Figure::Input& input : figure.inputs) {
    if (input.covers.empty()) continue;
    out.text(std::exchange(separator, "; ")).text(input.value).text(", ");
    out.text(context.words.fill("covering", {{"what", shown_scope(input.covers)}}));
  }
  return out.text(*separator == ';' ? "). " : ". ").take();
}

// Writes the reason for a missing source: "Cup sizes, no source (we chose them); 2026-03-01".
markup::SafeHtml write_no_source(const site::Provenance& provenance, Context& context) {
  markup::Writer out;
  out.text(no_source_text(provenance, context));
  if (!provenance.as_of.empty()) out.text("; ").text(context.words.date(provenance.as_of));
  if (!provenance.note.empty()) out.text(" (").text(provenance.note).text(")");
  return out.take();
}

bool includes(const quantity::Refs& all, const quantity::Refs& some) {
  return std::all_of(some.begin(), some.end(),
                     [&](const std::string& ref) { return std::find(all.begin(), all.end(), ref) != all.end(); });
}

std::map<std::string_view, const data::Source*> sources_of(const quantity::Refs& refs, Context& context) {
  std::map<std::string_view, const data::Source*> sources;
  for (const std::string& ref : refs)
    if (const site::Provenance* provenance = context.view.provenance(ref); provenance && provenance->source)
      sources.emplace(provenance->source->id, provenance->source);
  return sources;
}

// Returns a key of a caveat that is the same in all notes of a page.
std::string key_of(std::string_view caveat) {
  base::Hasher hasher;
  return hasher.add(caveat).finish().hex().substr(0, 8);
}

// Whether the locators in a figure's note already state the figure's scope.
bool places_say(std::string_view covers, const quantity::Refs& refs, Context& context) {
  return std::all_of(refs.begin(), refs.end(), [&](const std::string& ref) {
    const site::Provenance* provenance = context.view.provenance(ref);
    return provenance && quantity::Scope(provenance->covers) == quantity::Scope(covers);
  });
}

}  // namespace

void Notes::show_column(const quantity::Field& field) {
  columns_.insert(field.name);
  columns_.insert(field.column);
}

bool Notes::applies(const site::ShownCaveat& caveat) const {
  return caveat.columns.empty() || std::any_of(caveat.columns.begin(), caveat.columns.end(),
                                               [&](const std::string& column) { return columns_.contains(column); });
}

void Notes::add_caveats(const site::Provenance& provenance) {
  for (const site::ShownCaveat& caveat : provenance.caveats)
    if (applies(caveat) && std::find(caveats_.begin(), caveats_.end(), caveat.text) == caveats_.end())
      caveats_.emplace_back(caveat.text);
}

// Returns the caveats for a card, which is not next to the list of caveats: the key of each, whose text list() writes.
markup::SafeHtml Notes::caveats_of(const quantity::Refs& refs, Context& context) {
  markup::Writer out;
  std::set<std::string_view> said;
  for (size_t i = 0; i < std::min(refs.size(), kMaxPlaces); ++i)
    if (const site::Provenance* provenance = context.view.provenance(refs[i]))
      for (const site::ShownCaveat& caveat : provenance->caveats)
        if (applies(caveat) && said.insert(caveat.text).second)
          out.open("i").attr("data-caveat", key_of(caveat.text)).close();
  return out.take();
}

// Returns source, locator and date: "Bean Street, Price card, row 1; 2026-03-01".
markup::SafeHtml Notes::place(const std::string& ref, std::string_view anchor, Context& context) {
  markup::Writer out;
  const site::Provenance* provenance = context.view.provenance(ref);
  if (!provenance) return out.text(ref).take();
  add_caveats(*provenance);
  if (!provenance->source) return write_no_source(*provenance, context);
  const data::Source& source = *provenance->source;
  context.references.cite(source, anchor);
  out.open("span").attr("class", "origin");
  std::string_view stated;
  if (const data::Originator* who = provenance->originator; who && who->name != publisher_of(source)) {
    stated = who->name;
    const std::string words = context.words.fill("stated_by", {{"role", who->role}, {"name", who->name}});
    out.open("span").attr("class", "stated").text(words + " ").close();
  }
  write_origin(*provenance, out, context, stated);
  if (!provenance->note.empty()) out.text(" (").text(provenance->note).text(")");
  if (!provenance->covers.empty())
    out.text("; ").text(context.words.fill("covering", {{"what", shown_scope(provenance->covers)}}));
  if (markup::SafeHtml status = status_html(source, context); !status.empty()) out.text(" ").html(status);
  return out.close().take();
}

void Notes::number_places(Context& context) { places_id_ = context.ids.claim(name_ + "-origins"); }

// Writes a link with the numbers of the places: "1, 3, 4".
void Notes::write_numbers(const std::vector<markup::SafeHtml>& places, markup::Writer& out) {
  std::vector<std::string> numbers;
  for (const markup::SafeHtml& html : places) {
    const auto [at, is_new] = place_numbers_.try_emplace(html.str(), places_.size() + 1);
    if (is_new) places_.push_back(html);
    numbers.push_back(std::to_string(at->second));
  }
  out.open("a").attr("class", "places").attr("href", "#" + site::encode_fragment(places_id_));
  out.text(base::join(numbers, ", ")).close();
}

// Writes the values that other rows state for the same cell, and why one of them is shown.
void Notes::write_competition(const std::string& ref, std::string_view anchor, markup::Writer& out, Context& context) {
  const data::Competition* competition = context.view.competition(ref);
  if (!competition) return;
  auto write = [&](const data::Alternative& alternative) {
    context.references.depend_on(alternative.ref, anchor);
    out.text(published_value(alternative, competition->field, context)).text(" (");
    out.html(place(alternative.ref, anchor, context)).text(")");
  };
  out.text(" ").open("span").attr("class", "also");
  if (competition->preferred.ref == ref) {
    out.text(context.words["also_published"]).text(" ");
    for (size_t i = 0; i < competition->others.size(); ++i) {
      if (i > 0) out.text("; ");
      write(competition->others[i]);
    }
  } else {
    out.text(context.words["not_preferred"]).text(" ");
    write(competition->preferred);
  }
  out.text(". ").text(context.words.fill("preferred_because", {{"because", competition->because}})).close();
}

markup::SafeHtml Notes::places(const quantity::Refs& refs, std::string_view anchor, Context& context) {
  markup::Writer out;
  std::set<std::string> said;  // several rows may have the same locator
  std::vector<markup::SafeHtml> all;
  for (const std::string& ref : refs) {
    // Also records the page's use of a source that is not shown.
    markup::Writer each;
    each.html(place(ref, anchor, context));
    if (has_numbers()) write_competition(ref, anchor, each, context);
    if (markup::SafeHtml html = each.take(); said.insert(html.str()).second) all.push_back(std::move(html));
  }
  if (has_numbers() && (all.size() > 1 || shown_ != SIZE_MAX)) {
    write_numbers(all, out);
  } else {
    for (size_t i = 0; i < std::min(all.size(), kMaxPlaces); ++i) out.text(i > 0 ? "; " : "").html(all[i]);
    if (all.size() > kMaxPlaces) {
      out.text("; ").text(context.words.count("and_more_from", all.size() - kMaxPlaces));
      for (const auto& [id, source] : sources_of(refs, context)) {
        write_link(site::relative_link(context.address(), source->address), short_name(*source), out.text(" "));
        out.text(";");
      }
    }
  }
  for (size_t i = 0; i < std::min(refs.size(), kMaxPlaces) && !has_numbers(); ++i)
    write_competition(refs[i], anchor, out, context);
  out.html(caveats_of(refs, context));
  return out.take();
}

size_t Notes::index_of(markup::SafeHtml html, const quantity::Refs& refs, std::string_view anchor, Context& context) {
  auto [same, fresh] = by_text_.try_emplace(html.str(), notes_.size());
  // The note of a block above is already written, perhaps with a link to its only row, so more rows need a new note.
  if (!fresh && notes_[same->second].is_above && !includes(notes_[same->second].refs, refs)) {
    same->second = notes_.size();
    fresh = true;
  }
  if (fresh) {
    const std::string id = fmt::format("{}-n{}", name_, notes_.size() + 1);
    const Above::Note* known = nullptr;
    if (context.above && !of_text_)
      if (auto at = context.above->notes.find(html.str()); at != context.above->notes.end()) known = &at->second;
    if (known && includes(known->refs, refs))
      notes_.push_back({.id = known->id,
                        .html = std::move(html),
                        .refs = known->refs,
                        .known = {known->refs.begin(), known->refs.end()},
                        .is_above = true});
    else
      notes_.push_back({.id = context.ids.claim(id), .html = std::move(html)});
  }
  Note& note = notes_[same->second];
  for (const std::string& ref : refs) {
    if (note.known.insert(ref).second) note.refs.push_back(ref);
    context.references.depend_on(ref, anchor.empty() ? note.id : anchor);
  }
  return same->second;
}

std::string Notes::add_note(const quantity::Refs& refs, bool computed, std::string_view anchor, Context& context) {
  if (refs.empty()) return "";
  auto [known, fresh] = by_refs_.try_emplace({refs, computed}, 0);
  if (fresh) {
    markup::Writer out;
    if (computed) out.text(context.words["our_calculation"]).text(" ");
    out.html(places(refs, anchor, context));
    known->second = index_of(out.take(), refs, anchor, context);
  }
  return notes_[known->second].id;
}

Notes::FigureNote Notes::add_figure(const site::Figure& figure, Context& context) {
  const quantity::Refs& refs = figure.cell.refs;
  if (refs.empty() && figure.why.empty()) return {};
  show_column(figure.cell.field);
  markup::Writer out;
  if (!figure.formula.empty()) out.html(calculation(figure, context));
  if (!figure.why.empty()) out.text(context.words["assumed"]).text(" ").text(figure.why).text(". ");
  const std::string& covers = figure.cell.field.covers;
  if (!covers.empty() && (figure.is_computed() || !places_say(covers, refs, context)))
    out.text(context.words.fill("covers", {{"what", shown_scope(covers)}})).text(" ");
  if (!refs.empty() && figure.is_computed())
    out.text(context.words[figure.formula.empty() ? "our_calculation" : "figure_from"]).text(" ");
  const size_t index = index_of(out.html(places(refs, "", context)).take(), refs, "", context);
  Note& made = notes_[index];
  if (!leads_back_) return {made.id, index + 1, "", made.html};
  made.marks.push_back(context.ids.claim(fmt::format("{}-{}", made.id, made.marks.size() + 1)));
  return {made.id, index + 1, made.marks.back(), made.html};
}

void Notes::mention(const quantity::Refs& refs, std::string_view anchor, Context& context) {
  for (const std::string& ref : refs) {
    if (!mentioned_.insert(ref).second) continue;
    const site::Provenance* provenance = context.view.provenance(ref);
    if (!provenance) continue;
    add_caveats(*provenance);
    context.references.depend_on(ref, anchor);
  }
}

void Notes::write_back_links(size_t index, markup::Writer& out, Context& context) const {
  const std::vector<std::string>& marks = notes_[index].marks;
  for (size_t i = 1; i <= marks.size(); ++i) {
    std::string title = std::to_string(index + 1) + (i > 1 ? "-" + std::to_string(i) : "");
    out.text(" ").open("a").attr("class", "footnote-back").attr("href", "#" + site::encode_fragment(marks[i - 1]));
    out.attr("role", "doc-backlink").attr("aria-label", context.words.fill("figure_back", {{"title", title}}));
    out.text("↩");
    if (i > 1) out.element("sup", std::to_string(i));
    out.close();
  }
}

void Notes::write_note(size_t index, markup::Writer& out, Context& context) const {
  const Note& note = notes_[index];
  out.open("li").attr("id", note.id).html(note.html);
  // A note about several rows does not link to them: readers find them through their source.
  std::string row = note.refs.size() == 1 ? context.view.row_link(note.refs[0]) : "";
  if (!row.empty()) {
    out.text(" ").open("a").attr("class", "row").url("href", row);
    out.text(context.words["row_in_data"]).close();
  }
  write_back_links(index, out, context);
  out.close();
}

markup::SafeHtml Notes::list(Context& context, bool with_above, const markup::SafeHtml& first) const {
  markup::Writer out;
  for (size_t i = 0; i < std::min(notes_.size(), shown_); ++i) {
    if (notes_[i].is_above && !with_above) continue;
    write_note(i, out, context);
    if (context.above && !of_text_)
      context.above->notes.try_emplace(notes_[i].html.str(), Above::Note{notes_[i].id, notes_[i].refs});
  }
  const markup::SafeHtml items = out.take();
  if (items.empty() && places_.empty()) return {};
  out.open("details")
      .attr("class", "notes")
      .attr_if(items.empty(), "hidden", "")  // until the script adds its notes
      .element("summary", context.words[of_text_ ? "figures_from" : "where_from"]);
  out.html(first).open("ol").html(items).close();
  if (!places_.empty()) {
    out.open("ol").attr("id", places_id_);
    for (size_t i = 0; i < std::min(places_.size(), shown_places_); ++i) out.open("li").html(places_[i]).close();
    out.close();
  }
  for (const std::string& caveat : caveats_)
    out.open("span").attr("class", "caveat").attr("hidden").attr("data-key", key_of(caveat)).text(caveat).close();
  return out.close().take();
}

markup::SafeHtml Notes::script_list(Context& context) const {
  markup::Writer out;
  out.open("ol");
  for (size_t i = shown_; i < notes_.size(); ++i)
    if (!notes_[i].is_above) write_note(i, out, context);
  out.close().open("ol");
  for (size_t i = shown_places_; i < places_.size(); ++i) out.open("li").html(places_[i]).close();
  return out.close().take();
}

std::string no_source_text(const site::Provenance& provenance, Context& context) {
  if (provenance.no_source.empty()) return std::string(provenance.resource);
  return context.words.fill("no_source",
                            {{"title", provenance.resource}, {"reason", std::string(provenance.no_source)}});
}

std::string published_value(const data::Alternative& alternative, const quantity::Field& field, Context& context) {
  quantity::Field own = field;
  own.unit = alternative.unit;
  own.unit_field.clear();
  own.format.clear();  // an empty format shows every published digit
  return quantity::present_with_unit(alternative.value, own, context.view.units());
}

std::set<std::string> dates_of(const quantity::Refs& refs, Context& context) {
  std::set<std::string> dates;
  for (const std::string& ref : refs)
    if (const site::Provenance* provenance = context.view.provenance(ref); provenance && provenance->source)
      dates.emplace(provenance->as_of);
  return dates;
}

std::string date_text(const std::set<std::string>& dates, Context& context) {
  std::set<std::string> known = dates;
  bool undated = known.erase("") > 0;
  if (known.empty()) return std::string(undated ? context.words["undated"] : std::string_view());
  std::string text = context.words.date(*known.begin());
  if (known.size() > 1) text += fmt::format(" {} {}", context.words["date_to"], context.words.date(*known.rbegin()));
  if (undated) text += ", " + std::string(context.words["partly_undated"]);
  return text;
}

std::string date_text(std::string_view date, Context& context) {
  return date_text(std::set<std::string>{std::string(date)}, context);
}

std::string as_of_text(const std::set<std::string>& dates, Context& context) {
  const std::string text = date_text(dates, context);
  return text.empty() ? "" : context.words.fill("as_of", {{"date", text}});
}

namespace {

void write_time(std::string_view date, markup::Writer& out, Context& context) {
  const std::string text = context.words.date(date);
  out.open("time").attr_if(text != date, "datetime", date).text(text).close();
}

}  // namespace

void write_origin(const site::Provenance& provenance, markup::Writer& out, Context& context, std::string_view said) {
  const data::Source& source = *provenance.source;
  const std::string publisher = publisher_of(source);
  out.open("a").url("href", site::relative_link(context.address(), source.address));
  if (!publisher.empty()) out.element("b", publisher).text(", ");
  out.text(source.title).close();
  std::string_view place = provenance.locator;
  if (!said.empty() && place.starts_with(fmt::format("{}: ", said))) place.remove_prefix(said.size() + 2);
  if (!place.empty()) out.open("span").attr("class", "place").text(fmt::format(", {}", place)).close();
  out.text("; ");
  if (provenance.as_of.empty())
    out.text(context.words["undated"]);
  else
    write_time(provenance.as_of, out, context);
  if (provenance.age) out.html(age_html(*provenance.age, context));
  if (!provenance.locator_detail.empty())
    out.text(" ").open("span").attr("class", "place").text("· " + std::string(provenance.locator_detail)).close();
}

}  // namespace blocks
