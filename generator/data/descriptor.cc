#include "data/descriptor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/history.h"
#include "io/file_system.h"
#include "notation/json.h"
#include "notation/reader.h"

namespace data {
namespace {

using notation::Need;
using notation::Node;
using notation::Reader;

constexpr size_t kMaxFields = 500;

std::vector<ForeignKey> read_foreign_keys(Reader& schema, const std::string& resource, base::Diagnostics& diagnostics) {
  std::vector<ForeignKey> result;
  for_each_item(
      schema.list("foreignKeys"), "this foreign key", Item::of_standard, diagnostics,
      [&](Reader& reader, const Node& node) {
        ForeignKey key;
        key.span = node.span;
        key.fields = reader.texts("fields");
        if (const Node* reference = reader.map("reference")) {
          Reader target(*reference, "the reference", diagnostics);
          key.resource = table_name(target.text("resource"));
          key.reference = target.texts("fields");
          target.finish_open();
        }
        if (key.resource.empty()) key.resource = resource;
        if (!key.fields.empty() && key.fields.size() == key.reference.size()) return result.push_back(std::move(key));
        diagnostics
            .error("missing-key", node.span, "a foreign key and its reference must have the same number of fields")
            .expect("{\"fields\": [\"country\"], \"reference\": {\"resource\": \"countries\", \"fields\": [\"id\"]}}");
      });
  return result;
}

void read_unique_keys(Resource& resource, Reader& schema, base::Diagnostics& diagnostics) {
  const Node* list = schema.list("uniqueKeys");
  if (!list) return;
  for (const Node& node : list->items) {
    std::vector<std::string> key;
    for (const Node& item : node.items) key.push_back(item.text);
    if (!node.is_list()) key = {node.text};
    std::erase_if(key, [&](const std::string& field) { return !check_field(resource, field, node.span, diagnostics); });
    if (!key.empty()) resource.unique_keys.push_back(std::move(key));
  }
}

void read_schema(Resource& resource, const Node& node, base::Diagnostics& diagnostics) {
  Reader reader(node, "the schema", diagnostics);
  read_missing_values(reader, resource.missing, diagnostics);
  if (const Node* fields = reader.list("fields"))
    for (const Node& field : fields->items) {
      ResourceField read = read_field(field, resource.name, diagnostics);
      if (read.field.name.empty()) continue;
      auto same = std::ranges::find_if(
          resource.fields, [&](const ResourceField& other) { return same_name(other.field.name, read.field.name); });
      if (same != resource.fields.end()) {
        diagnostics.error("duplicate-name", read.span, fmt::format("two fields are named \"{}\"", read.field.name))
            .note(same->span, "the first");
        continue;
      }
      if (resource.fields.size() == kMaxFields) {
        diagnostics
            .error("too-many", read.span, fmt::format("\"{}\" has more than {} fields", resource.name, kMaxFields))
            .suggest("use one row per quantity, and a \"long\" form");
        break;
      }
      resource.fields.push_back(std::move(read));
    }
  resource.primary_key = reader.texts("primaryKey");
  resource.foreign_keys = read_foreign_keys(reader, resource.name, diagnostics);
  read_unique_keys(resource, reader, diagnostics);
  const std::string match = reader.choice("fieldsMatch", {"exact", "equal", "subset", "superset", "partial"});
  resource.form.allows_other_columns = match == "subset" || match == "partial";
  resource.form.needs_all_columns = match == "exact" || match == "equal" || match == "subset";
  const base::Span key_span = reader.span_of("primaryKey");
  std::erase_if(resource.primary_key,
                [&](const std::string& key) { return !check_field(resource, key, key_span, diagnostics); });
  for (const std::string& key : resource.primary_key) {
    ResourceField& field = resource.fields[resource.find(key)];
    if (field.field.type == quantity::FieldType::number)
      diagnostics.error("wrong-type", key_span, fmt::format("\"{}\" cannot be part of a key: its type is number", key))
          .expect("a text, an integer or a date, because a number can be written in several ways");
    else
      field.constraints.required = true;
  }
  accept_unused(reader, {"$schema", "name", "title", "description"});
  reader.finish_open();
}

void read_caveats(Resource& resource, const Node* list, base::Diagnostics& diagnostics) {
  for_each_item(list, "this caveat", Item::ours, diagnostics, [&](Reader& reader, const Node&) {
    Caveat caveat;
    caveat.when = reader.text("when", Need::required);
    caveat.text = reader.text("text", Need::required);
    caveat.span = reader.span_of("when");
    caveat.columns = reader.texts("columns");
    caveat.columns_span = reader.span_of("columns");
    caveat.stated_by = reader.text("stated_by");
    caveat.stated_by_span = reader.span_of("stated_by");
    if (!caveat.when.empty() && !caveat.text.empty()) resource.caveats.push_back(std::move(caveat));
  });
}

void read_long(Resource& resource, const Node* node, base::Diagnostics& diagnostics) {
  if (!node) return;
  Reader reader(*node, "the long form", diagnostics);
  LongForm form;
  form.span = node->span;
  auto field = [&](std::string_view key) {
    std::string name = reader.text(key, Need::required);
    if (!name.empty() && !check_field(resource, name, reader.span_of(key), diagnostics)) name.clear();
    return name;
  };
  form.row = field("row");
  form.column = field("column");
  form.value = field("value");
  form.columns = reader.text("columns", Need::required);
  form.view = reader.text("view", Need::required);
  reader.finish();
  if (!form.row.empty() && !form.column.empty() && !form.value.empty() && !form.columns.empty() && !form.view.empty())
    resource.long_form = std::move(form);
}

std::vector<Edition> read_editions(const Node* list, base::Diagnostics& diagnostics) {
  std::vector<Edition> result;
  for_each_item(list, "this edition", Item::ours, diagnostics, [&](Reader& reader, const Node& node) {
    Edition edition{reader.text("version", Need::required),
                    reader.text("date", Need::required),
                    reader.text("source"),
                    reader.span_of("source"),
                    reader.text("changes_from"),
                    reader.span_of("changes_from")};
    if (edition.version.empty() || edition.date.empty()) return;
    const auto same = [&](const Edition& other) { return other.version == edition.version; };
    std::string why;
    if (!is_partial_date(edition.date))
      why = fmt::format("\"{}\" is not a date", edition.date);
    else if (edition.version.find('/') != std::string::npos)
      why = fmt::format("the version \"{}\" has a slash, so no figure could name its rows", edition.version);
    else if (std::ranges::any_of(result, same))
      why = fmt::format("two editions are called \"{}\"", edition.version);
    else if (!edition.changes_from.empty() && !find_edition(result, edition.changes_from))
      why = fmt::format("there is no edition \"{}\" before \"{}\"", edition.changes_from, edition.version);
    else if (!result.empty())
      why = why_not_after(result.back(), edition);
    if (why.empty()) return result.push_back(std::move(edition));
    diagnostics.error("bad-edition", node.span, why)
        .expect("{\"version\": \"2\", \"date\": \"2026-01-31\", \"source\": \"atlas-2\"}, the oldest edition first");
  });
  if (!result.empty() && !result.back().changes_from.empty()) {
    diagnostics
        .error("bad-edition", result.back().changes_span,
               fmt::format("all rows of the current edition, \"{}\", are in the table", result.back().version))
        .expect("\"changes_from\" for earlier editions, whose rows are in the history");
    result.back().changes_from.clear();
  }
  return result;
}

// Returns the column that `key` names, by default a column of that name which may contain dates; "" if there is none.
std::string read_valid(const Resource& resource, Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  const std::string given = reader.text(key);
  const std::string name = given.empty() ? std::string(key) : given;
  if (!given.empty() && !check_field(resource, name, reader.span_of(key), diagnostics)) return "";
  const int at = resource.find(name);
  if (at < 0) return "";
  const quantity::FieldType type = resource.fields[static_cast<size_t>(at)].field.type;
  const bool may_be_year = !quantity::is_numeric(type) || type == quantity::FieldType::integer;
  if (may_be_year && type != quantity::FieldType::boolean) return name;
  if (!given.empty())
    diagnostics.error("wrong-type", reader.span_of(key), fmt::format("the column \"{}\" does not contain dates", name))
        .expect("a column of dates, months, years or texts");
  return "";
}

// Returns the name of the file without its extensions, which names a resource without a name.
std::string file_name(Reader& reader) {
  const Node* path = reader.node("path");
  const std::string name = path ? path->text.substr(path->text.rfind('/') + 1) : "";
  return name.substr(0, name.find('.'));
}

Resource read_resource(const Node& node, const FindFile& find, base::Diagnostics& diagnostics) {
  Resource resource;
  Reader reader(node, "this resource", diagnostics);
  std::string name = reader.text("name");
  if (name.empty()) name = file_name(reader);
  if (name.empty()) reader.text("name", Need::required);
  resource.name = table_name(name);
  resource.span = reader.span_of("name");
  if (!name.empty() && !is_table_name(resource.name))
    diagnostics.error("bad-name", resource.span, fmt::format("a resource cannot be named \"{}\"", name))
        .expect(std::string(kTableNames));
  resource.title = read_words(reader, "title", diagnostics);
  if (resource.title.empty()) resource.title = name;
  resource.description = read_words(reader, "description", diagnostics);
  resource.as_of = read_as_of(reader, diagnostics);
  resource.stale_after_days = read_stale_after_days(reader, diagnostics);
  resource.source = reader.text("source");
  resource.source_span = reader.span_of("source");
  resource.locator = reader.text("locator");
  resource.loader = reader.text("loader");
  refuse_removed(reader, "may_lose",
                 "delete it, and use `sourcebook load --allow-loss` if rows were removed on purpose", diagnostics);
  read_origin(resource, reader, diagnostics);
  const size_t errors = diagnostics.errors();
  const std::optional<Node> schema = read_part(reader, "schema", find, diagnostics);
  const bool has_schema = reader.node("schema") != nullptr;
  const bool is_table = read_file_form(resource, reader, has_schema, find, diagnostics);
  if (schema) read_schema(resource, *schema, diagnostics);
  if (is_table && !has_schema) resource.fields = fields_of_file(resource, find, diagnostics);
  if (resource.fields.empty()) {
    resource.path.clear();
    if (is_table && diagnostics.errors() == errors && !resource.name.empty())
      diagnostics.error("missing-key", resource.span, fmt::format("\"{}\" has no fields", resource.name))
          .expect(R"("schema": {"fields": [{"name": "id", "type": "string"}, …]})");
  }
  if (!is_table) resource.name.clear();
  read_caveats(resource, reader.list("caveats"), diagnostics);
  read_long(resource, reader.map("long"), diagnostics);
  resource.editions = read_editions(reader.list("editions"), diagnostics);
  resource.history = reader.text("history");
  resource.history_span = reader.span_of("history");
  resource.valid_from = read_valid(resource, reader, "valid_from", diagnostics);
  resource.valid_to = read_valid(resource, reader, "valid_to", diagnostics);
  refuse_removed(reader, "tolerance", "delete it: each difference of two values is listed", diagnostics);
  accept_unused(reader, {"$schema", "profile", "type", "homepage", "hash", "bytes"});
  reader.finish_open();
  return resource;
}

}  // namespace

void accept_unused(Reader& reader, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) reader.node(key);
}

