// Finds which row of a table without a key is which row of a file. Rows of such a table have numbers, which are given
// once; a row keeps its number wherever it is in a later file.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/steps.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using quantity::FieldType;

// Columns that say where a row comes from, or remark on it, so they do not say what it is.
bool is_about_row(std::string_view column) {
  return base::has_word("source locator locator_detail as_of note notes comment remark", column);
}

// Returns the value of a cell in one notation: "5" for "5.0".
std::string plain_value(FieldType type, std::string_view text) {
  if (type == FieldType::boolean) return base::lower_case(text);
  const auto number = quantity::is_numeric(type) ? quantity::Exact::parse(text) : std::nullopt;
  return number ? number->to_fraction() : std::string(text);
}

size_t number_of(const Key& key) { return key.empty() ? 0 : base::parse_number<size_t>(key.back()).value_or(0); }

class Numberer {
 public:
  Numberer(const data::Resource& resource, const DataFile& file, size_t last)
      : resource_(resource), file_(file), last_(last) {}

  size_t number(std::vector<Row>& rows) {
    for (size_t i = 0; i < file_.rows.size(); ++i) old_.push_back(i);
    last_ = std::max(last_, highest_number(file_));
    const KeyIndex stored(file_.rows);
    for (Row& row : rows) {
      const Key key = key_of(resource_, row);
      if (key.empty()) new_.push_back(&row);
      last_ = std::max(last_, number_of(key));
      if (const auto at = stored.find(key)) is_matched_.insert(*at);
    }
    drop_matched();
    const IdentityFields all = identity_fields(resource_, rows);
    std::vector<size_t> names = all.texts, counted = all.texts, values = all.texts;
    for (size_t i : all.numbers) {
      const quantity::Field& field = resource_.fields[i].field;
      if (field.type == FieldType::integer && field.unit.empty()) counted.push_back(i);
      values.push_back(i);
    }
    match(values, true);
    match(counted, false);
    match(names, false);
    const size_t unclear = count_unclear(names);
    for (Row* row : new_) row->set(resource_.primary_key.front(), std::to_string(++last_));
    return unclear;
  }

 private:
  struct Group {
    std::vector<size_t> stored;  // indices of rows of the table
    std::vector<Row*> read;
  };
  using Groups = std::map<base::Hash, Group>;

  // Groups the rows that are left by the values of these columns. Leaves out rows without any text, unless `all`.
  Groups groups_by(const std::vector<size_t>& fields, bool all) const {
    Groups groups;
    for (size_t i : old_) {
      const StoredCells cells = cells_of(resource_, file_, file_.rows[i]);
      const Identity identity =
          row_identity(resource_, fields, [&](auto name) { return text_at(resource_, cells, name); });
      if (all || identity.has_text) groups[identity.values].stored.push_back(i);
    }
    for (Row* row : new_) {
      const Identity identity = row_identity(resource_, fields, [&](auto name) { return row->at(name); });
      if (all || identity.has_text) groups[identity.values].read.push_back(row);
    }
    return groups;
  }

  // Gives rows that agree in these columns the number of the stored row. If the rows of a group may differ otherwise,
  // it must be clear which is which.
  void match(const std::vector<size_t>& fields, bool are_equal) {
    for (auto& [identity, group] : groups_by(fields, are_equal)) {
      const size_t count = std::min(group.stored.size(), group.read.size());
      if (!are_equal && (group.stored.size() != 1 || group.read.size() != 1)) continue;
      for (size_t i = 0; i < count; ++i) {
        group.read[i]->set(resource_.primary_key.front(), file_.rows[group.stored[i]].key.back());
        is_matched_.insert(group.stored[i]);
      }
    }
    drop_matched();
  }

  void drop_matched() {
    std::erase_if(old_, [&](size_t i) { return is_matched_.contains(i); });
    std::erase_if(new_, [&](const Row* row) { return row->find(resource_.primary_key.front()); });
  }

  size_t count_unclear(const std::vector<size_t>& names) const {
    size_t count = 0;
    for (const auto& [identity, group] : groups_by(names, false))
      if (!group.stored.empty()) count += group.read.size();
    return count;
  }

  const data::Resource& resource_;
  const DataFile& file_;
  size_t last_;              // the highest number that was ever given
  std::vector<size_t> old_;  // rows of the table that were not found yet
  std::vector<Row*> new_;    // imported rows without a number
  std::set<size_t> is_matched_;
};

}  // namespace

std::string_view numbered_key(const data::Resource& resource, const Settings& settings) {
  if (resource.primary_key.size() != 1) return "";
  const auto constant = settings.constants.find(resource.primary_key.front());
  const bool is_numbered = constant != settings.constants.end() && constant->second.value == "{row}";
  return is_numbered ? std::string_view(constant->first) : std::string_view();
}

IdentityFields identity_fields(const data::Resource& resource, const std::vector<Row>& rows) {
  std::set<std::string_view> read;
  for (const Row& row : rows) {
    for (const auto& [field, cell] : row.cells) read.insert(field);
    if (!row.shared) continue;
    for (const auto& [field, cell] : *row.shared) read.insert(field);
  }
  IdentityFields fields;
  for (size_t i = 0; i < resource.fields.size(); ++i) {
    const quantity::Field& field = resource.fields[i].field;
    const bool is_key = std::ranges::find(resource.primary_key, field.name) != resource.primary_key.end();
    if (is_key || is_about_row(field.name) || !read.contains(field.name)) continue;
    (quantity::is_numeric(field.type) ? fields.numbers : fields.texts).push_back(i);
  }
  return fields;
}

Identity row_identity(const data::Resource& resource, const std::vector<size_t>& fields,
                      const std::function<std::string_view(std::string_view column)>& text_of) {
  base::Hasher hasher;
  Identity identity;
  for (size_t i : fields) {
    const quantity::Field& field = resource.fields[i].field;
    const std::string_view text = text_of(field.name);
    identity.has_text = identity.has_text || (!text.empty() && !quantity::is_numeric(field.type));
    hasher.add(plain_value(field.type, text));
  }
  identity.values = hasher.finish();
  return identity;
}

size_t highest_number(const DataFile& file) {
  size_t highest = 0;
  for (const StoredRow& row : file.rows) highest = std::max(highest, number_of(row.key));
  return highest;
}

size_t number_rows(const data::Resource& resource, const DataFile& file, size_t last, std::vector<Row>& rows) {
  return Numberer(resource, file, last).number(rows);
}

}  // namespace import
