#include "import/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>

#include "base/suggest.h"
#include "base/text.h"
#include "data/rows.h"
#include "import/data_check.h"

namespace import {
namespace {

// How much a table's file holds.
struct Filled {
  size_t rows = 0;
  std::vector<size_t> values;  // of each field
};

// A table's file before any loader ran: whoever edits it then loses nothing, and a loader may remove it.
struct Before {
  std::optional<base::Hash> hash;  // none where there was no file
  Filled filled;
};

class Loader {
 public:
  Loader(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run)
      : root_(root), request_(request), run_(run) {}

  Loads load() {
    const base::SourceText* descriptor = read("data/datapackage.json");
    if (!descriptor) {
      refuse("this site has no data/datapackage.json", "describe its tables there");
      return std::move(loads_);
    }
    package_ = data::read_package(*descriptor, loads_.diagnostics);
    if (loads_.diagnostics.has_errors()) return std::move(loads_);
    std::vector<const data::Resource*> wanted;
    if (!find_wanted(wanted)) return std::move(loads_);
    for (const data::Resource* resource : wanted) look_at(*resource);
    for (const data::Resource* resource : wanted) {
      load(*resource);
      if (loads_.interrupted) return std::move(loads_);
    }
    check();
    return std::move(loads_);
  }

 private:
  bool refuse(std::string why, std::string help) {
    loads_.refusal = std::move(why);
    loads_.help = std::move(help);
    return false;
  }

  const base::SourceText* read(const std::string& path) {
    auto bytes = root_.read(path);
    if (!bytes.ok()) return nullptr;
    loads_.texts.push_back(std::make_shared<const base::SourceText>(path, std::move(bytes).value()));
    return loads_.texts.back().get();
  }

  // In the order of the descriptor, each once.
  bool find_wanted(std::vector<const data::Resource*>& wanted) {
    std::vector<std::string_view> names, with_loader;
    for (const data::Resource& each : package_.resources) {
      names.push_back(each.name);
      if (!each.loader.empty()) with_loader.push_back(each.name);
    }
    const std::string help = with_loader.empty()
                                 ? "name an executable as \"loader\" of a resource in data/datapackage.json"
                                 : "these have: " + base::list_names(with_loader, 40);
    for (const std::string& name : request_.names) {
      const data::Resource* resource = package_.find(name);
      const std::string meant = base::did_you_mean(name, names);
      if (!resource) return refuse(fmt::format("there is no resource \"{}\"", name), meant.empty() ? help : meant);
      if (resource->loader.empty()) return refuse(fmt::format("\"{}\" has no loader", name), help);
    }
    if (with_loader.empty()) return refuse("no resource of this site has a loader", help);
    for (const data::Resource& each : package_.resources) {
      const bool asked = request_.names.empty() ||
                         std::find(request_.names.begin(), request_.names.end(), each.name) != request_.names.end();
      if (asked && !each.loader.empty()) wanted.push_back(&each);
    }
    return true;
  }

  base::Diagnostic& fail(const data::Resource& resource, const std::string& what) {
    return loads_.diagnostics.error("loader-failed", resource.span,
                                    fmt::format("the loader of \"{}\" {}", resource.name, what));
  }

  void load(const data::Resource& resource) {
    const std::string path = "data/" + resource.loader;
    if (!is_there(resource, path) || !has_place(resource)) return;
    io::Ended ended = run_(resource, path);
    switch (ended.how) {
      case io::Ending::exited:
        if (ended.number == 0) return take(resource, std::move(ended.output));
        fail(resource, fmt::format("ended with {}", ended.number))
            .expect("an executable that prints the rows and ends with 0")
            .suggest("what it wrote to standard error stands above");
        return;
      case io::Ending::signalled:
        fail(resource, fmt::format("was ended by a signal: {}", strsignal(ended.number)));
        return;
      case io::Ending::too_slow:
        fail(resource, "took too long, and was ended")
            .suggest("let it print fewer rows, or give it more time: --timeout SECONDS");
        return;
      case io::Ending::too_much:
        fail(resource, "printed too much, and was ended")
            .suggest("let it print what the site shows, not all that is stored; or --max-size MIB");
        return;
      case io::Ending::not_started:
        fail(resource, fmt::format("can't be started: {}: {}", path, ended.why))
            .suggest(how_to_start(path, ended.number));
        return;
      case io::Ending::interrupted:
        loads_.interrupted = true;
        return;
    }
  }

  std::string how_to_start(const std::string& path, int error) const {
    if (error == EACCES) return "let it be run: chmod +x " + path;
    auto bytes = root_.read(path);
    const std::string_view first = bytes.ok() ? std::string_view(*bytes).substr(0, bytes->find('\n')) : "";
    if (first.starts_with("#!") && first.ends_with('\r'))
      return "its first line ends in CR LF, and the CR is taken for a part of the name: save it with LF";
    return "its first line names what runs it, such as \"#!/bin/sh\"";
  }

