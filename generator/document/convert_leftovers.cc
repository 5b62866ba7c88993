// Collects the text of each block for the finders in leftovers.h.
#include <algorithm>

#include "base/byte_set.h"
#include "base/pattern.h"
#include "base/text.h"
#include "document/converter.h"
#include "document/leftovers.h"

namespace document {

base::Diagnostic& Leftovers::report(std::string_view code, base::Severity severity, size_t begin, size_t end,
                                    std::string message) {
  const bool overlaps =
      std::any_of(found_.begin(), found_.end(), [&](const auto& each) { return begin < each.end && each.begin < end; });
  if (overlaps || found_.size() == kMaxLeftovers) return dropped_ = {};
  found_.push_back({begin, end});
  return severity == base::Severity::error ? diagnostics_.error(code, span_of_(begin, end), std::move(message))
                                           : diagnostics_.warning(code, span_of_(begin, end), std::move(message));
}

bool may_hold_leftovers(std::string_view text) {
  constexpr base::ByteSet kSigns("[{$*_~=+|^:\\%@<(");
  for (size_t at = kSigns.find(text); at < text.size(); at = kSigns.find(text, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (text[at] == '[' && after == '@') continue;  // a citation
    if (text[at] == '%' && after != '%' && at > 0) continue;
    if (text[at] == '<' && after != '<' && after != '%' && after != '!') continue;
    if (text[at] == '(' && after != '(') continue;
    if (text[at] == '@' && (before == '[' || base::is_letter(before) || base::is_digit(before))) continue;
    const bool is_plain_colon = text[at] == ':' && (base::is_letter(before) || base::is_digit(before) ||
                                                    (base::is_space(after) && at > 0 && before != ':'));
    if (!is_plain_colon) return true;
  }
  constexpr base::ByteSet kFirst("#!?-.ie/");
  if (text.empty() || !kFirst.has(text.front())) return false;
  static constexpr std::string_view kStarts[] = {"#", "!", "?", "-", ". ", ".. ", "....", "import ", "export ", "///"};
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return text.starts_with(start); });
}

// Reports markup that was parsed as plain text. REQUIRES: all nodes of the block exist.
void Converter::find_leftovers(NodeId block) {
  Run run;
  BlockText flat;
  const Node& parent = node(open_[open_.size() - 2].id);
  if (node(block).kind == NodeKind::image) flat.places |= BlockText::in_image;
  if (node(block).kind == NodeKind::paragraph) {
    flat.places |= BlockText::in_paragraph;
    const size_t begin = node(block).range.begin;
    if (begin == 0 ? input_.mapped : input_.text[begin - 1] == '\n') flat.places |= BlockText::begins_line;
    if (parent.kind == NodeKind::item && parent.child == block) flat.places |= BlockText::in_item;
  }
  std::vector<size_t> open;  // the start of the text of each open emphasis
  const auto add = [&](NodeId id, std::string_view text) {
    run.atoms.emplace_back(id, flat.text.size());
    flat.text += text;
  };
  const auto add_text = [&](NodeId id) {
    const size_t begin = flat.text.size();
    const std::string_view literal = node(id).literal();
    add(id, literal);
    const auto origin = std::lower_bound(origins_.begin(), origins_.end(), std::pair(id, uint32_t{0}));
    if (origin != origins_.end() && origin->first == id)
      cursor_.mark_escapes(origin->second, literal, BlockText::escaped, &flat.text[begin]);
  };
  const auto enter = [&](NodeId id) {
    const Node& at = node(id);
    if (id == block) return true;
    if (at.flags & Node::kHidden) return false;
    if (is_emphasis(at.kind)) {
      open.push_back(flat.text.size());
      return true;
    }
    if (at.kind == NodeKind::link && !document_.links_[at.index].automatic) return true;
    if (at.kind == NodeKind::text)
      add_text(id);
    else if (is_break(id))
      add(id, "\n");
    else
      add(id, std::string_view(at.kind == NodeKind::code ? &BlockText::kCode : &BlockText::kObject, 1));
    return false;
  };
  const auto leave = [&](NodeId id) {
    if (id == block) return;
    if (is_emphasis(node(id).kind)) {
      flat.emphases.push_back({open.back(), flat.text.size()});
      open.pop_back();
    } else if (node(id).kind == NodeKind::link && !document_.links_[node(id).index].automatic) {
      add(id, std::string_view(&BlockText::kLinkEnd, 1));
    }
  };
  walk(document_.nodes_, block, enter, leave);
  run.text = flat.text;
  // "~ text" defines a term on the line above it, or on the only line of the paragraph above it.
  if ((flat.places & BlockText::in_paragraph) && parent.kind != NodeKind::block_quote && flat.text.find("~ ") < 64) {
    static const base::Pattern term(R"((?:\A|\n\n|---\n)(?![#>|*+<-]|\d+[.)])[^\n]{1,60}(?<![.,;:])\n\n\z)");
    const size_t begin = node(block).range.begin, from = begin - std::min<size_t>(begin, 70);
    if (flat.text[0] != '~' || term.find(std::string_view(input_.text).substr(from, begin - from)))
      flat.places |= BlockText::defines;
  }
  const bool begins_quote = parent.kind == NodeKind::block_quote && parent.child == block;
  if (begins_quote && flat.text.starts_with("[!")) flat.text[0] = BlockText::kObject;  // the mark of a callout

  std::vector<std::string_view> footnotes;
  for (const Definition& definition : definitions_) footnotes.push_back(definition.name);
  Leftovers found([&](size_t begin, size_t end) { return run_span(run, begin, end, block); }, diagnostics_);
  find_foreign_syntax(flat, found);
  find_broken_links(flat, footnotes, found);
  find_broken_emphasis(flat, found);
}

