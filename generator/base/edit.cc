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

std::vector<FileEdits> sort_edits(std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return order(a) < order(b); });
  edits.erase(
      std::unique(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return order(a) == order(b); }),
      edits.end());
  std::vector<bool> conflicts(edits.size());
  for (size_t i = 1; i < edits.size(); ++i)
    if (edits[i].span.source == edits[i - 1].span.source && overlap(edits[i - 1].span, edits[i].span))
      conflicts[i] = conflicts[i - 1] = true;
  std::vector<FileEdits> sorted;
  for (size_t i = 0; i < edits.size(); ++i) {
    if (conflicts[i]) continue;
    const SourceText* source = edits[i].span.source;
    if (sorted.empty() || sorted.back().source != source) sorted.push_back({source, {}});
    sorted.back().edits.push_back(std::move(edits[i]));
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

}  // namespace base
