#include <fmt/format.h>

#include <algorithm>

#include "build/parse.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "renaming/content.h"
#include "renaming/sql_values.h"

namespace renaming {
namespace {

class SettingsFinder {
 public:
  SettingsFinder(const build::CheckedSite& checked, const Changes& changes, Found& found)
      : checked_(checked), changes_(changes), found_(found), connection_(checked.inputs->database->connect()) {}

  void find() {
    find_in_descriptor();
    find_in_colours();
    for (const io::SourceFile* file : checked_.inputs->tree.below("data/imports/"))
      if (file->source.path().ends_with(".yaml")) find_in_import(file->source);
  }

 private:
  // Null pointer for none; files of the site were read without mistakes.
  const notation::Node* json(const char* path) {
    const base::SourceText* file = checked_.inputs->find_source(path);
    if (!file) return nullptr;
    base::Diagnostics said_before;
    json_ = notation::parse_json(base::whole(*file), said_before);
    return json_ ? &*json_ : nullptr;
  }

  static std::string_view text_of(const notation::Node& node, std::string_view key) {
    const notation::Node* value = node.find(key);
    return value && value->is_string() ? std::string_view(value->text) : std::string_view();
  }
  static const std::vector<notation::Node>& items_of(const notation::Node* node, std::string_view key) {
    static const std::vector<notation::Node> none;
    const notation::Node* list = node ? node->find(key) : nullptr;
    return list ? list->items : none;
  }

  static const std::vector<notation::Entry>& entries_of(const notation::Node* map) {
    static const std::vector<notation::Entry> none;
    return map ? map->entries : none;
  }

  void find_in_descriptor() {
    const notation::Node* package = json("data/datapackage.json");
    for (const notation::Node& resource : items_of(package, "resources")) {
      const std::string_view name = text_of(resource, "name");
      for (const notation::Node& caveat : items_of(&resource, "caveats"))
        if (const notation::Node* when = caveat.find("when")) find_in_caveat(name, *when);
      for (const notation::Node& field : items_of(resource.find("schema"), "fields")) {
        const std::string_view column = text_of(field, "name");
        auto check = [&](const notation::Node* value) {
          if (!value) return;
          if (const std::string* becomes = changes_.value(name, column, value->text))
            found_.rewrite("value in the descriptor", value->span, value->text, *becomes);
        };
        for (const notation::Node& value : items_of(field.find("constraints"), "enum")) check(&value);
        for (const notation::Node& category : items_of(&field, "categories"))
          check(category.is_map() ? category.find("value") : &category);
      }
    }
  }

  // A condition on the columns of its own table.
  void find_in_caveat(std::string_view resource, const notation::Node& when) {
    const std::string_view raw = when.span.text();
    if (raw.size() != when.text.size() + 2) return;  // with escapes: what it names shows up among what is left
    const std::string query = fmt::format("SELECT 1 FROM \"{}\" WHERE ", resource);
    const base::SourceText text(when.span.source->path(), query + when.text);
    Found inside;
    ParameterUses none;
    find_in_sql(base::whole(text), {}, *connection_, changes_, none, inside);
    for (const base::Edit& edit : inside.edits) {
      const auto shift = static_cast<uint32_t>(when.span.begin + 1 - query.size());
      const base::Span span{when.span.source, edit.span.begin + shift, edit.span.end + shift};
      const std::string escaped = notation::json_text(edit.text);
      found_.edit("caveat", span, escaped.substr(1, escaped.size() - 2));
    }
  }

  // Colours are given to words of any column, so one is moved only where the old word is gone from the data with it.
  void find_in_colours() {
    const notation::Node* site = json("data/site.json");
    const notation::Node* colours = site ? site->find("colours") : nullptr;
    if (!colours) return;
    for (const notation::Entry& entry : colours->entries) {
      auto becomes = changes_.names().find(entry.key);
      if (becomes == changes_.names().end()) continue;
      if (colours->find(becomes->second))
        found_.left.push_back({entry.key_span, fmt::format("\"{}\" has a colour of its own already", becomes->second)});
      else if (is_used_otherwise(entry.key))
        found_.left.push_back({entry.key_span, "other columns have this word too"});
      else
        found_.rewrite("colour", entry.key_span, entry.key, becomes->second);
    }
  }

