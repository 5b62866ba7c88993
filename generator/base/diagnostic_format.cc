// The text form, for a span within one line:
//
//   error[unknown-key]: there is no key "titel"
//     --> content/cost.md:2:1
//      |
//    2 | titel: Cost
//      | ^^^^^
//      = expected: title, description, …
//      = help: did you mean "title"?
#include "base/diagnostic_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace base {
namespace {

constexpr size_t kExcerptWidth = 110;
constexpr int kMaxExcerpts = 3;  // of notes; of more, only the places are shown

std::string_view name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string place_of(Span span) {
  const Position position = span.source->position(span.begin);
  return fmt::format("{}:{}:{}", visible(span.source->path()), position.line, position.column);
}

void append_place(std::string& out, Span span, std::string_view arrow) {
  const Excerpt shown = excerpt_of(span);
  std::string number = std::to_string(span.source->line_of(span.begin));
  std::string gutter(number.size() + 1, ' ');
  fmt::format_to(std::back_inserter(out), "{}{} {}\n", gutter, arrow, place_of(span));
  fmt::format_to(std::back_inserter(out), "{} |\n {} | {}{}{}\n{} | {}{}\n", gutter, number, shown.before, shown.marked,
                 shown.after, gutter, std::string(display_width(shown.before), ' '),
                 std::string(std::max<size_t>(1, display_width(shown.marked)), '^'));
}

std::string text(const Diagnostic& d, bool colour) {
  std::string_view on = !colour ? "" : d.severity == Severity::error ? "\033[1;31m" : "\033[1;33m";
  std::string out =
      fmt::format("{}{}[{}]{}: {}\n", on, name(d.severity), d.code, colour ? "\033[0m" : "", visible(d.message));
  std::string gutter = "  ";
  if (d.span) {
    append_place(out, d.span, "-->");
    gutter = std::string(std::to_string(d.span.source->line_of(d.span.begin)).size() + 1, ' ');
  } else if (!d.path.empty()) {
    fmt::format_to(std::back_inserter(out), "  --> {}\n", visible(d.path));
  }
  auto line = [&](std::string_view label, std::string_view what) {
    if (!what.empty()) fmt::format_to(std::back_inserter(out), "{} = {}: {}\n", gutter, label, visible(what));
  };
  // A list of places begins with that of the error, which is shown once; each note is below its place.
  const auto is_here = [&](const Note& note) { return note.span && note.span.text().data() == d.span.text().data(); };
  const bool is_list = std::ranges::any_of(d.notes, is_here);
  line("expected", d.expected);
  line("help", d.help);
  int excerpts = 0;
  for (const Note& note : d.notes) {
    if (note.text.empty()) continue;  // a place for programs
    if (note.span && excerpts++ >= kMaxExcerpts) {
      line("note", fmt::format("{}: {}", place_of(note.span), note.text));
      continue;
    }
    if (!is_list) line("note", note.text);
    if (note.span && !is_here(note)) append_place(out, note.span, ":::");
    if (is_list) line("note", note.text);
  }
  return replace_all(std::move(out), "##[", "##\\u005b");  // two adjacent parts of an excerpt may form "##["
}

std::string json(const Diagnostic& d) {
  nlohmann::ordered_json out{{"severity", name(d.severity)}, {"code", d.code}};
  auto place = [](nlohmann::ordered_json& to, Span span) {
    Position begin = span.source->position(span.begin);
    Position end = span.source->position(span.end);
    to["file"] = span.source->path();
    to["line"] = begin.line;
    to["column"] = begin.column;
    to["end"] = {{"line", end.line}, {"column", end.column}};
  };
  if (d.span) {
    place(out, d.span);
  } else if (!d.path.empty()) {
    out["file"] = d.path;
  }
  out["message"] = d.message;
  if (!d.expected.empty()) out["expected"] = d.expected;
  if (!d.help.empty()) out["help"] = d.help;
  for (const Note& note : d.notes) {
    nlohmann::ordered_json entry{{"message", note.text}};
    if (note.span) place(entry, note.span);
    out["notes"].push_back(entry);
  }
  return json_line(out);
}

// Escapes a text for a workflow command. In a property, also escapes ":" and ",", which would end it.
std::string github_escape(std::string_view in, bool property) {
  std::string out = replace_all(replace_all(visible_lines(in), "%", "%25"), "\n", "%0A");
  return property ? replace_all(replace_all(std::move(out), ":", "%3A"), ",", "%2C") : out;
}

// Writes ::error file=…,line=…,col=…,title=…::…
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
std::string github(const Diagnostic& d) {
  std::string place;
  if (d.span) {
    Position at = d.span.source->position(d.span.begin);
    place = fmt::format("file={},line={},col={},", github_escape(d.span.source->path(), true), at.line, at.column);
  } else if (!d.path.empty()) {
    place = fmt::format("file={},", github_escape(d.path, true));
  }
  std::string message = d.message;
  if (!d.expected.empty()) message += "\nexpected: " + d.expected;
  if (!d.help.empty()) message += "\nhelp: " + d.help;
  for (const Note& note : d.notes) {
    if (note.text.empty()) continue;
    message += "\nnote: " + note.text;
    if (note.span)
      message += fmt::format(" ({}:{})", note.span.source->path(), note.span.source->line_of(note.span.begin));
  }
  return fmt::format("::{} {}title={}::{}\n", name(d.severity), place, github_escape(d.code, true),
                     github_escape(message, false));
}

}  // namespace

std::string visible_lines(std::string_view text) {
  std::string out;
  for (bool first = true; std::string_view line : split(text, '\n')) {
    if (!std::exchange(first, false)) out += '\n';
    if (line.ends_with('\r')) line.remove_suffix(1);
    // GitHub runs a line that begins with "::" as a command, even after white space.
    const size_t colon = std::min(line.find_first_not_of(" \t"), line.size());
    const bool is_command = line.substr(colon).starts_with("::");
    out += visible(line.substr(0, is_command ? colon : line.size()));
    if (is_command) out += "\\u003a" + visible(line.substr(colon + 1));
  }
  return out;
}

std::string json_line(const nlohmann::ordered_json& value) {
  return visible(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n";
}

Excerpt excerpt_of(Span span) {
  const Position position = span.source->position(span.begin);
  const std::string_view line = span.source->line(position.line);
  const size_t start = span.source->line_start(position.line);
  size_t from = 0, begin = std::min<size_t>(span.begin - start, line.size());
  if (line.size() > kExcerptWidth && begin > kExcerptWidth / 2)
    from = code_point_start(line, begin - kExcerptWidth / 2);
  const size_t to = line.size() - from > kExcerptWidth ? code_point_start(line, from + kExcerptWidth) : line.size();
  begin = std::min(begin, to);
  const size_t end = std::clamp(span.end > start ? span.end - start : 0, begin, to);
  return {(from > 0 ? "…" : "") + visible(line.substr(from, begin - from)), visible(line.substr(begin, end - begin)),
          visible(line.substr(end, to - end)) + (to < line.size() ? "…" : "")};
}

std::string format_diagnostic(const Diagnostic& diagnostic, DiagnosticFormat format, bool colour) {
  switch (format) {
    case DiagnosticFormat::json:
      return json(diagnostic);
    case DiagnosticFormat::github:
      return github(diagnostic);
    case DiagnosticFormat::text:
      break;
  }
  return text(diagnostic, colour);
}

}  // namespace base
