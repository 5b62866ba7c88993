// Reads how the file of a resource is written: its path, format, encoding and dialect.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor_parts.h"
#include "data/rows.h"
#include "io/file_system.h"
#include "notation/format.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::Node;
using notation::Reader;
using namespace notation::kinds;

struct Format {
  std::string_view name;
  RowFormat format;
  bool has_tabs = false;
};
constexpr Format kFormats[] = {
    {"csv", RowFormat::csv},   {"tsv", RowFormat::csv, true},    {"tab", RowFormat::csv, true},
    {"json", RowFormat::json}, {"jsonl", RowFormat::json_lines}, {"ndjson", RowFormat::json_lines},
    {"txt", RowFormat::csv},   {"dat", RowFormat::csv},          {"data", RowFormat::csv}};
constexpr size_t kFirstPlain = 6;  // formats from here on are tables only if they have a schema

const Format* find_format(std::string_view name, bool has_schema) {
  const auto found = std::ranges::find(kFormats, name, &Format::name);
  const bool is_found = found != std::end(kFormats) && (has_schema || found < std::begin(kFormats) + kFirstPlain);
  return is_found ? &*found : nullptr;
}

std::string extension_of(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? "" : base::lower(path.substr(dot + 1));
}

// Returns a path within data/; "" after an error.
std::string checked_path(const Node& node, base::Diagnostics& diagnostics) {
  std::string path = node.text;
  while (path.starts_with("./")) path.erase(0, 2);
  if (io::is_plain_path(path)) return path;
  const bool is_remote = path.find("://") != std::string::npos;
  diagnostics.error("bad-path", node.span, fmt::format("\"{}\" is not a path within data/", node.text))
      .expect("a relative path without \"..\"; use a loader for data from elsewhere")
      .suggest(is_remote ? "a build reads no other site: download the file into data/, and write its path here" : "");
  return "";
}

void read_paths(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  resource.path_span = reader.span_of("path");
  const Node *data = reader.node("data"), *file = reader.node("path");
  if (data && !data->is_null() && file && !file->is_null())
    diagnostics.error("unknown-key", data->span, "a resource cannot have both \"path\" and \"data\"")
        .expect("rows in one place")
        .note(file->span, "the file");
  if (data && !data->is_null() && !file) {
    resource.path = "datapackage.json";
    resource.form.inline_data = data->span;
    if (data->is_string()) resource.form.inline_text = data->text;
    return;
  }
  const Node* node = reader.node("path", notation::Need::required);
  if (!node || node->is_null()) return;
  const std::vector<Node> alone{*node};
  for (const Node& each : node->is_list() ? node->items : alone) {
    const std::string path = checked_path(each, diagnostics);
    if (resource.path.empty())
      resource.path = path;
    else if (!path.empty())
      resource.form.more_paths.push_back(path);
  }
}

// Removes ".gz" from a path if the file is compressed. Returns the name of a compression that can't be read.
std::string read_compression(Resource& resource, Reader& reader, std::string& path) {
  const std::string named = base::lower(reader.text("compression"));
  resource.form.is_gzip = named == "gz" || named == "gzip" || (named.empty() && path.ends_with(".gz"));
  if (path.ends_with(".gz")) path.resize(path.size() - 3);
  return resource.form.is_gzip || named.empty() || named == "no" ? "" : named;
}

bool read_format(Resource& resource, Reader& reader, bool has_schema, base::Diagnostics& diagnostics) {
  const bool is_reported = resource.path.empty();
  std::string path = resource.path;
  std::string unread = read_compression(resource, reader, path);
  std::string named = base::lower(reader.text("format"));
  if (named.starts_with('.')) named.erase(0, 1);
  const std::string media = base::lower(reader.text("mediatype"));
  const Format* format = find_format(named, has_schema);
  if (named.empty() && resource.form.inline_data)
    format = find_format(resource.form.inline_text.empty() ? "json" : "csv", true);
  if (named.empty() && !format) format = find_format(extension_of(path), has_schema);
  if (!format && media.starts_with("text/csv")) format = find_format("csv", true);
  if (!format && media.starts_with("text/tab-separated-values")) format = find_format("tsv", true);
  if (unread.empty() && !format) unread = named.empty() ? extension_of(path) : named;
  if (format && unread.empty()) {
    resource.format = format->format;
    if (format->has_tabs) resource.form.csv.delimiter = '\t';
    return true;
  }
  if (is_reported) return true;
  diagnostics
      .warning("unknown-value", resource.span,
               fmt::format("\"{}\" is not a table of this site: its format is {}", resource.name,
                           unread.empty() ? "not stated" : unread))
      .expect("\"format\": csv, tsv, json or ndjson, which may be compressed with gzip");
  return false;
}

void read_encoding(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  std::string encoding = reader.text("encoding");
  const std::string lower = base::lower(encoding);
  if (lower.empty() || lower == "utf-8" || lower == "utf8" || lower == "utf-8-sig" || lower.ends_with("ascii")) return;
  if (is_encoding(encoding)) return void(resource.form.encoding = std::move(encoding));
  diagnostics.error("unknown-value", reader.span_of("encoding"), fmt::format("there is no encoding \"{}\"", encoding))
      .expect("\"utf-8\", \"windows-1252\", \"iso-8859-1\", …");
}

// -- the dialect --

