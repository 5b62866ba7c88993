#include "document/expanded.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/pattern.h"
#include "base/slug.h"
#include "base/text.h"
#include "document/foreign_blocks.h"
#include "document/front_matter.h"
#include "document/rewritings.h"

namespace document {
namespace {

constexpr size_t kMaxExpanded = size_t{16} << 20;  // bytes of a page, as in limits.cc
constexpr size_t kMaxIncludeDepth = 16;
constexpr size_t kMaxIncludes = 10'000;
constexpr size_t kMaxCopies = 8;  // of each file

// Options of a code block of MyST that change nothing that is written, and any other option.
constexpr std::string_view kSilentOption =
    R"(^ *:(?:cellView|class|colab|emphasize-lines|force|id|lineno-start|linenos|number-lines|outputId|tags):)";
constexpr std::string_view kAnyOption = R"(^ *:[a-zA-Z-]+:(?: |$))";
// The marks around a part, alone in a comment: of editors and VitePress, of mdBook, and of MkDocs.
constexpr std::string_view kPartMark =
    R"(^\s*(?:(?://|#|--|;|%|/\*|<!--)+\s*)+(?:#?(end)?region\b *([\w-]*)|ANCHOR(_END)?: *([\w-]+)|)"
    R"(-*8<-+ *\[(?:start|(end)): *([\w-]+)\])\s*(?:\*/|-->)?\s*$)";

// Reads "3-10", "3", "3-" or "-10", and lists of them. Returns nothing if it is none of these.
std::vector<std::pair<size_t, size_t>> read_lines(std::string_view text, char to) {
  std::vector<std::pair<size_t, size_t>> lines;
  const auto number = [](std::string_view digits, size_t otherwise) {
    size_t value = otherwise;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() || digits.empty() ? value : 0;
  };
  for (const std::string_view range : to == ',' ? std::vector{text} : base::split(text, ',')) {
    const size_t middle = range.find(to);
    const size_t first = number(range.substr(0, middle), 1);
    const size_t last = middle == std::string_view::npos ? first : number(range.substr(middle + 1), SIZE_MAX);
    if (range.empty() || first == 0 || last < first) return {};
    lines.emplace_back(first, last);
  }
  return lines;
}

// Calls visit(line) with each line of a part, without its line ending.
template <class Visit>
void for_each_line(base::Span part, Visit&& visit) {
  const std::string_view text = part.source->text();
  for (size_t at = part.begin; at < part.end;) {
    const size_t newline = std::min<size_t>(text.find('\n', at), part.end);
    const bool is_crlf = newline > at && newline < part.end && text[newline - 1] == '\r';
    visit(base::part_of(*part.source, at, newline - is_crlf));
    at = newline + 1;
  }
}

class Expander {
 public:
  Expander(const FindIncluded& find, base::Diagnostics& diagnostics) : find_(find), diagnostics_(diagnostics) {}

  void copy(base::Span written) { add(written.text(), written, true); }

  void add_markdown(base::Span part) {
    open_.push_back(part.source);
    for_each_line(part, [&](base::Span line) {
      if (!replace(line)) copy_line(line, indent_);
    });
    open_.pop_back();
  }

  bool has_changed() const { return has_changed_; }
  Expanded take() { return std::move(expanded_); }

 private:
  using Groups = std::vector<std::string_view>;

  static std::string_view group(const Groups& groups, size_t number) {
    return number < groups.size() ? groups[number] : std::string_view();
  }
  static base::Span part_of(base::Span line, std::string_view part) {
    return base::part_of(*line.source, static_cast<size_t>(part.data() - line.source->text().data()),
                         static_cast<size_t>(part.data() - line.source->text().data()) + part.size());
  }

  void add(std::string_view text, base::Span written, bool is_copy) {
    if (text.empty()) return;
    std::vector<Expanded::Piece>& pieces = expanded_.pieces;
    const bool continues = is_copy && !pieces.empty() && pieces.back().is_copy &&
                           pieces.back().written.source == written.source && pieces.back().written.end == written.begin;
    if (continues)
      pieces.back().written.end = written.end;
    else
      pieces.push_back({static_cast<uint32_t>(expanded_.text.size()), written, is_copy});
    expanded_.text += text;
  }
  void make(std::string_view text, base::Span written) { add(text, written, false); }

