// Loads units and the bibliography, then the tables in the order of the descriptor, then everything that needs all
// tables (foreign keys, caveats, wide tables, views), and finally shares the bytes of the database.
#include "data/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/work.h"
#include "data/descriptor_parts.h"
#include "data/sql_functions.h"
#include "data/store.h"

namespace data {
namespace {

void check_units(Store& store, base::Diagnostics& diagnostics) {
  for (Resource& resource : store.package.resources)
    for (ResourceField& field : resource.fields)
      if (std::string why; !field.field.unit.empty() && !store.units.parse(field.field.unit, &why))
        refuse_unit(resource, field, "bad-unit", why, kUnitForm, diagnostics);
      else
        check_heading(field.field, store.units, field.unit_span, diagnostics);
}

void find_files(Store& store, const DataFiles& files, const FindFile& find, base::Diagnostics& diagnostics) {
  for (const Resource& resource : store.package.resources) {
    store.texts.push_back(open_texts(resource, find, diagnostics));
    std::vector<std::string> named = resource.form.more_paths;
    if (!resource.path.empty() && !resource.form.inline_data) named.insert(named.begin(), resource.path);
    for (const std::string& name : named) {
      if (find(name)) continue;
      const auto paths = base::views(files.files, [](const auto& file) -> std::string_view { return file.first; });
      diagnostics.error("missing-file", resource.path_span, fmt::format("there is no file \"{}\" in data/", name))
          .suggest(resource.loader.empty() ? base::did_you_mean(name, paths)
                                           : "run its loader to write it: sourcebook load " + resource.name);
    }
  }
}

void add_resource_table(Store& store, size_t number) {
  const Resource& resource = store.package.resources[number];
  std::vector<quantity::Field> fields;
  for (const ResourceField& field : resource.fields) fields.push_back(field.field);
  store.add_table({.name = resource.name,
                   .title = resource.title,
                   .fields = std::move(fields),
                   .resource = &resource,
                   .rows = store.records[number].size()});
}

void check_columns_of_caveats(const Store& store, base::Diagnostics& diagnostics) {
  std::vector<std::string_view> known;
  for (const TableInfo& table : store.tables)
    for (const quantity::Field& field : table.fields) known.push_back(field.name);
  for (const Resource& resource : store.package.resources)
    for (const Caveat& caveat : resource.caveats)
      for (const std::string& column : caveat.columns)
        if (std::find(known.begin(), known.end(), column) == known.end())
          diagnostics
              .error("bad-caveat", caveat.columns_span,
                     fmt::format("this caveat is about \"{}\", which is not a column of a resource or view", column))
              .expect("the names of columns with which the caveat is shown")
              .suggest(base::did_you_mean(column, known));
}

std::string newest_date(const Store& store) {
  std::string_view newest;
  for (const Records& records : store.records)
    for (const Record& record : records.kinds()) newest = std::max(newest, record.as_of);
  for (const Resource& resource : store.package.resources)
    for (const ResourceField& field : resource.fields) newest = std::max(newest, std::string_view(field.own.as_of));
  return std::string(newest);
}

void load_tables(Store& store, const DataFiles& files, sqlite3* handle, base::Diagnostics& diagnostics) {
  size_t count = store.package.resources.size();
  store.records.resize(count);
  size_t before = diagnostics.errors();
  std::vector<std::unique_ptr<RowErrors>> errors;
  for (size_t i = 0; i < count; ++i) store.resource_numbers.emplace(store.package.resources[i].name, i);
  for (size_t i = 0; i < count; ++i) {
    errors.push_back(std::make_unique<RowErrors>(diagnostics, &store.package.resources[i], store.texts[i].texts));
    load_table(store, i, handle, diagnostics, *errors[i]);
    add_resource_table(store, i);
  }
  place_long_numbers(store, handle, errors);
  if (store.as_of.empty()) store.as_of = newest_date(store);
  SqlGuard guard(handle, [&](std::string_view table) { return store.find_table(table) != nullptr; });
  for (size_t i = 0; i < count; ++i) {
    check_foreign_keys(store, i, handle, *errors[i]);
    errors[i]->finish();
    apply_caveats(store, i, handle, guard, diagnostics);
  }
  for (size_t i = 0; i < count; ++i)
    if (store.package.resources[i].long_form) make_wide_table(store, i, handle, diagnostics);
  base::Diagnostics of_views;
  make_views(store, files.views, handle, guard, of_views);
  if (diagnostics.errors() != before)  // errors that were already reported may have caused these
    of_views.remove_if(
        [](const base::Diagnostic& d) { return d.code == "number-without-ref" || d.code == "unknown-ref"; });
  diagnostics.merge(std::move(of_views));
  if (diagnostics.errors() == before) check_columns_of_caveats(store, diagnostics);
  find_contradictions(store);
}

void count_rows_by_source(Store& store) {
  store.rows_from.resize(store.bibliography.sources().size());
  for (size_t i = 0; i < store.records.size(); ++i) {
    const Resource* resource = &store.package.resources[i];
    auto count = [&](const Source* source, size_t rows) {
      if (!source) return;
      std::vector<RowCount>& counts =
          store.rows_from[static_cast<size_t>(source - store.bibliography.sources().data())];
      if (counts.empty() || counts.back().resource != resource) counts.push_back({resource, 0});
      counts.back().rows = std::min(counts.back().rows + rows, store.records[i].size());
    };
    for (size_t row = 0; row < store.records[i].size(); ++row) count(store.records[i][row].source, 1);
    for (const ResourceField& field : resource->fields)
      count(store.bibliography.find(field.own.source), store.records[i].size());
  }
}

// Makes the bytes of the database available to other connections.
void freeze(Store& store, Sqlite handle) {
  execute(handle.get(), "COMMIT");
  if (store.tables.empty()) return;  // an empty database has no bytes
  store.image = sqlite3_serialize(handle.get(), "main", &store.image_size, SQLITE_SERIALIZE_NOCOPY);
  if (!store.image) throw SqliteError("SQLite has no image of the database");
  sqlite3_db_release_memory(handle.get());
  store.loaded = std::move(handle);
}

// Adds the "sources" of published resources to the bibliography if they have a column "source" that contains no ids.
void add_entries_beside_texts(Store& store, const DataFiles& files, const FindFile& find) {
  for (Resource& resource : store.package.resources) {
    const int column = resource.find("source");
    if (column < 0 || resource.sources.empty()) continue;
    base::Diagnostics ignored;
    const Bibliography known = Bibliography::read(files.sources, ignored, store.package.entries);
    if (has_other_texts(resource, column, open_texts(resource, find, ignored).texts, known))
      add_entry(store.package, resource);
  }
}

std::unique_ptr<Store> load_store(const DataFiles& files, bool for_queries, base::Diagnostics& diagnostics) {
  std::optional<base::Meter> meter;  // only used outside a build
  if (!base::Meter::current()) meter.emplace(base::work_allowed(0));
  auto store = std::make_unique<Store>();
  store->as_of = files.as_of;
  store->compares_order = files.compares_order;
  store->units = read_units(files.units, diagnostics, files.lang);
  const FindFile find = [&](const std::string& path) {
    const auto found = files.files.find(path);
    return found == files.files.end() ? nullptr : found->second;
  };
  if (files.descriptor) store->package = read_package(*files.descriptor, find, diagnostics);
  add_entries_beside_texts(*store, files, find);
  store->bibliography = Bibliography::read(files.sources, diagnostics, store->package.entries);
  check_units(*store, diagnostics);
  find_files(*store, files, find, diagnostics);
  Sqlite handle = open_memory(true);
  add_functions(handle.get(), store->numbers);
  add_is_old(handle.get(), *store);
  execute(handle.get(), "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  load_tables(*store, files, handle.get(), diagnostics);
  if (for_queries) {
    count_rows_by_source(*store);
    freeze(*store, std::move(handle));
  }
  return store;
}

}  // namespace

int TableInfo::find(std::string_view field) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == field) return static_cast<int>(i);
  return -1;
}

