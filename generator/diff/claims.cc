// Lists errors that only one side has: asserts, figures in sentences, and others.
#include <map>

#include "diff/sides.h"

namespace diff {
namespace {

using base::Diagnostic;

std::string place_or_path(const Diagnostic& diagnostic) {
  return diagnostic.span ? place_of(diagnostic.span) : diagnostic.path;
}

constexpr std::string_view kFigure = "figure:", kAssert = "assert:", kSentence = "sentence:";  // in Diagnostic::about

// Returns a text that identifies an error on both sides, even if its line or the number in a sentence changed.
std::string identity_of(const Diagnostic& diagnostic) {
  const std::string& path = diagnostic.span ? diagnostic.span.source->path() : diagnostic.path;
  return diagnostic.code + "\n" + path + "\n" + (diagnostic.about.empty() ? diagnostic.message : diagnostic.about);
}

// Whether only rendering can find the error: a sentence disagrees with the data or depends on a failed assert.
bool is_of_sentence(const Diagnostic& diagnostic) {
  return diagnostic.about.starts_with(kFigure) || diagnostic.about.starts_with(kSentence);
}

using Counted = std::map<std::string, size_t>;

Counted counted(const base::Diagnostics& diagnostics) {
  Counted all;
  for (const Diagnostic& diagnostic : diagnostics.list())
    if (diagnostic.severity == base::Severity::error) ++all[identity_of(diagnostic)];
  return all;
}

// Returns the errors of `here` that `there` does not have.
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

void add_asserts(const passes::CheckedSite& here, const passes::CheckedSite& there, bool fails,
                 std::vector<ClaimChange>& list) {
  for (const auto& [name, assertion] : here.site->asserts) {
    auto other = there.site->asserts.find(name);
    const bool held = other != there.site->asserts.end() && other->second.holds;
    // An assert that only one side has counts only if it fails on the new side.
    if (assertion.holds || (!held && (other != there.site->asserts.end() || !fails))) continue;
    for (const Diagnostic& diagnostic : here.report.diagnostics.list())
      if (diagnostic.about == std::string(kAssert) + name)
        list.push_back({fails, name, place_or_path(diagnostic), diagnostic.message});
  }
}

}  // namespace

void compare_claims(const Sides& sides, Comparison& comparison) {
  const base::Diagnostics &before = sides.before.report.diagnostics, &after = sides.after.report.diagnostics;
  comparison.old_mistakes = before.errors();
  add_asserts(sides.after, sides.before, true, comparison.asserts);
  add_asserts(sides.before, sides.after, false, comparison.asserts);
  const bool are_rendered = comparison.old_is_rendered && comparison.new_is_rendered;
  auto is_comparable = [&](const Diagnostic& diagnostic) { return are_rendered || !is_of_sentence(diagnostic); };
  for (const Diagnostic* diagnostic : only_in(after, before)) {
    const std::string& about = diagnostic->about;
    if (about.starts_with(kAssert) || !is_comparable(*diagnostic)) continue;
    if (about.starts_with(kSentence)) {
      comparison.asserts.push_back(
          {true, about.substr(kSentence.size()), place_or_path(*diagnostic), diagnostic->message});
      continue;
    }
    auto& list = diagnostic->code.starts_with("figure-") ? comparison.prose : comparison.mistakes;
    list.push_back({true, "", place_or_path(*diagnostic), diagnostic->message});
  }
  const Counted failing = counted(after);
  for (const Diagnostic* diagnostic : only_in(before, after))
    if (diagnostic->code.starts_with("figure-") && is_comparable(*diagnostic) &&
        !failing.contains(identity_of(*diagnostic)))
      comparison.prose.push_back({false, "", place_or_path(*diagnostic), diagnostic->message});
}

}  // namespace diff
