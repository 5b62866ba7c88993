// The bibliography (data/sources/*.json): CSL-JSON, as Zotero, Pandoc and Quarto read and write it
// (https://github.com/citation-style-language/schema, CSL 1.0.2). Sourcebook's own keys are in CSL's `custom`:
// `license`, `status`, `reason`, `superseded_by`, `kind`, `stale_after_days`, `missing`.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace data {

// A person, or an organisation as `literal`.
struct Name {
  std::string family;  // with its particle: "van der Berg"
  std::string given;
  std::string literal;

  // "Ada Lovelace", or the literal.
  std::string text() const;
};

// A date of CSL; `year` 0 means none. `literal` is the text of a date without parts.
struct DateParts {
  int year = 0;
  int month = 0;  // 0: unknown
  int day = 0;
  std::string literal;

  // "2026-01-31", "2026-01", "2026", the literal, or "".
  std::string text() const;
};

struct Source {
  std::string id;
  std::string type;  // CSL's: "webpage", "paper-conference", "dataset", …
  std::string title;
  std::vector<Name> authors;
  std::string publisher;
  std::string container_title;
  std::string url;  // http or https, or ""
  std::string doi;
  DateParts issued;
  DateParts accessed;
  std::string version;
  std::string note;
  // Of `custom`.
  std::string kind;
  std::string license;
  std::string status;  // "" (current), "dated", "disputed", "superseded", "retracted" or "dead"
  std::string reason;  // of a status
  std::string superseded_by;
  std::optional<long> stale_after_days;  // since it was accessed
  std::vector<std::string> missing;      // keys that the author must still fill in, as marked by `new resource`
  // Every other plain CSL variable, by its CSL name: volume, page, ISBN, …
  std::vector<std::pair<std::string, std::string>> other;
  base::Span span;  // of the entry
  base::Span id_span;
};

// Immutable and thread-safe.
class Bibliography {
 public:
  // Sources in the order of the files and within them.
  static Bibliography read(const std::vector<const base::SourceText*>& files, base::Diagnostics& diagnostics);

  const std::vector<Source>& sources() const { return sources_; }
  const Source* find(std::string_view id) const;
  // Help for an unknown id: `did you mean "…"?` if one is near, and how to add such a source.
  std::string suggest(std::string_view id) const;

 private:
  std::vector<Source> sources_;
  std::map<std::string, size_t, std::less<>> by_id_;
};

}  // namespace data
