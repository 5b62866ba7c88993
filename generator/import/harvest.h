// What an importer took out of the files it was given, before anything is known of the site's own rows.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source_text.h"
#include "notation/node.h"

namespace import {

// A value of one row. A number keeps the digits that were published ("2.70"); `computed` says that the digits are ours,
// so that the last of them may differ from those of an earlier import.
struct Cell {
  // String, number or boolean; null for a cell that the files have and leave empty: what is there is taken away.
  notation::Kind kind = notation::Kind::string;
  std::string text;
  bool computed = false;
  base::Span span = {};  // where it was read, if an excerpt can be shown
  bool is_empty() const { return kind == notation::Kind::null; }
};

// One row in the importer's own words: the settings of the site say which columns they become (see settings.h).
struct Row {
  std::vector<std::pair<std::string, Cell>> cells;
  std::string where;             // for messages: "vms.csv:37"
  base::Span span;               // the same, where an excerpt can be shown
  bool date_is_assumed = false;  // its `as_of` is that of the settings or of its source
  bool date_may_be_old =
      false;  // of a source that its publisher goes on changing, so that it is no date of these files
  // What else the file says of it, for texts of the settings that name it: {Head of a column}, {line}.
  std::vector<std::pair<std::string, std::string>> as_read;

  // An empty text sets nothing: a cell that is not there. Bytes that are not UTF-8, as names of files may have, become
  // "?", as they do in JSON that is read.
  void text(std::string_view field, std::string_view value);
  void number(std::string_view field, std::string_view digits, bool computed = false);
  void set(std::string_view field, Cell cell);
  // Says that the files leave the field empty, unless it is set.
  void clear(std::string_view field);
  // Where the cell was read, if it is set.
  void place(std::string_view field, base::Span span);
  // Null for an empty one too.
  const Cell* find(std::string_view field) const;
  // "" where there is none.
  std::string_view at(std::string_view field) const;
  // Of a field, else of `as_read`.
  std::optional<std::string> value(std::string_view name) const;
};

// What was not taken in, by the reason, with the first places.
class Skips {
 public:
  struct Reason {
    size_t count = 0;
    std::vector<std::string> examples;  // at most kExamples
  };
  static constexpr size_t kExamples = 3;

  void add(const std::string& why, const std::string& where);
  const std::map<std::string, Reason>& reasons() const { return reasons_; }
  size_t count() const { return count_; }

 private:
  std::map<std::string, Reason> reasons_;
  size_t count_ = 0;
};

struct Harvest {
  std::vector<Row> rows;
  // Rows that the files hold and that could not be read, with the fields of their key and no more: they are told in
  // `skips`, and those of the site with these keys are not gone. One whose key is not known is not among them.
  std::vector<Row> unread;
  size_t read = 0;           // rows, results or prices that the files hold, taken in or not
  std::string what = "row";  // of what `read` counts: "result", "price"
  Skips skips;
  std::vector<std::string> notes;  // what was mended or assumed, a sentence each
  // Fields that, with the source, tell what these files are the whole of: a row of the site that agrees with one of
  // `rows` in all of them, and is not among `rows` or `unread`, is gone.
  std::vector<std::string> scope;
};

}  // namespace import
