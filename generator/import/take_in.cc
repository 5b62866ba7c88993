#include "import/take_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "check/sources.h"
#include "data/data_files.h"
#include "data/dates.h"
#include "data/units_file.h"
#include "import/data_check.h"
#include "import/data_file.h"
#include "import/descriptor_date.h"
#include "import/prepare.h"
#include "import/settings.h"
#include "import/settings_check.h"
#include "import/source_entry.h"
#include "import/where_read.h"

namespace import {
namespace {

const std::string kDescriptor = "data/datapackage.json";

class Taker {
 public:
  Taker(const io::FileSystem& root, const Importer& importer, const Request& request, const std::vector<Given>& given)
      : root_(root), importer_(importer), request_(request), given_(given) {}

  Imported take() {
    done_.importer = importer_.name;
    done_.removed_gone = request_.remove_gone;
    if (!check_request() || !read_settings_file() || !read_site() || !find_tables()) return finish();
    if (!check_settings(settings_, importer_, *resource_, done_.diagnostics)) return finish();
    Task task{importer_.name, settings_, *names_, *resource_, units_, done_.diagnostics, done_.texts, {}, {}};
    importer_.run(given_, task);
    done_.unknown = std::move(task.unknown);
    if (names_table_ && !done_.unknown.empty())
      done_.names_line = line_to_add(*names_table_, names_text_, done_.unknown.begin()->first);
    done_.harvest = std::move(task.harvest);
    if (done_.failed()) return finish();
    merge_rows();
    return finish();
  }

 private:
  Imported finish() {
    done_.harvest.rows.clear();
    done_.harvest.unread.clear();
    if (done_.failed()) done_.files.clear();
    return std::move(done_);
  }

  bool refuse(std::string why, std::string help) {
    done_.refusal = std::move(why);
    done_.help = std::move(help);
    return false;
  }

  const base::SourceText* read(const std::string& path) {
    auto bytes = root_.read(path);
    if (!bytes.ok()) return nullptr;
    done_.texts.push_back(std::make_shared<const base::SourceText>(path, std::move(bytes).value()));
    return done_.texts.back().get();
  }

  bool check_request() {
    if (request_.as_of.empty() || data::is_partial_date(request_.as_of)) return true;
    return refuse(fmt::format("\"{}\" is no date", request_.as_of), "give a date such as 2026-01-31, 2026-01 or 2026");
  }

  bool read_settings_file() {
    done_.settings = request_.settings.empty() ? "data/imports/" + importer_.name + ".yaml" : request_.settings;
    const base::SourceText* file = read(done_.settings);
    if (!file)
      return refuse(fmt::format("there is no {}, which says into which table an import goes", done_.settings),
                    request_.settings.empty() ? "write one; its first line may be \"resource: TABLE\""
                                              : "--settings names a file from the site's folder");
    auto settings = read_settings(*file, done_.diagnostics);
    if (!settings) return false;
    settings_ = std::move(*settings);
    if (!request_.source.empty()) {
      settings_.source = request_.source;
      settings_.source_span = settings_.resource_span;
    }
    return check_options();
  }

  bool check_options() {
    std::vector<std::string_view> known;
    for (const ImporterOption& option : importer_.options) known.push_back(option.name);
    for (const auto& [name, value] : settings_.options)
      if (std::find(known.begin(), known.end(), name) == known.end())
        return refuse(fmt::format("{}: {} has no option \"{}\"", done_.settings, importer_.name, name),
                      known.empty() ? "take it out" : "known are " + base::list_names(known));
    for (const auto& [name, value] : request_.options) settings_.options[name] = value;
    for (const ImporterOption& option : importer_.options)
      if (const std::string& value = settings_.options[option.name];
          !value.empty() && option.is_right && !option.is_right(value))
        return refuse(fmt::format("\"{}\" is no {} of {}", value, option.name, importer_.name),
                      "give it as " + option.such_as);
    return true;
  }

  bool read_site() {
    units_ = data::read_units(read("data/units.json"), done_.diagnostics);
    descriptor_ = read(kDescriptor);
    if (!descriptor_)
      return refuse("this site has no " + kDescriptor, "describe the table there that the rows go into");
    package_ = data::read_package(*descriptor_, done_.diagnostics);
    bibliography_ = data::read_bibliography(root_, done_.texts, done_.diagnostics);
    return !done_.failed();
  }

