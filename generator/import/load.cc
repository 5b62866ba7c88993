#include "import/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>

#include "base/suggest.h"
#include "base/text.h"
#include "data/rows.h"
#include "import/steps.h"
#include "io/memory.h"

namespace import {
namespace {

// The state of a table's file before any loader ran, to detect edits during the run. A loader may also remove the file.
struct Before {
  std::optional<base::Hash> hash;  // nullopt if there was no file
  size_t rows = 0;
};

class Loader {
 public:
  Loader(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run)
      : root_(root), request_(request), run_(run) {}

  Loads load() {
    const base::SourceText* descriptor = read_file(root_, "data/datapackage.json", loads_.texts);
    if (!descriptor) throw base::UsageError{"this site has no data/datapackage.json", "describe its tables there"};
    const auto find = [&](const std::string& path) { return read_file(root_, "data/" + path, loads_.texts); };
    package_ = data::read_package(*descriptor, find, loads_.diagnostics);
    if (loads_.diagnostics.has_errors()) return std::move(loads_);
    const std::vector<const data::Resource*> wanted = find_wanted();
    for (const data::Resource* resource : wanted) read_before(*resource);
    for (const data::Resource* resource : wanted) {
      load(*resource);
      if (loads_.interrupted) return std::move(loads_);
    }
    check();
    return std::move(loads_);
  }

 private:
  // The resources to load, in the order of the descriptor.
  std::vector<const data::Resource*> find_wanted() const {
    const std::vector<std::string_view> names = base::views(package_.resources, &data::Resource::name);
    std::vector<std::string_view> with_loader;
    std::vector<const data::Resource*> wanted;
    for (const data::Resource& each : package_.resources) {
      if (each.loader.empty()) continue;
      with_loader.push_back(each.name);
      if (request_.names.empty() || std::ranges::find(request_.names, each.name) != request_.names.end())
        wanted.push_back(&each);
    }
    const std::string help = with_loader.empty()
                                 ? "give a resource in data/datapackage.json a \"loader\", the path of an executable"
                                 : "these have: " + base::list_names(with_loader, 40);
    for (const std::string& name : request_.names) {
      const data::Resource* resource = package_.find(name);
      const std::string meant = base::did_you_mean(name, names);
      if (!resource)
        throw base::UsageError{fmt::format("there is no resource \"{}\"", name), meant.empty() ? help : meant};
      if (resource->loader.empty()) throw base::UsageError{fmt::format("\"{}\" does not have a loader", name), help};
    }
    if (wanted.empty()) throw base::UsageError{"no resource of this site has a loader", help};
    return wanted;
  }

  // Reports that a loader failed or can't be run. Returns false.
  bool fail(const data::Resource& resource, const std::string& what, std::string expected, std::string help = "") {
    loads_.diagnostics
        .error("loader-failed", resource.span, fmt::format("the loader of \"{}\" {}", resource.name, what))
        .expect(std::move(expected))
        .suggest(std::move(help));
    return false;
  }

  void load(const data::Resource& resource) {
    const std::string path = "data/" + resource.loader;
    if (!is_file(resource, path) || !can_write(resource)) return;
    io::Ended ended = run_(resource, path);
    switch (ended.how) {
      case io::Ending::exited:
        if (ended.number == 0) return add_output(resource, ended.output);
        return void(fail(resource, fmt::format("exited with status {}", ended.number),
                         "an executable that prints the rows and exits with status 0", "its standard error is above"));
      case io::Ending::signalled:
        return void(fail(resource, fmt::format("was terminated by a signal: {}", strsignal(ended.number)), ""));
      case io::Ending::too_slow:
        return void(fail(resource, "took too long and was stopped", "",
                         "make it print fewer rows, or give it more time: --timeout SECONDS"));
      case io::Ending::too_much:
        return void(fail(resource, "printed too much and was stopped", "",
                         "make it print only the rows that the site shows, or use --max-size MIB"));
      case io::Ending::not_started:
        return void(fail(resource, fmt::format("can't be started: {}: {}", path, ended.why), "",
                         how_to_start(path, ended.number)));
      case io::Ending::interrupted:
        loads_.interrupted = true;
    }
  }

