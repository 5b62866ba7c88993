// Formulas: inline $`…`$, which libcmark-gfm parses as a text that ends with "$", a code span, and a text that starts
// with "$"; and ```math blocks.
#include <algorithm>

#include "document/converter.h"

namespace document {
namespace {

bool is_dollar_before(std::string_view text, size_t tick) {
  if (tick == 0 || text[tick - 1] != '$') return false;
  size_t slashes = 0;
  while (slashes + 1 < tick && text[tick - 2 - slashes] == '\\') ++slashes;
  return slashes % 2 == 0;
}

}  // namespace

// Records a code span that may be a formula because it follows a "$". finish_math() checks the text after it.
void Converter::note_math(NodeId before, NodeId code, const FoundText& found) {
  if (before == 0 || node(before).kind != NodeKind::text || !node(before).literal().ends_with('$')) return;
  base::Span span;
  if (found.found) {
    const std::string_view all = input_.text;
    size_t open = found.begin;
    while (open > 0 && all[open - 1] == ' ') --open;
    size_t close = found.end;
    while (close < input_.end && all[close] == ' ') ++close;
    const bool one_tick = open > 0 && all[open - 1] == '`' && is_dollar_before(all, open - 1) &&
                          close + 1 < input_.end && all[close] == '`' && all[close + 1] == '$';
    if (!one_tick) return;
    span = input_.span(found.begin, found.end);
  }
  formulas_.push_back({before, code, span, found.equal && input_.mapped});
}

// Turns recorded code spans into formulas if a "$" follows them. REQUIRES: all nodes of the block exist.
void Converter::finish_math(NodeId block) {
  for (const Formula& formula : formulas_) {
    const NodeId after = node(formula.code).next;
    if (after == 0 || node(after).kind != NodeKind::text || !node(after).literal().starts_with('$')) continue;
    if (!node(formula.before).literal().ends_with('$')) continue;  // the "$" before the code ended the previous formula
    node(formula.code).kind = NodeKind::math;
    shorten(formula.before, 0, 1);
    shorten(after, 1, 0);
    const std::string_view latex = node(formula.code).literal();
    node(formula.code).index =
        set_formula(latex, formula.span ? formula.span : block_span(block), formula.exact, false);
  }
  formulas_.clear();
}

// Removes bytes from the ends of a text, which may become empty.
void Converter::shorten(NodeId text, size_t front, size_t back) {
  Node& at = node(text);
  at.text += front;
  at.size -= static_cast<uint32_t>(front + back);
  for (auto& [id, begin] : origins_)
    if (id == text) begin += static_cast<uint32_t>(front);
}

void Converter::read_math_block(Fence& fence) {
  fence.kind = FenceKind::math;
  fence.formula = set_formula(fence.body, fence.body_span, fence.exact && fence.body_span.text() == fence.body, true);
}

uint32_t Converter::set_formula(std::string_view latex, base::Span span, bool exact, bool block) {
  const math::Parsed parsed = math::parse(latex);
  Math fact;
  for (const math::Mistake& mistake : parsed.mistakes) {
    base::Span place = span;
    if (exact) {
      place.begin = span.begin + static_cast<uint32_t>(mistake.begin);
      place.end = span.begin + static_cast<uint32_t>(std::min(mistake.end, latex.size()));
    }
    auto& error = mistake.unknown ? diagnostics_.error("unknown-math", place, mistake.message)
                                  : diagnostics_.error("bad-math", place, mistake.message);
    error.expect(mistake.expected).suggest(mistake.help);
  }
  fact.latex = fact.plain = latex;
  if (parsed.mistakes.empty()) {
    fact.mathml = keep(mathml(parsed.formula, latex, block).str());
    fact.plain = keep(math::plain_text(parsed.formula));
  }
  document_.maths_.push_back(fact);
  return static_cast<uint32_t>(document_.maths_.size() - 1);
}

}  // namespace document