base::Result<Store::Column, LookupFailure> Store::find_column(std::string_view table, std::string_view column) const {
  const TableInfo* info = find_table(table);
  if (!info)
    return base::Failure{LookupFailure{"unknown-table", fmt::format("there is no table \"{}\"", table),
                                       base::did_you_mean(table, base::views(tables, &TableInfo::name))}};
  if (const int index = info->find(column); index >= 0) return Column{info, static_cast<size_t>(index)};
  const std::vector<std::string_view> names = base::views(info->fields, &quantity::Field::name);
  const std::string help = base::did_you_mean(column, names);
  return base::Failure{LookupFailure{"unknown-column", fmt::format("\"{}\" has no column \"{}\"", table, column),
                                     help.empty() ? "its columns are " + base::list_names(names, 30) : help}};
}

std::optional<Store::Address> Store::resolve(std::string_view ref) const {
  ref = record_of(ref);
  size_t slash = ref.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  auto number = resource_numbers.find(ref.substr(0, slash));
  if (number == resource_numbers.end()) return std::nullopt;
  std::optional<size_t> row = records[number->second].find(ref.substr(slash + 1));
  return row ? std::optional<Address>({number->second, *row}) : std::nullopt;
}

std::optional<Store::Place> Store::place_of(std::string_view ref) const {
  const std::optional<Address> address = resolve(ref);
  if (!address) return std::nullopt;
  Place place{package.resources[address->resource], records[address->resource][address->row]};
  if (const std::string_view record = record_of(ref); record != ref)
    if (const int column = place.resource.find(ref.substr(record.size() + 1)); column >= 0)
      place.own = &place.resource.fields[static_cast<size_t>(column)].own;
  return place;
}

