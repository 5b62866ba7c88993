#include "import/import.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diagnostic.h"
#include "base/pattern.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "check/sources.h"
#include "data/database.h"
#include "data/dates.h"
#include "import/edition_import.h"
#include "import/json_edit.h"
#include "io/memory.h"
#include "notation/json.h"

namespace import {
namespace {

using base::UsageError;

const std::string kDescriptor = "data/datapackage.json";

class Import {
 public:
  Import(const io::FileSystem& root, const Importer& importer, const Request& request,
         const std::vector<InputFile>& files)
      : root_(root), importer_(importer), request_(request), files_(files) {}

  ImportResult run() {
    result_.removed_gone = request_.remove_gone;
    if (read_settings_file() && read_site() && find_tables() && read_rows() && editions_.find() &&
        check_settings(settings_, importer_.fields, *resource_, result_.diagnostics)) {
      Task task{importer_.name, settings_, names_, *resource_, units_, result_.diagnostics, result_.texts};
      progress("reading " + (files_.size() == 1 ? files_[0].shown : base::count_of(files_.size(), "file")));
      file_.reset();  // the rows of the table and the cells of a file, which is read now, need much memory
      importer_.run(files_, task);
      result_.unknown = std::move(task.unknown);
      if (names_table_ && result_.unknown.count() > 0)
        result_.names_line = line_to_add(*names_table_, names_text_, result_.unknown.reasons().begin()->first);
      std::ranges::move(result_.input.notes, std::back_inserter(task.input.notes));
      result_.input = std::move(task.input);
      if (!result_.failed()) merge_rows();
    }
    result_.input.rows.clear();
    result_.input.unread.clear();
    if (result_.failed()) result_.files.clear();
    return std::move(result_);
  }

 private:
  base::Diagnostic& error(std::string_view code, base::Span at, std::string message) {
    return result_.diagnostics.error(code, at, std::move(message));
  }

  void progress(const std::string& step) const {
    if (request_.progress) request_.progress(step);
  }

  template <class... Parts>
  void note(fmt::format_string<Parts...> text, Parts&&... parts) {
    result_.input.notes.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }

  const base::SourceText* read(const std::string& path) { return read_file(root_, path, result_.texts); }

  bool read_settings_file() {
    check_as_of(request_.as_of, request_.today);
    result_.settings = request_.settings.empty() ? "data/imports/" + importer_.name + ".yaml" : request_.settings;
    const base::SourceText* file = read(result_.settings);
    if (!file)
      throw UsageError{fmt::format("there is no settings file {}", result_.settings),
                       request_.settings.empty() ? "write one; its first line may be \"resource: TABLE\""
                                                 : "--settings is a path from the site's folder"};
    auto settings = read_settings(*file, result_.diagnostics);
    if (!settings) return false;
    settings_ = std::move(*settings);
    if (!request_.source.empty()) settings_.source = {request_.source, settings_.resource.span};
    const std::vector<std::string_view> known = base::views(importer_.options, &ImporterOption::name);
    for (const auto& [name, value] : settings_.options)
      if (std::ranges::find(known, name) == known.end())
        throw UsageError{fmt::format("{}: {} has no option \"{}\"", result_.settings, importer_.name, name),
                         known.empty() ? "remove it" : "its options are " + base::list_names(known)};
    for (const auto& [name, value] : request_.options) settings_.options[name] = value;
    for (const ImporterOption& option : importer_.options)
      if (const std::string& value = settings_.options[option.name];
          !value.empty() && option.is_valid && !option.is_valid(value))
        throw UsageError{fmt::format("\"{}\" is not a valid value for --{}", value, option.name),
                         "give a value such as " + option.example};
    return true;
  }

  bool read_site() {
    units_ = data::read_units(read("data/units.json"), result_.diagnostics);
    descriptor_ = read(kDescriptor);
    if (!descriptor_) throw UsageError{"this site has no " + kDescriptor, "add it, with the table for the rows"};
    package_ = data::read_package(
        *descriptor_, [this](const std::string& path) { return read("data/" + path); }, result_.diagnostics);
    bibliography_ = data::read_bibliography(root_, result_.texts, result_.diagnostics);
    return !result_.failed();
  }

