#include "blocks/notes.h"

#include <algorithm>

#include "blocks/context.h"
#include "site/url.h"

namespace blocks {

markup::SafeHtml Notes::place(const std::string& ref, std::string_view anchor, Context& context) {
  markup::Writer out;
  auto provenance = context.view.provenance(ref);
  if (!provenance) return out.text(ref).take();
  for (std::string_view caveat : provenance->caveats)
    if (std::find(caveats_.begin(), caveats_.end(), caveat) == caveats_.end()) caveats_.emplace_back(caveat);
  if (!provenance->source) return out.text(provenance->resource->title).take();
  const data::Source& source = *provenance->source;
  context.references.cite(source, anchor);
  out.open("a").url("href", site::relative_link(context.address(), source_address(source.id)));
  out.text(short_name(source)).close();
  if (!provenance->locator.empty()) out.text(", ").text(provenance->locator);
  out.text("; ").text(date_text({std::string(provenance->as_of)}, context));
  if (!provenance->note.empty()) out.text(" (").text(provenance->note).text(")");
  return out.take();
}

std::string Notes::add(const quantity::Refs& refs, bool computed, std::string_view anchor, Context& context) {
  if (refs.empty()) return "";
  auto [known, fresh] = by_refs_.try_emplace({refs, computed}, 0);
  if (fresh) {
    markup::Writer out;
    if (computed) out.text(context.words["our_calculation"]).text(" ");
    for (size_t i = 0; i < refs.size(); ++i) {
      if (i > 0) out.text("; ");
      out.html(place(refs[i], anchor, context));
    }
    markup::SafeHtml html = out.take();
    auto [same, new_text] = by_text_.try_emplace(html.str(), notes_.size());
    known->second = same->second;
    if (new_text) notes_.push_back(std::move(html));
  }
  return name_ + "-n" + std::to_string(known->second + 1);
}

markup::SafeHtml Notes::list(std::string_view summary, bool open, Context&) const {
  if (notes_.empty()) return {};
  markup::Writer out;
  out.open("details").attr("class", "notes");
  if (open) out.attr("open");
  out.element("summary", summary).open("ol");
  for (size_t i = 0; i < notes_.size(); ++i)
    out.open("li").attr("id", name_ + "-n" + std::to_string(i + 1)).html(notes_[i]).close();
  out.close().close();
  return out.take();
}

std::set<std::string> dates_of(const quantity::Refs& refs, Context& context) {
  std::set<std::string> dates;
  for (const std::string& ref : refs)
    if (auto provenance = context.view.provenance(ref); provenance && provenance->source)
      dates.emplace(provenance->as_of);
  return dates;
}

std::string date_text(const std::set<std::string>& dates, Context& context) {
  std::set<std::string> known = dates;
  bool undated = known.erase("") > 0;
  if (known.empty()) return std::string(undated ? context.words["undated"] : std::string_view());
  std::string text = *known.begin();
  if (known.size() > 1) text += " " + std::string(context.words["date_to"]) + " " + *known.rbegin();
  if (undated) text += ", " + std::string(context.words["partly_undated"]);
  return text;
}

}  // namespace blocks