void Store::add_refs(std::string_view set, const quantity::Field& field, quantity::Refs& refs) const {
  auto of_column = [](std::string_view ref, std::string_view column) {
    return std::string(ref) + kOfColumn + std::string(column);
  };
  for (std::string_view ref : refs_in(set)) {
    auto number = resource_numbers.find(ref.substr(0, ref.find('/')));
    const Resource* resource = number == resource_numbers.end() ? nullptr : &package.resources[number->second];
    if (!resource || record_of(ref) != ref || !resource->has_field_sources()) {
      refs.emplace_back(ref);
    } else if (!field.resource.empty()) {
      int column = field.resource == resource->name ? resource->find(field.column) : -1;
      const bool own = column >= 0 && resource->fields[static_cast<size_t>(column)].own.is_given();
      refs.push_back(own ? of_column(ref, field.column) : std::string(ref));
    } else {
      bool of_row = false;
      for (const ResourceField& each : resource->fields)
        if (each.field.is_measure() && each.own.is_given())
          refs.push_back(of_column(ref, each.field.name));
        else if (each.field.is_measure())
          of_row = true;
      if (of_row) refs.emplace_back(ref);
    }
  }
  std::sort(refs.begin(), refs.end());
  refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
}

Database::Database(std::unique_ptr<Store> store) : store_(std::move(store)) {}
Database::~Database() = default;

std::unique_ptr<const Database> Database::load(const DataFiles& files, base::Diagnostics& diagnostics) {
  return std::unique_ptr<const Database>(new Database(load_store(files, true, diagnostics)));
}

void find_mistakes(const DataFiles& files, base::Diagnostics& diagnostics) { load_store(files, false, diagnostics); }

const Package& Database::package() const { return store_->package; }
const Bibliography& Database::bibliography() const { return store_->bibliography; }
const quantity::Units& Database::units() const { return store_->units; }
const std::vector<TableInfo>& Database::tables() const { return store_->tables; }
const TableInfo* Database::find_table(std::string_view name) const { return store_->find_table(name); }

