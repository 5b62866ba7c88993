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

// Its links stand in its file, or nowhere.
bool can_be_kept(const pages::RenderedPage& page, const Inputs& inputs) {
  const base::SourceText* file = file_of(*page.page, inputs);
  return !page.diagnostics.has_errors() && stand_in(file, page.diagnostics) && page.corrections.empty() &&
         !page.published.empty() && page.links.stand_in(file);
}

// A place in a file that is as it was; `place` is that of an earlier build.
base::Span in_file(const base::SourceText* file, base::Span place) {
  place.source = file && place.end <= file->text().size() && place.end > 0 ? file : nullptr;
  return place;
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

const CachedPage* Reuse::cached(const site::Page& page) const {
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
    if (const CachedPage* known = cached(*page))
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
  const CachedPage* known = cached(page);
  if (!known) {
    rendered.why.emplace_back(earlier_ && earlier_->output.has(page.address) ? "forgotten" : "new");
    return false;
  }
  for (uint32_t fact : known->facts)
    if (answers_[fact] != Answer::same) rendered.why.emplace_back(question_of(earlier_->cache.facts[fact].question));
  std::sort(rendered.why.begin(), rendered.why.end());
  if (!rendered.why.empty()) return false;
  for (const auto& [address, hash] : known->files)
    if (!earlier_->output.holds(address, hash)) rendered.why.push_back("gone: " + address);
  for (const auto& [address, hash] : known->pictures) {
    const bool is_taken = taken_.contains(address);
    if (!is_taken && !(hash && earlier_->output.holds(address, *hash))) rendered.why.push_back("gone: " + address);
  }
  if (!rendered.why.empty()) return false;

  rendered.page = &page;
  rendered.is_kept = true;
  rendered.published = known->files;
  for (const auto& [address, hash] : known->pictures)
    rendered.published_pictures.emplace(address, taken_.contains(address) ? std::nullopt : hash);
  const base::SourceText* file = file_of(page, inputs_);
  rendered.links.reserve(known->links.size());
  for (site::InternalLink link : known->links) {
    link.span = in_file(file, link.span);
    link.to = site_.find(link.address);
    rendered.links.add(link);
  }
  rendered.anchors = known->anchors;
  rendered.parts = known->parts;
  rendered.row_anchors = known->row_anchors;
  rendered.uses = known->uses;
  rendered.figures = known->figures;
  for (const base::Diagnostic& each : known->warnings) {
    base::Diagnostic& warning = rendered.diagnostics.warning(each.code, in_file(file, each.span), each.message);
    warning.expect(each.expected).suggest(each.help);
    for (const base::Note& note : each.notes) warning.note(in_file(file, note.span), note.text);
  }
  return true;
}

void read_html(std::vector<pages::RenderedPage>& rendered, const EarlierBuild& earlier, unsigned jobs,
               const std::function<bool(size_t)>& wanted, base::Diagnostics& diagnostics) {
  std::vector<std::optional<io::Error>> failures(rendered.size());
  base::parallel_for(jobs, rendered.size(), [&](size_t i, unsigned) {
    pages::RenderedPage& page = rendered[i];
    if (!(page.is_kept || page.waiting) || !page.html.empty() || !wanted(i)) return;
    const bool is_staged = page.waiting && page.waiting->place;
    auto bytes = is_staged ? earlier.stage->read({&page.page->address, *page.waiting->place})
                           : earlier.output.files().read(page.page->address);
    if (bytes)
      page.html = std::move(bytes).value();
    else
      failures[i] = bytes.error();
  });
  std::vector<const std::string*> removed;
  for (size_t i = 0; i < rendered.size(); ++i) {
    if (!failures[i]) continue;
    if (rendered[i].waiting && failures[i]->kind == io::ErrorKind::not_found)
      removed.push_back(&rendered[i].page->address);
    else
      report_unread(*failures[i], diagnostics);
  }
  if (!removed.empty()) report_removed(removed.size(), *removed.front(), diagnostics);
}

std::string make_cache(const std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                       const std::map<std::string, std::string>& libraries,
                       const std::map<std::string, Product>& products, Cache earlier, std::string_view program) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  CacheView cache{&libraries, nullptr, {}, {}, {}, &products};
  std::vector<uint32_t> places(earlier.facts.size(), kUnknown);  // of the earlier facts in this cache
  const auto moved = [&](std::vector<uint32_t>& of_page) {
    for (uint32_t& fact : of_page) {
      if (places[fact] == kUnknown) places[fact] = facts.add(earlier.facts[fact].question, earlier.facts[fact].answer);
      fact = places[fact];
    }
    return &of_page;
  };
  for (const pages::RenderedPage& page : rendered) {
    cache.addresses.emplace_back(page.page->address);
    if (!can_be_kept(page, inputs)) continue;
    const std::string& address = page.page->address;
    cache.pages.push_back({address, page.is_kept ? moved(earlier.pages.find(address)->second.facts) : &page.facts,
                           &page.published, &page.published_pictures, &page.links, &page.anchors, &page.parts,
                           &page.row_anchors, &page.uses, page.figures, &page.diagnostics.list()});
  }
  for (const io::SourceFile* file : inputs.tree.below(kContent)) {
    const auto known = inputs.clean_contents.find(file);
    if (known == inputs.clean_contents.end()) continue;
    const site::Content& content = *known->second;
    const bool is_strict = content.html == document::HtmlPolicy::strict;
    if (is_strict && !content.rests_on_data && content.found_later().empty())
      cache.contents.push_back({file->source.path(), file->hash, &content.outline()});
  }
  const std::deque<Fact> list = facts.take();
  cache.facts = &list;
  return write_cache(cache, program);
}

}  // namespace build
