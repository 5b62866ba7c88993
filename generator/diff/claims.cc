// What the builds of both sides say: asserts, figures in sentences, and all else that is a mistake on one side only.
#include <map>

#include <fmt/format.h>

#include "diff/sides.h"

namespace diff {
namespace {

using base::Diagnostic;

std::string place_of(const Diagnostic& diagnostic) {
  if (!diagnostic.span) return diagnostic.path;
  const base::Position at = diagnostic.span.source->position(diagnostic.span.begin);
  return fmt::format("{}:{}:{}", diagnostic.span.source->path(), at.line, at.column);
}

// What tells a mistake of a figure from another one: the figure, whatever value it has now (blocks/figure.cc). "" for
// mistakes that are not of a value.
std::string figure_of(const Diagnostic& diagnostic) {
  const size_t at =
      diagnostic.code.starts_with("figure-") ? diagnostic.expected.rfind("the value of ") : std::string::npos;
  return at == std::string::npos ? "" : diagnostic.expected.substr(at);
}

// The same mistake on both sides may stand on another line, and a sentence may disagree with another number.
std::string identity_of(const Diagnostic& diagnostic) {
  const std::string& path = diagnostic.span ? diagnostic.span.source->path() : diagnostic.path;
  const std::string figure = figure_of(diagnostic);
  return std::string(diagnostic.code) + "\n" + path + "\n" + (figure.empty() ? diagnostic.message : figure);
}

// The assert that a sentence rests on which does not hold (pages/hooks.cc); "" for the asserts' own mistakes.
std::string assert_of_sentence(const Diagnostic& diagnostic, const site::Site& site) {
  for (const auto& [name, assertion] : site.asserts)
    if (diagnostic.message.ends_with(fmt::format(" rests on the assert \"{}\", which does not hold", name)))
      return name;
  return "";
}

// Whether only rendering the pages finds it: that a sentence does not agree, or rests on what does not hold.
bool is_of_sentence(const Diagnostic& diagnostic, const site::Site& site) {
  return diagnostic.code.starts_with("figure-") || !assert_of_sentence(diagnostic, site).empty();
}

using Counted = std::map<std::string, size_t>;

Counted counted(const base::Diagnostics& diagnostics) {
  Counted all;
  for (const Diagnostic& diagnostic : diagnostics.list())
    if (diagnostic.severity == base::Severity::error) ++all[identity_of(diagnostic)];
  return all;
}

// The errors of `here` that `there` has not.
std::vector<const Diagnostic*> only_in(const base::Diagnostics& here, const base::Diagnostics& there) {
  Counted known = counted(there);
  std::vector<const Diagnostic*> list;
  for (const Diagnostic& diagnostic : here.list()) {
    if (diagnostic.severity != base::Severity::error) continue;
    auto found = known.find(identity_of(diagnostic));
    if (found != known.end() && found->second > 0)
      --found->second;
    else
      list.push_back(&diagnostic);
  }
  return list;
}

// What an assert's mistakes begin with (build/query.cc); its name is unique in the site.
bool is_of(const Diagnostic& diagnostic, const std::string& assertion) {
  return diagnostic.code == "assert-failed" && diagnostic.message.starts_with("\"" + assertion + "\"");
}

void add_asserts(const build::CheckedSite& here, const build::CheckedSite& there, bool fails,
                 std::vector<ClaimChange>& list) {
  for (const auto& [name, assertion] : here.site->asserts) {
    auto other = there.site->asserts.find(name);
    const bool held = other != there.site->asserts.end() && other->second.holds;
    // One that the other side has not is told only if it fails on the new one.
    if (assertion.holds || (!held && (other != there.site->asserts.end() || !fails))) continue;
    for (const Diagnostic& diagnostic : here.report.diagnostics.list())
      if (is_of(diagnostic, name)) list.push_back({fails, name, place_of(diagnostic), diagnostic.message});
  }
}

}  // namespace

void compare_claims(const Sides& sides, Comparison& comparison) {
  const base::Diagnostics &before = sides.before.report.diagnostics, &after = sides.after.report.diagnostics;
  comparison.old_mistakes = before.errors();
  add_asserts(sides.after, sides.before, true, comparison.asserts);
  add_asserts(sides.before, sides.after, false, comparison.asserts);
  const bool are_rendered = comparison.old_is_rendered && comparison.new_is_rendered;
  for (const Diagnostic* diagnostic : only_in(after, before)) {
    if (!are_rendered && is_of_sentence(*diagnostic, *sides.after.site)) continue;
    if (diagnostic->code == "assert-failed") {
      if (std::string name = assert_of_sentence(*diagnostic, *sides.after.site); !name.empty())
        comparison.asserts.push_back({true, std::move(name), place_of(*diagnostic), diagnostic->message});
      continue;
    }
    auto& list = diagnostic->code.starts_with("figure-") ? comparison.prose : comparison.mistakes;
    list.push_back({true, "", place_of(*diagnostic), diagnostic->message});
  }
  if (!are_rendered) return;
  const Counted failing = counted(after);
  for (const Diagnostic* diagnostic : only_in(before, after))
    if (diagnostic->code.starts_with("figure-") && !failing.contains(identity_of(*diagnostic)))
      comparison.prose.push_back({false, "", place_of(*diagnostic), diagnostic->message});
}

}  // namespace diff
