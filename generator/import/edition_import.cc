#include "import/edition_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "data/database.h"
#include "io/layered.h"
#include "io/memory.h"

namespace import {
namespace {

using base::UsageError;

// Whether current rows of a table come from a source. `file` contains its rows.
bool cites(const data::Resource& resource, const DataFile& file, const std::string& source) {
  const bool has_own = resource.find("source") >= 0;
  if (!has_own && resource.source == source) return true;
  if (std::ranges::any_of(resource.fields, [&](const auto& each) { return each.own.source == source; })) return true;
  return has_own && std::ranges::any_of(file.rows, [&](const StoredRow& row) {
           const std::string own(text_at(resource, cells_of(resource, file, row), "source"));
           return (own.empty() ? resource.source : own) == source;
         });
}

bool is_edition_of(const std::string& first, const std::string& source) {
  return source == first || source.starts_with(first + "-");
}

// Returns the source of the first edition of the rows whose source is `source`: "list" for "list-2". The editions of a
// table may be of several lists.
std::string first_source(const std::vector<data::Edition>& editions, const std::string& source) {
  const auto found = std::ranges::find_if(
      editions, [&](const data::Edition& each) { return !each.source.empty() && is_edition_of(each.source, source); });
  return found == editions.end() ? source : found->source;
}

// Returns the source of the last edition of the rows whose first one had the source `first`.
std::optional<std::string> last_source(const std::vector<data::Edition>& editions, const std::string& first) {
  std::optional<std::string> last;
  for (const data::Edition& each : editions)
    if (!first.empty() && is_edition_of(first, each.source)) last = each.source;
  return last;
}

}  // namespace

bool EditionImport::find() {
  const std::vector<data::Edition>& known = resource_->editions;
  std::string& source = settings_.source.value;
  const std::string& version = request_.edition;
  const auto same = std::ranges::find(known, version, &data::Edition::version);
  if (version.empty()) {
    if (source.find("{edition}") != std::string::npos && !known.empty()) source = known.back().source;
    source = last_source(known, first_source(known, source)).value_or(source);
    return true;
  }
  if (same == known.end()) {
    start();
  } else if (same + 1 != known.end()) {
    throw UsageError{
        fmt::format("edition {} of \"{}\" is not the current one, {}", version, resource_->name, known.back().version),
        "import later editions only"};
  } else {
    if (!same->source.empty()) source = same->source;
    result_.edition = *same;
  }
  if (request_.as_of.empty()) settings_.as_of = result_.edition.date;
  if (!request_.as_of.empty() && request_.as_of != result_.edition.date)
    throw UsageError{
        fmt::format("edition {} of \"{}\" is dated {}", version, resource_->name, result_.edition.date),
        fmt::format("leave out --as-of to correct edition {}; for a new edition, give another --edition", version)};
  return !result_.failed();
}

// Prepares a new edition, which comes after the table's existing editions.
void EditionImport::start() {
  is_new_ = true;
  const std::string& date = request_.as_of.empty() ? settings_.as_of : request_.as_of;
  if (date.empty()) throw UsageError{"an edition needs a date", "give it: --as-of 2026-01-31"};
  if (request_.edition.find('/') != std::string::npos || resource_->find("edition") >= 0)
    throw UsageError{fmt::format("\"{}\" can't have the edition \"{}\"", resource_->name, request_.edition),
                     "a version has no slash, and the table no field \"edition\", which its history gets"};
  previous_ = resource_->editions.empty() ? edition_of_rows(*resource_, *file_, bibliography_)
                                          : std::optional(resource_->editions.back());
  if (previous_ && previous_->date.empty())
    throw UsageError{fmt::format("the present rows of \"{}\" have no date, which an edition needs", resource_->name),
                     "add \"as_of\" to the resource in data/datapackage.json"};
  result_.edition = {request_.edition, date, source_of_new()};
  if (const std::string why = previous_ ? data::why_not_after(*previous_, result_.edition) : ""; !why.empty())
    throw UsageError{why,
                     "import editions in the order of their dates; if the date is wrong, give another: --as-of DATE"};
  if (supersedes_ && !bibliography_.find(result_.edition.source)) add_source();
}

// Returns the source of a new edition, and writes it into the settings; "" if each row has a source of its own.
std::string EditionImport::source_of_new() {
  std::string source = base::replace_all(settings_.source.value, "{edition}", request_.edition);
  if (source.empty() || source.find('{') != std::string::npos) {
    if (resource_->find("source") >= 0) return "";
    throw UsageError{"an edition needs one source, or a column \"source\"", "give it in the settings or with --source"};
  }
  if (!previous_) return settings_.source.value = source;
  // The settings name the source of the first edition of these rows, or of any other: a new edition has its own.
  std::vector<data::Edition> earlier = resource_->editions;
  if (earlier.empty()) earlier.push_back(*previous_);
  const auto is_source = [&](const data::Edition& each) { return each.source == source; };
  const std::string first = first_source(earlier, source);
  const bool is_derived = std::ranges::any_of(earlier, is_source) || cites(*resource_, *file_, source);
  replaced_ = is_derived ? last_source(earlier, first).value_or(first) : previous_->source;
  if (is_derived) source = edition_source_id(first, request_.edition);
  const data::Source* known = bibliography_.find(source);
  if (std::ranges::any_of(earlier, is_source) || (known && !known->superseded_by.empty()))
    throw UsageError{fmt::format("the source \"{}\" is that of an earlier edition", source),
                     "give the source of this one: --source ID"};
  supersedes_ = !replaced_.empty() && (is_derived || !known);
  return settings_.source.value = source;
}

// Adds a bibliography entry for the edition's source, after the entry of the previous one.
void EditionImport::add_source() {
  const data::Source* before = bibliography_.find(replaced_);
  if (!before || !before->span) return;  // an unknown source is reported with the rows
  auto added = add_edition(*before, result_.edition, request_.today, result_.diagnostics);
  if (!added) return;
  result_.input.notes.push_back(
      fmt::format("the source \"{}\" is new in {}, a copy of \"{}\": check its title and address",
                  result_.edition.source, added->path, before->id));
  const io::MemoryFileSystem above(std::map<std::string, std::string>{{added->path, added->text}});
  result_.add_file(added->path, before->converted.empty() ? before->span.source : nullptr, std::move(added->text));
  base::Diagnostics known;  // were reported when the bibliography was first read
  bibliography_ = data::read_bibliography(io::LayeredFileSystem(root_, above), result_.texts, known);
}

void EditionImport::supersede() {
  if (!supersedes_) return;
  data::Resource landed = *resource_;  // the edition becomes the source of rows without their own
  if (landed.find("source") < 0 && !landed.source.empty()) landed.source = result_.edition.source;
  // Rows that this edition does not cover, or other tables, may still come from the source.
  std::string citing = cites(landed, *file_, replaced_) ? resource_->name : "";
  for (const data::Resource& each : package_.resources) {
    const bool is_history =
        std::ranges::find(package_.resources, each.name, &data::Resource::history) != package_.resources.end();
    if (&each == resource_ || is_history || !citing.empty()) continue;
    base::Diagnostics unused;
    const base::SourceText* text = each.find("source") < 0 ? nullptr : read("data/" + each.path);
    const auto file = text ? read_data_file(each, text, unused) : std::optional(DataFile());
    if (file && cites(each, *file, replaced_)) citing = each.name;
  }
  if (citing.empty())
    superseded_ = replaced_;
  else
    result_.input.notes.push_back(fmt::format(
        "the source \"{}\" is not marked as superseded, because rows of {} still come from it", replaced_, citing));
}

void EditionImport::land() {
  if (!is_new_) return;
  const base::SourceText* const original = descriptor_;
  const auto declare = [&] {
    auto text = declare_edition(*original, *resource_, previous_, result_.edition, result_.diagnostics);
    if (!text) return false;
    result_.add_file(original->path(), original, *text);
    result_.texts.push_back(std::make_shared<const base::SourceText>(original->path(), *std::move(text)));
    descriptor_ = result_.texts.back().get();
    return true;
  };
  if (!declare() || !previous_) return;
  const auto in_data = [this](const std::string& path) { return read("data/" + path); };
  const data::Package package = data::read_package(*descriptor_, in_data, result_.diagnostics);
  const data::Resource* resource = package.find(resource_->name);
  const data::Resource* history = resource ? package.find(resource->history) : nullptr;
  if (!history) return;
  for (const data::ResourceField& own : resource_->fields)
    if (history->find(own.field.name) < 0 && own.field.name != "source" && own.field.name != "locator" &&
        own.field.name != "as_of")
      result_.diagnostics
          .error("bad-edition", resource->history_span,
                 fmt::format("\"{}\" has no field \"{}\", so its values of the earlier edition would be lost",
                             history->name, own.field.name))
          .expect(fmt::format("the same field in \"{}\"", history->name));
  result_.history = "data/" + history->path;
  const base::SourceText* before = read(result_.history);
  auto file = read_data_file(*history, before, result_.diagnostics);
  if (!file) return;
  std::string base;  // the edition of the same rows before the previous one
  const std::vector<data::Edition>& earlier = resource_->editions;
  for (const data::Edition& each : earlier)
    if (each.version != previous_->version &&
        first_source(earlier, each.source) == first_source(earlier, previous_->source))
      base = each.version;
  previous_->changes_from =
      add_to_history(*resource_, *file_, result_.merged.replaced, *previous_, base, *history, *file);
  if (!previous_->changes_from.empty()) declare();
  result_.add_file(result_.history, before, write_data_file(*history, *file));
  const auto refers_to_history = [&](const data::Resource& each) {
    return std::ranges::find(each.foreign_keys, history->name, &data::ForeignKey::resource) != each.foreign_keys.end();
  };
  if (std::ranges::any_of(package.resources, refers_to_history)) return;
  std::exchange(file->rows, {});
  checked_history_ = write_data_file(*history, *file);
}

void EditionImport::update_sources() {
  const auto revision = settings_.options.find("revision");
  // The rows of an edition come from its own source. The earlier source was not accessed again.
  if (is_new_ && replaced_ != result_.edition.source) result_.merged.dates_of_sources.erase(replaced_);
  const Superseded superseded{superseded_, result_.edition.source};
  for (auto& [text, bytes] : updated_sources(result_.merged.dates_of_sources, superseded, bibliography_,
                                             revision == settings_.options.end() ? "" : revision->second,
                                             request_.today, result_.input.notes, result_.diagnostics))
    result_.add_file(text->path(), text, std::move(bytes));
}

}  // namespace import
