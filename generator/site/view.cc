#include "site/view.h"

#include "site/rows.h"
#include "site/url.h"

namespace site {

const ThisPage& View::page() {
  if (!page_) page_ = read<"self">();
  return *page_;
}

const Content* View::content() {
  if (const Content* own = model_.page.content(); own && !content_) content_ = content_at(own->path);
  return content_;
}

const ShownConfig& View::config() {
  if (!config_) config_ = read<"config">();
  return *config_;
}

const quantity::Units& View::units() {
  if (!units_) units_ = read<"units">().value;
  return *units_;
}

std::string View::fill(std::string_view text, base::Span span, base::Diagnostics& diagnostics) {
  if (!page().from_data || text.find('{') == std::string_view::npos) return std::string(text);
  const Values& values = model_.page.evaluation->values;
  for (const auto& [name, unused] : values)
    if (text.find("{" + name + "}") != std::string_view::npos) value(name);
  return fill_placeholders(text, values, span, diagnostics);
}

const Provenance* View::provenance(std::string_view ref) {
  auto at = provenances_.find(ref);
  if (at == provenances_.end()) {
    at = provenances_.emplace(ref, read<"ref">(ref)).first;
    if (at->second && at->second->source) source(at->second->source->id);
  }
  return at->second ? &*at->second : nullptr;
}

quantity::Scope View::scope_of(const quantity::Field& field, const quantity::Refs& refs) {
  for (const std::string& ref : refs) provenance(ref);
  return model_.site.database->scope_of(field, refs);
}

data::RowOrigins View::origins(const quantity::Frame& frame) {
  for (const quantity::Refs& refs : frame.refs)
    for (const std::string& ref : refs) provenance(ref);
  return {frame, *model_.site.database};
}

std::string View::row_link(std::string_view ref) {
  const Provenance* found = provenance(ref);
  if (!found || found->anchor.empty()) return "";
  const std::string of = resource_address(ref.substr(0, ref.find('/')), found->page);
  return relative_link(address(), of, found->anchor);
}

const data::Competition* View::competition(std::string_view ref) {
  const Provenance* found = provenance(ref);
  return found && found->competes ? read<"competition">(ref) : nullptr;
}

const reads::Labels* View::labels(const quantity::Field& field) {
  return field.resource.empty() ? nullptr : read<"labels">(field.resource + "/" + field.column);
}

}  // namespace site
