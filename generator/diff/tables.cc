// Compares the data: tables, their settings, columns and units, and rows by key, field by field.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "diff/sides.h"

namespace diff {
namespace {

using quantity::Field;
using quantity::Frame;
using site::ChangeKind;

constexpr std::pair<const char*, std::string data::Resource::*> kSettings[] = {
    {"source", &data::Resource::source}, {"locator", &data::Resource::locator}, {"as_of", &data::Resource::as_of}};

// A resource on one side.
struct Side {
  const data::Database& database;
  const data::Resource& resource;
  Frame frame;
  std::vector<size_t> key_columns;  // all columns if the table has no key

  Side(const data::Database& from, const data::Resource& of, data::Connection& connection)
      : database(from), resource(of), frame(connection.table(of.name)) {
    for (const std::string& name : resource.primary_key)
      if (int column = frame.find(name); column >= 0) key_columns.push_back(static_cast<size_t>(column));
    if (!key_columns.empty()) return;
    for (size_t column = 0; column < frame.columns(); ++column) key_columns.push_back(column);
  }
  bool has_key() const { return !resource.primary_key.empty(); }

  std::string key(size_t row) const {
    std::vector<std::string> parts;
    for (size_t column : key_columns) parts.push_back(quantity::to_text(frame.at(row, column)));
    return base::join(parts, "/");
  }
  std::string source(const std::string& key) const {
    auto provenance = database.provenance(resource.name + "/" + key);
    return provenance ? std::string(provenance->source_id) : "";
  }
  std::string date(const std::string& key) const {
    auto provenance = has_key() ? database.provenance(resource.name + "/" + key) : std::nullopt;
    return provenance ? std::string(provenance->as_of) : resource.as_of;
  }
};

class TableComparison {
 public:
  TableComparison(const Side& before, const Side& after, const RowTitles& titles, const RowTitles& old_titles,
                  const Sides& sides, std::vector<Doubt>& doubts)
      : before_(before), after_(after), titles_(titles), old_titles_(old_titles), sides_(sides), doubts_(doubts) {}

  site::TableChange run() {
    change_.resource = after_.resource.name;
    change_.title = shortened(after_.resource.title);
    change_.rows_before = before_.frame.rows();
    change_.rows_after = after_.frame.rows();
    match_columns();
    compare_settings();
    compare_rows();
    return std::move(change_);
  }

 private:
  struct Column {
    size_t before, after;
  };

  void match_columns() {
    const Frame &before = before_.frame, &after = after_.frame;
    std::set<std::string, std::less<>> units;  // columns that contain the units of another column
    for (const Frame* frame : {&before, &after})
      for (const Field& field : frame->fields) units.insert(field.unit_field);
    for (size_t column = 0; column < after.columns(); ++column) {
      const Field& field = after.fields[column];
      const int was = before.find(field.name);
      if (was < 0) {
        change_.columns_added.push_back(field.name);
        continue;
      }
      const Field& old_field = before.fields[static_cast<size_t>(was)];
      if (field.unit != old_field.unit && field.unit_field.empty() && old_field.unit_field.empty())
        change_.units.push_back({field.name, shortened(field.title), old_field.unit, field.unit});
      const bool is_key = std::count(after_.key_columns.begin(), after_.key_columns.end(), column) > 0;
      if (!is_key && !units.contains(field.name)) columns_.push_back({static_cast<size_t>(was), column});
    }
    for (const Field& field : before.fields)
      if (after.find(field.name) < 0) change_.columns_gone.push_back(field.name);
  }

  void compare_settings() {
    for (const auto& [name, setting] : kSettings) {
      const std::string &was = before_.resource.*setting, &is = after_.resource.*setting;
      if (was != is) change_.settings.push_back({name, shortened(was), shortened(is)});
    }
  }

  void compare_rows() {
    std::vector<std::string> keys, keys_now;
    for (size_t row = 0; row < before_.frame.rows(); ++row) keys.push_back(before_.key(row));
    for (size_t row = 0; row < after_.frame.rows(); ++row) keys_now.push_back(after_.key(row));
    number_equal(keys);  // for tables without a key
    number_equal(keys_now);
    std::unordered_map<std::string_view, size_t> old_rows;
    for (size_t row = 0; row < keys.size(); ++row) old_rows.emplace(keys[row], row);
    for (size_t row = 0; row < keys_now.size(); ++row) {
      if (const auto was = old_rows.extract(keys_now[row]))
        compare_row(was.mapped(), row, keys_now[row]);
      else
        add_row(ChangeKind::added, after_, row, keys_now[row], titles_);
    }
    for (size_t row = 0; row < keys.size(); ++row)
      if (auto found = old_rows.find(keys[row]); found != old_rows.end() && found->second == row)
        add_row(ChangeKind::gone, before_, row, before_.key(row), old_titles_);
  }

