// Passages of a flow's step that only readers with certain answers see: "::: when place.own", "::: otherwise", ":::".
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/converter.h"

namespace document {
namespace {

constexpr std::string_view kMark = ":::", kWhen = "when", kOtherwise = "otherwise";
constexpr std::string_view kForm = "\"::: when QUESTION.ANSWER\", with blank lines around it";

}  // namespace

// Returns whether the paragraph is a line that begins or ends a passage. If so, hides it.
bool Converter::take_passage_mark(NodeId paragraph) {
  const auto [begin, end] = node(paragraph).range;
  const std::string_view line = input_.text.substr(begin, end - begin);
  if (!line.starts_with(kMark)) return false;
  const size_t line_size = line.find('\n');
  const std::string_view words = base::trim(line.substr(0, line_size).substr(kMark.size()));
  const bool is_open = !document_.passages_.empty() && document_.passages_.back().end == 0;
  const bool otherwise = words == kOtherwise, closes = words.empty();
  const bool starts = words.starts_with(kWhen) && (words.size() == kWhen.size() || base::is_space(words[kWhen.size()]));
  if (!starts && !(is_open && (otherwise || closes))) return false;
  const base::Span span = input_.span(begin, std::min<size_t>(end, begin + std::min(line_size, line.size())));
  if (open_.size() != 2 || line_size != std::string_view::npos || !block_tags_.empty()) {
    diagnostics_.error("bad-condition", span, "a passage for certain answers can't begin or end here")
        .expect(fmt::format("{}, at the left margin", kForm));
    return true;
  }
  for (NodeId id = paragraph; id < document_.nodes_.size(); ++id) node(id).flags |= Node::kHidden;
  node(paragraph).number = Node::kPassageMark;
  document_.words_ = words_before_leaf_;
  const size_t first = is_open ? document_.passages_.back().first : document_.passages_.size();
  if (is_open) end_passage(paragraph);
  if (closes) return true;
  Passage passage{.begin = paragraph, .otherwise = otherwise, .first = first, .span = span};
  if (starts) {
    const std::string_view answers = base::trim(words.substr(kWhen.size()));
    const auto at = static_cast<size_t>(answers.data() - line.data()) + begin;
    passage.when = read_condition({std::string(answers), input_.span(at, at + answers.size())}, diagnostics_);
  } else if (document_.passages_.back().otherwise) {
    diagnostics_.error("bad-condition", span, "these alternatives already have \"::: otherwise\"")
        .suggest("delete it, or write \":::\" above it");
  }
  document_.passages_.push_back(std::move(passage));
  return true;
}

void Converter::end_passage(NodeId end) {
  Passage& passage = document_.passages_.back();
  passage.end = end;
  for (NodeId id = passage.begin; id < end; ++id)
    if (node(id).kind == NodeKind::footnote_reference)
      diagnostics_.error("bad-condition", passage.span, "a passage for certain answers can't contain a footnote")
          .suggest("write it in the text, or cite a source");
}

void Converter::finish_passages() {
  if (document_.passages_.empty() || document_.passages_.back().end != 0) return;
  end_passage(static_cast<NodeId>(document_.nodes_.size()));
  diagnostics_.error("bad-condition", document_.passages_.back().span, "this passage is never closed")
      .expect("a line \":::\" below its text, with blank lines around it");
}

}  // namespace document