  const data::Resource* find_table(const Setting<std::string>& name) {
    if (const data::Resource* found = package_.find(name.value)) return found;
    const std::vector<std::string_view> names = base::views(package_.resources, &data::Resource::name);
    error("unknown-table", name.span, fmt::format("there is no resource \"{}\"", name.value))
        .expect(base::list_names(names))
        .suggest(base::did_you_mean(name.value, names));
    return nullptr;
  }

  bool find_tables() {
    resource_ = find_table(settings_.resource);
    if (!resource_) return false;
    result_.resource = resource_->name;
    if (resource_->primary_key.empty()) {
      error("no-key", resource_->span,
            fmt::format("\"{}\" has no primary key, so nothing identifies its rows", resource_->name))
          .suggest("add \"primaryKey\" to its schema");
      return false;
    }
    if (const std::string why = resource_->why_not_written(); !why.empty()) {
      error("no-key", resource_->span, fmt::format("rows can't be written into \"{}\": {}", resource_->name, why))
          .suggest("replace its file with a new one of the same form");
      return false;
    }
    if (settings_.names.value.empty()) return true;
    names_table_ = find_table(settings_.names);
    if (!names_table_) return false;
    result_.names_file = "data/" + names_table_->path;
    names_text_ = read(result_.names_file);
    if (names_text_) names_ = Names::read(*names_table_, *names_text_, result_.diagnostics);
    return !result_.failed();
  }

  bool read_rows() {
    path_ = "data/" + resource_->path;
    if (auto status = root_.status(path_); status.ok() && status->type != io::EntryType::file) {
      result_.diagnostics.error("not-a-file", path_, fmt::format("{} is not a file", path_))
          .expect("a regular file, or no file yet; a folder or a symbolic link is not allowed");
      return false;
    }
    before_ = read(path_);
    file_ = read_data_file(*resource_, before_, result_.diagnostics);
    return file_.has_value();
  }

  // Maps the rows, reads those of the table again, and gives those of a table without a key the numbers that they had
  // before.
  void map_input(Input& input, base::Diagnostics& diagnostics) {
    map_rows(input, settings_, request_.as_of, bibliography_, *resource_, diagnostics);
    base::Diagnostics unused;
    if (!file_) file_ = read_data_file(*resource_, before_, unused);
    if (numbered_key(*resource_, settings_).empty()) return;
    size_t last = 0;
    if (const data::Resource* history = package_.find(resource_->history))
      if (const auto file = read_data_file(*history, read("data/" + history->path), unused))
        last = highest_number(*file);
    if (const size_t unclear = number_rows(*resource_, *file_, last, input.rows); unclear > 0)
      input.notes.push_back(
          fmt::format("rows that have the texts of several earlier ones and other values, so that they count as new: "
                      "{}. If they are not, give their numbers in a column of the file: \"columns: {{COLUMN: {}}}\"",
                      unclear, resource_->primary_key.front()));
  }

  // Reports rows whose key now names something else: figures and links would silently speak of that.
  void report_moved() {
    constexpr size_t kMaxShown = 3;
    const std::vector<MovedRow>& moved = result_.merged.moved;
    const MovedRow& first = moved.front();
    const std::string key = base::join(resource_->primary_key, ", ");
    const std::string message =
        fmt::format("{} of \"{}\" would name something else: \"{}\" is {}, and would become {}",
                    base::count_of(moved.size(), "row"), resource_->name, first.key, first.before, first.after);
    auto& reported = first.span ? result_.diagnostics.error("moved-row", first.span, message)
                                : result_.diagnostics.error("moved-row", first.where, message);
    for (size_t i = 0; i < std::min(moved.size(), kMaxShown); ++i) {
      reported.note(span_of(*before_, moved[i].written), fmt::format("\"{}\" now", moved[i].key));
      if (i > 0) reported.note(moved[i].span, fmt::format("\"{}\" after the import", moved[i].key));
    }
    reported.expect(fmt::format("the same thing for each key ({})", key))
        .suggest(fmt::format(
            "if only its name has changed, {}; if \"{}\" is the place in a list, make columns that name a "
            "row the \"primaryKey\", or give each row a number that stays: in the settings, \"constants: "
            "{{{}: \"{{row}}\"}}\" and no column for it",
            first.path.empty() ? fmt::format("write the new name into {} first", path_)
                               : fmt::format("confirm it in {}: confirmed: {{{}: {}}}", result_.settings,
                                             notation::json_text(first.path), notation::json_text(first.text)),
            key, resource_->primary_key.front()));
  }

