#include "data/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "io/inflate.h"

namespace data {
namespace {

class HistoryReader {
 public:
  HistoryReader(const Resource& history, const Texts& texts, const std::function<bool(const RawRow&)>& row)
      : history_(history), texts_(texts), call_(row), values_(value_fields(history)) {
    for (const std::string& name : history.primary_key)
      if (name != "edition") key_.push_back(static_cast<size_t>(history.find(name)));
    edition_ = static_cast<size_t>(history.find("edition"));
  }

  void run(base::Diagnostics& diagnostics, RowErrors& errors) {
    read_stored_rows(history_, texts_, diagnostics, errors, [&](const RawRow& row) {
      const Edition* edition = edition_of(row);
      if (!edition || edition->changes_from.empty()) return give(row, edition);
      changed_[edition].insert(key_of(row));
      return is_dropped(row) || give(row, edition);
    });
    for (const Edition& edition : history_.earlier)
      if (!edition.changes_from.empty() && wants_more_) read_unchanged(edition, diagnostics);
  }

 private:
  // Reads the rows that an edition has in common with those before it: of each key the last one.
  void read_unchanged(const Edition& edition, base::Diagnostics& diagnostics) {
    std::vector<const Edition*> chain;
    for (const Edition* each = &edition; each; each = find_edition(history_.earlier, each->changes_from))
      chain.push_back(each);
    bool has_base = false;
    base::Diagnostics known;  // were reported when the rows were first read
    RowErrors known_errors(known);
    read_stored_rows(history_, texts_, known, known_errors, [&](const RawRow& row) {
      const auto of = std::find(chain.begin() + 1, chain.end(), edition_of(row));
      if (of == chain.end()) return true;
      has_base |= *of == chain.back();
      const base::Hash key = key_of(row);
      if (std::any_of(chain.begin(), of, [&](const Edition* later) { return changed_[later].contains(key); }))
        return true;
      if (!(*of)->changes_from.empty() && is_dropped(row)) return true;
      return charge(row, edition, diagnostics) && give(row, &edition);
    });
    if (has_base || !wants_more_ || changed_.empty()) return;
    diagnostics
        .error("bad-edition", edition.changes_span,
               fmt::format("\"{}\" has only the changes from \"{}\", which has no rows in \"{}\"", edition.version,
                           edition.changes_from, history_.name))
        .expect("all rows of the edition to which changes are stored");
  }

  // Limits what the editions have in common: small files have a small cost.
  bool charge(const RawRow& row, const Edition& edition, base::Diagnostics& diagnostics) {
    constexpr size_t kBytesOfRow = 32;
    size_t stored = 0;
    for (const base::SourceText* text : texts_) stored += text->text().size();
    bytes_ += row.span.text().size() + kBytesOfRow;
    if (bytes_ <= io::max_unpacked(stored)) return true;
    wants_more_ = false;
    diagnostics
        .error("bad-edition", edition.changes_span,
               fmt::format("the editions of \"{}\" up to \"{}\" have too many unchanged rows for a file of this size",
                           history_.name, edition.version))
        .expect(fmt::format("at most {} MB of rows that several editions have in common",
                            io::max_unpacked(stored) / 1'000'000))
        .suggest("write all rows of some editions into the file, and remove their \"changes_from\"");
    return false;
  }

  const Edition* edition_of(const RawRow& row) {
    const std::string_view version = row.cells[edition_].text;
    if (!last_ || last_->version != version) last_ = find_edition(history_.earlier, version);
    return last_;
  }

  base::Hash key_of(const RawRow& row) {
    joined_.clear();
    for (const size_t field : key_) joined_.append(row.cells[field].text).append(1, '\0');
    return base::hash_bytes(joined_);
  }

  bool is_dropped(const RawRow& row) const {
    return std::ranges::all_of(values_, [&](size_t i) { return row.cells[i].kind == notation::Kind::null; });
  }

  bool give(const RawRow& row, const Edition* edition) {
    row_ = row;
    row_.index = count_++;
    if (edition) {
      row_.cells[edition_].text = edition->version;
      fill("source", edition->source);
      fill("locator", history_.locator);
      fill("as_of", edition->date);
    }
    return wants_more_ = call_(row_);
  }

  void fill(std::string_view name, std::string_view text) {
    const int field = history_.find(name);
    if (field < 0 || text.empty()) return;
    RawCell& cell = row_.cells[static_cast<size_t>(field)];
    if (cell.kind == notation::Kind::null) cell = {notation::Kind::string, text, cell.span};
  }

  const Resource& history_;
  const Texts& texts_;
  const std::function<bool(const RawRow&)>& call_;
  const std::vector<size_t> values_;
  std::vector<size_t> key_;  // the fields of the key without the edition
  size_t edition_ = 0;
  const Edition* last_ = nullptr;
  std::map<const Edition*, std::set<base::Hash>> changed_;  // the keys of rows that editions store
  RawRow row_;
  std::string joined_;
  size_t count_ = 0, bytes_ = 0;
  bool wants_more_ = true;
};

}  // namespace

const Edition* find_edition(const std::vector<Edition>& editions, std::string_view version) {
  const auto found = std::ranges::find(editions, version, &Edition::version);
  return found == editions.end() ? nullptr : &*found;
}

std::vector<size_t> value_fields(const Resource& history) {
  std::vector<size_t> fields;
  for (size_t i = 0; i < history.fields.size(); ++i)
    if (std::ranges::find(history.primary_key, history.fields[i].field.name) == history.primary_key.end())
      fields.push_back(i);
  return fields;
}

void read_history(const Resource& history, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
                  const std::function<bool(const RawRow& row)>& row) {
  HistoryReader(history, texts, row).run(diagnostics, errors);
}

}  // namespace data