  const data::Resource* find_table(const std::string& name, base::Span at) {
    const data::Resource* found = package_.find(name);
    if (found) return found;
    std::vector<std::string_view> names;
    for (const data::Resource& each : package_.resources) names.push_back(each.name);
    done_.diagnostics.error("unknown-table", at, fmt::format("there is no resource \"{}\"", name))
        .expect(base::list_names(names))
        .suggest(base::did_you_mean(name, names));
    return nullptr;
  }

  bool find_tables() {
    resource_ = find_table(settings_.resource, settings_.resource_span);
    if (!resource_) return false;
    done_.resource = resource_->name;
    if (resource_->primary_key.empty()) {
      done_.diagnostics
          .error("no-key", resource_->span,
                 fmt::format("\"{}\" has no primary key, so that nothing tells which row is which", resource_->name))
          .suggest("add \"primaryKey\" to its schema");
      return false;
    }
    names_.emplace();
    if (settings_.names.empty()) return true;
    names_table_ = find_table(settings_.names, settings_.names_span);
    if (!names_table_) return false;
    done_.names_file = "data/" + names_table_->path;
    names_text_ = read(done_.names_file);
    if (names_text_) names_ = Names::read(*names_table_, *names_text_, done_.diagnostics);
    return !done_.failed();
  }

  void merge_rows() {
    std::string path = "data/" + resource_->path;
    if (auto there = root_.status(path); there.ok() && there->type != io::EntryType::file) {
      done_.diagnostics.error("not-a-file", path, fmt::format("{} is no file", path))
          .expect("the table's own file, or none yet; no folder, and no symbolic link, which may lead anywhere");
      return;
    }
    const base::SourceText* before = read(path);
    auto file = read_data_file(*resource_, before, done_.diagnostics);
    if (!file) return;
    std::set<Key> keys;
    for (const StoredRow& row : file->rows) keys.insert(row.key);
    prepare_rows(done_.harvest, settings_, request_.as_of, bibliography_, *resource_, keys, done_.diagnostics);
    check_sources();
    if (done_.failed()) return;
    MergeOptions options{done_.harvest.scope, request_.remove_gone, request_.keep_dates, {}};
    for (const Row& row : done_.harvest.unread) options.unread.insert(key_of(*resource_, row));
    for (std::string& column : options.scope) column = column_of(settings_, column);
    done_.merged = merge(*resource_, *file, done_.harvest.rows, options, done_.harvest.skips);
    if (!check_dates()) return;
    note_other_dates();
    note_undated();
    note_perhaps_gone();
    size_t came_in = done_.merged.added.size() + done_.merged.changed.size() + done_.merged.same;
    size_t others = file->rows.size() - std::min(came_in, file->rows.size());
    const bool is_moved = !done_.merged.added.empty() || !done_.merged.changed.empty() ||
                          (request_.remove_gone && !done_.merged.gone.empty());
    if (is_moved) add_file(path, before, write_data_file(*resource_, *file));
    set_date(*file, others);
    update_sources(*file);
    check_result(path, *file);
  }

  // New numbers need a date: that of the numbers before them says that they were true when those were.
  bool check_dates() {
    constexpr size_t kShown = 3;
    const Merged& merged = done_.merged;
    if (merged.dateless.empty() || request_.keep_dates) return true;
    const std::vector<std::string> keys(
        merged.dateless.begin(),
        merged.dateless.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, merged.dateless.size())));
    const Row& first = *merged.first_dateless;
    const std::string message = fmt::format("new numbers of {}, and nothing says when they were true: {}{}",
                                            base::count_of(merged.dateless.size(), "row"), base::join(keys, ", "),
                                            keys.size() < merged.dateless.size() ? ", …" : "");
    done_.diagnostics.error("undated-values", first.span ? first.span : settings_.resource_span, message)
        .expect("a date in the file, or --as-of DATE")
        .suggest("if the values were wrong before, and are right now for the dates that the rows have: --keep-dates");
    return false;
  }

