#include "site/view.h"

#include <utility>

#include "site/url.h"

namespace site {
namespace {

void add(const data::Alternative& alternative, base::Hasher& hasher) {
  hasher.add(alternative.ref).add(quantity::to_text(alternative.value)).add(alternative.unit);
}

void add(const quantity::Field& field, base::Hasher& hasher) {
  hasher.add(field.name).add(field.title).add(field.unit).add(field.format);
  hasher.add(static_cast<uint64_t>(field.type)).add(field.resource).add(field.column);
}

}  // namespace

const quantity::Frame* View::frame(std::string_view name) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->frames.find(name);
  bool there = found != page_.evaluation->frames.end() && found->second;
  record("frame:", name, there ? found->second->hash : kAbsent);
  return there ? found->second.get() : nullptr;
}

const Cell* View::cell(std::string_view key) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->cells.find(key);
  bool there = found != page_.evaluation->cells.end();
  record("cell:", key, there ? hash_of(found->second) : kAbsent);
  return there ? &found->second : nullptr;
}

const Figure* View::figure(std::string_view key) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->figures.find(key);
  bool there = found != page_.evaluation->figures.end() && found->second;
  record("figure:", key, there ? hash_of(*found->second) : kAbsent);
  return there ? found->second.get() : nullptr;
}

const Assert* View::assertion(std::string_view name) {
  auto found = site_.asserts.find(name);
  bool there = found != site_.asserts.end();
  base::Hasher hasher;
  if (there) hasher.add(found->second.page->address).add(found->second.page->title).add(found->second.holds);
  record("assert:", name, there ? hasher.finish() : kAbsent);
  return there ? &found->second : nullptr;
}

std::string_view View::definition(std::string_view address, std::string_view anchor) {
  if (anchor.empty()) return "";
  const Page* glossary = site_.page_of(kGlossary);
  if (!glossary || glossary == &page_ || glossary->address != address) return "";
  read_term(anchor);
  auto found = site_.definitions.find(anchor);
  return found == site_.definitions.end() ? "" : std::string_view(found->second);
}

void View::read_term(std::string_view anchor) {
  auto found = site_.definitions.find(anchor);
  record("term:", anchor, found == site_.definitions.end() ? kAbsent : base::hash_bytes(found->second));
}

const quantity::Value* View::value(std::string_view name) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->values.find(name);
  bool there = found != page_.evaluation->values.end();
  record("value:", name, there ? base::hash_bytes(quantity::to_text(found->second)) : kAbsent);
  return there ? &found->second : nullptr;
}

std::optional<data::Provenance> View::provenance(std::string_view ref) {
  auto found = site_.database->provenance(ref);
  if (reads_.has("ref:", ref)) return found;
  base::Hasher hasher;
  if (found) {
    hasher.add(found->source_id).add(found->locator).add(found->as_of).add(found->note).add(found->covers);
    for (std::string_view caveat : found->caveats) hasher.add(caveat);
    auto anchor = site_.rows->anchors.find(data::record_of(ref));
    hasher.add(anchor == site_.rows->anchors.end() ? "" : anchor->second);
    hasher.add(uint64_t{site_.database->competition_of(ref) != nullptr});
    if (found->source)
      source(found->source_id);
    else
      hasher.add(found->resource->title).add(found->resource->no_source);
  }
  record("ref:", ref, found ? hasher.finish() : kAbsent);
  return found;
}

std::string View::row_link(std::string_view ref) const {
  auto anchor = site_.rows->anchors.find(data::record_of(ref));
  if (anchor == site_.rows->anchors.end()) return "";
  std::string address = resource_address(ref.substr(0, ref.find('/')));
  return relative_link(page_.address, address) + "#" + encode_fragment(anchor->second);
}

const data::Competition* View::competition(std::string_view ref) {
  const data::Competition* found = site_.database->competition_of(ref);
  if (!found) return nullptr;  // recorded with its provenance
  base::Hasher hasher;
  hasher.add(found->view).add(found->key).add(found->because);
  add(found->field, hasher);
  add(found->preferred, hasher);
  for (const data::Alternative& other : found->others) add(other, hasher);
  record("competition:", ref, hasher.finish());
  return found;
}

const std::vector<data::Contradiction>& View::contradictions() {
  base::Hasher hasher;
  for (const data::Contradiction& each : site_.database->contradictions()) {
    hasher.add(each.table).add(each.key).add(each.because);
    add(each.field, hasher);
    add(each.preferred, hasher);
    add(each.other, hasher);
  }
  record("contradictions", hasher.finish());
  return site_.database->contradictions();
}

const data::Package& View::package() {
  record("package", site_.database->descriptor_hash());
  return site_.database->package();
}

std::string_view View::view_sql(std::string_view name) {
  const data::TableInfo* table = site_.database->find_table(name);
  const bool is_view = table && table->kind == data::TableKind::view;
  record("sql:", name, is_view ? base::hash_bytes(table->sql) : kAbsent);
  return is_view ? table->sql : "";
}

const quantity::Units& View::units() {
  if (!std::exchange(read_units_, true)) record("units", site_.database->units_hash());
  return site_.database->units();
}

const data::Source* View::source(std::string_view id) {
  const data::Source* found = site_.database->bibliography().find(id);
  if (!reads_.has("source:", id)) record("source:", id, found ? base::hash_bytes(found->span.text()) : kAbsent);
  return found;
}

}  // namespace site
