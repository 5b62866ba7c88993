// Finds changes that a build accepts but a reviewer should see: rows that are newer than their source, and asserts that
// changed although the sentences that depend on them did not.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "check/sources.h"
#include "data/connection.h"
#include "diff/sides.h"

namespace diff {
namespace {

using document::FenceKind;
using document::LinkKind;

// Returns the paragraph around a position in a Markdown file.
std::string paragraph_at(base::Span span) {
  const std::string_view text = span.source->text();
  size_t begin = text.rfind("\n\n", span.begin), end = text.find("\n\n", span.begin);
  begin = begin == std::string_view::npos ? 0 : begin + 2;
  return std::string(base::trim(text.substr(begin, end == std::string_view::npos ? end : end - begin)));
}

// Returns an assert's SQL without extra spaces and without comments, because the message is a comment.
std::string sql_of(std::string_view body) {
  std::string sql;
  for (std::string_view line : base::split(body, '\n'))
    if (!base::trim(line).starts_with("--")) sql.append(line) += '\n';
  return base::one_line(sql);
}

struct Sentence {
  std::string paragraph;
  std::string place;
};

struct AssertText {
  const document::Fence* fence = nullptr;
  bool has_parameters = false;  // whether the assert is on pages made from data
  std::vector<Sentence> sentences;
};

using Asserts = std::map<std::string, AssertText, std::less<>>;

Asserts asserts_of(const passes::CheckedSite& side) {
  Asserts asserts;
  for (const auto& content : side.inputs->contents) {
    if (!content->depends_on_data) continue;
    for (const document::Fence& fence : content->document().fences())
      if (fence.kind == FenceKind::assertion && !fence.name.empty())
        asserts[std::string(fence.name)] = {&fence, content->front.pages != nullptr, {}};
  }
  auto add = [&](const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != LinkKind::assertion || !link.span) continue;
      auto found = asserts.find(link.key);
      if (found != asserts.end()) found->second.sentences.push_back({paragraph_at(link.span), place_of(link.span)});
    }
  };
  for (const auto& content : side.inputs->contents) {
    if (content->depends_on_data) add(content->document());
    for (const document::Document* text : content->short_documents()) add(*text);
  }
  return asserts;
}

class AssertComparison {
 public:
  explicit AssertComparison(const Sides& sides)
      : before_(asserts_of(sides.before)), after_(asserts_of(sides.after)), connection_(sides.new_data().connect()) {}

  void run(std::vector<Doubt>& doubts) {
    for (const auto& [name, was] : before_) {
      auto is = after_.find(name);
      if (is == after_.end()) {
        doubts.push_back({place_of(was.fence->info_span), fmt::format("the assert \"{}\" was removed", name)});
        continue;
      }
      if (sql_of(was.fence->body) != sql_of(is->second.fence->body)) compare(name, was, is->second, doubts);
    }
  }

 private:
  void compare(const std::string& name, const AssertText& was, const AssertText& is, std::vector<Doubt>& doubts) {
    std::set<std::string_view> before;
    for (const Sentence& each : was.sentences) before.insert(each.paragraph);
    std::vector<std::string> unchanged;
    for (const Sentence& each : is.sentences)
      if (before.contains(each.paragraph)) unchanged.push_back(each.place);
    const size_t broken = was.has_parameters ? 0 : rows_now(was);
    if (unchanged.empty() && broken == 0 && !is.sentences.empty()) return;  // all sentences changed too
    std::string message = fmt::format("the assert \"{}\" changed", name);
    if (unchanged.size() == 1) message += ", but not the sentence that depends on it (" + unchanged[0] + ")";
    if (unchanged.size() > 1)
      message += ", but not the sentences that depend on it (" + base::join(unchanged, ", ") + ")";
    if (broken > 0) message += "; its old query would fail now: " + base::count_of(broken, "row");
    doubts.push_back({place_of(is.fence->info_span), std::move(message), broken > 0 ? std::string(name) : ""});
  }

  // Returns how many rows the old query finds in the new data, each a counterexample; 0 if it can't run there.
  size_t rows_now(const AssertText& was) {
    base::Diagnostics ignored;
    data::Query query{std::string(was.fence->name), was.fence->exact ? was.fence->body_span : was.fence->span};
    query.shown = false;
    auto frame = connection_->run(query, {}, ignored);
    return frame ? frame->rows() : 0;
  }

  const Asserts before_, after_;
  const std::unique_ptr<data::Connection> connection_;
};

void add_newer_rows(const Sides& sides, std::vector<Doubt>& doubts) {
  std::set<std::string> known;
  for (const check::NewerRows& each : check::find_newer_rows(sides.old_data()))
    for (const std::string& ref : each.refs) known.insert(sides.renames.ref_now(ref));
  for (const check::NewerRows& each : check::find_newer_rows(sides.new_data())) {
    const auto fresh = static_cast<size_t>(std::count_if(each.refs.begin(), each.refs.end(),
                                                         [&](const std::string& ref) { return !known.contains(ref); }));
    if (fresh == 0) continue;
    doubts.push_back({"data/" + each.resource->path,
                      fmt::format("{} of {} {} newer than the source \"{}\", whose \"{}\" is {}: {} is dated {}",
                                  base::count_of(fresh, "row"), each.resource->name, fresh == 1 ? "is" : "are",
                                  each.source->id, each.end.key, each.end.date, each.newest_ref, each.newest)});
  }
}

}  // namespace

void find_doubts(const Sides& sides, std::vector<Doubt>& doubts) {
  add_newer_rows(sides, doubts);
  AssertComparison(sides).run(doubts);
}

}  // namespace diff
