#include "base/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "base/text.h"

namespace base {
namespace {

auto order(const Edit& edit) {
  return std::tuple(std::string_view(edit.span.source->path()), edit.span.begin, edit.span.end,
                    std::string_view(edit.text));
}

bool overlap(const Span& a, const Span& b) {
  if (a.begin == b.begin) return true;  // the order of two insertions at one position would be undefined
  return a.begin < b.end && b.begin < a.end;
}

std::string with_edits(std::string_view text, size_t offset, std::span<const Edit> edits) {
  std::string out;
  size_t at = 0;
  for (const Edit& edit : edits) {
    out.append(text.substr(at, edit.span.begin - offset - at)).append(edit.text);
    at = edit.span.end - offset;
  }
  return out.append(text.substr(at));
}

// Appends each line after `mark`. Returns their number.
size_t append_lines(std::string& out, std::string_view text, char mark) {
  if (text.empty()) return 0;
  const bool ended = text.ends_with('\n');
  if (ended) text.remove_suffix(1);
  const std::vector<std::string_view> lines = split(text, '\n');
  for (std::string_view line : lines) out.append(1, mark).append(line).append("\n");
  if (!ended) out += "\\ No newline at end of file\n";
  return lines.size();
}

// Replaces whole lines. `old_before` and `new_before` are the numbers of lines before them in the two texts.
struct DiffHunk {
  std::string text;
  size_t old_lines = 0, new_lines = 0;

  DiffHunk(size_t old_before, size_t new_before, std::string_view old_text, std::string_view new_text) {
    std::string changes;
    old_lines = append_lines(changes, old_text, '-');
    new_lines = append_lines(changes, new_text, '+');
    // An empty side has the number of the line before it.
    text = fmt::format("@@ -{},{} +{},{} @@\n{}", old_before + (old_lines > 0), old_lines, new_before + (new_lines > 0),
                       new_lines, changes);
  }
};

std::string diff_header(std::string_view path) { return fmt::format("--- {0}\n+++ {0}\n", path); }

}  // namespace

SortedEdits sort_edits(std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return order(a) < order(b); });
  edits.erase(
      std::unique(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return order(a) == order(b); }),
      edits.end());
  std::vector<bool> conflicts(edits.size());
  for (size_t i = 1; i < edits.size(); ++i)
    if (edits[i].span.source == edits[i - 1].span.source && overlap(edits[i - 1].span, edits[i].span))
      conflicts[i] = conflicts[i - 1] = true;
  SortedEdits sorted;
  for (size_t i = 0; i < edits.size(); ++i) {
    if (conflicts[i]) {
      sorted.conflicting.push_back(std::move(edits[i]));
      continue;
    }
    const SourceText* source = edits[i].span.source;
    if (sorted.files.empty() || sorted.files.back().source != source) sorted.files.push_back({source, {}});
    sorted.files.back().edits.push_back(std::move(edits[i]));
  }
  return sorted;
}

std::string edited_text(const FileEdits& file) { return with_edits(file.source->text(), 0, file.edits); }

std::string edits_diff(const FileEdits& file) {
  std::string out = diff_header(file.source->path());
  const SourceText& source = *file.source;
  size_t added = 0;  // lines that earlier hunks have added; a negative number wraps around
  for (std::span<const Edit> rest = file.edits; !rest.empty();) {
    // Edits on the same lines, or on adjacent ones, are one hunk.
    const size_t first_line = source.line_of(rest[0].span.begin);
    size_t last_line = source.line_of(rest[0].span.end), count = 1;
    for (; count < rest.size() && source.line_of(rest[count].span.begin) <= last_line + 1; ++count)
      last_line = std::max(last_line, source.line_of(rest[count].span.end));
    const size_t begin = source.line_start(first_line), end = source.line_start(last_line + 1);
    const std::string_view old_text = source.text().substr(begin, end - begin);
    const DiffHunk diff(first_line - 1, first_line - 1 + added, old_text,
                        with_edits(old_text, begin, rest.first(count)));
    out += diff.text;
    added += diff.new_lines - diff.old_lines;
    rest = rest.subspan(count);
  }
  return out;
}

std::string texts_diff(const std::string& path, std::string_view before, std::string_view after) {
  if (before == after) return "";
  size_t begin = static_cast<size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  begin = before.substr(0, begin).rfind('\n') + 1;
  std::string_view old = before.substr(begin), now = after.substr(begin);
  // Bytes of the longest common suffix, which is then reduced to whole lines.
  size_t common = 0;
  while (common < std::min(old.size(), now.size()) && old[old.size() - 1 - common] == now[now.size() - 1 - common])
    ++common;
  auto begins_line = [&](std::string_view text) {
    return common == text.size() || text[text.size() - 1 - common] == '\n';
  };
  if (!begins_line(old) || !begins_line(now)) {
    const size_t end = old.find('\n', old.size() - common);
    common = end == std::string_view::npos ? 0 : old.size() - 1 - end;
  }
  old.remove_suffix(common);
  now.remove_suffix(common);
  const auto lines_before = static_cast<size_t>(std::ranges::count(before.substr(0, begin), '\n'));
  return diff_header(path) + DiffHunk(lines_before, lines_before, old, now).text;
}

}  // namespace base