  // A table with one date for all rows can't say that some of its numbers are newer.
  bool check_date_of_all() {
    if (request_.keep_dates || done_.merged.new_numbers == 0 || resource_->as_of.empty() ||
        resource_->as_of >= done_.merged.newest)
      return true;
    done_.diagnostics
        .error("undated-values", resource_->span,
               fmt::format("new numbers of {}, of {}, would be shown with the date of all rows of \"{}\", {}",
                           base::count_of(done_.merged.new_numbers, "row"), done_.merged.newest, resource_->name,
                           resource_->as_of))
        .expect("a field \"as_of\" in its schema, which holds a date for each row")
        .suggest("or bring in all rows of one date; --keep-dates leaves the date as it is");
    return false;
  }

  // The sources of what came in are as new as that is.
  void update_sources(const DataFile& file) {
    const int at = resource_->find("source");
    std::map<std::string, std::string> newest;  // by source; "" where nothing but settings say a date
    for (const StoredRow& row : file.rows) {
      if (!row.from) continue;
      const auto* cell = at < 0 ? nullptr : &row.cells[static_cast<size_t>(at)];
      std::string& known = newest[cell && *cell ? (*cell)->text : resource_->source];
      if (row.from->date_is_assumed) continue;
      const std::string_view date = row.from->at("as_of").substr(0, std::string_view("2026-01-31").size());
      if (date > known) known = std::string(date);
    }
    std::map<const base::SourceText*, std::map<std::string, Edition>> by_file;
    for (const auto& [id, date] : newest)
      if (const data::Source* source = bibliography_.find(id); source && source->span)
        if (Edition edition = edition_of(*source, date); !edition.accessed.empty() || !edition.version.empty())
          by_file[source->span.source][id] = std::move(edition);
    for (const auto& [text_file, editions] : by_file)
      if (auto bytes = with_editions(*text_file, editions, done_.diagnostics))
        add_file(text_file->path(), text_file, *std::move(bytes));
  }

  Edition edition_of(const data::Source& source, const std::string& date) {
    Edition edition;
    const std::string accessed = source.accessed.text();
    const bool ends_before = !accessed.empty() || source.issued.text() < date;
    if (check::is_living(source) && data::is_partial_date(date) && accessed < date && ends_before)
      edition.accessed = date;
    auto revision = settings_.options.find("revision");
    if (revision != settings_.options.end() && !revision->second.empty()) {
      if (source.version != revision->second) edition.version = revision->second;
      return edition;
    }
    const std::string old = check::newest_date_in(source.version);
    if (old.empty() || old >= date) return edition;
    std::string rest = source.version;
    rest.erase(rest.find(old), old.size());
    const bool names_only_a_date = std::none_of(rest.begin(), rest.end(), base::is_digit);
    if (names_only_a_date && data::is_date(date))
      edition.version = base::replace_all(source.version, old, date);
    else
      done_.harvest.notes.push_back(
          fmt::format("the version of \"{}\" is of {}, and what came in of {}: correct it", source.id, old, date));
    return edition;
  }

  // What comes into a table without a column for it has the source that the table has.
  void check_sources() {
    if (resource_->find("source") >= 0 || resource_->source.empty()) return;
    std::set<std::string_view> others;
    for (const Row& row : done_.harvest.rows)
      if (const std::string_view source = row.at("source"); !source.empty() && source != resource_->source)
        others.insert(source);
    if (others.empty()) return;
    const base::Span said = settings_.source.empty() ? settings_.resource_span : settings_.source_span;
    done_.diagnostics
        .error("other-source", said,
               fmt::format("all rows of \"{}\" come from \"{}\", and what is to come in from {}", resource_->name,
                           resource_->source, base::list_names({others.begin(), others.end()})))
        .note(resource_->span, "the table, which has no column for the source of a row")
        .suggest(
            "add a field \"source\" to its schema; where all rows are of the new source, name that in its descriptor");
  }

