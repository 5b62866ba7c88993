#include "build/reuse.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "build/products.h"
#include "build/program.h"
#include "site/changes.h"

namespace build {
namespace {

std::string_view question_of(std::string_view fact) { return fact.substr(0, fact.find('\t')); }

// The file that is shown on a page, whose links stand in it; null for none. It is among what the page reads.
const base::SourceText* file_of(const site::Page& page, const Inputs& inputs) {
  if (const site::Content* content = page.content()) return &content->file->source;
  if (page.kind != site::PageKind::changes) return nullptr;
  return inputs.find_source(std::string(site::kChanges) + page.subject + ".json");
}

// Whether all that is said stands in the page's own file.
bool stand_in(const base::SourceText* file, const base::Diagnostics& warnings) {
  const auto stands = [&](const base::Span& span) { return span && span.source == file; };
  return std::all_of(warnings.list().begin(), warnings.list().end(), [&](const base::Diagnostic& each) {
    return stands(each.span) &&
           std::all_of(each.notes.begin(), each.notes.end(), [&](const base::Note& note) { return stands(note.span); });
  });
}

// Whether the page can be remembered: only positions in its own file can be.
bool can_be_kept(const pages::RenderedPage& page, const Inputs& inputs) {
  const base::SourceText* file = file_of(*page.page, inputs);
  const auto is_own = [&](const site::InternalLink& link) { return !link.span || link.span.source == file; };
  return !page.diagnostics.has_errors() && stand_in(file, page.diagnostics) && page.corrections.empty() &&
         !page.published.empty() && std::all_of(page.links.begin(), page.links.end(), is_own);
}

// The same position in `file`, if it has such; null removes the file from the span.
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

Reuse::Reuse(const EarlierBuild* earlier, const Inputs& inputs, const site::Site& site,
             std::set<std::string, std::less<>> taken)
    : earlier_(earlier), inputs_(inputs), site_(site), taken_(std::move(taken)) {
  if (!earlier) return;
  answers_.resize(earlier->cache.facts.size());
  const auto data = earlier->cache.products.find(kDataProduct);
  are_same_data_ = data != earlier->cache.products.end() && data->second.from == hash_of_data(inputs.tree);
}

const pages::PageRecord* Reuse::cached(const site::Page& page) const {
  if (!earlier_) return nullptr;
  auto found = earlier_->cache.pages.find(page.address);
  return found == earlier_->cache.pages.end() ? nullptr : &found->second;
}

void Reuse::ask(const std::vector<const site::Page*>& pages, const pages::Asked& asked, unsigned jobs) {
  struct Asking {
    uint32_t fact = 0;
    const site::Page* page = nullptr;
  };
  std::vector<Asking> open;
  std::vector<bool> listed(answers_.size());
  for (const site::Page* page : pages)
    if (const pages::PageRecord* known = cached(*page))
      for (uint32_t fact : known->facts)
        if (answers_[fact] == Answer::unknown && !listed[fact]) {
          listed[fact] = true;
          if (are_same_data_ && pages::answer_from(earlier_->cache.facts[fact].question) == site::AnswerFrom::data)
            answers_[fact] = Answer::same;
          else
            open.push_back({fact, page});
        }
  base::parallel_for(jobs, open.size(), [&](size_t i, unsigned) {
    const Fact& fact = earlier_->cache.facts[open[i].fact];
    const bool same = pages::ask(fact.question, *open[i].page, asked) == fact.answer;
    answers_[open[i].fact] = same ? Answer::same : Answer::other;
  });
}

bool Reuse::take(const site::Page& page, pages::RenderedPage& rendered) const {
  const pages::PageRecord* known = cached(page);
  if (!known) {
    rendered.why.emplace_back(earlier_ && earlier_->output.has(page.address) ? "forgotten" : "new");
    return false;
  }
  for (uint32_t fact : known->facts)
    if (answers_[fact] != Answer::same) rendered.why.emplace_back(question_of(earlier_->cache.facts[fact].question));
  std::sort(rendered.why.begin(), rendered.why.end());
  if (!rendered.why.empty()) return false;
  for (const auto& [address, hash] : known->published)
    if (!earlier_->output.holds(address, hash)) rendered.why.push_back("gone: " + address);
  for (const auto& [address, hash] : known->published_pictures) {
    const bool is_taken = taken_.contains(address);
    if (!is_taken && !(hash && earlier_->output.holds(address, *hash))) rendered.why.push_back("gone: " + address);
  }
  if (!rendered.why.empty()) return false;

  static_cast<pages::PageRecord&>(rendered) = *known;
  rendered.page = &page;
  rendered.is_kept = true;
  for (auto& [address, hash] : rendered.published_pictures)
    if (taken_.contains(address)) hash.reset();
  set_file(file_of(page, inputs_), rendered);
  return true;
}

void read_html(std::vector<pages::RenderedPage>& rendered, const EarlierBuild& earlier, unsigned jobs,
               const std::function<bool(size_t)>& wanted, base::Diagnostics& diagnostics) {
  std::vector<std::optional<io::Error>> failures(rendered.size());
  base::parallel_for(jobs, rendered.size(), [&](size_t i, unsigned) {
    pages::RenderedPage& page = rendered[i];
    if (!(page.is_kept || page.staged) || !page.html.empty() || !wanted(i)) return;
    const bool is_staged = page.staged && page.staged->place;
    auto bytes = is_staged ? earlier.stage->read({&page.page->address, *page.staged->place})
                           : earlier.output.files().read(page.page->address);
    if (bytes)
      page.html = std::move(bytes).value();
    else
      failures[i] = bytes.error();
  });
  std::vector<const std::string*> removed;
  for (size_t i = 0; i < rendered.size(); ++i) {
    if (!failures[i]) continue;
    if (rendered[i].staged && failures[i]->kind == io::ErrorKind::not_found)
      removed.push_back(&rendered[i].page->address);
    else
      report_unread(*failures[i], diagnostics);
  }
  if (!removed.empty()) report_removed(removed.size(), *removed.front(), diagnostics);
}

Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 std::map<std::string, std::string> libraries, const std::map<std::string, Product>& products,
                 const Cache& earlier) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  Cache cache{std::move(libraries), {}, {}, {}, products};
  std::vector<uint32_t> numbers(earlier.facts.size(), kUnknown);  // of the earlier facts in this cache
  for (pages::RenderedPage& page : rendered) {
    if (!can_be_kept(page, inputs)) continue;
    if (page.is_kept)
      for (uint32_t& fact : page.facts) {
        if (numbers[fact] == kUnknown)
          numbers[fact] = facts.add(earlier.facts[fact].question, earlier.facts[fact].answer);
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
    if (is_strict && !content.rests_on_data && content.found_later().empty())
      cache.contents.emplace(file->source.path(), CachedContent{file->hash, content.outline()});
  }
  cache.facts = facts.take();
  return cache;
}

}  // namespace build
