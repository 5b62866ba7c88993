#include "build/reuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "site/changes.h"

namespace build {
namespace {

std::string_view key_of(std::string_view fact) { return fact.substr(0, fact.find('\t')); }

// Returns the file that a page shows, which contains its links, or null. The file is a dependency of the page.
const base::SourceText* file_of(const site::Page& page, const Inputs& inputs) {
  if (const site::Content* content = page.content()) return &content->file->source;
  if (page.kind != site::PageKind::changes) return nullptr;
  return inputs.find_source(std::string(site::kChanges) + page.subject + ".json");
}

// Whether all diagnostics are about the page's own file.
bool are_in(const base::SourceText* file, const base::Diagnostics& warnings) {
  const auto is_in = [&](const base::Span& span) { return span && span.source == file; };
  return std::all_of(warnings.list().begin(), warnings.list().end(), [&](const base::Diagnostic& each) {
    return is_in(each.span) &&
           std::all_of(each.notes.begin(), each.notes.end(), [&](const base::Note& note) { return is_in(note.span); });
  });
}

// Whether the page can be stored. The cache only supports positions in the page's own file.
bool is_storable(const pages::RenderedPage& page, const Inputs& inputs) {
  const base::SourceText* file = file_of(*page.page, inputs);
  const auto is_own = [&](const site::InternalLink& link) { return !link.span || link.span.source == file; };
  return !page.diagnostics.has_errors() && are_in(file, page.diagnostics) && page.corrections.empty() &&
         !page.published.empty() && std::all_of(page.links.begin(), page.links.end(), is_own);
}

// Returns the same position in `file` if the file is long enough. If `file` is null, removes the file from the span.
base::Span in_file(const base::SourceText* file, base::Span span) {
  span.source = file && span.end <= file->text().size() && span.end > 0 ? file : nullptr;
  return span;
}

// Moves all spans of a record to `file`.
void set_file(const base::SourceText* file, pages::PageRecord& page) {
  for (site::InternalLink& link : page.links) link.span = in_file(file, link.span);
  const base::Diagnostics warnings = std::exchange(page.diagnostics, {});
  for (const base::Diagnostic& each : warnings.list()) {
    base::Diagnostic& warning = page.diagnostics.warning(each.code, in_file(file, each.span), each.message);
    warning.expect(each.expected).suggest(each.help);
    for (const base::Note& note : each.notes) warning.note(in_file(file, note.span), note.text);
  }
}

}  // namespace

uint32_t Facts::add(std::string_view key, const base::Hash& value_hash) {
  if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  const uint32_t number = add_own(std::string(key), value_hash);
  numbers_.emplace(list_.back().key, number);
  return number;
}

uint32_t Facts::add_own(std::string key, const base::Hash& value_hash) {
  list_.push_back({std::move(key), value_hash});
  return static_cast<uint32_t>(list_.size() - 1);
}

std::vector<uint32_t> Facts::add(const site::Record& reads, std::string_view address) {
  std::vector<uint32_t> numbers;
  numbers.reserve(reads.size());
  for (const auto& [key, value_hash] : reads) {
    const bool is_shared =
        key.find('\t') != std::string::npos || pages::dependency_scope(key) != site::DependencyScope::page;
    numbers.push_back(is_shared ? add(key, value_hash) : add_own(fmt::format("{}\t{}", key, address), value_hash));
  }
  return numbers;
}

Reuse::Reuse(const Publication* publication, const Inputs& inputs, const site::Site& site)
    : publication_(publication), inputs_(inputs), site_(site) {
  if (!publication) return;
  cache_ = &publication->store.cache();
  states_.resize(cache_->facts.size());
  const auto data = cache_->products.find(kDataProduct);
  are_same_data_ = data != cache_->products.end() && data->second.from == hash_of_data(inputs.tree);
}

const pages::PageRecord* Reuse::cached(const site::Page& page) const {
  if (!cache_) return nullptr;
  auto found = cache_->pages.find(page.address);
  return found == cache_->pages.end() ? nullptr : &found->second;
}

bool Reuse::is_own_file(std::string_view address) const {
  constexpr std::string_view kAssets = "assets/";
  return site_.file_at(address) || (address.starts_with(kAssets) && inputs_.find_asset(address.substr(kAssets.size())));
}

void Reuse::compare_values(const std::vector<const site::Page*>& pages, const pages::ValueSources& sources,
                           unsigned jobs) {
  struct Comparison {
    uint32_t fact = 0;
    const site::Page* page = nullptr;
  };
  std::vector<Comparison> open;
  std::vector<bool> listed(states_.size());
  for (const site::Page* page : pages)
    if (const pages::PageRecord* known = cached(*page))
      for (uint32_t fact : known->facts)
        if (states_[fact] == State::unknown && !listed[fact]) {
          listed[fact] = true;
          if (are_same_data_ && pages::dependency_scope(cache_->facts[fact].key) == site::DependencyScope::data)
            states_[fact] = State::same;
          else
            open.push_back({fact, page});
        }
  base::parallel_for(jobs, open.size(), [&](size_t i, unsigned) {
    const Fact& fact = cache_->facts[open[i].fact];
    const bool same = pages::value_hash_of(fact.key, *open[i].page, sources) == fact.value_hash;
    states_[open[i].fact] = same ? State::same : State::changed;
  });
}

bool Reuse::restore(pages::RenderedPage& rendered) const {
  const site::Page& page = *rendered.page;
  const pages::PageRecord* known = cached(page);
  if (!known) {
    rendered.why.emplace_back(publication_ && publication_->folder.has(page.address) ? "forgotten" : "new");
    return false;
  }
  for (uint32_t fact : known->facts)
    if (states_[fact] != State::same) rendered.why.emplace_back(key_of(cache_->facts[fact].key));
  std::sort(rendered.why.begin(), rendered.why.end());
  if (!rendered.why.empty()) return false;
  for (const auto& [address, hash] : known->published)
    if (!publication_->folder.holds(address, hash)) rendered.why.push_back("gone: " + address);
  for (const auto& [address, hash] : known->published_pictures)
    if (!is_own_file(address) && !(hash && publication_->folder.holds(address, *hash)))
      rendered.why.push_back("gone: " + address);
  if (!rendered.why.empty()) return false;

  static_cast<pages::PageRecord&>(rendered) = *known;
  rendered.is_kept = true;
  for (auto& [address, hash] : rendered.published_pictures)
    if (is_own_file(address)) hash.reset();
  set_file(file_of(page, inputs_), rendered);
  return true;
}

Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 const std::map<std::string, Product>& products, const Cache& earlier) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  Cache cache{{}, {}, {}, products};
  // Maps the earlier facts to their numbers in this cache.
  std::vector<uint32_t> numbers(earlier.facts.size(), kUnknown);
  for (pages::RenderedPage& page : rendered) {
    if (!is_storable(page, inputs)) continue;
    if (page.is_kept)
      for (uint32_t& fact : page.facts) {
        if (numbers[fact] == kUnknown)
          numbers[fact] = facts.add(earlier.facts[fact].key, earlier.facts[fact].value_hash);
        fact = numbers[fact];
      }
    set_file(nullptr, page);
    cache.pages.emplace_hint(cache.pages.end(), page.page->address, static_cast<pages::PageRecord&&>(page));
  }
  for (const io::SourceFile* file : inputs.tree.below(kContent)) {
    const auto known = inputs.clean_contents.find(file);
    if (known == inputs.clean_contents.end()) continue;
    const site::Content& content = *known->second;
    const bool is_strict = content.html == document::HtmlPolicy::strict;
    if (is_strict && !content.depends_on_data && content.text->diagnostics().empty())
      cache.contents.emplace(file->source.path(), CachedContent{file->hash, content.outline()});
  }
  cache.facts = facts.take();
  return cache;
}

}  // namespace build
