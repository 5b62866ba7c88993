// Reads the rows of a resource's file, JSON or CSV, in one form: a cell for each field, as written. Collects their
// errors.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "notation/node.h"

namespace data {

// The texts with the rows of a resource, in their order.
using Texts = std::vector<const base::SourceText*>;

// The texts of a resource: its files, decompressed and converted to UTF-8, or the "data" of its descriptor.
struct ResourceTexts {
  Texts texts;                                                    // the texts of files that exist
  std::vector<std::unique_ptr<const base::SourceText>> own = {};  // the texts that are not files
};

// Opens the texts of a resource. Reports "csv-syntax" for a file that can't be decompressed or is not in its encoding.
ResourceTexts open_texts(const Resource& resource, const FindFile& find, base::Diagnostics& diagnostics);

// Whether there is an encoding of this name.
bool is_encoding(const std::string& name);

// The row and field of a cell, for errors that are found after its row was read.
struct CellAddress {
  size_t row = 0;
  int field = -1;  // the index of a field, or -1 for the row as a whole
  auto operator<=>(const CellAddress&) const = default;
};

// An error whose positions are not known yet.
struct LateError : base::Diagnostic {
  std::vector<CellAddress> places;  // the place of the error, then one for each note

  LateError& note_at(CellAddress at, std::string text) {
    places.push_back(at);
    notes.push_back({{}, std::move(text)});
    return *this;
  }
};

// Errors in the rows of one resource. For each code, only the first 20 errors are reported; the others are counted.
class RowErrors {
 public:
  // Without a resource and its texts, late() must not be called.
  explicit RowErrors(base::Diagnostics& diagnostics, const Resource* resource = nullptr, Texts texts = {})
      : diagnostics_(diagnostics), resource_(resource), texts_(std::move(texts)) {}
  RowErrors(const RowErrors&) = delete;
  RowErrors& operator=(const RowErrors&) = delete;
  ~RowErrors() { finish(); }

  // Reports an error, as Diagnostics::error() does.
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
  struct ErrorCount {
    size_t count = 0;
    base::Span first_hidden;
  };
  void find_places();

  base::Diagnostics& diagnostics_;
  const Resource* resource_;
  Texts texts_;
  std::map<std::string_view, ErrorCount> kinds_;
  std::vector<LateError> late_;
  LateError hidden_;
  size_t count_ = 0;
};

struct RawCell {
  notation::Kind kind = notation::Kind::null;  // the kind of value; always null or string in CSV
  std::string_view text;  // the unquoted text, valid only during the call; the source of a list or map
  base::Span span;        // the cell's position; the whole row if the cell is missing
};

struct RawRow {
  size_t index = 0;  // the number of the row, counting from 0 those that could be read
  base::Span span;
  std::vector<RawCell> cells;  // one for each field of the resource
  bool from_csv = false;
};

// Calls row() for each row; return false to stop. Nulls, missing cells, empty texts and texts that mean "no value"
// all have Kind::null. Reports errors of the files ("json-syntax", "csv-syntax" …) and columns without a field
// ("unknown-column"). A second call with the same texts returns the same rows. The rows of a history are those of all
// editions (data/history.h).
void read_rows(const Resource& resource, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
               const std::function<bool(const RawRow& row)>& row);

// Like read_rows(), but returns the rows of a history as its file has them.
void read_stored_rows(const Resource& resource, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
                      const std::function<bool(const RawRow& row)>& row);

// Whether a value is one of those that mean "no value". In a field of numbers, -999 and "-999.0" are the same.
bool means_no_value(const std::vector<std::string>& missing, std::string_view text, quantity::FieldType type);

// Returns the names of the columns, from the header or the first row.
std::vector<std::string> column_names(const Resource& resource, const Texts& texts);

}  // namespace data
