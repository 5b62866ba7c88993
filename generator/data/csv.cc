#include "data/csv.h"

#include <deque>
#include <iterator>

#include "base/text.h"
#include "base/utf8.h"

namespace data {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kMaxFileBytes = size_t{1} << 30;
constexpr size_t kMaxCells = 2000;  // the most cells of a line

class CsvReader {
 public:
  CsvReader(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics)
      : source_(source), text_(source.text()), dialect_(dialect), diagnostics_(diagnostics) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  bool run(const std::function<bool(const std::vector<CsvCell>&)>& row) {
    while (at_ < text_.size()) {
      if (skip("\r\n") || skip("\n")) continue;
      if (dialect_.comment != '\0' && peek() == dialect_.comment) {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      cells_.clear();
      unescaped_.clear();
      do {
        if (cells_.size() == kMaxCells) return fail(at_, "this line has more than 2,000 cells");
        while (dialect_.trims && peek() == ' ') ++at_;
        const bool is_quoted = dialect_.quote != '\0' && peek() == dialect_.quote;
        if (!(is_quoted ? read_quoted_cell() : read_cell())) return false;
      } while (skip({&dialect_.delimiter, 1}));
      if (at_ < text_.size() && !skip("\r\n") && !skip("\n"))
        return fail(at_, "unexpected text after the closing quote of this cell",
                    "to include a quote in a quoted cell, write it twice");
      if (!row(cells_)) return true;
    }
    return true;
  }

 private:
  bool fail(size_t at, std::string message, std::string help = "") {
    diagnostics_.error("csv-syntax", span(at, at + 1), std::move(message)).suggest(std::move(help));
    return false;
  }
  base::Span span(size_t begin, size_t end) const {
    return {&source_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool skip(std::string_view symbol) {
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  bool read_cell() {
    size_t begin = at_;
    bool is_escaped = false;
    for (; at_ < text_.size() && text_[at_] != dialect_.delimiter && text_[at_] != '\n'; ++at_)
      if (is_escape(at_)) {
        ++at_;
        is_escaped = true;
      } else if (text_[at_] == dialect_.quote && dialect_.quote != '\0' && !dialect_.has_free_quotes)
        return fail(at_, "unexpected quote in an unquoted cell",
                    "put the whole cell in quotes and double the quotes inside it");
    if (peek() == '\n' && at_ > begin && text_[at_ - 1] == '\r') --at_;
    std::string_view text = text_.substr(begin, at_ - begin);
    if (is_escaped) text = unescaped_.emplace_back(without_escapes(text));
    cells_.push_back({text, span(begin, at_)});
    return true;
  }

  bool is_escape(size_t at) const {
    return dialect_.escape != '\0' && text_[at] == dialect_.escape && at + 1 < text_.size();
  }
  std::string without_escapes(std::string_view text) const {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == dialect_.escape && i + 1 < text.size()) ++i;
      out += text[i];
    }
    return out;
  }

  bool read_quoted_cell() {
    const size_t begin = at_++;
    size_t from = at_;
    std::string* joined = nullptr;
    for (;;) {
      size_t quote = text_.find(dialect_.quote, at_);
      if (dialect_.escape != '\0' && dialect_.escape != dialect_.quote)
        for (quote = at_; quote < text_.size() && text_[quote] != dialect_.quote; ++quote)
          if (is_escape(quote)) ++quote;
      if (quote >= text_.size()) return fail(begin, "this quote is not closed");
      at_ = quote + 1;
      if (!dialect_.doubles || peek() != dialect_.quote || at_ == text_.size()) {
        std::string_view text = text_.substr(from, quote - from);
        if (joined) text = joined->append(text);
        if (dialect_.escape != '\0' && text.find(dialect_.escape) != std::string_view::npos)
          text = unescaped_.emplace_back(without_escapes(text));
        cells_.push_back({text, span(begin, at_)});
        return true;
      }
      if (!joined) joined = &unescaped_.emplace_back();
      joined->append(text_.substr(from, at_ - from));
      from = ++at_;
    }
  }

  const base::SourceText& source_;
  std::string_view text_;
  CsvDialect dialect_;
  base::Diagnostics& diagnostics_;
  size_t at_ = 0;
  std::vector<CsvCell> cells_;
  std::deque<std::string> unescaped_;  // the texts of cells that contain doubled quotes
};

}  // namespace

bool read_csv(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics,
              const std::function<bool(const std::vector<CsvCell>& cells)>& row) {
  if (source.text().size() > kMaxFileBytes) {
    diagnostics.error("csv-syntax", source.path(), "the file is larger than 1 GiB");
  } else if (auto bad = base::find_invalid_utf8(source.text())) {
    auto at = static_cast<uint32_t>(*bad);
    diagnostics.error("csv-syntax", {&source, at, at + 1}, "this byte is not part of UTF-8 text")
        .suggest("save the file as UTF-8");
  } else if (base::has_bare_returns(source.text())) {
    diagnostics.error("csv-syntax", source.path(), "the lines end in CR alone")
        .suggest("save the file with LF or CRLF line endings");
  } else {
    return CsvReader(source, dialect, diagnostics).run(row);
  }
  return false;
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