// Reports marks of emphasis at the cursor that an author meant as signs: between short factors, or around the name of a
// program. "un*frigging*believable" and "__bold__" are emphasis.
void Converter::check_emphasis() {
  static const base::Pattern signs(
      R"(\G(?:(?<=(?<![\w\x80-\xFF])[A-Za-z]|(?<![\w\x80-\xFF])[A-Za-z]{2}|(?<![\w\x80-\xFF])[\xCE\xCF][\x80-\xBF]))"
      R"((\*\*?)([A-Za-z]{1,2}|[\xCE\xCF][\x80-\xBF])\1(?2)(?![\w\x80-\xFF])|\s*__(?:\w+?__(?=\.\w)|(?<=\w\.__)\w+?__|)"
      R"((?:\w+_[A-Z]+|FILE|FUNCTION|LINE|attribute|builtins|class|construct|dict|dirname|doc|file|filename|func|init|)"
      R"(getattr|getitem|iter|main|mro|name|proto|pycache|qualname|repr|setattr|setitem|slots|str|typeof)__(?!\w))))");
  const auto match = signs.find(input_.text, cursor_.position());
  if (match)
    diagnostics_
        .error("accidental-emphasis", input_.span(cursor_.position(), cursor_.position() + match->front().size()),
               "these characters were read as emphasis, so the page does not show them")
        .expect("\\* for a star, × for a product; the name of a program between backticks, or \\_ for each underscore");
}

// Reports dashes that are not a rule for other programs.
void Converter::check_dashes(NodeId rule) {
  static const base::Pattern other(R"(\G(?:(?<=\S\n)-{2,}+(?: +-{2,}+)+[ \r]*$|)"
                                   R"((-{4,}+)[ \r]*\n(?:(?![-*+>|#]|\d+[.)] ).*\S.*\n)++\1[ \r]*$))",
                                   PCRE2_MULTILINE);
  if (other.find(input_.text, node(rule).range.begin))
    diagnostics_
        .error("foreign-syntax", block_span(rule), "this looks like a table of Pandoc, or a listing of AsciiDoc")
        .suggest("write a table of lines: | a | b |, then | --- | --- |; or code between two lines of ```");
}

void Converter::check_plain(std::string_view text, base::Span span, unsigned places) {
  const bool has_markdown = text.find("](") != std::string_view::npos || text.find("[@") != std::string_view::npos;
  if (!has_markdown && !may_hold_leftovers(text)) return;
  Leftovers found([&](size_t, size_t) { return span; }, diagnostics_);
  if (has_markdown)
    found.error("broken-link-syntax", 0, text.size(), "Markdown is not read in a title or in an attribute")
        .expect("plain words");
  find_foreign_syntax({.text = std::string(text), .places = places}, found);
}

}  // namespace document