  std::string how_to_start(const std::string& path, int error) const {
    if (error == EACCES) return "make it executable: chmod +x " + path;
    auto bytes = root_.read(path);
    const std::string_view first = bytes.ok() ? std::string_view(*bytes).substr(0, bytes->find('\n')) : "";
    if (first.starts_with("#!") && first.ends_with('\r'))
      return "its first line ends in CR LF, and the CR is read as part of the name: save it with LF";
    return "its first line must name its interpreter, such as \"#!/bin/sh\"";
  }

  bool is_file(const data::Resource& resource, const std::string& path) {
    auto entry = root_.status(path);
    return (io::is_plain_path(path) && entry.ok() && entry->type == io::EntryType::file) ||
           fail(resource, fmt::format("is not a file: {}", path),
                "the path of an executable inside data/, not a symbolic link");
  }

  bool can_write(const data::Resource& resource) {
    const std::string path = "data/" + resource.path;
    if (resource.form.inline_data || !resource.form.more_paths.empty())
      return fail(resource, fmt::format("was not run: {}", resource.why_not_written()), "one file for the loader");
    if (const auto other = std::ranges::find(loads_.loaded, path, &Loaded::path); other != loads_.loaded.end())
      return fail(resource, fmt::format("was not run: the loader of \"{}\" writes {} too", other->resource, path),
                  "a separate file for each table that has a loader");
    auto entry = root_.status(path);
    return !entry.ok() || entry->type == io::EntryType::file ||
           fail(resource, fmt::format("was not run: {} is not a file", path),
                "a regular file, or no file yet; a folder or a symbolic link is not allowed");
  }

  static size_t count_rows(const data::Resource& resource, const base::SourceText& file,
                           base::Diagnostics& diagnostics) {
    size_t rows = 0;
    data::RowErrors errors(diagnostics);
    data::read_rows(resource, {&file}, diagnostics, errors, [&](const data::RawRow&) {
      ++rows;
      return true;
    });
    return rows;
  }

  void read_before(const data::Resource& resource) {
    const std::string path = "data/" + resource.path;
    auto bytes = root_.read(path);
    if (!bytes) return;
    const base::SourceText file(path, std::move(bytes).value());
    base::Diagnostics ignored;
    before_[resource.name] = {base::hash_of(&file), count_rows(resource, file, ignored)};
  }

  void add_output(const data::Resource& resource, const std::string& output) {
    const Before& before = before_[resource.name];
    Loaded loaded{resource.name, "data/" + resource.path, 0, before.rows, false};
    base::Diagnostics found;
    loaded.rows = count_rows(resource, base::SourceText(loaded.path, output), found);
    // Output that can't be read does not mean that rows were lost: check() reports the errors in it.
    if (!request_.allow_loss && (!found.has_errors() || base::trim(output).empty()))
      report_loss(resource, before.rows, loaded.rows);
    const auto now = root_.read(loaded.path);
    loaded.changed = !now || now.value() != output;
    // If the loader removed its table's file, there is nothing to overwrite.
    if (loaded.changed) loads_.files.push_back({loaded.path, output, now ? before.hash : std::nullopt});
    (void)printed_.write(loaded.path, output).ok();
    loads_.loaded.push_back(std::move(loaded));
  }

  // Reports a table that lost more than a tenth of its rows: perhaps the query is broken.
  void report_loss(const data::Resource& resource, size_t before, size_t now) {
    if (now * 10 >= before * 9) return;
    loads_.diagnostics
        .error("loader-lost-rows", resource.span,
               fmt::format("the loader of \"{}\" printed {}, and exited with status 0; there {} {} before",
                           resource.name, base::count_of(now, "row"), before == 1 ? "was" : "were", before))
        .expect("at most a tenth fewer")
        .suggest("check the loader; if these rows were removed on purpose: --allow-loss");
  }

  // Checks all tables together, because rows of one may refer to rows of another.
  void check() {
    // If a loader failed, other tables may refer to rows that are missing only for that reason.
    const bool has_failed = loads_.diagnostics.has_errors();
    loads_.diagnostics.merge(
        errors_with(root_, printed_, has_failed ? Reported::new_errors : Reported::all_errors, loads_.texts));
    loads_.diagnostics.sort();
  }

  const io::FileSystem& root_;
  const LoadRequest& request_;
  const RunLoader& run_;
  data::Package package_;
  std::map<std::string, Before> before_;  // by the name of the resource
  io::MemoryFileSystem printed_;          // the files of all loaders
  Loads loads_;
};

}  // namespace

Loads load_tables(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run) {
  return Loader(root, request, run).load();
}

}  // namespace import
