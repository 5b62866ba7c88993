// Combines errors that have one cause (base/diagnostic.h).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/diagnostic.h"
#include "base/text.h"

namespace base {
namespace {

constexpr size_t kMinNumbersOfTable = 3;
constexpr size_t kMaxLines = 8;  // in the message about a repeated form
constexpr std::string_view kAssert = "assert:", kSentence = "sentence:", kFigure = "figure:",
                           kForm = "form:";  // in Diagnostic::about

using Members = std::vector<size_t>;  // indices of a list

// Returns the name of the failed assert that an error is about; "" for other errors.
std::string_view assert_of(const Diagnostic& each) {
  for (const std::string_view kind : {kAssert, kSentence})
    if (each.about.starts_with(kind)) return std::string_view(each.about).substr(kind.size());
  return "";
}

// Adds to the error of an assert its other rows, and the sentences.
Diagnostic failed_assert(const std::vector<Diagnostic>& list, const Members& members) {
  const auto of_query = std::ranges::find_if(members, [&](size_t i) { return list[i].about.starts_with(kAssert); });
  const size_t first = of_query == members.end() ? members[0] : *of_query;
  Diagnostic cause = list[first];
  for (const bool is_row : {true, false})
    for (const size_t i : members) {
      if (i == first || list[i].about.starts_with(kAssert) != is_row) continue;
      cause.note(is_row ? Span{} : list[i].span, list[i].message);
      if (is_row) std::ranges::copy(list[i].notes, std::back_inserter(cause.notes));
    }
  return cause;
}

Diagnostic repeated_form(const std::vector<Diagnostic>& list, const Members& members) {
  Diagnostic cause = list[members[0]];
  std::vector<std::string> lines;
  for (const size_t i : members) {
    std::string line = std::to_string(list[i].span.source->line_of(list[i].span.begin));
    if (i != members[0] && (lines.empty() || lines.back() != line)) lines.push_back(std::move(line));
  }
  const bool is_cut = lines.size() > kMaxLines;
  if (is_cut) lines.resize(kMaxLines);
  cause.note({}, fmt::format("{} more in this file, in line{} {}{}", members.size() - 1, lines.size() > 1 ? "s" : "",
                             join(lines, ", "), is_cut ? " …" : ""));
  for (const size_t i : members)
    if (i != members[0]) cause.note(list[i].span, "");
  return cause;
}

Diagnostic changed_table(const std::vector<Diagnostic>& list, const Members& members) {
  std::vector<std::string> tables = list[members[0]].tables;
  for (const size_t i : members)
    std::erase_if(tables, [&](const std::string& name) { return std::ranges::count(list[i].tables, name) == 0; });
  const bool is_one = tables.size() == 1;
  Diagnostic cause = list[members[0]];
  cause.message = fmt::format("{} numbers in sentences differ from the data, and all come from the table{} \"{}\"",
                              members.size(), is_one ? "" : "s", join(tables, "\" and \""));
  cause.expected = "the values below";
  cause.help = "if the data are right, `sourcebook fix` writes these values into the text";
  cause.notes.clear();
  for (const size_t i : members) {
    const Diagnostic& each = list[i];
    const std::string_view value = std::string_view(each.about).substr(std::min(kFigure.size(), each.about.size()));
    cause.note(each.span,
               fmt::format("{}, the value of {}{}{}", each.message, value, each.help.empty() ? "" : "; ", each.help));
  }
  return cause;
}

}  // namespace

Diagnostics Diagnostics::by_cause() const {
  std::map<std::string_view, Members> asserts, tables;
  for (size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].severity != Severity::error) continue;
    if (const std::string_view name = assert_of(list_[i]); !name.empty()) asserts[name].push_back(i);
    for (const std::string& table : list_[i].tables)
      if (Members& members = tables[table]; members.empty() || members.back() != i) members.push_back(i);
  }
  std::map<size_t, Diagnostic> combined;  // by the index of the first member
  std::vector<bool> is_member(list_.size(), false);
  std::map<std::pair<const SourceText*, std::string_view>, Members> forms;
  for (size_t i = 0; i < list_.size(); ++i)
    if (list_[i].span && list_[i].about.starts_with(kForm)) forms[{list_[i].span.source, list_[i].about}].push_back(i);
  const auto combine = [&](const Members& members, Diagnostic cause) {
    combined.emplace(*std::ranges::min_element(members), std::move(cause));
    for (const size_t i : members) is_member[i] = true;
  };
  for (const auto& [form, members] : forms)
    if (members.size() > 1) combine(members, repeated_form(list_, members));
  for (const auto& [name, members] : asserts)
    if (members.size() > 1) combine(members, failed_assert(list_, members));
  while (!tables.empty()) {
    const auto most = std::ranges::max_element(
        tables, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most->second.size() < kMinNumbersOfTable) break;
    combine(most->second, changed_table(list_, most->second));
    for (auto& [name, members] : tables) std::erase_if(members, [&](size_t i) { return is_member[i]; });
  }
  Diagnostics result;
  for (size_t i = 0; i < list_.size(); ++i) {
    if (const auto cause = combined.find(i); cause != combined.end())
      result.list_.push_back(std::move(cause->second));
    else if (!is_member[i])
      result.list_.push_back(list_[i]);
  }
  result.count_errors();
  return result;
}

}  // namespace base