  // Reports that the last row of a numbered table would be removed: without a history nothing would know its number,
  // and the next new row would get it, with all figures and links that name it.
  bool frees_number(size_t highest) {
    if (numbered_key(*resource_, settings_).empty() || !request_.edition.empty()) return false;
    if (highest_number(*file_) >= highest) return false;
    result_.diagnostics
        .error("moved-row", files_.front().shown,
               fmt::format("row {} of \"{}\" would be removed, and its number given to the next new row", highest,
                           resource_->name))
        .expect("a number that is given once")
        .suggest(
            "import the file as an edition, whose history keeps the number: --edition VERSION; or leave the row in");
    return true;
  }

  // Lists titles with the year of the earlier numbers, "Overnight stays 2021", above new ones; without a date of these,
  // titles with any earlier year.
  void assume_titles() {
    static const base::Pattern kYear("\\b(?:19|20)\\d\\d\\b");
    const std::string before = resource_->as_of.substr(0, 4), after = result_.merged.newest.substr(0, 4);
    if (before >= after || result_.merged.new_numbers == 0) return;
    const auto assume = [&](const std::string& title) {
      const auto year = kYear.find(title);
      if (before.empty() ? year && year->front() < after : base::has_word(title, before))
        result_.input.assumed.push_back(
            {fmt::format("the title \"{}\" is still right above numbers of {}", title, after),
             "if it is not: a \"title\" without a year in data/datapackage.json"});
    };
    assume(resource_->title);
    for (const data::ResourceField& each : resource_->fields)
      if (quantity::is_numeric(each.field.type)) assume(each.field.title);
  }

  void merge_rows() {
    Input& input = result_.input;
    progress("comparing " + base::count_of(input.rows.size(), "row"));
    map_input(input, result_.diagnostics);
    select_best(input, settings_.best, *resource_, *file_);
    check_sources();
    if (result_.failed()) return;
    check_source_dates();  // the rows are merged nonetheless, to report all errors
    MergeOptions options{input.scope, request_.remove_gone, !request_.edition.empty(), request_.keep_dates,
                         {},          settings_.confirmed};
    for (const Row& row : input.unread) options.unread.insert(key_of(*resource_, row));
    for (std::string& column : options.scope) column = settings_.column_of(column);
    const auto with_own_date = std::ranges::count_if(
        input.rows, [&](const Row& row) { return row.find("as_of") && row.at("as_of") != request_.as_of; });
    const size_t highest = highest_number(*file_);
    const Merged& merged = result_.merged = merge(*resource_, *file_, input.rows, options, input.skips);
    if (merged.keyless > 0 && merged.keyless == input.rows.size()) return report_keyless();
    if (!merged.moved.empty()) return report_moved();
    for (const auto& [field, kept] : merged.kept)
      error("import-format", settings_.resource.span,
            fmt::format("the files have no column for \"{}\", so {} of \"{}\", such as that of {}, would get {} {}",
                        field, base::count_of(kept.first, "value"), resource_->name, kept.second,
                        request_.edition.empty() ? "the new date of the table," : "the source of edition",
                        request_.edition.empty() ? merged.newest : request_.edition))
          .expect("all numbers of the table in one date")
          .suggest(
              fmt::format("give \"{}\" its own \"source\", \"locator\" and \"as_of\" in data/datapackage.json", field));
    if (frees_number(highest) || !check_dates()) return;
    if (request_.strict) refuse_doubts();
    assume_titles();
    if (request_.no_assumptions) refuse_assumptions(input.assumed, files_.front().shown, result_.diagnostics);
    note_dates(with_own_date);
    note_perhaps_gone();
    std::exchange(input.rows, {});  // a million rows and their check do not fit into a gigabyte
    const size_t imported = merged.added.size() + merged.changed.size() + merged.same;
    const size_t others = file_->rows.size() - std::min(imported, file_->rows.size());
    if (!merged.added.empty() || !merged.changed.empty() ||
        ((request_.remove_gone || options.is_edition) && !merged.gone.empty()))
      result_.add_file(path_, before_, write_data_file(*resource_, *file_));
    const int as_of = resource_->find("as_of");
    const auto undated = std::ranges::count_if(file_->rows, [&](const StoredRow& row) {
      return as_of >= 0 && !cells_of(*resource_, *file_, row)[static_cast<size_t>(as_of)];
    });
    editions_.supersede();
    std::exchange(file_->rows, {});
    editions_.land();
    set_date(others, static_cast<size_t>(undated));
    editions_.update_sources();
    check_result();
  }