  void note_other_dates() {
    if (request_.as_of.empty()) return;
    const std::vector<Row>& rows = done_.harvest.rows;
    const auto count = std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
      return row.find("as_of") && row.at("as_of") != request_.as_of;
    });
    if (count > 0)
      done_.harvest.notes.push_back(
          fmt::format("rows with another date of their own, which goes before --as-of {}: {}", request_.as_of, count));
  }

  void note_undated() {
    const Merged& merged = done_.merged;
    if (merged.undated > 0)
      done_.harvest.notes.push_back(
          fmt::format("changed rows that keep the date they had, since no file says when the new values were true: {} "
                      "(--as-of DATE says it)",
                      merged.undated));
    if (merged.same_date > 0)
      done_.harvest.notes.push_back(fmt::format(
          "changed rows whose date is the same as before, since the files or --as-of say so: {}", merged.same_date));
    if (merged.added_undated > 0)
      done_.harvest.notes.push_back(
          fmt::format("new rows that will show the date of the table, {}, since nothing says when they were true: {} "
                      "(--as-of DATE says it)",
                      resource_->as_of, merged.added_undated));
  }

  void note_perhaps_gone() {
    if (done_.merged.perhaps_gone == 0) return;
    std::vector<std::string_view> missing;
    for (const std::string& field : done_.harvest.scope)
      if (resource_->find(column_of(settings_, field)) < 0) missing.push_back(field);
    done_.harvest.notes.push_back(
        fmt::format("rows that did not come in, and may be gone or of another {}, for which {} has no column: {}",
                    base::list_names(missing), resource_->name, done_.merged.perhaps_gone));
  }

  // One date for all rows that have none of their own is true of all of these, or stays what it was.
  void set_date(const DataFile& file, size_t others) {
    int as_of = resource_->find("as_of");
    const std::string& newest = done_.merged.newest;
    if (newest.empty()) return;
    if (as_of < 0 && (others > 0 || done_.merged.oldest != newest) && !check_date_of_all()) return;
    if (as_of < 0 && others > 0) {
      done_.harvest.notes.push_back(fmt::format("the date of {} stays what it is, since {} did not come in",
                                                resource_->name, base::count_of(others, "row")));
      return;
    }
    if (as_of < 0 && done_.merged.oldest != newest) {
      done_.harvest.notes.push_back(
          fmt::format("the date of {} stays what it is, since what came in has several, from {} to {}: a field "
                      "\"as_of\" holds one for each row",
                      resource_->name, done_.merged.oldest, newest));
      return;
    }
    auto undated = [&](const StoredRow& row) { return as_of >= 0 && !row.cells[static_cast<size_t>(as_of)]; };
    if (auto count = std::count_if(file.rows.begin(), file.rows.end(), undated); count > 0) {
      if (!resource_->as_of.empty() && resource_->as_of < newest)
        done_.harvest.notes.push_back(
            fmt::format("the date of {} stays what it is, since it is that of the rows without one of their own: {}",
                        resource_->name, count));
      return;
    }
    auto descriptor = with_as_of(*descriptor_, resource_->name, newest, as_of < 0, done_.diagnostics);
    if (descriptor) add_file(kDescriptor, descriptor_, std::move(*descriptor));
  }

  void add_file(const std::string& path, const base::SourceText* before, std::string bytes) {
    if (before && before->text() == bytes) return;
    done_.files.push_back({path, std::move(bytes), base::hash_of(before)});
  }

  // What the descriptor asks of rows holds of imported ones, before they are written. Mistakes that the data have
  // anyway are for the next build to tell.
  void check_result(const std::string& path, const DataFile& rows) {
    if (done_.files.empty()) return;
    ChangedBytes changed;
    for (const base::ChangedFile& file : done_.files) changed[file.path] = file.bytes;
    base::Diagnostics mistakes = mistakes_with(root_, changed, Told::new_ones, done_.texts);
    done_.diagnostics.merge(shown_where_read(mistakes, *resource_, rows, path));
  }

  const io::FileSystem& root_;
  const Importer& importer_;
  const Request& request_;
  const std::vector<Given>& given_;
  Imported done_;
  Settings settings_;
  std::optional<Names> names_;
  const data::Resource* names_table_ = nullptr;
  const base::SourceText* names_text_ = nullptr;
  quantity::Units units_;
  const base::SourceText* descriptor_ = nullptr;
  data::Package package_;
  data::Bibliography bibliography_;
  const data::Resource* resource_ = nullptr;
};

}  // namespace

Imported take_in(const io::FileSystem& root, const Importer& importer, const Request& request,
                 const std::vector<Given>& given) {
  return Taker(root, importer, request, given).take();
}

}  // namespace import
