#include "check/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/text.h"

namespace check {
namespace {

constexpr std::string_view kBaselineHead =
    "# Words that nothing vouches for, as `sourcebook check --write-baseline` found them. The list may only shrink.\n";
constexpr size_t kHashDigits = 12;

std::string line_of(const Unbound& unbound) {
  return fmt::format("{}\t{}\t{}", unbound.page, base::hash_bytes(unbound.sentence).hex().substr(0, kHashDigits),
                     unbound.words);
}

struct Listed {
  std::map<std::string_view, base::Span> lines;
};

Listed read(const base::SourceText* file, base::Diagnostics& diagnostics) {
  Listed listed;
  if (!file) return listed;
  for (size_t number = 1; number <= file->line_count(); ++number) {
    std::string_view line = file->line(number);
    if (line.empty() || line.starts_with('#')) continue;
    auto begin = static_cast<uint32_t>(file->line_start(number));
    base::Span span{file, begin, begin + static_cast<uint32_t>(line.size())};
    std::vector<std::string_view> parts = base::split(line, '\t');
    if (parts.size() == 3 && parts[1].size() == kHashDigits) {
      listed.lines.emplace(line, span);
    } else {
      diagnostics.error("bad-baseline", span, "this is no entry of the list of unbound words")
          .expect("PAGE, HASH and WORDS, divided by tabs")
          .suggest("delete the file and let `sourcebook check --write-baseline` write it");
    }
  }
  return listed;
}

std::string what_binds(const Unbound& unbound) {
  using Place = ShownTexts::Place;
  const std::string& words = unbound.words;
  const bool can_cite = unbound.place == Place::markdown;
  if (unbound.place == Place::described)
    return "a text without it, or the \"source\" of the resource or the column that the text describes";
  if (unbound.place == Place::setting) return "a text without it: say it on a page, where it can be tied or cited";
  if (unbound.place == Place::query)
    return unbound.kind == Unbound::Kind::number
               ? "a number that the query itself states"
               : "a query that computes it, by MIN, MAX, RANK, LIMIT or a column of that name";
  if (unbound.kind == Unbound::Kind::number)
    return can_cite ? fmt::format("[{}](fig:…), a citation in the sentence, or [{}](given:)", words, words)
                    : fmt::format("[{}](fig:…) or [{}](given:)", words, words);
  if (unbound.place == Place::block)
    return fmt::format("holds: [NAME], the assert that holds what this says, or [{}](assert:NAME)", words);
  return fmt::format("[{}](assert:NAME){}", words, can_cite ? ", or a citation in the sentence" : "");
}

void report(const Unbound& unbound, bool is_new, base::Diagnostics& diagnostics) {
  bool number = unbound.kind == Unbound::Kind::number;
  std::string message =
      fmt::format("\"{}\" is {}", unbound.words,
                  number ? "neither tied to the data nor cited" : "neither tied to an assert nor cited");
  base::Diagnostic& said =
      diagnostics.warning(number ? "unbound-number" : "unbound-superlative", unbound.span, message);
  said.expect(what_binds(unbound));
  if (is_new) said.suggest(fmt::format("{} lists the words that may stay, and it may only shrink", kBaseline));
}

}  // namespace

bool lists_any(const base::SourceText& file) {
  for (size_t number = 1; number <= file.line_count(); ++number)
    if (std::string_view line = file.line(number); !line.empty() && !line.starts_with('#')) return true;
  return false;
}

size_t check_unbound(const std::vector<Unbound>& found, const base::SourceText* file, base::Diagnostics& diagnostics) {
  Listed listed = read(file, diagnostics);
  std::set<std::string_view> seen;
  size_t known = 0;
  base::Diagnostics unbound;
  for (const Unbound& each : found) {
    auto entry = listed.lines.find(line_of(each));
    if (entry != listed.lines.end()) {
      seen.insert(entry->first);
      ++known;
    } else {
      report(each, file != nullptr, unbound);
    }
  }
  if (file) unbound.make_warnings_errors();
  diagnostics.merge(std::move(unbound));
  for (const auto& [line, span] : listed.lines)
    if (!seen.contains(line))
      diagnostics.error("stale-baseline", span, "these words are bound by now, or gone")
          .expect("words that `sourcebook check` finds")
          .suggest("take them out: sourcebook check --write-baseline");
  return known;
}

void report_unlisted(const std::vector<Unbound>& found, const base::SourceText& file, base::Diagnostics& diagnostics) {
  if (found.empty()) return;
  base::Diagnostics said_by_check, unbound;
  const Listed listed = read(&file, said_by_check);
  for (const Unbound& each : found)
    if (!listed.lines.contains(line_of(each))) report(each, true, unbound);
  unbound.make_warnings_errors();
  diagnostics.merge(std::move(unbound));
}

std::string baseline_text(const std::vector<Unbound>& found, const base::SourceText* file, BaselineUpdate update) {
  base::Diagnostics said_when_checked;
  Listed listed = read(file, said_when_checked);
  bool all = !file || update == BaselineUpdate::grow;
  std::set<std::string> lines;
  for (const Unbound& each : found)
    if (std::string line = line_of(each); all || listed.lines.contains(line)) lines.insert(std::move(line));
  std::string text(kBaselineHead);
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace check
