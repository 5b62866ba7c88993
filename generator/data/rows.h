// Reads the rows of a resource's file, JSON or CSV, in one form: a cell for each field, as written. Collects their
// errors.
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

// The row and field of a cell, for errors that are found after its row was read.
struct CellAddress {
  size_t row = 0;
  int field = -1;  // -1 means the row as a whole
  auto operator<=>(const CellAddress&) const = default;
};

// An error whose positions are not known yet.
struct LateError : base::Diagnostic {
  std::vector<CellAddress> places;  // first the error's own, then one for each note

  LateError& note_at(CellAddress at, std::string text) {
    places.push_back(at);
    notes.push_back({{}, std::move(text)});
    return *this;
  }
};

// Errors in the rows of one resource. For each code, only the first 20 errors are reported; the others are counted.
class RowErrors {
 public:
  // Without a resource and its file, late() must not be called.
  explicit RowErrors(base::Diagnostics& diagnostics, const Resource* resource = nullptr,
                     const base::SourceText* file = nullptr)
      : diagnostics_(diagnostics), resource_(resource), file_(file) {}
  RowErrors(const RowErrors&) = delete;
  RowErrors& operator=(const RowErrors&) = delete;
  ~RowErrors() { finish(); }

  // Like Diagnostics::error().
  base::Diagnostic& error(std::string_view code, base::Span span, std::string message);
  // Reports an error in a row that was read earlier: finish() reads the file again to find its position.
  LateError& late(std::string_view code, CellAddress at, std::string message);
  // The number of errors so far, whether reported or only counted.
  size_t count() const { return count_; }
  // Whether another error of this code would be reported. If not, the caller need not format a message.
  bool would_show(std::string_view code) const;
  // Reports late errors, and how many errors were only counted.
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
  const base::SourceText* file_;
  std::map<std::string_view, Kind> kinds_;
  std::vector<LateError> late_;
  LateError hidden_;
  size_t count_ = 0;
};

struct RawCell {
  notation::Kind kind = notation::Kind::null;  // for CSV always null or string
  std::string_view text;                       // unquoted; valid only during the call
  base::Span span;                             // where the cell is; the whole row if the cell is missing
};

struct RawRow {
  size_t index = 0;  // counts the rows that could be read, from 0
  base::Span span;
  std::vector<RawCell> cells;  // one for each field of the resource
  bool from_csv = false;
};

// Calls row() for each row; return false to stop. Nulls, missing cells and empty texts all have Kind::null. Reports
// errors of the file ("json-syntax", "csv-syntax" …) and columns without a field ("unknown-column"). A second call with
// the same file returns the same rows.
void read_rows(const Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics,
               RowErrors& errors, const std::function<bool(const RawRow& row)>& row);

}  // namespace data