// A character of CSV; null or an empty text means that there is none.
notation::Value<Resource> character(char CsvDialect::* place) {
  const notation::Type type{"character", R"({"type": ["string", "null"], "maxLength": 1})"};
  const auto read = [place](Reader& from, std::string_view key, Resource& to) {
    const std::string text = from.text(key);
    const bool is_needed = place == &CsvDialect::delimiter;
    if (text.size() > 1 || (text.empty() && is_needed) || text == "\n" || text == "\r" ||
        static_cast<unsigned char>(text[0]) >= 0x80)
      from.diagnostics()
          .error("wrong-type", from.span_of(key), fmt::format("\"{}\" is not one character", text))
          .expect("one ASCII character");
    else
      to.form.csv.*place = text.empty() ? '\0' : text[0];
  };
  return {type, read, true};
}

notation::Value<Resource> csv_flag(bool CsvDialect::* place) {
  return within(&Resource::form, within(&FileForm::csv, flag(place)));
}

// Refuses a header of several lines, and comments that only their line numbers mark.
void check_line_numbers(Reader& reader, std::string_view key, Resource&) {
  const Node* list = reader.node(key);
  const bool is_usual = list->items.size() == 1 && list->items.front().text == "1" && key == "headerRows";
  if (list->items.empty() || is_usual) return;
  reader.diagnostics()
      .error("unknown-value", list->span, fmt::format("\"{}\" can't be read", key))
      .expect("one line with the names of the columns, above the rows")
      .suggest("leave the key and the other lines out, or mark comments with a \"commentChar\"");
}

void check_line_end(Reader& reader, std::string_view key, Resource&) {
  const std::string end = reader.text(key);
  if (!end.empty() && end != "\n" && end != "\r\n")
    reader.diagnostics()
        .error("unknown-value", reader.span_of(key), fmt::format("this \"{}\" can't be read", key))
        .expect("LF or CRLF");
}

const notation::Type kNumbers{"list", R"({"type": "array"})"};

// Headers are always compared without regard to case. The other ignored keys are for formats that are not read.
const notation::Format<Resource> kDialect{
    "the dialect",
    {
        {"delimiter", character(&CsvDialect::delimiter), "`,`; of `tsv` a tab", "The character between cells."},
        {"quoteChar", character(&CsvDialect::quote), "`\"`", "The character around a cell; empty for none."},
        {"quote", character(&CsvDialect::quote), "`\"`", "As `quoteChar`, in drafts of the standard."},
        {"doubleQuote", csv_flag(&CsvDialect::doubles), "`true`", "Whether two of it within a cell mean one."},
        {"escapeChar", character(&CsvDialect::escape), "none", "The character before one that is text."},
        {"skipInitialSpace", csv_flag(&CsvDialect::trims), "`false`", "Whether spaces before a cell are left out."},
        {"commentChar", character(&CsvDialect::comment), "none", "The first character of lines that are left out."},
        {"header", within(&Resource::form, flag(&FileForm::has_header)), "`true`",
         "Whether the first line has the names of the columns."},
        {"headerRows", {kNumbers, check_line_numbers}, "`[1]`", "Headers of several lines are refused."},
        {"commentRows", {kNumbers, check_line_numbers}, "none", "Refused: write a `commentChar`."},
        {"lineTerminator", {notation::kText, check_line_end}, "LF or CRLF", "Others are refused."},
        {"nullSequence",
         {notation::kText,
          [](Reader& from, std::string_view key, Resource& to) {
            if (std::string null = from.text(key); !null.empty()) to.missing.push_back(std::move(null));
          }},
         "none",
         "A text that means no value."},
        {"property", within(&Resource::form, text(&FileForm::property)), "the list itself",
         "For JSON: the key of the list of rows."},
        {"itemKeys",
         {kNumbers,
          [](Reader& from, std::string_view key, Resource& to) {
            if (from.list(key)) to.form.allows_other_columns = true;
          }},
         "all",
         "For JSON: the columns that rows have. Other keys are left out."},
    },
    {.ignored = "$schema name title description csvddfVersion caseSensitiveHeader headerJoin itemType sheetNumber "
                "sheetName table"}};

}  // namespace

const notation::AnyFormat& dialect_format() { return kDialect; }

std::optional<Node> read_part(Reader& reader, std::string_view key, const FindFile& find,
                              base::Diagnostics& diagnostics) {
  const Node* node = reader.node(key);
  if (!node || node->is_null()) return std::nullopt;
  if (!node->is_string()) return reader.map(key) ? std::optional(*node) : std::nullopt;
  const std::string path = checked_path(*node, diagnostics);
  if (path.empty()) return std::nullopt;
  if (const base::SourceText* file = find(path)) return notation::parse_json(base::whole(*file), diagnostics);
  diagnostics.error("missing-file", node->span, fmt::format("there is no file \"{}\" in data/", path));
  return std::nullopt;
}

bool read_file_form(Resource& resource, Reader& reader, bool has_schema, const FindFile& find,
                    base::Diagnostics& diagnostics) {
  read_paths(resource, reader, diagnostics);
  const bool is_table = read_format(resource, reader, has_schema, diagnostics);
  read_encoding(resource, reader, diagnostics);
  if (const std::optional<Node> dialect = read_part(reader, "dialect", find, diagnostics))
    kDialect.read(*dialect, "the dialect", resource, diagnostics);
  return is_table;
}

std::vector<ResourceField> fields_of_file(const Resource& resource, const FindFile& find,
                                          base::Diagnostics& diagnostics) {
  std::vector<ResourceField> fields;
  base::Diagnostics ignored;  // loading reports these errors
  const ResourceTexts opened = open_texts(resource, find, ignored);
  for (const std::string& name : column_names(resource, opened.texts)) {
    ResourceField field;
    field.field.name = field.field.title = field.field.column = name;
    field.field.resource = resource.name;
    field.form.type = "any";
    field.span = resource.span;
    auto has_name = [&](const ResourceField& other) { return same_name(other.field.name, name); };
    if (std::ranges::none_of(fields, has_name) && check_name(name, resource.span, diagnostics))
      fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace data