  void report_keyless() {
    const std::string key = base::join(resource_->primary_key, ", ");
    error("no-key", settings_.resource.span,
          fmt::format("no row of the files has a value for the key of \"{}\" ({})", resource_->name, key))
        .suggest(fmt::format("name the columns of the files that contain it: \"columns: {{COLUMN: {}}}\"",
                             resource_->primary_key.front()));
  }

  // Reports rows from other sources if the table has no column for sources, because all of its rows must then come from
  // the table's source.
  void check_sources() {
    if (resource_->find("source") >= 0 || resource_->source.empty()) return;
    if (!request_.edition.empty() && result_.input.scope.empty()) return;  // an edition may change the table's source
    std::set<std::string_view> others;
    for (const Row& row : result_.input.rows)
      if (const std::string_view source = row.at("source"); !source.empty() && source != resource_->source)
        others.insert(source);
    if (others.empty()) return;
    error("other-source", settings_.source.value.empty() ? settings_.resource.span : settings_.source.span,
          fmt::format("all rows of \"{}\" come from \"{}\", but the imported ones come from {}", resource_->name,
                      resource_->source, base::list_names({others.begin(), others.end()})))
        .note(resource_->span, "the table, which has no column for the source of a row")
        .suggest("add a field \"source\" to its schema; if all rows have the new source, change it in the descriptor");
  }

  // Asks whether rows are an edition if their date moves on, but their source is one of an earlier date.
  void check_source_dates() {
    const bool is_answered = !request_.source.empty() || !request_.edition.empty() || request_.keep_dates ||
                             settings_.options.contains("revision");
    if (is_answered) return;
    std::map<std::string_view, std::string_view> dates;  // the newest date of the rows of each source
    for (const Row& row : result_.input.rows) {
      std::string_view source = row.at("source"), &known = dates[source.empty() ? resource_->source : source];
      const bool is_newer = row.at("as_of") > known;
      if (is_newer && !key_of(*resource_, row).empty()) known = row.at("as_of");
    }
    for (const auto& [id, date] : dates) {
      const data::Source* source = bibliography_.find(id);
      std::string period = source ? check::period_before(*source, date) : "";
      const data::Edition current = resource_->editions.empty() ? data::Edition() : resource_->editions.back();
      if (source && period.empty() && (current.source.empty() || current.source == id) && date > current.date &&
          !current.version.empty())
        period = fmt::format(", of the edition {} of {}", current.version, current.date);
      const std::string before = period.empty() ? "" : date_before(id);
      const auto old_day = data::last_day_of(before), new_day = data::first_day_of(date);
      if (!old_day || !new_day || *old_day >= *new_day) continue;
      error("outdated-source", settings_.source.value.empty() ? settings_.resource.span : settings_.source.span,
            fmt::format(
                "is this a new edition? The rows are dated {}, those before {}, but their source is still \"{}\"{}",
                date, before, id, period))
          .expect("the source that states these numbers")
          .note(source->id_span, "the source")
          .suggest(
              fmt::format("if it is one: --edition VERSION; for another source: --source ID; if \"{0}\" itself has "
                          "these numbers: --source {0}",
                          id));
    }
  }

  // The newest date of the rows of a source that the table has; "" if there is none.
  std::string date_before(std::string_view source) const {
    std::string newest;
    for (const StoredRow& row : file_->rows) {
      const StoredCells cells = cells_of(*resource_, *file_, row);
      const std::string_view own = text_at(*resource_, cells, "source"), date = text_at(*resource_, cells, "as_of");
      if ((own.empty() ? resource_->source : own) == source)
        newest = std::max<std::string>(newest, std::string(date.empty() ? resource_->as_of : date));
    }
    return newest;
  }

  // Requires new dates for new numbers, because otherwise the numbers seem to have been published on the old date.
  bool check_dates() {
    const Merged& merged = result_.merged;
    if (merged.dateless.empty() || request_.keep_dates) return true;
    const Row& first = *merged.first_dateless;
    error("undated-values", first.span ? first.span : settings_.resource.span,
          fmt::format("new numbers without a date in {}: {}", base::count_of(merged.dateless.size(), "row"),
                      base::shortened(base::join(merged.dateless, ", "))))
        .expect("a date in the file, or --as-of DATE")
        .suggest("if the old values were wrong, and the new ones are right for the dates of the rows: --keep-dates");
    return false;
  }

