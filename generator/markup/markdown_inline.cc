// Writes emphasis and line breaks once the text around them is known. The rules of "left-flanking" and
// "right-flanking" are CommonMark's, section 6.2; a neighbour that is not ASCII is assumed to be the worse
// case.
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/markdown.h"

namespace markup {
namespace {

constexpr char kOpen = 1;   // the first of three values, one for each kind of Emphasis
constexpr char kClose = 4;  // the first of three values, from 4 to 6
constexpr char kBreak = 7;

bool is_open(char c) { return c >= kOpen && c < kClose; }
bool is_close(char c) { return c >= kClose && c < kBreak; }
bool is_mark(char c) { return is_open(c) || is_close(c); }

enum class Neighbour { space, punctuation, letter, unknown };

Neighbour kind_of(char32_t c) {
  if (c == ' ' || c == '\n' || c == kBreak || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
      c == 0x3000)
    return Neighbour::space;
  if (c >= 0x80) return Neighbour::unknown;
  const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter ? Neighbour::letter : Neighbour::punctuation;  // marks will become punctuation
}

Neighbour before(std::string_view text, size_t at) {
  if (at == 0) return Neighbour::space;
  std::string_view last = text.substr(base::code_point_start(text, at - 1), 4);
  return kind_of(base::take_code_point(last));
}

Neighbour after(std::string_view text, size_t at) {
  std::string_view rest = text.substr(at + 1);
  return rest.empty() ? Neighbour::space : kind_of(base::take_code_point(rest));
}

// Whether a delimiter between these two neighbours is recognised as one.
bool flanks(Neighbour outside, Neighbour inside) {
  if (inside == Neighbour::space) return false;
  const bool open_outside = outside == Neighbour::space || outside == Neighbour::punctuation;
  return open_outside || inside == Neighbour::letter;
}

struct Pair {
  size_t open, close;
};

std::vector<Pair> pairs_of(std::string_view text) {
  std::vector<Pair> pairs;
  std::vector<size_t> open;
  for (size_t at = 0; at < text.size(); ++at) {
    if (is_open(text[at])) {
      open.push_back(at);
    } else if (is_close(text[at]) && !open.empty()) {
      pairs.push_back({open.back(), at});
      open.pop_back();
    }
  }
  return pairs;
}

struct Delimiters {
  std::string_view open, close;
};

Delimiters delimiters(std::string_view text, const Pair& pair) {
  static constexpr Delimiters kTags[] = {{"<em>", "</em>"}, {"<strong>", "</strong>"}, {"<del>", "</del>"}};
  const auto kind = static_cast<size_t>(text[pair.open] - kOpen);
  const char left = pair.open > 0 ? text[pair.open - 1] : ' ';
  const char right = pair.close + 1 < text.size() ? text[pair.close + 1] : ' ';
  const char first = text[pair.open + 1], last = text[pair.close - 1];
  // Adjacent delimiters form one run, in which only an emphasis directly inside or around a strong one can be
  // distinguished.
  const bool runs_on = is_close(left) || is_open(right) || left == '*' || right == '*' || left == '_' || right == '_' ||
                       left == '~' || right == '~';
  const bool same_within = first == text[pair.open] || last == text[pair.close];
  const bool same_around = left == text[pair.open] || right == text[pair.close];
  const bool empty = pair.close == pair.open + 1;
  const Neighbour outside_left = before(text, pair.open), outside_right = after(text, pair.close);
  const Neighbour inside_left = after(text, pair.open), inside_right = before(text, pair.close);
  if (empty || runs_on || same_within || same_around || !flanks(outside_left, inside_left) ||
      !flanks(outside_right, inside_right))
    return kTags[kind];
  if (kind == 1) return {"**", "**"};
  if (kind == 2) return {"~~", "~~"};
  if (!is_mark(left) && !is_mark(right) && !is_mark(first) && !is_mark(last)) return {"*", "*"};
  auto open_outside = [](Neighbour n) { return n == Neighbour::space || n == Neighbour::punctuation; };
  if (open_outside(outside_left) && open_outside(outside_right)) return {"_", "_"};
  return kTags[kind];
}

// Appends a line, escaped if it would start a block ("# 1", "- x", "1. x", "> x", "===") or define a footnote.
void append_line(std::string& out, std::string_view line) {
  line = base::trim(line);
  size_t escape = std::string_view::npos;
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  auto ends = [&](size_t at) { return at >= line.size() || line[at] == ' '; };
  if (line.empty()) return;
  if (line[0] == '#' || line[0] == '>' || line[0] == '=' ||
      ((line[0] == '-' || line[0] == '+') && (ends(1) || line[1] == line[0])))
    escape = 0;
  else if (digits > 0 && digits < 10 && digits < line.size() && (line[digits] == '.' || line[digits] == ')') &&
           ends(digits + 1))
    escape = digits;
  else if (line.starts_with("[^") && line.find("]:") == line.find(']'))
    escape = line.find("]:") + 1;
  if (escape == std::string_view::npos) {
    out += line;
    return;
  }
  out.append(line.substr(0, escape)).append("\\").append(line.substr(escape));
}

}  // namespace

void open_emphasis(std::string& out, Emphasis kind) { out += static_cast<char>(kOpen + static_cast<int>(kind)); }
void close_emphasis(std::string& out, Emphasis kind) { out += static_cast<char>(kClose + static_cast<int>(kind)); }
void append_break(std::string& out) {
  while (out.ends_with(' ')) out.pop_back();
  out += kBreak;
}

std::string finish_inline(std::string_view inlines, Lines lines) {
  inlines = base::trim(inlines);
  while (inlines.ends_with(kBreak)) inlines.remove_suffix(1);
  std::vector<std::string_view> at_mark(inlines.size());
  for (const Pair& pair : pairs_of(inlines)) {
    const Delimiters found = delimiters(inlines, pair);
    at_mark[pair.open] = found.open;
    at_mark[pair.close] = found.close;
  }
  std::string out, line;
  auto end_line = [&] {
    append_line(out, line);
    line.clear();
  };
  for (size_t at = 0; at < inlines.size(); ++at) {
    const char c = inlines[at];
    if (is_mark(c)) {
      line += at_mark[at];
    } else if (c == kBreak && lines == Lines::one) {
      line += "<br>";
    } else if (c == kBreak) {
      end_line();
      out += "\\\n";
    } else {
      line += c;
    }
  }
  if (lines == Lines::paragraph)
    end_line();
  else
    out += line;
  return out;
}

}  // namespace markup
