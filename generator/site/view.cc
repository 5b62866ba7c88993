#include "site/view.h"

namespace site {
namespace {

const base::Hash kAbsent{};

}  // namespace

const quantity::Frame* View::frame(std::string_view name) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->frames.find(name);
  bool there = found != page_.evaluation->frames.end() && found->second;
  record("frame:" + std::string(name), there ? found->second->hash : kAbsent);
  return there ? found->second.get() : nullptr;
}

const Cell* View::cell(std::string_view key) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->cells.find(key);
  bool there = found != page_.evaluation->cells.end();
  record("cell:" + std::string(key), there ? hash_of(found->second) : kAbsent);
  return there ? &found->second : nullptr;
}

const Figure* View::figure(std::string_view key) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->figures.find(key);
  bool there = found != page_.evaluation->figures.end() && found->second;
  record("figure:" + std::string(key), there ? hash_of(*found->second) : kAbsent);
  return there ? found->second.get() : nullptr;
}

const Assert* View::assertion(std::string_view name) {
  auto found = site_.asserts.find(name);
  bool there = found != site_.asserts.end();
  base::Hasher hasher;
  if (there) hasher.add(found->second.page->address).add(found->second.page->title).add(found->second.holds);
  record("assert:" + std::string(name), there ? hasher.finish() : kAbsent);
  return there ? &found->second : nullptr;
}

const quantity::Value* View::value(std::string_view name) {
  if (!page_.evaluation) return nullptr;
  auto found = page_.evaluation->values.find(name);
  bool there = found != page_.evaluation->values.end();
  record("value:" + std::string(name), there ? base::hash_bytes(quantity::to_text(found->second)) : kAbsent);
  return there ? &found->second : nullptr;
}

std::optional<data::Provenance> View::provenance(std::string_view ref) {
  auto found = site_.database->provenance(ref);
  base::Hasher hasher;
  if (found) {
    hasher.add(found->source_id).add(found->locator).add(found->as_of).add(found->note);
    for (std::string_view caveat : found->caveats) hasher.add(caveat);
    if (found->source)
      source(found->source_id);
    else
      hasher.add(found->resource->title);
  }
  record("ref:" + std::string(ref), found ? hasher.finish() : kAbsent);
  return found;
}

const data::Source* View::source(std::string_view id) {
  const data::Source* found = site_.database->bibliography().find(id);
  record("source:" + std::string(id), found ? base::hash_bytes(found->span.text()) : kAbsent);
  return found;
}

const Page* View::target(std::string_view address) {
  const Page* found = site_.find(address);
  record("page:" + std::string(address),
         found ? base::Hasher().add(found->title).add(kind_name(found->kind)).finish() : kAbsent);
  return found;
}

void View::read_list(std::string_view name, const std::vector<const Page*>& list) {
  base::Hasher hasher;
  for (const Page* page : list)
    hasher.add(page->address).add(page->title).add(page->description).add(kind_name(page->kind)).add(page->minutes());
  record("list:" + std::string(name), hasher.finish());
}

const Page* View::target_of_content(std::string_view content_path) {
  const Page* found = site_.page_of(content_path);
  record("content:" + std::string(content_path), found ? base::hash_bytes(found->address) : kAbsent);
  return found;
}

}  // namespace site