  // Copies a line with its line ending, below the indentation of the line that includes it.
  void copy_line(base::Span line, std::string_view indent) {
    if (!line.text().empty()) make(indent, line);
    copy({line.source, line.begin, after_ending(line)});
    if (after_ending(line) == line.end) make("\n", line);
  }

  static uint32_t after_ending(base::Span line) {
    const std::string_view rest = line.source->text().substr(line.end);
    return line.end + (rest.starts_with("\r\n") ? 2 : rest.starts_with('\n'));
  }

  // Returns whether the line was replaced.
  bool replace(base::Span line) {
    const std::string_view text = line.text();
    if (!fence_.empty()) {
      if (end_ ? end_->find(text).has_value() : closes_fence(text, fence_, fence_column_)) return end_code(line);
      if (!end_ && takes_options_ && drop_option(line)) return true;
      takes_options_ = false;
      if (end_ || is_shown_) return false;
      return rewrite(line, [](RewritingRole role) { return role == RewritingRole::include; }) || refuse_include(line);
    }
    if (is_in_comment_) {
      is_in_comment_ = text.find("-->") == std::string_view::npos;
      return false;
    }
    if (indented_.is_code(text)) return false;
    is_in_comment_ = base::trim(text).starts_with("<!--") && text.find("-->") == std::string_view::npos;
    if (is_in_comment_) return false;
    const std::string_view fence = fence_of(text);
    if (fence.empty()) return rewrite(line, [](RewritingRole role) { return role != RewritingRole::directive; });
    const std::string_view info = base::trim(without_bullet(text).substr(fence.size()));
    if (!texts_in_fences_.empty() && info.empty() && fence == texts_in_fences_.back()) {
      texts_in_fences_.pop_back();
      return false;
    }
    if (fence[0] == '`' && is_foreign_block(info)) {
      texts_in_fences_.emplace_back(fence);
      return false;
    }
    fence_ = fence;
    fence_column_ = static_cast<size_t>(fence.data() - text.data());
    is_shown_ = base::has_word("markdown md", info.substr(0, info.find_first_of(" {")));
    const bool is_rewritten = rewrite(line, [](RewritingRole role) { return role == RewritingRole::directive; });
    takes_options_ = is_rewritten && info.starts_with('{');
    return is_rewritten;
  }

  // Refuses an include that is not understood in a code block, where it would be shown. Returns false.
  bool refuse_include(base::Span line) {
    static const base::Pattern include(
        R"((?<!\\)\{\{ *#(?:rustdoc_)?include\b.*|^ *-+8<-{2,}(?! *\[).*|^ *::: include\b.*)");
    if (line.text().find_first_of("<#:") != std::string_view::npos)
      if (const auto found = include.find(line.text()))
        refuse(part_of(line, found->front()), "this include is not understood, and is shown as code")
            .expect("on a separate line: ::: include FILE, with lines=3-10 or part=NAME after it")
            .suggest("to show it literally, write the block as ```markdown");
    return false;
  }

  bool end_code(base::Span line) {
    fence_.clear();
    takes_options_ = false;
    if (!std::exchange(end_, nullptr)) return false;
    make(fmt::format("{}{}\n", indent_, kMadeFence), line);
    return true;
  }

  bool drop_option(base::Span line) {
    static const base::Pattern silent{std::string(kSilentOption)}, any{std::string(kAnyOption)};
    if (silent.find(line.text())) return true;
    if (any.find(line.text()))
      diagnostics_.error("foreign-syntax", line, "this looks like an option of MyST, and is shown as code")
          .suggest("delete it, and say what it says in a sentence before the code")
          .of("form:option");
    return false;
  }

  template <class Fits>
  bool rewrite(base::Span line, Fits&& fits) {
    for (const Rewriting& form : rewritings()) {
      if (form.role == RewritingRole::words || !fits(form.role) || !base::contains(line.text(), form.sign)) continue;
      const auto groups = form.pattern.find(line.text());
      if (!groups) continue;
      has_changed_ = true;
      const std::string_view indent = line.text().substr(0, line.text().find_first_not_of(' '));
      if (form.role == RewritingRole::include || form.role == RewritingRole::outside ||
          form.role == RewritingRole::code) {
        include(line, form, *groups, indent_ + std::string(indent));
        return true;
      }
      if (form.role == RewritingRole::anchor && is_of_next_heading(line, group(*groups, 1))) return true;
      if (form.role == RewritingRole::opens) {
        fence_ = kMadeFence;
        end_ = &*form.end;
      }
      const std::string before = indent_ + std::string(indent);
      make(before, line);
      fill(form.result.substr(0, form.result.find_last_not_of('\n') + 1), *groups, line, "\n" + before);
      make(form.result.ends_with('\n') ? "\n" : "", line);
      return true;
    }
    return fits(RewritingRole::words) && rewrite_words(line);
  }

