// The rows of a resource's file, JSON or CSV, in one form: a cell for each field, as written; and the errors in them.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "notation/node.h"

namespace data {

// With the rows of a resource, one after the other (data/resource_text.h).
using Texts = std::vector<const base::SourceText*>;

// The place of a cell, for errors that are found after its row was read.
struct CellAddress {
  size_t row = 0;
  int field = -1;  // -1 for the row as a whole
  auto operator<=>(const CellAddress&) const = default;
};

// An error whose positions are not known yet.
struct LateError : base::Diagnostic {
  std::vector<CellAddress> places;  // of the error, then of each note

  LateError& note_at(CellAddress at, std::string text) {
    places.push_back(at);
    notes.push_back({{}, std::move(text)});
    return *this;
  }
};

// Errors in the rows of one resource. If there are many of one code, only the first 20 are reported and the others are
// counted.
class RowErrors {
 public:
  // Without a resource and its texts, late() must not be called.
  explicit RowErrors(base::Diagnostics& diagnostics, const Resource* resource = nullptr, Texts texts = {})
      : diagnostics_(diagnostics), resource_(resource), texts_(std::move(texts)) {}
  RowErrors(const RowErrors&) = delete;
  RowErrors& operator=(const RowErrors&) = delete;
  ~RowErrors() { finish(); }

  // As Diagnostics::error.
  base::Diagnostic& error(std::string_view code, base::Span span, std::string message);
  // An error in a row that was read before: finish() reads the file again to find its place.
  LateError& late(std::string_view code, CellAddress at, std::string message);
  // The number of errors, reported or not.
  size_t count() const { return count_; }
  // Whether another error of this code would be reported: if not, the caller need not build its texts.
  bool would_show(std::string_view code) const;
  // Reports late errors, and the numbers of errors that were not reported.
  void finish();

 private:
  static constexpr size_t kMaxShown = 20;
  struct Kind {
    size_t count = 0;
    base::Span first_hidden;
  };
  void add(std::string_view code);
  std::vector<base::Span> find_places() const;

  base::Diagnostics& diagnostics_;
  const Resource* resource_;
  Texts texts_;
  std::map<std::string_view, Kind> kinds_;
  std::vector<LateError> late_;
  LateError hidden_;
  size_t count_ = 0;
};

struct RawCell {
  notation::Kind kind = notation::Kind::null;  // of CSV always null or string
  std::string_view text;                       // unquoted, valid during the call only; of a list or map as written
  base::Span span;                             // of the row if the cell is missing
};

struct RawRow {
  size_t index = 0;  // from 0, among the rows that could be read
  base::Span span;
  std::vector<RawCell> cells;  // one for each field of the resource
  bool from_csv = false;
};

// Calls row() for each row; return false to stop. Nulls, missing cells, empty texts and texts that stand for no value
// are all Kind::null. Reports mistakes of the files ("json-syntax", "csv-syntax" …) and columns without a field
// ("unknown-column"). Calling it again with the same texts gives the same rows.
void read_rows(const Resource& resource, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
               const std::function<bool(const RawRow& row)>& row);
// Of a file that is the only text of its resource.
inline void read_rows(const Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics,
                      RowErrors& errors, const std::function<bool(const RawRow& row)>& row) {
  read_rows(resource, Texts{&file}, diagnostics, errors, row);
}

// The names of the columns in the header or in the first row.
std::vector<std::string> column_names(const Resource& resource, const Texts& texts);

}  // namespace data