  void refuse_doubts() {
    constexpr size_t kMaxShown = 20;
    const Merged& merged = result_.merged;
    for (size_t i = 0; i < std::min(merged.doubts.size(), kMaxShown); ++i) {
      const auto& [path, before, after, span] = merged.doubts[i];
      const std::string from = before.empty() ? "" : base::shortened(before) + " -> ";
      error("doubtful-number", span ? span : settings_.resource.span,
            fmt::format("{}: {}{} is {}", base::shortened(path), from, base::shortened(after),
                        after.starts_with('-') && !before.starts_with('-') ? "the first negative number of its column"
                                                                           : "a change by a factor of ten or more"))
          .expect("numbers of the same size as before, or that the settings confirm")
          .suggest(fmt::format("if it is right, write in {}: confirmed: {{{}: {}}}", result_.settings,
                               notation::json_text(path), after));
    }
    if (merged.all_doubts > kMaxShown)
      result_.diagnostics.error("doubtful-number", path_,
                                fmt::format("{} more numbers are doubtful", merged.all_doubts - kMaxShown));
  }

  void note_dates(ptrdiff_t with_own_date) {
    const Merged& merged = result_.merged;
    if (!request_.as_of.empty() && with_own_date > 0)
      note("rows with their own date, which overrides --as-of {}: {}", request_.as_of, with_own_date);
    if (merged.undated > 0)
      note("changed rows whose date stays, because no file has a date for the new values: {} (set it with --as-of)",
           merged.undated);
    if (merged.same_date > 0)
      note("changed rows with the same date as before, as given by the files or --as-of: {}", merged.same_date);
    if (merged.added_undated > 0)
      note("new rows without a date, which will have the date of the table, {}: {} (set it with --as-of)",
           resource_->as_of, merged.added_undated);
  }

  void note_perhaps_gone() {
    if (result_.merged.perhaps_gone == 0) return;
    std::vector<std::string_view> missing;
    for (const std::string& field : result_.input.scope)
      if (resource_->find(settings_.column_of(field)) < 0) missing.push_back(field);
    note("rows that were not imported, and may have been removed or have another {}, for which {} has no column: {}",
         base::list_names(missing), resource_->name, result_.merged.perhaps_gone);
  }

  // Changes a table's date if the new date is right for all rows without their own date. `others` is the number of rows
  // that were not imported, `undated` that of rows without their own date in a table with a column for it.
  void set_date(size_t others, size_t undated) {
    const int as_of = resource_->find("as_of");
    const std::string &newest = result_.merged.newest, &oldest = result_.merged.oldest;
    if (newest.empty()) return;
    const bool has_other_rows = as_of < 0 && (others > 0 || oldest != newest);
    if (has_other_rows && !request_.keep_dates && result_.merged.new_numbers > 0 && !resource_->as_of.empty() &&
        resource_->as_of < newest) {
      error("undated-values", resource_->span,
            fmt::format("new numbers of {}, dated {}, would be shown with the date of all rows of \"{}\", {}",
                        base::count_of(result_.merged.new_numbers, "row"), newest, resource_->name, resource_->as_of))
          .expect("a field \"as_of\" in its schema, with a date for each row")
          .suggest((!result_.merged.gone.empty() && !request_.remove_gone
                        ? fmt::format("if the source no longer has {}: --remove-gone; ",
                                      base::shortened(base::join(result_.merged.gone, ", ")))
                        : "") +
                   "or import all rows with one date; --keep-dates leaves the date unchanged");
      return;
    }
    if (as_of < 0 && others > 0)
      return note("the date of {} is unchanged, because {} not imported", resource_->name,
                  base::count_of(others, "row was", "rows were"));
    if (has_other_rows)
      return note(
          "the date of {} is unchanged, because the imported rows have several, from {} to {}: add a field \"as_of\" "
          "with a date for each row",
          resource_->name, oldest, newest);
    if (undated > 0) {
      if (!resource_->as_of.empty() && resource_->as_of < newest)
        note("the date of {} is unchanged, because rows without their own date use it: {}", resource_->name, undated);
      return;
    }
    if (resource_->as_of.empty() ? as_of >= 0 : resource_->as_of >= newest) return;
    JsonEditor editor(*descriptor_, result_.diagnostics);
    editor.set_in_resource(resource_->name, "as_of", notation::json_text(newest));
    set_place(editor);
    result_.add_file(kDescriptor, descriptor_, editor.text());
  }

