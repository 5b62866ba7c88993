// What the new side's build accepts, and a reviewer should look at: values that changed while their dates did not, rows
// that are newer than their source, asserts that ask for something else while the sentences that rest on them stand.
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

std::string place_in_file(base::Span span) {
  if (!span) return "";
  const base::Position at = span.source->position(span.begin);
  return fmt::format("{}:{}:{}", span.source->path(), at.line, at.column);
}

// The paragraph around a place in a Markdown file.
std::string paragraph_at(base::Span span) {
  const std::string_view text = span.source->text();
  size_t begin = text.rfind("\n\n", span.begin), end = text.find("\n\n", span.begin);
  begin = begin == std::string_view::npos ? 0 : begin + 2;
  return std::string(base::trim(text.substr(begin, end == std::string_view::npos ? end : end - begin)));
}

// Without comments, the message among them, and with one space for several.
std::string sql_of(std::string_view body) {
  std::string sql;
  for (std::string_view line : base::split(body, '\n')) {
    line = base::trim(line);
    if (line.empty() || line.starts_with("--")) continue;
    if (!sql.empty()) sql += ' ';
    for (size_t i = 0; i < line.size(); ++i)
      if (!base::is_space(line[i]))
        sql += line[i];
      else if (!base::is_space(line[i + 1]))
        sql += ' ';
  }
  return sql;
}

struct Sentence {
  std::string paragraph;
  std::string place;
};

struct AssertText {
  const document::Fence* fence = nullptr;
  bool is_of_many_pages = false;  // of pages made from data, with their values as parameters
  std::vector<Sentence> sentences;
};

using Asserts = std::map<std::string, AssertText, std::less<>>;

Asserts asserts_of(const build::CheckedSite& side) {
  Asserts asserts;
  for (const auto& content : side.inputs->contents) {
    if (!content->rests_on_data) continue;
    for (const document::Fence& fence : content->document().fences())
      if (fence.kind == FenceKind::assertion && !fence.name.empty())
        asserts[std::string(fence.name)] = {&fence, content->front.pages != nullptr, {}};
  }
  auto add = [&](const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != LinkKind::assertion || !link.span) continue;
      auto found = asserts.find(link.key);
      if (found != asserts.end())
        found->second.sentences.push_back({paragraph_at(link.span), place_in_file(link.span)});
    }
  };
  for (const auto& content : side.inputs->contents) {
    if (content->rests_on_data) add(content->document());
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
        doubts.push_back({place_in_file(was.fence->info_span), fmt::format("the assert \"{}\" is gone", name)});
        continue;
      }
      if (sql_of(was.fence->body) != sql_of(is->second.fence->body)) compare(name, was, is->second, doubts);
    }
  }

 private:
  void compare(const std::string& name, const AssertText& was, const AssertText& is, std::vector<Doubt>& doubts) {
    std::set<std::string_view> before;
    for (const Sentence& each : was.sentences) before.insert(each.paragraph);
    std::vector<std::string> stand;
    for (const Sentence& each : is.sentences)
      if (before.contains(each.paragraph)) stand.push_back(each.place);
    const size_t broken = was.is_of_many_pages ? 0 : rows_now(was);
    if (stand.empty() && broken == 0 && !is.sentences.empty()) return;  // what it says was changed with it
    std::string message = fmt::format("the assert \"{}\" asks for something else", name);
    if (!stand.empty())
      message += fmt::format(", and {} on it {} as before ({})",
                             stand.size() == 1 ? "the sentence that rests" : "sentences that rest",
                             stand.size() == 1 ? "is" : "are", base::join(stand, ", "));
    if (broken > 0) message += fmt::format("; as it was, it would not hold: {}", base::count_of(broken, "row"));
    doubts.push_back({place_in_file(is.fence->info_span), std::move(message)});
  }

  // Counterexamples that the query of before has now; 0 where it can't be asked of the new data.
  size_t rows_now(const AssertText& was) {
    base::Diagnostics unsaid;
    data::Query query{std::string(was.fence->name), was.fence->exact ? was.fence->body_span : was.fence->span};
    query.shown = false;
    auto frame = connection_->run(query, {}, unsaid);
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
                      fmt::format("{} of {} {} newer than the source \"{}\", whose {} is of {}: {} is of {}",
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
