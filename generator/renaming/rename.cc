#include "renaming/rename.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "build/parse.h"
#include "io/layered.h"
#include "io/memory.h"
#include "renaming/changes.h"
#include "renaming/content.h"

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
    if (slash == std::string::npos || slash == 0 || slash + 1 == request_.row.size())
      return refuse(fmt::format("\"{}\" names no row", request_.row), "give TABLE/KEY, such as drinks/latte");
    before_ = build::check_site(root_, options_);
    keep(before_);
    if (before_.report.diagnostics.has_errors()) return fail(before_, false);
    Changes::Refusal refusal;
    changes_ = Changes::follow(before_.inputs->database->package(), data_texts(), request_.row.substr(0, slash),
                               request_.row.substr(slash + 1), request_.name, refusal);
    if (!refusal.why.empty()) return refuse(refusal.why, refusal.help);
    find_all();
    make_edits();
    build::CheckedSite after = check();
    done_.moves = find_moves(before_, after, changes_, request_.row);
    if (!done_.moves.empty()) {
      follow_moves(before_, done_.moves, found_);
      make_edits();
      set_redirects(after);
      after = check();
    }
    done_.left = found_.left;
    if (after.report.diagnostics.has_errors()) return fail(after, true);
    find_left();
    for (const base::ChangedFile& file : done_.files) done_.diff += diffs_[file.path];
    done_.rows = changes_.rows();
    done_.foreign_keys = changes_.foreign_keys();
    done_.counts = found_.counts;
    return std::move(done_);
  }

 private:
  Renamed refuse(std::string why, std::string help) {
    done_.refusal = std::move(why);
    done_.help = std::move(help);
    return std::move(done_);
  }

  Renamed fail(build::CheckedSite& site, bool after) {
    done_.files.clear();
    sort_left();
    done_.fails_after = after;
    done_.diagnostics.merge(std::move(site.report.diagnostics));
    return std::move(done_);
  }

  void keep(const build::CheckedSite& site) { done_.kept.push_back(site.report.sources_of_spans); }

  DataTexts data_texts() const {
    DataTexts texts;
    for (const io::SourceFile* file : before_.inputs->tree.below("data/"))
      texts[file->source.path().substr(std::string_view("data/").size())] = &file->source;
    return texts;
  }

  void find_all() {
    found_.edits = changes_.edits();
    find_in_content(before_, changes_, found_);
    find_in_settings(before_, changes_, found_);
  }

  // The files as they would be. Where two changes want the same bytes, none is made.
  void make_edits() {
    base::SortedEdits sorted = base::sort_edits(found_.edits);
    for (const base::Edit& edit : sorted.conflicting) {
      found_.left.push_back({edit.span, "two changes want it to be different things"});
      std::erase_if(found_.edits, [&](const base::Edit& each) {
        return each.span.source == edit.span.source && each.span.begin == edit.span.begin && each.text == edit.text;
      });
    }
    done_.files.clear();
    for (const base::FileEdits& file : sorted.files) {
      const std::string& path = file.source->path();
      done_.files.push_back({path, base::edited_text(file), base::hash_of(file.source)});
      diffs_[path] = base::edits_diff(file);
    }
  }

  void set_redirects(const build::CheckedSite& after) {
    const std::string path(site::kRedirects);
    const base::SourceText* before = before_.inputs->find_source(path);
    std::vector<base::Edit> edits;
    for (const base::Edit& edit : found_.edits)
      if (edit.span.source == before) edits.push_back(edit);
    std::string text = redirects_with(before_, after, done_.moves, edits, request_.today,
                                      fmt::format("{} is called {} now", request_.row, request_.name));
    std::string diff = base::texts_diff(path, before ? before->text() : std::string_view(), text);
    if (diff.empty()) return;
    std::erase_if(done_.files, [&](const base::ChangedFile& file) { return file.path == path; });
    done_.files.push_back({path, std::move(text), base::hash_of(before)});
    diffs_[path] = std::move(diff);
  }

  build::CheckedSite check() {
    io::MemoryFileSystem changed;
    for (const base::ChangedFile& file : done_.files) (void)changed.write(file.path, file.bytes).ok();
    io::LayeredFileSystem site(root_, changed);
    build::CheckedSite checked = build::check_site(site, options_);
    keep(checked);
    return checked;
  }

  // Whole words that say a name which changes, and were not changed.
  void find_left() {
    note_said();
    for (const char* folder : {"content/", "data/"})
      for (const io::SourceFile* file : before_.inputs->tree.below(folder))
        if (!is_history(file->source.path())) find_left_in(file->source);
    sort_left();
  }

  void sort_left() {
    auto order = [](const Left& a, const Left& b) {
      return std::pair(std::string_view(a.span.source->path()), a.span.begin) <
             std::pair(std::string_view(b.span.source->path()), b.span.begin);
    };
    std::stable_sort(done_.left.begin(), done_.left.end(), order);
  }

  // What tells of the past keeps its names.
  static bool is_history(const std::string& path) {
    return path == check::kPermalinks || path == site::kRedirects || path.starts_with("data/changes/") ||
           path.starts_with("content/pins/");
  }

  void find_left_in(const base::SourceText& file) {
    const std::string_view text = file.text();
    if (text.find('\0') != std::string_view::npos) return;
    for (const auto& [name, becomes] : changes_.names()) {
      for (size_t at = 0; (at = text.find(name, at)) != std::string_view::npos; at += name.size()) {
        const size_t end = at + name.size();
        if (!is_whole_word(text, at, end)) continue;
        const base::Span span{&file, static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
        const bool within = (at > 0 && text[at - 1] == '-') || (end < text.size() && text[end] == '-');
        if (!is_said(span)) done_.left.push_back({span, "", within});
      }
    }
  }

  // What changes or is told of anyhow. Each place ends where the longest of those before it does, so that the last one
  // that begins before a word tells whether any covers it.
  void note_said() {
    for (const base::Edit& edit : found_.edits) said_[edit.span.source].push_back(edit.span);
    for (const Left& left : found_.left) said_[left.span.source].push_back(left.span);
    for (auto& [file, spans] : said_) {
      std::sort(spans.begin(), spans.end(), begins_before);
      for (size_t i = 1; i < spans.size(); ++i) spans[i].end = std::max(spans[i].end, spans[i - 1].end);
    }
  }

  static bool begins_before(const base::Span& a, const base::Span& b) { return a.begin < b.begin; }

  bool is_said(const base::Span& span) const {
    const auto file = said_.find(span.source);
    if (file == said_.end()) return false;
    const auto behind = std::upper_bound(file->second.begin(), file->second.end(), span, begins_before);
    return behind != file->second.begin() && std::prev(behind)->end >= span.end;
  }

  const io::FileSystem& root_;
  const Request& request_;
  build::Options options_;
  build::CheckedSite before_;
  Changes changes_;
  Found found_;
  std::map<std::string, std::string> diffs_;                         // by the path of a changed file
  std::map<const base::SourceText*, std::vector<base::Span>> said_;  // sorted, for is_said()
  Renamed done_;
};

}  // namespace

Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs) {
  return Renamer(root, request, jobs).run();
}

}  // namespace renaming
