#include "data/descriptor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/history.h"
#include "data/keys.h"
#include "notation/json.h"
#include "notation/reader.h"

namespace data {
namespace {

using notation::Format;
using notation::Key;
using notation::kRequired;
using notation::kText;
using notation::Need;
using notation::Node;
using notation::Reader;
using notation::Type;
using namespace notation::kinds;

constexpr size_t kMaxFields = 500;
const std::vector<std::string_view> kMatches = {"exact", "equal", "subset", "superset", "partial"};

const Format<ForeignKey> kReference{
    "the reference",
    {{"resource", text(&ForeignKey::resource), "this one", "The resource that is referred to."},
     {"fields", texts(&ForeignKey::reference), kRequired, "Its columns."}},
    {.ignored = ""}};

const Format<ForeignKey> kForeignKey{"this foreign key",
                                     {{"fields", texts(&ForeignKey::fields), kRequired, "Columns of this resource."},
                                      {"reference", map(kReference), kRequired, "The columns that they refer to."}},
                                     {.ignored = ""}};

void read_fields(Reader& from, std::string_view key, Resource& to) {
  const Node* fields = from.list(key);
  if (!fields) return;
  for (const Node& node : fields->items) {
    ResourceField read = field_format().read(node, from.diagnostics());
    read.field.resource = to.name;
    if (read.field.name.empty()) continue;
    const std::string lower = base::lower_case(read.field.name);
    if (base::has_word("source locator locator_detail as_of note", lower)) read.field.name = read.field.column = lower;
    auto same = std::ranges::find_if(
        to.fields, [&](const ResourceField& other) { return same_name(other.field.name, read.field.name); });
    if (same != to.fields.end()) {
      from.diagnostics()
          .error("duplicate-name", read.span, fmt::format("two fields are named \"{}\"", read.field.name))
          .note(same->span, "the first");
      continue;
    }
    if (to.fields.size() == kMaxFields) {
      from.diagnostics()
          .error("too-many", read.span, fmt::format("\"{}\" has more than {} fields", to.name, kMaxFields))
          .suggest("use one row per quantity, and a \"long\" form");
      break;
    }
    to.fields.push_back(std::move(read));
  }
}

void read_primary_key(Reader& from, std::string_view key, Resource& to) {
  to.primary_key = from.texts(key);
  const base::Span span = from.span_of(key);
  std::erase_if(to.primary_key,
                [&](const std::string& name) { return !check_field(to, name, span, from.diagnostics()); });
  for (std::string& name : to.primary_key) {
    ResourceField& field = to.fields[to.find(name)];
    name = field.field.name;
    if (field.field.type == quantity::FieldType::number)
      from.diagnostics()
          .error("wrong-type", span, fmt::format("\"{}\" cannot be part of a key: its type is number", name))
          .expect("a text, an integer or a date, because a number can be written in several ways");
    else
      field.constraints.required = true;
  }
}

void read_foreign_keys(Reader& from, std::string_view key, Resource& to) {
  const Node* list = from.list(key);
  if (!list) return;
  for (const Node& node : list->items) {
    ForeignKey read = kForeignKey.read(node, from.diagnostics());
    read.resource = read.resource.empty() ? to.name : table_name(read.resource);
    if (read.fields.size() != read.reference.size())
      from.diagnostics()
          .error("missing-key", node.span, "a foreign key and its reference must have the same number of fields")
          .expect("{\"fields\": [\"country\"], \"reference\": {\"resource\": \"countries\", \"fields\": [\"id\"]}}");
    else if (!read.fields.empty())
      to.foreign_keys.push_back(std::move(read));
  }
}

void read_unique_keys(Reader& from, std::string_view list, Resource& to) {
  const Node* keys = from.list(list);
  if (!keys) return;
  for (const Node& node : keys->items) {
    std::vector<std::string> key;
    for (const Node& item : node.items) key.push_back(item.text);
    if (!node.is_list()) key = {node.text};
    std::erase_if(key, [&](const std::string& name) { return !check_field(to, name, node.span, from.diagnostics()); });
    if (!key.empty()) to.unique_keys.push_back(std::move(key));
  }
}

void read_match(Reader& from, std::string_view key, Resource& to) {
  const std::string match = from.choice(key, kMatches);
  to.form.allows_other_columns = match == "subset" || match == "partial";
  to.form.needs_all_columns = match == "exact" || match == "equal" || match == "subset";
}

// The keys after `fields` name some of these, so they are read later.
const Format<Resource>& schema_format() {
  static const Format<Resource> format{
      "the schema",
      {
          {"fields", {notation::list_type(field_format()), read_fields}, "none", "The columns, described below."},
          {"primaryKey",
           {notation::kTexts, read_primary_key},
           "rows are numbered",
           "The columns that identify a row. They are part of the path of its figures."},
          {"foreignKeys",
           {notation::list_type(kForeignKey), read_foreign_keys},
           "none",
           "`fields`, and as `reference` a `resource` and its `fields`: columns that refer to rows of a table."},
          {"uniqueKeys",
           {Type{"list", R"({"type": "array"})"}, read_unique_keys},
           "none",
           "Lists of columns whose values together do not repeat."},
          {"missingValues", missing_values(&Resource::missing), "none",
           "Texts that mean no value, besides an empty one."},
          {"fieldsMatch",
           {notation::choice_type(kMatches), read_match},
           "`exact`, but an optional column may be missing",
           "Whether the file may have other columns, or lack some."},
      },
      {.ignored = "$schema name title description"}};
  return format;
}

const Format<Caveat> kCaveat{
    "this caveat",
    {
        {"when", with_span(&Caveat::span, text(&Caveat::when)), kRequired,
         "A condition in SQL over the columns of the resource."},
        {"text", text(&Caveat::text), kRequired, "What readers see."},
        {"columns", with_span(&Caveat::columns_span, texts(&Caveat::columns)), "all",
         "Columns that it is about: it is printed only where one of them is shown."},
        {"stated_by", with_span(&Caveat::stated_by_span, text(&Caveat::stated_by)), "none",
         "The column with who states the values of these rows, if the source only repeats them: the notes of numbers "
         "name them before the source, as in \"Seller: Lakeside, read by Price Watch\"."},
    }};

const Format<LongForm> kLong{
    "the long form",
    {
        {"row", text(&LongForm::row), kRequired, "The column with the subject of the row."},
        {"column", text(&LongForm::column), kRequired, "The column with the name of the quantity."},
        {"value", text(&LongForm::value), kRequired,
         "The column of numbers; its field names the column with their units: [`\"unitField\": \"unit\"`](#field). "
         "Without one, each number has the unit of its quantity."},
        {"columns", text(&LongForm::columns), kRequired,
         "The resource with one row per quantity: `name`, and `title`, `unit`, `better`, `format`, `description`."},
        {"view", text(&LongForm::view), kRequired, "The wide table, which queries and figures read."},
    }};

void read_long(Resource& resource, const Node& node, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  LongForm form = kLong.read(node, diagnostics);
  for (const std::string_view key : {"row", "column", "value"})
    if (const Node* name = node.find(key); name && name->is_string())
      check_field(resource, name->text, name->span, diagnostics);
  if (diagnostics.errors() == errors) resource.long_form = std::move(form);
}

const Format<Edition> kEdition{
    "this edition",
    {
        {"version", text(&Edition::version), kRequired, "Its name, without a slash."},
        {"date", text(&Edition::date), kRequired, "When it was published."},
        {"source", with_span(&Edition::source_span, text(&Edition::source)), "those of the rows", "Its source."},
        {"changes_from", with_span(&Edition::changes_span, text(&Edition::changes_from)), "none",
         "The earlier edition with which it is compared: [the history](importing.md#history) has only the rows that "
         "differ."},
    }};

void read_editions(Reader& from, std::string_view key, Resource& to) {
  const Node* list = from.list(key);
  if (!list) return;
  std::vector<Edition>& result = to.editions;
  for (const Node& node : list->items) {
    Edition edition = kEdition.read(node, from.diagnostics());
    if (edition.version.empty() || edition.date.empty()) continue;
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
    if (why.empty())
      result.push_back(std::move(edition));
    else
      from.diagnostics()
          .error("bad-edition", node.span, why)
          .expect("{\"version\": \"2\", \"date\": \"2026-01-31\", \"source\": \"atlas-2\"}, the oldest edition first");
  }
  if (result.empty() || result.back().changes_from.empty()) return;
  from.diagnostics()
      .error("bad-edition", result.back().changes_span,
             fmt::format("all rows of the current edition, \"{}\", are in the table", result.back().version))
      .expect("\"changes_from\" for earlier editions, whose rows are in the history");
  result.back().changes_from.clear();
}

// Returns the column that `key` names, by default a column of that name which may contain dates; "" if there is none.
std::string read_valid(const Resource& resource, Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  const std::string given = reader.text(key);
  std::string name = given.empty() ? std::string(key) : given;
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

const Type kList{"list", R"({"type": "array"})"};
const Type kListOrText{"list or text", R"({"type": ["array", "string"]})"};

// The keys for sources and licences, of a resource or of the package.
template <class T>
std::vector<Key<T>> origin_keys(const char* standard) {
  return {
      {"sources", unread<T>(notation::either("list, or `none`", {notation::list_type(work_format()), kText})), standard,
       "Shown on the resource's page. Without another source they are [the source](#resource) of the numbers; "
       "`none` says that there is none."},
      {"reason", unread<T>(kText), "none", "With `none`: [why](data.md#provenance) the numbers have no source."},
      {"licenses", unread<T>(notation::list_type(work_format())), standard, "Shown on the resource's page."}};
}

const Format<Resource>& resource_format() {
  static const Format<Resource> format{
      "this resource",
      notation::joined<Resource>(
          {
              {"name", with_span(&Resource::span, text(&Resource::name)), "that of the file",
               "Lower-case letters, digits, `-`, `_`, `.`. The table's name in queries, and its address."},
              {"path", unread<Resource>(kListOrText), "none",
               "The file, inside `data/`, or the files that are read one after the other. Required without `data`."},
              {"data", unread<Resource>(kListOrText), "none", "The rows themselves, instead of `path`."},
              {"format", unread<Resource>(kText), "by the extension", "`json`, `ndjson`, `csv` or `tsv`."},
              {"mediatype", unread<Resource>(kText), "by the extension", "The same: `text/csv`."},
              {"compression", unread<Resource>(kText), "by the extension", "`gz`, if the file is compressed."},
              {"encoding", unread<Resource>(kText), "`utf-8`", "That of a text file, such as `windows-1252`."},
              {"title", shown_text(&Resource::title), "the name", "What readers see."},
              {"description", shown_text(&Resource::description), "none", "What readers see."},
              {"schema", unread<Resource>(notation::either("map or path", {only_map(schema_format()), kText})),
               "columns of texts", "The columns and keys, described below."},
              {"dialect", unread<Resource>(notation::either("map or path", {only_map(dialect_format()), kText})),
               "comma, quote", "How the file is written, described below."},
              {"source", with_span(&Resource::source_span, text(&Resource::source)), "none",
               "For rows and fields without their own."},
              {"locator", text(&Resource::locator), "none", "For rows and fields without their own."},
              {"as_of", partial_date(&Resource::as_of), "undated",
               "`2026-01-31`, `2026-01` or `2026`; a row's own takes precedence."},
              {"stale_after_days", whole_number(&Resource::stale_after_days, {.least = 1}), "never",
               "The number of days after which values [are old](data.md#age)."},
              {"caveats", list(&Resource::caveats, kCaveat), "none",
               "[Notes](#caveats) that are printed wherever such a row is shown."},
              {"loader", text(&Resource::loader), "none",
               "[The program](importing.md#loaders) in `data/` that prints the file for `sourcebook load`."},
              {"long", unread<Resource>(map_type(kLong)), "none", "[One row per quantity](long-data.md)."},
              {"editions",
               {list_type(kEdition), read_editions},
               "none",
               "[Each edition](importing.md#editions) that was published, the oldest first."},
              {"history", with_span(&Resource::history_span, text(&Resource::history)), "none",
               "The resource with the rows of earlier editions. Its key is `edition`, then the key of this one."},
              {"valid_from", unread<Resource>(kText), "the column of this name",
               "The column with the first day on which [a row is true](data.md#validity)."},
              {"valid_to", unread<Resource>(kText), "the column of this name", "The column with the last day."},
          },
          origin_keys<Resource>("those of the package")),
      {.explain = explain_removed, .ignored = "$schema bytes hash homepage profile type"}};
  return format;
}

// Returns the name of the file without its extensions, which names a resource without a name.
std::string file_name(const Node* path) {
  const std::string name = path ? path->text.substr(path->text.rfind('/') + 1) : "";
  return name.substr(0, name.find('.'));
}

Resource read_resource(const Node& node, const FindFile& find, base::Diagnostics& diagnostics) {
  Resource resource = resource_format().read(node, diagnostics);
  if (!node.is_map() && !node.is_null()) return resource;
  Reader reader(node, "this resource", diagnostics);
  std::string name = resource.name.empty() ? file_name(node.find("path")) : resource.name;
  if (name.empty()) reader.text("name", Need::required);
  resource.name = table_name(name);
  if (!name.empty() && !is_table_name(resource.name))
    diagnostics.error("bad-name", resource.span, fmt::format("a resource cannot be named \"{}\"", name))
        .expect(std::string(kTableNames));
  if (resource.title.empty()) resource.title = name;
  read_origin(resource, reader, diagnostics);
  const size_t errors = diagnostics.errors();
  const std::optional<Node> schema = read_part(reader, "schema", find, diagnostics);
  const bool has_schema = reader.node("schema") != nullptr;
  const bool is_table = read_file_form(resource, reader, has_schema, find, diagnostics);
  if (schema) schema_format().read(*schema, "the schema", resource, diagnostics);
  if (is_table && !has_schema) resource.fields = fields_of_file(resource, find, diagnostics);
  if (resource.fields.empty()) {
    resource.path.clear();
    if (is_table && diagnostics.errors() == errors && !resource.name.empty())
      diagnostics.error("missing-key", resource.span, fmt::format("\"{}\" has no fields", resource.name))
          .expect(R"("schema": {"fields": [{"name": "id", "type": "string"}, …]})");
  }
  if (!is_table) resource.name.clear();
  std::erase_if(resource.caveats, [](const Caveat& caveat) { return caveat.when.empty() || caveat.text.empty(); });
  if (const Node* form = reader.map("long")) read_long(resource, *form, diagnostics);
  resource.valid_from = read_valid(resource, reader, "valid_from", diagnostics);
  resource.valid_to = read_valid(resource, reader, "valid_to", diagnostics);
  return resource;
}

const Format<Package> kPackage{
    "the data package",
    notation::joined<Package>(
        {
            {"resources", unread<Package>(list_type(resource_format())), "none", "The tables."},
            {"name", unread<Package>(kText), "none", "Its title, if it has none."},
            {"title", unread<Package>(kText), "the name", "With a web address, the package itself is the source."},
            {"homepage", unread<Package>(kText), "the `id`", "Its web address."},
            {"id", unread<Package>(kText), "none", "An address, such as a DOI."},
            {"version", text(&Package::version), "none", "The edition, shown with the data."},
            {"created", unread<Package>(kText), "none", "The date of publication."},
            {"contributors", unread<Package>(kList), "none", "Their `title`, or `givenName` and `familyName`."},
        },
        origin_keys<Package>("none")),
    {.ignored = "$schema description image keywords profile"}};

}  // namespace

const notation::AnyFormat& package_format() { return kPackage; }

bool explain_removed(const notation::Entry& entry, const notation::AnyFormat&, base::Diagnostics& diagnostics) {
  constexpr std::pair<std::string_view, const char*> kRemoved[] = {
      {"same_as", "to compare two columns, write an assert that joins their tables"},
      {"may_lose", "delete it, and use `sourcebook load --allow-loss` if rows were removed on purpose"},
      {"tolerance", "delete it: each difference of two values is listed"}};
  for (const auto& [key, help] : kRemoved)
    if (entry.key == key)
      diagnostics.error("unknown-key", entry.value.span, fmt::format("the key \"{}\" was removed", key)).suggest(help);
  return std::ranges::any_of(kRemoved, [&](const auto& each) { return each.first == entry.key; });
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
    if (same_name(fields[i].field.name, field)) return static_cast<int>(i);
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
  kPackage.read(*root, "the data package", package, diagnostics);
  if (!root->is_map()) return package;
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
  package.contributors = read_contributors(reader);
  check_references(package, diagnostics);
  return package;
}

}  // namespace data
