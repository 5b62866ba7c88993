#include "renaming/rename.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/layered.h"
#include "io/memory.h"
#include "renaming/steps.h"
#include "site/redirects.h"

namespace renaming {
namespace {

class Renamer {
 public:
  Renamer(const io::FileSystem& root, const Request& request, unsigned jobs) : root_(root), request_(request) {
    options_.drafts = true;
    options_.jobs = jobs;
  }

  Renamed run() {
    const size_t slash = request_.row.find('/');
    if (slash == 0 || slash >= request_.row.size() - 1)
      throw base::UsageError{fmt::format("\"{}\" is not a row", request_.row), "give TABLE/KEY, such as drinks/latte"};
    before_ = check();
    if (before_.report.diagnostics.has_errors()) return fail(before_);
    changes_ =
        rename_keys(*before_.inputs, request_.row.substr(0, slash), request_.row.substr(slash + 1), request_.name);
    found_ = find_references(before_, changes_);

    build::CheckedSite after = attempt({});
    done_.fails_after = after.report.diagnostics.has_errors();
    if (!done_.fails_after) return std::move(done_);
    // Tries again with the suggested edits of SQL, as if the author had made them.
    std::vector<base::Edit> suggested;
    for (const Place& place : done_.places)
      if (!place.suggestion.empty()) suggested.push_back({place.span, place.suggestion});
    if (!suggested.empty()) after = attempt(suggested);
    if (after.report.diagnostics.has_errors())
      done_.files.clear();
    else
      after = check();
    return fail(after);
  }

 private:
  Renamed fail(build::CheckedSite& site) {
    done_.diagnostics.merge(std::move(site.report.diagnostics));
    return std::move(done_);
  }

  // Builds the site with the files of `done_`.
  build::CheckedSite check() {
    io::MemoryFileSystem changed;
    for (const base::ChangedFile& file : done_.files) (void)changed.write(file.path, file.bytes).ok();
    io::LayeredFileSystem layered(root_, changed);
    build::CheckedSite site = build::check_site(layered, options_);
    done_.kept.push_back(site.report.sources_of_spans);
    return site;
  }

  // Sets the files to write, and returns the site with these files and the author's edits.
  build::CheckedSite attempt(const std::vector<base::Edit>& by_author) {
    Found found = found_;
    build::CheckedSite after = check_with(found, by_author, "");
    rename_figures(before_, after, changes_, found);
    done_.moves = find_moves(before_, after, changes_, request_.row);
    update_links(*before_.inputs, done_.moves, found);
    return check_with(found, by_author,
                      redirects_with(before_, after, done_.moves, request_.today,
                                     fmt::format("{} is called {} now", request_.row, request_.name)));
  }

  build::CheckedSite check_with(const Found& found, const std::vector<base::Edit>& by_author,
                                const std::string& redirects) {
    Found all = found;
    all.edits.insert(all.edits.end(), by_author.begin(), by_author.end());
    set_files(all, redirects);
    build::CheckedSite site = check();
    if (!by_author.empty()) set_files(found, redirects);
    return site;
  }

  // `redirects` is the new text of data/redirects.csv; "" if it does not change.
  void set_files(const Found& found, const std::string& redirects) {
    base::SortedEdits sorted = base::sort_edits(found.edits);
    done_.files.clear();
    done_.diff.clear();
    done_.edits = 0;
    done_.places = find_mentions(*before_.inputs, changes_, found);
    done_.places.insert(done_.places.end(), found.places.begin(), found.places.end());
    for (const base::Edit& edit : sorted.conflicting) done_.places.push_back({edit.span, "two changes are possible"});
    std::ranges::stable_sort(done_.places, {}, [](const Place& place) {
      return std::pair(std::string_view(place.span.source->path()), place.span.begin);
    });
    for (const base::FileEdits& file : sorted.files) {
      done_.files.push_back({file.source->path(), base::edited_text(file), base::hash_of(file.source)});
      done_.diff += base::edits_diff(file);
      done_.edits += file.edits.size();
    }
    const std::string path(site::kRedirects);
    const base::SourceText* before = before_.inputs->find_source(path);
    const std::string diff = redirects.empty() ? "" : base::texts_diff(path, before ? before->text() : "", redirects);
    if (!diff.empty()) done_.files.push_back({path, redirects, base::hash_of(before)});
    done_.diff += diff;
  }

  const io::FileSystem& root_;
  const Request& request_;
  build::Options options_;
  build::CheckedSite before_;
  KeyChanges changes_;
  Found found_;
  Renamed done_;
};

}  // namespace

Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs) {
  return Renamer(root, request, jobs).run();
}

}  // namespace renaming