  // Whether the heading below the line has the id anyway.
  static bool is_of_next_heading(base::Span line, std::string_view id) {
    std::string_view below = line.source->text().substr(line.end), heading;
    do {  // several labels may be above a heading
      below.remove_prefix(std::min(below.find_first_not_of("\r\n"), below.size()));
      heading = base::trim(below.substr(0, below.find('\n')));
      below.remove_prefix(std::min(below.find('\n'), below.size()));
    } while (heading.starts_with('(') && heading.ends_with(")="));
    const size_t marks = std::min(heading.find_first_not_of('#'), heading.size());
    return marks > 0 && base::github_slug(base::trim(heading.substr(marks))) == id;
  }

  // Rewrites parts of the line that are not in code. After a backtick that is not closed they may be in code.
  bool rewrite_words(base::Span line) {
    const std::string_view text = line.text();
    size_t done = 0;
    for (size_t from = 0; from < text.size();) {
      const Rewriting* form = nullptr;
      Groups first;
      for (const Rewriting& each : rewritings()) {
        if (each.role != RewritingRole::words || text.find(each.sign, from) == std::string_view::npos) continue;
        auto groups = each.pattern.find(text, from);
        if (!groups || (form && groups->front().data() >= first.front().data())) continue;
        form = &each;
        first = *std::move(groups);
      }
      if (!form) break;
      const base::Span written = part_of(line, first.front());
      from = written.end - line.begin;
      if (std::ranges::count(text.substr(0, from - first.front().size()), '`') % 2 != 0) continue;
      if (done == 0) make(indent_, line);
      copy({line.source, line.begin + static_cast<uint32_t>(done), written.begin});
      fill(form->result, first, written, "\n");
      done = from;
    }
    if (done == 0) return false;
    has_changed_ = true;
    copy_line({line.source, line.begin + static_cast<uint32_t>(done), line.end}, "");
    return true;
  }

  // `newline` is a line ending, and what each line of the result begins with.
  void fill(std::string_view result, const Groups& groups, base::Span written, const std::string& newline) {
    while (!result.empty()) {
      const bool is_sign = (result[0] == '$' || result[0] == '@') && result.size() > 1 && base::is_digit(result[1]);
      if (!is_sign) {
        const size_t end = std::min(result.find_first_of("$@", 1), result.size());
        make(base::replace_all(std::string(result.substr(0, end)), "\n", newline), written);
        result.remove_prefix(end);
        continue;
      }
      const std::string_view value = group(groups, static_cast<size_t>(result[1] - '0'));
      const size_t end = result[0] == '$' ? 2 : result.find('}') + 1;
      if (!value.empty() && result[0] == '$') copy(part_of(written, value));
      if (!value.empty() && result[0] == '@') fill(result.substr(3, end - 4), groups, written, newline);
      result.remove_prefix(end);
    }
  }

  // ---- includes

  base::Diagnostic& refuse(base::Span at, std::string message) {
    return diagnostics_.error("bad-include", at, std::move(message));
  }

