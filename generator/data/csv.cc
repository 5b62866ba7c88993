#include "data/csv.h"

#include <deque>
#include <iterator>
#include <limits>

#include "base/text.h"
#include "base/utf8.h"

namespace data {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kMaxFileBytes = size_t{1} << 30;
constexpr size_t kMaxCells = 2000;  // in one line

class CsvReader {
 public:
  CsvReader(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics)
      : source_(source), text_(source.text()), dialect_(dialect), diagnostics_(diagnostics) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  bool run(const std::function<bool(const std::vector<CsvCell>&)>& row) {
    while (at_ < text_.size()) {
      if (take_line_end()) continue;
      cells_.clear();
      unescaped_.clear();
      do {
        if (cells_.size() == kMaxCells) return fail(at_, at_ + 1, "this line has more than 2,000 cells");
        if (!take_cell()) return false;
      } while (take_delimiter());
      if (at_ < text_.size() && !take_line_end())
        return fail(at_, at_ + 1, "something stands after the closing quote of this cell",
                    "within quotes a quote is written twice");
      if (!row(cells_)) return true;
    }
    return true;
  }

 private:
  bool fail(size_t begin, size_t end, std::string message, std::string help = "") {
    diagnostics_.error("csv-syntax", span(begin, end), std::move(message)).suggest(std::move(help));
    return false;
  }
  base::Span span(size_t begin, size_t end) const {
    return {&source_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  bool take_line_end() {
    if (text_.substr(at_, 2) == "\r\n") return at_ += 2, true;
    if (at_ < text_.size() && text_[at_] == '\n') return ++at_, true;
    return false;
  }
  bool take_delimiter() {
    if (at_ >= text_.size() || text_[at_] != dialect_.delimiter) return false;
    return ++at_, true;
  }

  bool take_cell() {
    if (at_ < text_.size() && text_[at_] == dialect_.quote) return take_quoted_cell();
    size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != dialect_.delimiter && text_[at_] != '\n') {
      if (text_[at_] == dialect_.quote)
        return fail(at_, at_ + 1, "a quote within a cell that does not begin with one",
                    "put the whole cell in quotes and double those within");
      ++at_;
    }
    size_t end = at_;
    if (at_ < text_.size() && text_[at_] == '\n' && end > begin && text_[end - 1] == '\r') end = --at_;
    cells_.push_back({text_.substr(begin, end - begin), span(begin, end)});
    return true;
  }

  bool take_quoted_cell() {
    size_t begin = at_++;
    size_t from = at_;
    std::string* joined = nullptr;
    while (true) {
      size_t quote = text_.find(dialect_.quote, at_);
      if (quote == std::string_view::npos) return fail(begin, begin + 1, "this quote is not closed");
      if (quote + 1 < text_.size() && text_[quote + 1] == dialect_.quote) {
        if (joined == nullptr) joined = &unescaped_.emplace_back();
        joined->append(text_.substr(from, quote + 1 - from));
        at_ = from = quote + 2;
        continue;
      }
      at_ = quote + 1;
      std::string_view last = text_.substr(from, quote - from);
      if (joined != nullptr) joined->append(last);
      cells_.push_back({joined != nullptr ? std::string_view(*joined) : last, span(begin, at_)});
      return true;
    }
  }

  const base::SourceText& source_;
  std::string_view text_;
  CsvDialect dialect_;
  base::Diagnostics& diagnostics_;
  size_t at_ = 0;
  std::vector<CsvCell> cells_;
  std::deque<std::string> unescaped_;  // cells that had doubled quotes
};

}  // namespace

bool read_csv(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics,
              const std::function<bool(const std::vector<CsvCell>& cells)>& row) {
  if (source.text().size() > kMaxFileBytes) {
    diagnostics.error("csv-syntax", source.path(), "the file is larger than 1 GiB");
    return false;
  }
  if (auto bad = base::find_invalid_utf8(source.text())) {
    auto at = static_cast<uint32_t>(*bad);
    diagnostics.error("csv-syntax", {&source, at, at + 1}, "this byte is not part of UTF-8 text")
        .suggest("save the file as UTF-8");
    return false;
  }
  if (base::has_bare_returns(source.text())) {
    diagnostics.error("csv-syntax", source.path(), "the lines end in CR alone, as on old Macs")
        .suggest("save the file with LF or CRLF at the end of lines");
    return false;
  }
  return CsvReader(source, dialect, diagnostics).run(row);
}

std::string csv_cell(std::string_view text, CsvDialect dialect) {
  const char special[] = {dialect.delimiter, dialect.quote, '\r', '\n'};
  const bool is_plain = text.find_first_of(special, 0, std::size(special)) == std::string_view::npos;
  return is_plain ? std::string(text) : csv_quoted(text, dialect);
}

std::string csv_quoted(std::string_view text, CsvDialect dialect) {
  const std::string quote(1, dialect.quote);
  return quote + base::replace_all(std::string(text), quote, quote + quote) + quote;
}

}  // namespace data