  bool is_there(const data::Resource& resource, const std::string& path) {
    auto entry = root_.status(path);
    if (io::is_plain_path(path) && entry.ok() && entry->type == io::EntryType::file) return true;
    fail(resource, fmt::format("is no file: {}", path))
        .expect("the path of an executable, from data/; no symbolic link, and none outside");
    return false;
  }

  bool has_place(const data::Resource& resource) {
    const std::string path = "data/" + resource.path;
    for (const Loaded& each : loads_.loaded) {
      if (each.path != path) continue;
      fail(resource, fmt::format("is not run: that of \"{}\" fills {}", each.resource, path))
          .expect("a file of its own for each table that has a loader");
      return false;
    }
    auto entry = root_.status(path);
    if (!entry.ok() || entry->type == io::EntryType::file) return true;
    fail(resource, fmt::format("is not run: {} is no file", path))
        .expect("the table's own file, or none yet; no folder, and no symbolic link, which may lead anywhere");
    return false;
  }

  static Filled filled_of(const data::Resource& resource, const base::SourceText& file, base::Diagnostics& said_later) {
    Filled filled{0, std::vector<size_t>(resource.fields.size())};
    data::RowErrors errors(said_later);
    data::read_rows(resource, file, said_later, errors, [&](const data::RawRow& row) {
      ++filled.rows;
      for (size_t i = 0; i < row.cells.size(); ++i) filled.values[i] += row.cells[i].kind != notation::Kind::null;
      return true;
    });
    return filled;
  }

  void look_at(const data::Resource& resource) {
    const std::string path = "data/" + resource.path;
    auto bytes = root_.read(path);
    if (!bytes) return;
    const base::SourceText file(path, std::move(bytes).value());
    base::Diagnostics of_before;
    before_[resource.name] = {base::hash_of(&file), filled_of(resource, file, of_before)};
  }

  void take(const data::Resource& resource, std::string output) {
    const Before& before = before_[resource.name];
    Loaded loaded{resource.name, "data/" + resource.path, 0, before.filled.rows, false};
    base::Diagnostics of_these;
    const Filled filled = filled_of(resource, base::SourceText(loaded.path, output), of_these);
    loaded.rows = filled.rows;
    // What can't be read is no empty table: it is told of where it can't.
    if (!request_.allow_empty && (!of_these.has_errors() || base::trim(output).empty()))
      tell_empty(resource, before.filled, filled);
    const auto now = root_.read(loaded.path);
    loaded.changed = !now || now.value() != output;
    // A loader may remove its table's file: then there is nothing to lose.
    if (loaded.changed) loads_.files.push_back({loaded.path, output, now ? before.hash : std::nullopt});
    printed_[loaded.path] = std::move(output);
    loads_.loaded.push_back(std::move(loaded));
  }

  // A query that has changed gives no rows, or a column no values; a table that was emptied on purpose does too.
  void tell_empty(const data::Resource& resource, const Filled& before, const Filled& now) {
    const auto tell = [&](const std::string& what, std::string_view of, size_t count) {
      loads_.diagnostics
          .error("loader-empty", resource.span,
                 fmt::format("the loader of \"{}\" printed no {}, and ended with 0", resource.name, what))
          .expect(fmt::format("{}: there {} {} before", of, count == 1 ? "was" : "were", count))
          .suggest(fmt::format("if the {} is empty indeed: --allow-empty", of == "rows" ? "table" : "column"));
    };
    if (now.rows == 0 && before.rows > 0) return tell("row", "rows", before.rows);
    for (size_t i = 0; i < before.values.size(); ++i)
      if (before.values[i] > 0 && now.values[i] == 0)
        tell(fmt::format("value of \"{}\"", resource.fields[i].field.name), "values", before.values[i]);
  }

  // Together, since rows of one may name rows of another.
  void check() {
    // Where a loader failed, what its table lacks follows from that.
    const Told told = loads_.diagnostics.has_errors() ? Told::new_ones : Told::all;
    loads_.diagnostics.merge(mistakes_with(root_, printed_, told, loads_.texts));
    loads_.diagnostics.sort();
  }

  const io::FileSystem& root_;
  const LoadRequest& request_;
  const RunLoader& run_;
  data::Package package_;
  std::map<std::string, Before> before_;  // by resource
  ChangedBytes printed_;
  Loads loads_;
};

}  // namespace

Loads load_tables(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run) {
  return Loader(root, request, run).load();
}

}  // namespace import