  void include(base::Span line, const Rewriting& form, const Groups& groups, const std::string& indent) {
    if (is_full_) return;
    const std::string_view path = group(groups, 1);
    const base::Span at = part_of(line, path);
    const base::SourceText* file = find_(*line.source, path);
    if (!file)
      return void(refuse(at, fmt::format("there is no file \"{}\" to include", path))
                      .expect("a file of content/, or of a folder in \"includes\" of data/site.json")
                      .suggest("write its path from this file or from the site's folder; to show the line literally, "
                               "put it between backticks or into a ```markdown block"));
    if (included_.insert(file).second) may_have_ += kMaxCopies * file->text().size();
    if (expanded_.text.size() + file->text().size() > std::min(may_have_, kMaxExpanded) || ++includes_ > kMaxIncludes) {
      is_full_ = true;
      return void(refuse(at, fmt::format("with this file the page is larger than {} MB, or than 1 MB and {} times its "
                                         "files, or includes more than {} files",
                                         kMaxExpanded >> 20, kMaxCopies, kMaxIncludes)));
    }
    if (const std::string_view ignored = group(groups, 6); !ignored.empty())
      diagnostics_.warning("code-option", part_of(line, ignored), fmt::format("\"{}\" has no effect", ignored))
          .suggest("delete it");
    const std::vector<base::Span> lines = lines_of(*file, group(groups, 2), group(groups, 3), form.to, at);
    if (!fence_.empty()) return add_code(lines, indent, line);
    const bool is_markdown = path.ends_with(".md") && form.role != RewritingRole::code;
    if (is_markdown) return add_page(lines, indent, at);
    std::string_view language = group(groups, 5);
    if (language.empty()) language = path.substr(std::min(path.find_last_of("./") + 1, path.size()));
    const std::string_view title = group(groups, 4);
    if (!title.empty()) make(fmt::format("{}`{}`\n\n", indent, title), line);
    make(fmt::format("{}{}{}\n", indent, kMadeFence, language), line);
    fence_ = kMadeFence;
    add_code(lines, indent, line);
    fence_.clear();
    make(fmt::format("{}{}\n", indent, kMadeFence), line);
  }

  void add_page(const std::vector<base::Span>& parts, const std::string& indent, base::Span at) {
    if (parts.empty()) return;
    if (std::ranges::count(open_, parts[0].source)) {
      refuse(at, fmt::format("\"{}\" includes itself", parts[0].source->path())).suggest("delete one of the includes");
      return;
    }
    if (open_.size() > kMaxIncludeDepth) {
      refuse(at, fmt::format("\"{}\" is within {} other included files", parts[0].source->path(), kMaxIncludeDepth))
          .suggest("include it in a file further out");
      return;
    }
    std::string outer = std::exchange(indent_, indent);
    for (size_t i = 0; i < parts.size(); ++i) {  // adjacent lines at once
      base::Span part = parts[i];
      while (i + 1 < parts.size() && after_ending(part) == parts[i + 1].begin) part.end = parts[++i].end;
      add_markdown({part.source, part.begin, after_ending(part)});
    }
    indent_ = std::move(outer);
  }

  void add_code(const std::vector<base::Span>& lines, std::string_view indent, base::Span by) {
    for (const base::Span line : lines) {
      if (closes_fence(line.text(), fence_, line.text().size()))
        return void(refuse(line, "this line would end the code block that includes it")
                        .suggest("begin and end the block with more backticks")
                        .note(by, "included here"));
      copy_line(line, indent);
    }
  }

