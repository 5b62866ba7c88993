#include "renaming/rename.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/layered.h"
#include "io/memory.h"
#include "renaming/steps.h"

namespace renaming {
namespace {

// Sets the files to write, with their diff and the places for the author to check. `redirects` is the new text of
// data/redirects.csv; "" if it does not change.
void set_files(const passes::Inputs& before, const KeyChanges& changes, const Found& found,
               const std::string& redirects, Renamed& done) {
  base::SortedEdits sorted = base::sort_edits(found.edits);
  done.files.clear();
  done.diff.clear();
  done.edits = 0;
  done.places = find_mentions(before, changes, found);
  done.places.insert(done.places.end(), found.places.begin(), found.places.end());
  for (const base::Edit& edit : sorted.conflicting) done.places.push_back({edit.span, "two changes are possible"});
  std::ranges::stable_sort(done.places, {}, [](const Place& place) {
    return std::pair(std::string_view(place.span.source->path()), place.span.begin);
  });
  for (const base::FileEdits& file : sorted.files) {
    done.files.push_back({file.source->path(), base::edited_text(file), base::hash_of(file.source)});
    done.diff += base::edits_diff(file);
    done.edits += file.edits.size();
  }
  const std::string path(site::kRedirects);
  const base::SourceText* csv = before.find_source(path);
  const std::string diff = redirects.empty() ? "" : base::texts_diff(path, csv ? csv->text() : "", redirects);
  if (!diff.empty()) done.files.push_back({path, redirects, base::hash_of(csv)});
  done.diff += diff;
}

}  // namespace

Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs) {
  const size_t slash = request.row.find('/');
  if (slash == 0 || slash >= request.row.size() - 1)
    throw base::UsageError{fmt::format("\"{}\" is not a row", request.row), "give TABLE/KEY, such as drinks/latte"};
  Renamed done;
  const auto check = [&] {  // builds the site with the files of `done`
    io::MemoryFileSystem changed;
    for (const base::ChangedFile& file : done.files) (void)changed.write(file.path, file.bytes).ok();
    passes::CheckedSite site = passes::check_site(io::LayeredFileSystem(root, changed), {.drafts = true, .jobs = jobs});
    done.kept.push_back(site.report.sources_of_spans);
    return site;
  };
  const auto failed = [&](passes::CheckedSite& site) {
    done.diagnostics.merge(std::move(site.report.diagnostics));
    return std::move(done);
  };
  passes::CheckedSite before = check();
  if (before.report.diagnostics.has_errors()) return failed(before);
  const KeyChanges changes =
      rename_keys(*before.inputs, request.row.substr(0, slash), request.row.substr(slash + 1), request.name);
  const Found references = find_references(before, changes);

  // Sets the files to write, and returns the site with these files and the author's edits.
  const auto attempt = [&](const std::vector<base::Edit>& by_author) {
    Found found = references;
    const auto check_with = [&](const std::string& redirects) {
      Found all = found;
      all.edits.insert(all.edits.end(), by_author.begin(), by_author.end());
      set_files(*before.inputs, changes, all, redirects, done);
      passes::CheckedSite site = check();
      if (!by_author.empty()) set_files(*before.inputs, changes, found, redirects, done);
      return site;
    };
    const passes::CheckedSite after = check_with("");
    rename_figures(before, after, changes, found);
    done.moves = find_moves(before, after, changes, request.row);
    update_links(*before.inputs, done.moves, found);
    return check_with(redirects_with(before, after, done.moves, request.today,
                                     fmt::format("{} is called {} now", request.row, request.name)));
  };
  passes::CheckedSite after = attempt({});
  done.fails_after = after.report.diagnostics.has_errors();
  if (!done.fails_after) return done;
  // Tries again with the suggested edits of SQL, as if the author had made them.
  std::vector<base::Edit> suggested;
  for (const Place& place : done.places)
    if (!place.suggestion.empty()) suggested.push_back({place.span, place.suggestion});
  if (!suggested.empty()) after = attempt(suggested);
  if (after.report.diagnostics.has_errors())
    done.files.clear();
  else
    after = check();
  return failed(after);
}

}  // namespace renaming
