#include "blocks/origins.h"

#include <algorithm>
#include <map>

#include "blocks/notes.h"
#include "site/url.h"

namespace blocks {
namespace {

// Counts the cells that depend on each record.
std::map<std::string_view, size_t> count_refs(const quantity::Frame& frame, const std::vector<size_t>& columns) {
  std::vector<size_t> cells(frame.refs.size());
  for (size_t column : columns)
    if (frame.fields[column].is_measure())
      for (size_t row = 0; row < frame.rows(); ++row) ++cells[frame.cell_refs[row * frame.columns() + column]];
  std::map<std::string_view, size_t> counts;
  for (size_t i = 0; i < cells.size(); ++i)
    if (cells[i] > 0)
      for (const std::string& ref : frame.refs[i]) counts[ref] += cells[i];
  return counts;
}

struct Named {
  std::string name, address;  // the source's name, and the address of its page; "" without a page
};

std::vector<Named> names_of(const Origins& origins) {
  std::vector<Named> names;
  for (const data::Source* source : origins.sources) names.push_back({short_name(*source), source->address});
  for (const std::string& text : origins.unsourced) names.push_back({text, ""});
  return names;
}

std::string_view heading(size_t count, Context& context) {
  return context.words[count == 1 ? "source_named" : "sources_named"];
}

}  // namespace

Origins origins_of(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context) {
  Origins origins;
  std::map<const data::Source*, size_t> cells;
  for (auto [ref, count] : count_refs(frame, columns)) {
    origins.refs.emplace_back(ref);
    auto provenance = context.view.provenance(ref);
    if (!provenance) continue;
    if (!provenance->source) {
      const std::string text = no_source_text(*provenance, context);
      auto& known = origins.unsourced;
      if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
      continue;
    }
    origins.dates.emplace(provenance->as_of);
    auto [at, fresh] = cells.try_emplace(provenance->source, 0);
    at->second += count;
    if (fresh) origins.sources.push_back(provenance->source);
  }
  std::sort(origins.sources.begin(), origins.sources.end(), [&](const data::Source* a, const data::Source* b) {
    return cells[a] != cells[b] ? cells[a] > cells[b] : a->id < b->id;
  });
  return origins;
}

std::string origins_text(const Origins& origins, Context& context) {
  std::vector<Named> names = names_of(origins);
  if (names.empty()) return "";
  std::string text(heading(names.size(), context));
  size_t named = std::min(names.size(), Origins::kMaxNamed);
  for (size_t i = 0; i < named; ++i) text += (i == 0 ? " " : "; ") + names[i].name;
  if (names.size() > named)
    text += context.words.fill("more_sources", {{"count", std::to_string(names.size() - named)}});
  return text;
}

markup::SafeHtml origins_html(const Origins& origins, std::string_view anchor, bool in_short, Context& context) {
  markup::Writer out;
  for (const data::Source* source : origins.sources) context.references.cite(*source, anchor);
  std::vector<Named> names = names_of(origins);
  out.text(heading(names.size(), context));
  const size_t named = in_short ? std::min(names.size(), Origins::kMaxNamed) : names.size();
  for (size_t i = 0; i < named; ++i) {
    out.text(i == 0 ? " " : "; ");
    if (names[i].address.empty())
      out.text(names[i].name);
    else
      out.open("a").url("href", site::relative_link(context.address(), names[i].address)).text(names[i].name).close();
  }
  if (names.size() > named)
    out.text(context.words.fill("more_sources", {{"count", std::to_string(names.size() - named)}}));
  return out.take();
}

}  // namespace blocks