  // Changes a table's locator if it is the name of an earlier file, which no number comes from any longer.
  void set_place(JsonEditor& editor) {
    const std::string& old = resource_->locator;
    const auto is_file_like = [&](std::string_view name) {
      const size_t dot = name.rfind('.');
      return dot != std::string_view::npos && old.ends_with(name.substr(dot)) &&
             old.find_first_of(" /") == std::string::npos;
    };
    if (files_.size() != 1 || !is_file_like(files_.front().name()) || old == files_.front().name()) return;
    editor.set_in_resource(resource_->name, "locator", notation::json_text(files_.front().name()));
    note("the locator of {} is {} now, which has all its numbers, instead of {}", resource_->name,
         files_.front().name(), old);
  }

  // Checks that the site's data load with the changes. Does not report errors that the data already have, because the
  // next build does.
  void check_result() {
    if (result_.files.empty()) return;
    progress("checking the data with the changes");
    ::malloc_trim(0);  // otherwise the allocator keeps 300 MB of a million rows, in blocks too small for the check
    io::MemoryFileSystem changed;
    for (base::ChangedFile& file : result_.files) {
      const std::string& history = editions_.checked_history();
      const bool is_history = file.path == result_.history && !history.empty();
      // The bytes are stored once during the check.
      (void)changed.write(file.path, is_history ? history : std::exchange(file.bytes, {})).ok();
    }
    const base::Diagnostics errors = errors_with(root_, changed, Reported::new_errors, result_.texts);
    for (base::ChangedFile& file : result_.files)
      if (file.bytes.empty()) file.bytes = changed.read(file.path).value();
    if (!errors.has_errors()) return;
    // Reads the files again, whose rows were released.
    base::Diagnostics known;
    Task task{importer_.name, settings_, names_, *resource_, units_, known, result_.texts};
    importer_.run(files_, task);
    file_.reset();
    map_input(task.input, known);
    const auto find = [&](const Key& key) -> const Row* {
      const auto is_key = [&](const RowChange& change) { return change.key == shown(key); };
      if (std::ranges::find(result_.merged.added, shown(key)) == result_.merged.added.end() &&
          std::ranges::none_of(result_.merged.changed, is_key))
        return nullptr;
      const auto row =
          std::ranges::find_if(task.input.rows, [&](const Row& r) { return key_of(*resource_, r) == key; });
      return row == task.input.rows.end() ? nullptr : &*row;
    };
    result_.diagnostics.merge(moved_to_input(errors, *resource_, path_, find));
  }

  const io::FileSystem& root_;
  const Importer& importer_;
  const Request& request_;
  const std::vector<InputFile>& files_;
  ImportResult result_;
  Settings settings_;
  Names names_;
  const data::Resource* names_table_ = nullptr;
  const base::SourceText* names_text_ = nullptr;
  quantity::Units units_;
  const base::SourceText* descriptor_ = nullptr;
  data::Package package_;
  data::Bibliography bibliography_;
  const data::Resource* resource_ = nullptr;
  std::string path_;  // path of the file with the table's rows
  const base::SourceText* before_ = nullptr;
  std::optional<DataFile> file_;
  EditionImport editions_{root_, request_, result_, settings_, package_, bibliography_, descriptor_, resource_, file_};
};

}  // namespace

void check_as_of(const std::string& as_of, const std::string& today) {
  if (as_of.empty()) return;
  if (!data::is_partial_date(as_of))
    throw UsageError{fmt::format("\"{}\" is not a date", as_of), "write one such as 2026-01-31, 2026-01 or 2026"};
  if (!today.empty() && as_of > today)
    throw UsageError{fmt::format("{} is in the future", as_of),
                     "write the date of the numbers; a forecast has the date on which it was made"};
}

ImportResult import_files(const io::FileSystem& root, const Importer& importer, const Request& request,
                          const std::vector<InputFile>& files) {
  return Import(root, importer, request, files).run();
}

}  // namespace import
