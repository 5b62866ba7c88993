#include "import/data_check.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/hash.h"
#include "data/database.h"
#include "io/layered.h"
#include "io/memory.h"

namespace import {
namespace {

// As a build reads them.
base::Diagnostics load(const io::FileSystem& root, Texts& texts) {
  base::Diagnostics found;
  const auto tree = std::make_shared<const io::SourceTree>(io::SourceTree::read(root, {"data"}, 1, found));
  for (const io::SourceFile* file : tree->below("data/")) texts.emplace_back(tree, &file->source);
  data::Database::load(data::data_files(*tree, found), found);
  return found;
}

const std::string& path_of(const base::Diagnostic& each) { return each.span ? each.span.source->path() : each.path; }

std::string name_of(const base::Diagnostic& each) {
  return fmt::format("{}\n{}\n{}", each.code, path_of(each), each.message);
}

base::Hash line_of(const base::Diagnostic& each) {
  if (!each.span) return {};
  const base::SourceText& file = *each.span.source;
  std::string_view line = file.line(file.line_of(each.span.begin));
  if (line.ends_with(',')) line.remove_suffix(1);  // as a row has where others follow
  return base::hash_bytes(line);
}

}  // namespace

base::Diagnostics mistakes_with(const io::FileSystem& root, const ChangedBytes& changed, Told told, Texts& texts) {
  io::MemoryFileSystem above(changed);
  base::Diagnostics after = load(io::LayeredFileSystem(root, above), texts);
  after.remove_if([](const base::Diagnostic& each) { return each.severity == base::Severity::warning; });
  if (told == Told::all || !after.has_errors()) return after;
  std::map<std::string, std::multiset<base::Hash>> known;
  base::Diagnostics before = load(root, texts);
  for (const base::Diagnostic& each : before.list()) known[name_of(each)].insert(line_of(each));
  // Of mistakes that read alike as many are new as there are more now: those whose lines are.
  auto remove_known = [&](auto&& find) {
    after.remove_if([&](const base::Diagnostic& each) {
      std::multiset<base::Hash>& lines = known[name_of(each)];
      const auto same = find(lines, line_of(each));
      if (same == lines.end()) return false;
      lines.erase(same);
      return true;
    });
  };
  remove_known([](auto& lines, const base::Hash& line) { return lines.find(line); });
  remove_known([](auto& lines, const base::Hash&) { return lines.begin(); });
  return after;
}

}  // namespace import