void refuse_removed(Reader& reader, std::string_view key, std::string help, base::Diagnostics& diagnostics) {
  if (reader.node(key))
    diagnostics.error("unknown-key", reader.span_of(key), fmt::format("the key \"{}\" was removed", key))
        .suggest(std::move(help));
}

std::string why_not_after(const Edition& before, const Edition& edition) {
  // "2026" may be before or after "2026-03-01", so compare only the parts that both dates have.
  const size_t common = std::min(before.date.size(), edition.date.size());
  const int order = before.date.substr(0, common).compare(edition.date.substr(0, common));
  if (order == 0)
    return fmt::format("the editions \"{}\" and \"{}\" have the same date, {}", before.version, edition.version,
                       edition.date);
  if (order > 0)
    return fmt::format("the edition \"{}\" of {} is older than \"{}\" of {}", edition.version, edition.date,
                       before.version, before.date);
  return "";
}

int Resource::find(std::string_view field) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].field.name == field) return static_cast<int>(i);
  return -1;
}

std::vector<std::string_view> Resource::field_names() const {
  return base::views(fields, [](const ResourceField& f) -> std::string_view { return f.field.name; });
}

bool Resource::has_measures() const {
  return std::ranges::any_of(fields, [](const ResourceField& f) { return f.field.is_measure(); });
}