  // Returns the lines that an include takes, without those that mark parts.
  std::vector<base::Span> lines_of(const base::SourceText& file, std::string_view numbers, std::string_view part,
                                   char to, base::Span at) {
    std::vector<base::Span> lines, taken;
    const bool is_page = numbers.empty() && part.empty() && fence_.empty() && file.path().ends_with(".md");
    const size_t begin = is_page ? front_matter_end(file.text()) : 0;
    for_each_line(base::part_of(file, begin, file.text().size()), [&](base::Span line) { lines.push_back(line); });
    const auto ranges = read_lines(numbers, to);
    const bool are_right = std::ranges::all_of(ranges, [&](const auto& range) {
      return range.first <= lines.size() && (range.second == SIZE_MAX || range.second <= lines.size());
    });
    if (!numbers.empty() && numbers != std::string_view(&to, 1) && (ranges.empty() || !are_right)) {
      refuse(at, fmt::format("{} has no lines \"{}\"", file.path(), numbers))
          .expect(fmt::format("numbers from 1 to {}", lines.size()));
      return {};
    }
    bool is_inside = part.empty(), is_found = part.empty();
    std::vector<std::string_view> regions;  // the open ones: "#endregion" alone ends the last
    static const base::Pattern mark{std::string(kPartMark)};
    for (size_t i = 0; i < lines.size(); ++i) {
      const std::string_view text = lines[i].text();
      const bool may_mark = text.find("region") != std::string_view::npos ||
                            text.find("ANCHOR") != std::string_view::npos || text.find("8<") != std::string_view::npos;
      if (const auto groups = may_mark ? mark.find(text) : std::nullopt) {
        const bool ends = !group(*groups, 1).empty() || !group(*groups, 3).empty() || !group(*groups, 5).empty();
        const bool is_region = group(*groups, 4).empty() && group(*groups, 6).empty();
        std::string_view name = is_region ? group(*groups, 2) : std::max(group(*groups, 4), group(*groups, 6));
        if (is_region && ends && !regions.empty()) {
          if (name.empty()) name = regions.back();
          regions.pop_back();
        } else if (is_region && !ends) {
          regions.push_back(name);
        }
        if (name == part && !part.empty()) {
          is_inside = !ends;
          is_found = is_found || !ends;
        }
        if (!is_region || !part.empty()) continue;
      }
      const auto has_line = [&](const auto& range) { return range.first <= i + 1 && i + 1 <= range.second; };
      if (is_inside && (ranges.empty() || std::ranges::any_of(ranges, has_line))) taken.push_back(lines[i]);
    }
    if (is_found && is_inside && !part.empty()) {
      refuse(at, fmt::format("the part \"{}\" of {} has no end", part, file.path()))
          .expect(fmt::format("a line that contains \"#endregion {}\"", part));
      return {};
    }
    if (!is_found)
      refuse(at, fmt::format("{} has no part \"{}\"", file.path(), part))
          .expect(fmt::format("lines that contain \"#region {0}\" and \"#endregion {0}\" around it", part));
    return taken;
  }

  const FindIncluded& find_;
  base::Diagnostics& diagnostics_;
  Expanded expanded_;
  bool has_changed_ = false;
  bool is_full_ = false;  // whether the page has reached a limit, so that nothing more is included
  size_t includes_ = 0;
  std::set<const base::SourceText*> included_;
  size_t may_have_ = size_t{1} << 20;          // how many bytes the page may have: small files have a small cost
  std::string indent_;                         // of the line that includes this file
  std::vector<const base::SourceText*> open_;  // the files that include each other
  std::string fence_;                          // the mark of the open code block
  size_t fence_column_ = 0;                    // the number of characters before it
  const base::Pattern* end_ = nullptr;         // the line that ends it, if it is not its mark
  bool is_in_comment_ = false;                 // in which nothing is included
  IndentedLines indented_;
  bool is_shown_ = false;                     // whether it shows Markdown, so that nothing is included
  bool takes_options_ = false;                // whether options of a directive may follow
  std::vector<std::string> texts_in_fences_;  // marks of open directives with text: "```{note}"
};

}  // namespace

base::Span Expanded::span(size_t from, size_t to) const {
  const auto piece_at = [&](size_t offset) {
    return std::prev(std::ranges::upper_bound(pieces, offset, {}, &Piece::begin));
  };
  const auto first = piece_at(from), last = piece_at(to > from ? to - 1 : from);
  const auto place = [](const Piece& piece, size_t offset) {
    return std::min(piece.written.begin + static_cast<uint32_t>(offset - piece.begin), piece.written.end);
  };
  base::Span span = first->written;
  if (first->is_copy) span.begin = place(*first, from);
  if (last->written.source == span.source && last->written.end >= span.begin)
    span.end = last->is_copy ? place(*last, to) : last->written.end;
  return span;
}

bool Expanded::is_copy(size_t from, size_t to) const {
  const base::Span written = span(from, to);
  return written.text() == std::string_view(text).substr(from, to - from);
}

std::shared_ptr<const Expanded> expand(base::Span markdown, const FindIncluded& find, base::Diagnostics& diagnostics) {
  const auto may_match = [text = markdown.text()](const Rewriting& form) { return base::contains(text, form.sign); };
  if (std::ranges::none_of(rewritings(), may_match)) return nullptr;
  Expander expander(find, diagnostics);
  expander.copy({markdown.source, 0, markdown.begin});
  expander.add_markdown(markdown);
  if (!expander.has_changed()) return nullptr;
  Expanded expanded = expander.take();
  if (expanded.pieces.empty()) expanded.pieces.push_back({0, markdown, false});
  return std::make_shared<const Expanded>(std::move(expanded));
}

}  // namespace document
