// As much of CommonMark (https://spec.commonmark.org/0.31.2/#links) as it takes to find where links of a Markdown twin
// and of llms.txt lead: these were written by a program.
#include <algorithm>

#include "audit/references.h"
#include "base/text.h"

namespace audit {
namespace {

// What is longer is none: so that whatever begins one is looked at within bounds.
constexpr size_t kLongestCode = 1000;
constexpr size_t kLongestAddress = 4000;

bool is_mark(char c) {
  return c > ' ' && c < 127 && !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

std::string without_escapes(std::string_view written) {
  std::string out;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\\' && i + 1 < written.size() && is_mark(written[i + 1])) ++i;
    out += written[i];
  }
  return markup::unescaped(out);
}

class Scan {
 public:
  Scan(std::string_view text, const Visit& visit) : text_(text), visit_(visit) {}

  void run() {
    while (at_ < text_.size()) {
      if (begins_line_ && take_fence()) continue;
      begins_line_ = false;
      switch (text_[at_]) {
        case '\n':
          end_line();
          break;
        case '\\':
          at_ += 2;
          break;
        case '`':
          pass_code();
          break;
        case '[':
          ++brackets_;
          ++at_;
          break;
        case ']':
          ++at_;
          if (brackets_ > 0) take_target();
          break;
        case '<':
          take_autolink();
          break;
        default:
          ++at_;
      }
    }
  }

 private:
  void end_line() {
    line_ = ++at_;
    begins_line_ = true;
    if (at_ < text_.size() && text_[at_] == '\n') brackets_ = 0;  // a paragraph ends
  }

  // A fenced block, from the beginning of its first line to the end of its last.
  bool take_fence() {
    size_t at = at_;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '>')) ++at;
    const char mark = at < text_.size() ? text_[at] : '\0';
    if (mark != '`' && mark != '~') return false;
    size_t length = 0;
    while (at + length < text_.size() && text_[at + length] == mark) ++length;
    if (length < 3) return false;
    at = std::min(text_.find('\n', at), text_.size());
    while (at < text_.size()) {
      size_t begin = ++at;
      at = std::min(text_.find('\n', at), text_.size());
      std::string_view line = base::trim(text_.substr(begin, at - begin));
      while (line.starts_with('>')) line = base::trim(line.substr(1));
      if (line.size() >= length && line.find_first_not_of(mark) == std::string_view::npos) break;
    }
    line_ = at_ = std::min(at + 1, text_.size());
    brackets_ = 0;
    return true;
  }

  void pass_code() {
    size_t length = 0;
    while (at_ + length < text_.size() && text_[at_ + length] == '`') ++length;
    at_ += length;
    const std::string_view within = text_.substr(at_, kLongestCode);
    for (size_t i = 0; i < within.size();) {
      if (within.substr(i).starts_with("\n\n")) return;
      size_t run = 0;
      while (i + run < within.size() && within[i + run] == '`') ++run;
      if (run == length) {
        at_ += i + run;
        return;
      }
      i += std::max<size_t>(run, 1);
    }
  }

  void pass_blanks(size_t& at) const {
    const size_t furthest = std::min(text_.size(), at + kLongestAddress);
    while (at < furthest && base::is_space(text_[at])) ++at;
  }

  // Behind "]": "(address "title")", or ": address" of a definition.
  void take_target() {
    --brackets_;
    if (at_ >= text_.size() || (text_[at_] != '(' && text_[at_] != ':')) return;
    const bool is_definition = text_[at_] == ':';
    size_t at = at_ + 1;
    if (is_definition && !begins_definition()) return;
    pass_blanks(at);
    size_t end = at, depth = 0;
    const size_t furthest = std::min(text_.size(), at + kLongestAddress);
    std::string_view written;
    if (at < text_.size() && text_[at] == '<') {
      end = text_.substr(0, furthest).find_first_of(">\n", at);
      if (end == std::string_view::npos || text_[end] != '>') return;
      written = text_.substr(at + 1, end - at - 1);
      ++end;
    } else {
      for (; end < furthest && static_cast<unsigned char>(text_[end]) > ' '; ++end) {
        if (text_[end] == '\\' && end + 1 < text_.size() && is_mark(text_[end + 1])) {
          ++end;
        } else if (text_[end] == '(') {
          ++depth;
        } else if (text_[end] == ')' && depth-- == 0) {
          break;
        }
      }
      end = std::min(end, furthest);
      written = text_.substr(at, end - at);
    }
    size_t behind = end;
    pass_blanks(behind);
    const char next = behind < text_.size() ? text_[behind] : '\0';
    if (!is_definition && next != ')' && next != '"' && next != '\'' && next != '(') return;
    if (is_definition && written.empty()) return;
    visit_({written, without_escapes(written), Use::follow});
    at_ = end;
  }

  // "[name]: address" begins a line; "[^1]: Words." is a footnote.
  bool begins_definition() const { return text_.substr(line_, 1) == "[" && text_.substr(line_, 2) != "[^"; }

  // <https://…>
  void take_autolink() {
    const size_t end = text_.find_first_of("> \n<", at_ + 1);
    if (end != std::string_view::npos && text_[end] == '>') {
      const std::string_view written = text_.substr(at_ + 1, end - at_ - 1);
      if (written.find("://") != std::string_view::npos) visit_({written, std::string(written), Use::follow});
      at_ = end + 1;
      return;
    }
    ++at_;
  }

  std::string_view text_;
  const Visit& visit_;
  size_t at_ = 0;
  size_t line_ = 0;      // where it begins
  size_t brackets_ = 0;  // open in this paragraph
  bool begins_line_ = true;
};

}  // namespace

void markdown_references(std::string_view markdown, const Visit& visit) { Scan(markdown, visit).run(); }

}  // namespace audit