std::optional<Provenance> Database::provenance(std::string_view ref) const {
  const std::optional<Store::Place> place = store_->place_of(ref);
  if (!place) return std::nullopt;
  Provenance result{place->record, &place->resource};
  if (const FieldSource* own = place->own) {
    if (!own->source.empty()) result.source = store_->bibliography.find(own->source);
    if (!own->locator.empty()) {
      result.locator = own->locator;
      result.locator_detail = {};
    }
    if (!own->as_of.empty()) result.as_of = own->as_of;
  }
  const bool is_own = place->own && !place->own->source.empty();
  if (const auto row = is_own || store_->originators.empty() ? std::nullopt : store_->resolve(ref))
    if (const auto found = store_->originators.find({row->resource, row->row}); found != store_->originators.end())
      result.originator = &found->second;
  if (!result.source)
    result.no_source = result.resource->no_source;
  else
    result.source_id = result.source->id;
  return result;
}

const Validity* Database::validity_of(std::string_view ref) const {
  const auto address = store_->validity.empty() ? std::nullopt : store_->resolve(ref);
  const auto found = address ? store_->validity.find({address->resource, address->row}) : store_->validity.end();
  return found == store_->validity.end() ? nullptr : &found->second;
}

bool Database::has_validity() const { return !store_->validity.empty(); }

const std::string& Database::as_of() const { return store_->as_of; }
std::optional<Age> Database::age_of(std::string_view ref) const { return store_->age_of(ref); }

quantity::Scope Database::scope_of(const quantity::Field& field, const quantity::Refs& refs) const {
  quantity::Scope of_field(field.covers), of_rows;
  if (field.resource.empty() || field.declares_covers) return of_field;
  for (const std::string& ref : refs)
    if (auto found = provenance(ref); found && found->resource->name == field.resource)
      of_rows = of_rows * quantity::Scope(found->covers);
  return of_rows.is_stated() ? of_rows : of_field;
}

const Competition* Database::competition_of(std::string_view ref) const {
  auto found = store_->competition_numbers.find(ref);
  return found == store_->competition_numbers.end() ? nullptr : &store_->competitions[found->second];
}

const std::vector<Contradiction>& Database::contradictions() const { return store_->contradictions; }

const std::vector<RowCount>& Database::rows_from(const Source& source) const {
  return store_->rows_from[static_cast<size_t>(&source - store_->bibliography.sources().data())];
}

std::vector<std::string> Database::refs_of(std::string_view resource, size_t max) const {
  std::vector<std::string> refs;
  auto number = store_->resource_numbers.find(resource);
  if (number == store_->resource_numbers.end()) return refs;
  const Records& records = store_->records[number->second];
  for (size_t row = 0; row < records.size() && refs.size() < max; ++row)
    if (const std::string_view key = records[row].key; !key.empty())
      refs.push_back(fmt::format("{}/{}", resource, key));
  return refs;
}

std::vector<std::string_view> Database::dropped_keys(const Resource& resource, size_t max) const {
  std::vector<std::string_view> keys;
  const auto number = store_->resource_numbers.find(resource.history);
  if (number == store_->resource_numbers.end()) return keys;
  const Records& current = store_->records[store_->resource_numbers.at(resource.name)];
  const Records& earlier = store_->records[number->second];
  std::set<std::string_view> known;
  for (auto edition = resource.editions.rbegin(); edition != resource.editions.rend(); ++edition) {
    const std::string version = edition->version + "/";
    for (size_t row = 0; row < earlier.size() && keys.size() < max; ++row) {
      const std::string_view key = earlier.key(row);
      if (!key.starts_with(version)) continue;
      const std::string_view own = key.substr(version.size());
      if (!current.find(own) && known.insert(own).second) keys.push_back(key);
    }
  }
  return keys;
}

}  // namespace data