  // Whether a text column holds the word where it stays.
  bool is_used_otherwise(const std::string& word) {
    for (const data::TableInfo& table : checked_.inputs->database->tables()) {
      if (table.kind != data::TableKind::resource) continue;
      const quantity::Frame frame = connection_->table(table.name);
      for (size_t column = 0; column < frame.columns(); ++column) {
        if (changes_.value(table.name, frame.fields[column].name, word)) continue;
        for (size_t row = 0; row < frame.rows(); ++row)
          if (const auto* text = std::get_if<std::string>(&frame.at(row, column)); text && *text == word) return true;
      }
    }
    return false;
  }

  static std::string_view field_of(const notation::Node& column) {
    return column.is_map() ? text_of(column, "field") : std::string_view(column.text);
  }
  static bool is_looked_up(const notation::Node& column) {
    const notation::Node* names = column.find("names");
    return names && names->text == "true";
  }

  // Of one of an import's columns: the field that takes what the publisher writes, word for word; "" for another.
  static std::string field_as_published(const notation::Node& column, const notation::Node* words) {
    const std::string_view field = field_of(column);
    const bool is_translated = is_looked_up(column) || (words && words->find(field));
    return is_translated ? "" : std::string(field);
  }

  // Whether one of an import's columns fills the field with what a table of names says.
  static bool is_looked_up(const notation::Node& settings, std::string_view field) {
    const notation::Node* columns = settings.find("columns");
    return columns && std::any_of(columns->entries.begin(), columns->entries.end(), [&](const auto& column) {
             return field_of(column.value) == field && is_looked_up(column.value);
           });
  }

  // Values in the words of the site, under the name of their column: constants, what `values` leads to, what `always`
  // keeps, and what `only` lets in of what a table of names says.
  void find_in_import(const base::SourceText& file) {
    base::Diagnostics said_before;
    auto settings = notation::parse_yaml(base::whole(file), said_before);
    if (!settings || !settings->is_map()) return;
    const std::string resource(text_of(*settings, "resource"));
    const notation::Node* fields = settings->find("fields");
    auto column_of = [&](const std::string& field) {
      const std::string_view other = fields ? text_of(*fields, field) : std::string_view();
      return other.empty() ? field : std::string(other);
    };
    auto check = [&](const std::string& column, const notation::Node& value) {
      if (const std::string* becomes = changes_.value(resource, column, value.text))
        found_.rewrite("setting of an import", value.span, value.text, *becomes);
    };
    auto check_all = [&](const std::string& column, const notation::Node& values) {
      if (values.is_string()) check(column, values);
      for (const notation::Node& item : values.items) check(column, item);
      for (const notation::Entry& each : values.entries) check(column, each.value);
    };
    for (const notation::Entry& each : entries_of(settings->find("constants"))) check_all(each.key, each.value);
    for (const notation::Entry& each : entries_of(settings->find("values"))) check_all(column_of(each.key), each.value);
    if (const notation::Node* best = settings->find("best"))
      for (const notation::Entry& each : entries_of(best->find("always"))) check_all(each.key, each.value);
    for (const notation::Entry& each : entries_of(settings->find("only")))
      if (is_looked_up(*settings, each.key)) check_all(column_of(each.key), each.value);
    if (const notation::Node* columns = settings->find("columns"))
      for (const notation::Entry& entry : columns->entries) {
        const std::string field = field_as_published(entry.value, settings->find("values"));
        if (changes_.values(resource, column_of(field)))
          found_.left.push_back({entry.value.span, "its next file may bring the old name in again"});
      }
  }

  const build::CheckedSite& checked_;
  const Changes& changes_;
  Found& found_;
  std::unique_ptr<data::Connection> connection_;
  std::optional<notation::Node> json_;
};

}  // namespace

void find_in_settings(const build::CheckedSite& checked, const Changes& changes, Found& found) {
  SettingsFinder(checked, changes, found).find();
}

}  // namespace renaming