  static site::RowChange row_change(ChangeKind kind, const Side& side, const std::string& key,
                                    const RowTitles& titles) {
    site::RowChange change;
    change.kind = kind;
    change.key = shortened(key);
    change.name =
        shortened(side.has_key() ? titles.title(side.resource.name, key) : base::replace_all(key, "/", " · "));
    if (side.has_key()) change.source = side.source(key);
    return change;
  }

  // Adds a new or removed row with its measured columns.
  void add_row(ChangeKind kind, const Side& side, size_t row, const std::string& key, const RowTitles& titles) {
    site::RowChange change = row_change(kind, side, key, titles);
    for (size_t column = 0; column < side.frame.columns(); ++column) {
      const Field& field = side.frame.fields[column];
      if (!field.is_measure() || quantity::is_null(side.frame.at(row, column))) continue;
      site::ValueChange value{field.name, shortened(field.title), field.format, {}, {}};
      (kind == ChangeKind::added ? value.after : value.before) =
          quantity_of(side.frame.at(row, column), field, side.frame.unit_of(row, column));
      change.values.push_back(std::move(value));
    }
    change_.rows.push_back(std::move(change));
  }

  void compare_row(size_t old_row, size_t row, const std::string& key) {
    std::vector<site::ValueChange> values;
    for (const Column& column : columns_) {
      const Field &old_field = before_.frame.fields[column.before], &field = after_.frame.fields[column.after];
      const quantity::Value& was = before_.frame.at(old_row, column.before);
      const quantity::Value& is = after_.frame.at(row, column.after);
      const std::string old_unit = before_.frame.unit_of(old_row, column.before);
      const std::string unit = after_.frame.unit_of(row, column.after);
      if (was == is && (old_unit == unit || quantity::is_null(is))) continue;
      // Compares complete texts, because different texts may be equal when shortened. A changed unit of the column is
      // reported only once.
      const bool has_one_unit = field.unit_field.empty() && old_field.unit_field.empty();
      if (has_one_unit && quantity::same_quantity({was, old_unit}, {is, unit}, sides_.units())) continue;
      values.push_back({field.name, shortened(field.title), field.format, quantity_of(was, old_field, old_unit),
                        quantity_of(is, field, unit)});
    }
    if (values.empty()) return;
    site::RowChange change = row_change(ChangeKind::changed, after_, key, titles_);
    doubt_date(values, key);
    change.values = std::move(values);
    change_.rows.push_back(std::move(change));
  }

  // Adds a doubt if a value is new but its date is old: the author forgot the date, or the old value was wrong.
  void doubt_date(const std::vector<site::ValueChange>& values, const std::string& key) {
    const std::string old_date = before_.date(key), date = after_.date(key);
    if (old_date.empty() || date > old_date) return;
    std::vector<std::string> columns;
    for (const site::ValueChange& value : values)
      if (quantity::is_number(value.before.value) || quantity::is_number(value.after.value))
        columns.push_back(value.field);
    if (columns.empty()) return;
    const std::string dated = date.empty()       ? "no longer has a date"
                              : date == old_date ? fmt::format("is dated {} as before", date)
                                                 : fmt::format("is dated {}, was {}", date, old_date);
    doubts_.push_back(
        {"data/" + after_.resource.path, fmt::format("{}/{}: {} changed, and the row {}", after_.resource.name, key,
                                                     base::join(columns, ", "), dated)});
  }

  const Side &before_, &after_;
  const RowTitles &titles_, &old_titles_;
  const Sides& sides_;
  std::vector<Doubt>& doubts_;
  std::vector<Column> columns_;
  site::TableChange change_;
};

site::TableChange whole_table(ChangeKind kind, const data::Database& database, const data::Resource& resource) {
  site::TableChange change;
  change.kind = kind;
  change.resource = resource.name;
  change.title = shortened(resource.title);
  (kind == ChangeKind::added ? change.rows_after : change.rows_before) = database.find_table(resource.name)->rows;
  return change;
}

}  // namespace

std::vector<site::TableChange> compare_tables(const Sides& sides, std::vector<Doubt>& doubts) {
  const data::Database &before = sides.old_data(), &after = sides.new_data();
  const RowTitles titles(after), old_titles(before);
  auto connection = after.connect(), old_connection = before.connect();
  std::vector<site::TableChange> changes;
  for (const data::Resource& resource : after.package().resources) {
    if (!after.find_table(resource.name)) continue;
    const data::Resource* was = before.package().find(resource.name);
    if (!was || !before.find_table(resource.name)) {
      changes.push_back(whole_table(ChangeKind::added, after, resource));
      continue;
    }
    const Side old_side(before, *was, *old_connection), new_side(after, resource, *connection);
    site::TableChange change = TableComparison(old_side, new_side, titles, old_titles, sides, doubts).run();
    if (change.has_other_columns() || !change.settings.empty() || !change.rows.empty())
      changes.push_back(std::move(change));
  }
  for (const data::Resource& resource : before.package().resources)
    if (before.find_table(resource.name) && !after.find_table(resource.name))
      changes.push_back(whole_table(ChangeKind::gone, before, resource));
  return changes;
}

}  // namespace diff
