#include "data/descriptor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/web_address.h"
#include "io/file_system.h"
#include "notation/json.h"
#include "notation/reader.h"

namespace data {
namespace {

using notation::Need;
using notation::Node;
using notation::Reader;

constexpr size_t kMaxFields = 500;

// Calls `read` with a reader for each item of a list; `read` must finish the reader.
template <class Read>
void for_each_item(const Node* list, std::string_view what, base::Diagnostics& diagnostics, Read read) {
  if (list == nullptr) return;
  for (const Node& node : list->items) {
    Reader reader(node, std::string(what), diagnostics);
    read(reader, node);
    reader.finish();
  }
}

std::vector<PackageSource> read_sources(Reader& reader, base::Diagnostics& diagnostics) {
  std::vector<PackageSource> result;
  for_each_item(reader.list("sources"), "this source", diagnostics, [&](Reader& source, const Node&) {
    std::string title = source.text("title");
    result.push_back({std::move(title), read_link(source, "path", diagnostics)});
    accept_unused(source, {"email", "version"});
  });
  return result;
}

// Reads "sources": either "none" with a "reason", or a list as in the standard.
void read_sources_of(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  const Node* sources = reader.node("sources");
  const bool none = sources != nullptr && !sources->is_list() && !sources->is_map() && sources->text == "none";
  resource.no_source = std::string(base::trim(reader.text("reason")));
  if (none && resource.no_source.empty()) {
    resource.no_source = "no reason";  // prevents a second error, that a source is missing
    diagnostics
        .error("missing-key", sources->span,
               fmt::format("\"{}\" has no sources, and no reason for that", resource.name))
        .expect("\"reason\": a sentence that readers see with each of its numbers");
  }
  if (none && !resource.source.empty())
    diagnostics
        .error("unknown-value", sources->span,
               fmt::format("\"{}\" has both a \"source\" and \"sources\": \"none\"", resource.name))
        .suggest("delete \"sources\": \"none\"");
  if (none) return;
  if (!resource.no_source.empty())
    diagnostics.error("unknown-key", reader.span_of("reason"), "\"reason\" requires \"sources\": \"none\"")
        .suggest("delete it, or add \"sources\": \"none\"");
  resource.no_source.clear();
  resource.sources = read_sources(reader, diagnostics);
}

std::vector<License> read_licenses(Reader& reader, base::Diagnostics& diagnostics) {
  std::vector<License> result;
  for_each_item(reader.list("licenses"), "this licence", diagnostics, [&](Reader& license, const Node&) {
    std::string name = license.text("name"), title = license.text("title");
    result.push_back({std::move(name), std::move(title), read_link(license, "path", diagnostics)});
  });
  return result;
}

void read_dialect(Resource& resource, const Node* node, base::Diagnostics& diagnostics) {
  if (node == nullptr) return;
  Reader reader(*node, "the dialect", diagnostics);
  auto character = [&](std::string_view key, char& into) {
    if (reader.node(key) == nullptr) return;
    std::string text = reader.text(key);
    if (text.size() != 1 || text == "\n" || text == "\r" || static_cast<unsigned char>(text[0]) >= 0x80)
      diagnostics.error("wrong-type", reader.span_of(key), fmt::format("\"{}\" is not one character", text))
          .expect("one ASCII character");
    else
      into = text[0];
  };
  character("delimiter", resource.delimiter);
  character("quote", resource.quote);
  character("quoteChar", resource.quote);
  if (reader.boolean("header") == false)
    diagnostics.error("unknown-value", reader.span_of("header"), "a CSV file must have a header line")
        .expect("a first line with the names of the columns");
  accept_unused(reader, {"doubleQuote", "lineTerminator", "csvddfVersion"});
  reader.finish();
}

std::vector<ForeignKey> read_foreign_keys(Reader& schema, const std::string& resource, base::Diagnostics& diagnostics) {
  std::vector<ForeignKey> result;
  for_each_item(schema.list("foreignKeys"), "this foreign key", diagnostics, [&](Reader& reader, const Node& node) {
    ForeignKey key;
    key.span = node.span;
    key.fields = reader.texts("fields");
    if (const Node* reference = reader.map("reference")) {
      Reader target(*reference, "the reference", diagnostics);
      key.resource = target.text("resource");
      key.reference = target.texts("fields");
      target.finish();
    }
    if (key.resource.empty()) key.resource = resource;
    if (!key.fields.empty() && key.fields.size() == key.reference.size()) return result.push_back(std::move(key));
    diagnostics.error("missing-key", node.span, "a foreign key and its reference must have the same number of fields")
        .expect("{\"fields\": [\"country\"], \"reference\": {\"resource\": \"countries\", \"fields\": [\"id\"]}}");
  });
  return result;
}

void read_schema(Resource& resource, const Node* node, base::Diagnostics& diagnostics) {
  if (node == nullptr) return;
  Reader reader(*node, "the schema", diagnostics);
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
  for (const std::string& key : resource.primary_key) {
    int index = resource.find(key);
    if (index < 0) {
      diagnostics.error("unknown-column", reader.span_of("primaryKey"), fmt::format("there is no field \"{}\"", key))
          .suggest(base::did_you_mean(key, resource.field_names()));
    } else if (resource.fields[index].field.type == quantity::FieldType::number) {
      diagnostics
          .error("wrong-type", reader.span_of("primaryKey"),
                 fmt::format("\"{}\" cannot be part of a key: its type is number", key))
          .expect("a text, an integer or a date, because a number can be written in several ways");
    } else {
      resource.fields[index].constraints.required = true;
    }
  }
  accept_unused(reader, {"$schema", "name", "title", "description"});
  reader.finish();
  std::erase_if(resource.primary_key, [&](const std::string& key) { return resource.find(key) < 0; });
}

void read_caveats(Resource& resource, const Node* list, base::Diagnostics& diagnostics) {
  for_each_item(list, "this caveat", diagnostics, [&](Reader& reader, const Node&) {
    Caveat caveat;
    caveat.when = reader.text("when", Need::required);
    caveat.text = reader.text("text", Need::required);
    caveat.span = reader.span_of("when");
    caveat.columns = reader.texts("columns");
    caveat.columns_span = reader.span_of("columns");
    if (!caveat.when.empty() && !caveat.text.empty()) resource.caveats.push_back(std::move(caveat));
  });
}

void read_long(Resource& resource, const Node* node, base::Diagnostics& diagnostics) {
  if (node == nullptr) return;
  Reader reader(*node, "the long form", diagnostics);
  LongForm form;
  form.span = node->span;
  auto field = [&](std::string_view key) {
    std::string name = reader.text(key, Need::required);
    if (!name.empty() && resource.find(name) < 0) {
      diagnostics
          .error("unknown-column", reader.span_of(key), fmt::format("\"{}\" has no field \"{}\"", resource.name, name))
          .suggest(base::did_you_mean(name, resource.field_names()));
      return std::string();
    }
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
  for_each_item(list, "this edition", diagnostics, [&](Reader& reader, const Node& node) {
    Edition edition{reader.text("version", Need::required), reader.text("date", Need::required),
                    reader.text("source", Need::required), reader.span_of("source")};
    if (edition.version.empty() || edition.date.empty()) return;
    const auto same = [&](const Edition& other) { return other.version == edition.version; };
    std::string why;
    if (!is_partial_date(edition.date))
      why = fmt::format("\"{}\" is not a date", edition.date);
    else if (edition.version.find('/') != std::string::npos)
      why = fmt::format("the version \"{}\" has a slash, so no figure could name its rows", edition.version);
    else if (std::ranges::any_of(result, same))
      why = fmt::format("two editions are called \"{}\"", edition.version);
    else if (!result.empty())
      why = why_not_after(result.back(), edition);
    if (why.empty()) return result.push_back(std::move(edition));
    diagnostics.error("bad-edition", node.span, why)
        .expect("{\"version\": \"2\", \"date\": \"2026-01-31\", \"source\": \"atlas-2\"}, the oldest edition first");
  });
  return result;
}

// Parses a tolerance: "5 %" or "0".
quantity::Exact read_tolerance(Reader& reader, base::Diagnostics& diagnostics) {
  std::string written = reader.text("tolerance");
  if (written.empty()) return {};
  std::string_view number = base::trim(written);
  bool percent = number.ends_with('%');
  if (percent) number = base::trim(number.substr(0, number.size() - 1));
  std::optional<quantity::Exact> value = quantity::Exact::parse(number);
  if (value && value->sign() >= 0 && (percent || value->sign() == 0)) return *value / quantity::Exact(100);
  diagnostics.error("bad-tolerance", reader.span_of("tolerance"), fmt::format("\"{}\" is not a percentage", written))
      .expect("the largest difference between two values for one thing that is not a contradiction, such as \"5 %\"");
  return {};
}

Resource read_resource(const Node& node, base::Diagnostics& diagnostics) {
  Resource resource;
  Reader reader(node, "this resource", diagnostics);
  resource.name = reader.text("name", Need::required);
  resource.span = reader.span_of("name");
  if (!resource.name.empty() && !is_table_name(resource.name))
    diagnostics.error("bad-name", resource.span, fmt::format("a resource cannot be named \"{}\"", resource.name))
        .expect(std::string(kTableNames));
  resource.path = reader.text("path", Need::required);
  resource.path_span = reader.span_of("path");
  if (!resource.path.empty() && !io::is_plain_path(resource.path)) {
    diagnostics.error("bad-path", resource.path_span, fmt::format("\"{}\" is not a path within data/", resource.path))
        .expect("a relative path without \"..\"; use a loader for data from elsewhere");
    resource.path.clear();
  }
  std::string format = reader.choice("format", {"json", "csv"});
  resource.format =
      format == "csv" || (format.empty() && resource.path.ends_with(".csv")) ? RowFormat::csv : RowFormat::json;
  resource.title = reader.text("title");
  if (resource.title.empty()) resource.title = resource.name;
  resource.description = reader.text("description");
  resource.as_of = read_as_of(reader, diagnostics);
  resource.stale_after_days = reader.integer("stale_after_days");
  if (resource.stale_after_days && *resource.stale_after_days < 1) {
    diagnostics.error("wrong-type", reader.span_of("stale_after_days"), "stale_after_days must be at least 1")
        .expect("1 or more");
    resource.stale_after_days.reset();
  }
  resource.source = reader.text("source");
  resource.source_span = reader.span_of("source");
  resource.locator = reader.text("locator");
  resource.loader = reader.text("loader");
  read_sources_of(resource, reader, diagnostics);
  resource.licenses = read_licenses(reader, diagnostics);
  read_dialect(resource, reader.map("dialect"), diagnostics);
  const size_t errors = diagnostics.errors();
  read_schema(resource, reader.map("schema"), diagnostics);
  if (resource.fields.empty()) {
    resource.path.clear();
    if (diagnostics.errors() == errors && !resource.name.empty())
      diagnostics.error("missing-key", resource.span, fmt::format("\"{}\" has no fields", resource.name))
          .expect(R"("schema": {"fields": [{"name": "id", "type": "string"}, …]})");
  }
  read_caveats(resource, reader.list("caveats"), diagnostics);
  read_long(resource, reader.map("long"), diagnostics);
  resource.editions = read_editions(reader.list("editions"), diagnostics);
  resource.history = reader.text("history");
  resource.history_span = reader.span_of("history");
  resource.tolerance = read_tolerance(reader, diagnostics);
  accept_unused(reader, {"$schema", "profile", "type", "homepage", "mediatype", "encoding", "hash", "bytes"});
  reader.finish();
  return resource;
}

}  // namespace

void accept_unused(Reader& reader, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) reader.node(key);
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

Package read_package(const base::SourceText& descriptor, base::Diagnostics& diagnostics) {
  Package package;
  std::optional<Node> root = notation::parse_json(base::whole(descriptor), diagnostics);
  if (!root) return package;
  Reader reader(*root, "the data package", diagnostics);
  read_sources(reader, diagnostics);  // only checks them
  read_licenses(reader, diagnostics);
  if (const Node* list = reader.list("resources"))
    for (const Node& node : list->items) {
      Resource resource = read_resource(node, diagnostics);
      if (resource.name.empty()) continue;
      auto same = std::ranges::find_if(package.resources,
                                       [&](const Resource& other) { return same_name(other.name, resource.name); });
      if (same != package.resources.end()) {
        diagnostics.error("duplicate-name", resource.span, fmt::format("two resources are named \"{}\"", resource.name))
            .note(same->span, "the first");
        continue;
      }
      if (resource.name.starts_with("sqlite_") || resource.name.find('\0') != std::string::npos) continue;  // reported
      package.resources.push_back(std::move(resource));
    }
  accept_unused(reader, {"$schema", "id", "name", "title", "description", "profile", "homepage", "version", "created",
                         "keywords", "contributors", "image"});
  reader.finish();
  check_references(package, diagnostics);
  return package;
}

}  // namespace data