bool Resource::has_field_sources() const {
  return std::ranges::any_of(fields, [](const ResourceField& f) { return f.own.is_given(); });
}

const Resource* Package::find(std::string_view resource) const {
  const auto found = std::ranges::find(resources, resource, &Resource::name);
  return found == resources.end() ? nullptr : &*found;
}

std::string Resource::why_not_written() const {
  if (form.inline_data) return "its rows are in the descriptor";
  if (!form.more_paths.empty()) return "it has several files";
  if (form.is_gzip) return "its file is compressed";
  if (!form.encoding.empty()) return "its encoding is " + form.encoding;
  const CsvDialect usual{.delimiter = form.csv.delimiter, .quote = form.csv.quote};
  if (format == RowFormat::json_lines || !form.property.empty() || !form.has_header || form.csv != usual ||
      usual.quote == '\0')
    return "its file has another dialect";
  for (const ResourceField& field : fields) {
    WrittenForm form = field.form;
    if (form.format == "any") form.format.clear();  // includes the usual one
    if (form != WrittenForm()) return fmt::format("\"{}\" has another form", field.field.name);
  }
  return "";
}

Package read_package(const base::SourceText& descriptor, const FindFile& find, base::Diagnostics& diagnostics) {
  Package package;
  std::optional<Node> root = notation::parse_json(base::whole(descriptor), diagnostics);
  if (!root) return package;
  Reader reader(*root, "the data package", diagnostics);
  Resource common;  // sources and licences that resources inherit
  common.name = "the package";
  read_origin(common, reader, diagnostics);
  if (common.sources.empty() && common.no_source.empty())
    if (auto source = read_package_as_source(reader)) common.sources.push_back(*std::move(source));
  if (const Node* list = reader.list("resources"))
    for (const Node& node : list->items) {
      Resource resource = read_resource(node, find, diagnostics);
      if (resource.name.empty()) continue;
      if (resource.licenses.empty()) resource.licenses = common.licenses;
      if (resource.sources.empty() && resource.no_source.empty()) {
        resource.sources = common.sources;
        resource.sources_span = common.sources_span;
        if (resource.source.empty()) resource.no_source = common.no_source;
      }
      if (resource.find("source") < 0) add_entry(package, resource);  // otherwise see load_store() in data/database
      auto same = std::ranges::find_if(package.resources,
                                       [&](const Resource& other) { return same_name(other.name, resource.name); });
      if (same != package.resources.end()) {
        diagnostics.error("duplicate-name", resource.span, fmt::format("two resources are named \"{}\"", resource.name))
            .note(same->span, "the first");
        continue;
      }
      if (resource.name.starts_with("sqlite_") || resource.name.find('\0') != std::string::npos) continue;
      package.resources.push_back(std::move(resource));
    }
  package.version = reader.text("version");
  package.contributors = read_contributors(reader);
  accept_unused(
      reader, {"$schema", "id", "name", "title", "description", "profile", "homepage", "created", "keywords", "image"});
  reader.finish_open();
  check_references(package, diagnostics);
  return package;
}

}  // namespace data
