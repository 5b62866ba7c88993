// Adds the rows of an edition to the history of a table (import/steps.h), whose form data/history.h describes.
#include "data/history.h"

#include <algorithm>

#include "import/steps.h"

namespace import {
namespace {

// After so many editions with only changes, all rows are stored again, so that a history never has too many unchanged
// rows for its size, and a mistake in an old edition does not spread for ever.
constexpr size_t kMaxChain = 20;

class HistoryWriter {
 public:
  HistoryWriter(const data::Resource& resource, const data::Edition& before, const data::Resource& history,
                DataFile& file)
      : resource_(resource), before_(before), history_(history), file_(file), known_(file.rows) {}

  // Returns the edition from which only changes were stored; "" if all rows were.
  std::string add(const DataFile& table, const std::vector<std::string_view>& rows, const std::string& base) {
    from_ = usable(base);
    is_stored_.assign(file_.rows.size(), false);
    std::vector<bool> is_same(rows.size());
    size_t same = 0, others = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const StoredCells cells = cells_of(resource_, table, rows[i]);
      const data::Edition& edition = edition_of(cells);
      const bool is_before = edition.version == before_.version;
      const StoredCells added = cells_in_history(cells, edition);
      if (is_before && is_empty(added)) from_ = nullptr;  // it would mean that the row was dropped
      const auto earlier = find(is_before ? from_ : find_edition(edition.changes_from), key_of(history_, added));
      is_same[i] = earlier && has_values(*earlier, added);
      if (is_before) (is_same[i] ? same : others)++;
      if (is_before && earlier) is_stored_[*earlier] = true;
    }
    std::vector<StoredCells> dropped = from_ ? dropped_rows() : std::vector<StoredCells>();
    if (from_ && others + dropped.size() > same) {
      from_ = nullptr;
      dropped.clear();
    }
    file_.rows.reserve(file_.rows.size() + static_cast<size_t>(std::ranges::count(is_same, false)) + dropped.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      const StoredCells cells = cells_of(resource_, table, rows[i]);
      const data::Edition& edition = edition_of(cells);
      if (is_same[i] && (from_ || edition.version != before_.version)) continue;
      const StoredCells added = cells_in_history(cells, edition);
      const auto stored = known_.find(key_of(history_, added));
      if (!stored)
        append(added);
      else if (!edition.changes_from.empty() && is_empty(cells_of(history_, file_, file_.rows[*stored])))
        set_cells(history_, file_, file_.rows[*stored], added);
    }
    for (const StoredCells& each : dropped) append(each);
    return from_ ? from_->version : "";
  }

 private:
  const data::Edition* find_edition(std::string_view version) const {
    return data::find_edition(resource_.editions, version);
  }

  // Returns the edition `version` if changes from it can be stored; null if not.
  const data::Edition* usable(const std::string& version) const {
    const data::Edition* const edition = find_edition(version);
    size_t length = 1;
    for (const data::Edition* each = edition; each; each = find_edition(each->changes_from)) ++length;
    const auto is_before = [&](const StoredRow& row) { return row.key.front() == before_.version; };
    return length > kMaxChain || std::ranges::any_of(file_.rows, is_before) ? nullptr : edition;
  }

  // A row belongs to the edition that has its source.
  const data::Edition& edition_of(const StoredCells& cells) const {
    const std::string source = origin_of(resource_, cells, "source");
    const auto own = std::ranges::find(resource_.editions, source, &data::Edition::source);
    return own == resource_.editions.end() || source.empty() ? before_ : *own;
  }

  // Returns the cells of a row without an origin that is that of its edition.
  StoredCells cells_in_history(const StoredCells& cells, const data::Edition& edition) const {
    StoredCells added(history_.fields.size());
    for (size_t i = 0; i < history_.fields.size(); ++i) {
      const std::string& name = history_.fields[i].field.name;
      if (name == "source" || name == "locator" || name == "as_of") {
        std::string text = origin_of(resource_, cells, name);
        const std::string& usual = name == "source"  ? edition.source
                                   : name == "as_of" ? edition.date
                                                     : history_.locator;
        if (!text.empty() && text != usual) added[i] = Cell{std::move(text)};
      } else if (name == "edition") {
        added[i] = Cell{edition.version};
      } else if (const int at = resource_.find(name); at >= 0) {
        added[i] = cells[static_cast<size_t>(at)];
      }
    }
    return added;
  }

  // Returns the row of the file that an edition has for a key, which may mean that it was dropped.
  std::optional<size_t> find(const data::Edition* edition, Key key) const {
    for (; edition; edition = find_edition(edition->changes_from)) {
      key.front() = edition->version;
      if (const auto row = known_.find(key)) return row;
    }
    return std::nullopt;
  }

  bool is_empty(const StoredCells& cells) const {
    return std::ranges::none_of(values_, [&](size_t i) { return cells[i].has_value(); });
  }

  bool has_values(size_t row, const StoredCells& cells) const {
    const StoredCells stored = cells_of(history_, file_, file_.rows[row]);
    return std::ranges::all_of(values_, [&](size_t i) {
      return stored[i].has_value() == cells[i].has_value() && (!cells[i] || stored[i]->text == cells[i]->text);
    });
  }

  // Returns the rows that say what was dropped: only keys.
  std::vector<StoredCells> dropped_rows() const {
    std::vector<StoredCells> rows;
    for (size_t i = 0; i < is_stored_.size(); ++i) {
      if (is_stored_[i] || find(from_, file_.rows[i].key) != i) continue;
      StoredCells cells = cells_of(history_, file_, file_.rows[i]);
      const data::Edition* const edition = find_edition(file_.rows[i].key.front());
      if (edition && !edition->changes_from.empty() && is_empty(cells)) continue;
      for (const size_t value : values_) cells[value].reset();
      cells[static_cast<size_t>(history_.find("edition"))] = Cell{before_.version};
      rows.push_back(std::move(cells));
    }
    return rows;
  }

  void append(const StoredCells& cells) {
    file_.rows.push_back({key_of(history_, cells), "", ""});
    set_cells(history_, file_, file_.rows.back(), cells);
  }

  const data::Resource& resource_;
  const data::Edition& before_;
  const data::Resource& history_;
  DataFile& file_;
  const KeyIndex known_;
  const std::vector<size_t> values_ = data::value_fields(history_);
  const data::Edition* from_ = nullptr;
  std::vector<bool> is_stored_;  // whether a row of the file is that of a row in the edition
};

}  // namespace

std::string origin_of(const data::Resource& resource, const StoredCells& cells, std::string_view name) {
  const std::string_view own = text_at(resource, cells, name);
  if (!own.empty()) return std::string(own);
  return name == "source" ? resource.source : name == "locator" ? resource.locator : resource.as_of;
}

std::string add_to_history(const data::Resource& resource, const DataFile& table,
                           const std::vector<std::string_view>& rows, const data::Edition& before,
                           const std::string& base, const data::Resource& history, DataFile& file) {
  return HistoryWriter(resource, before, history, file).add(table, rows, base);
}

}  // namespace import
