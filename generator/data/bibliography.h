// The bibliography (data/sources/) is read from CSL-JSON and CSL-YAML, which Zotero, Pandoc and Quarto read and write
// (https://github.com/citation-style-language/schema, CSL 1.0.2), and from BibTeX and RIS files, which are converted to
// CSL.
// CSL's `custom` contains Sourcebook's own keys: `license`, `status`, `reason`, `superseded_by`, `kind`,
// `stale_after_days`, `missing`.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace data {

// The name of a person, or of an organisation as `literal`.
struct Name {
  std::string family, given;
  std::string dropping, particle;  // "de" and "La" of "Jean de La Fontaine"; `particle` is CSL's non-dropping particle
  std::string suffix;
  bool has_comma_suffix = false;
  std::string literal;

  // Returns the name as it is spoken: "Jean de La Fontaine", "Martin Luther King, Jr.", "李剑国", or the literal.
  std::string text() const;
  // Returns the name as lists sort it: "Fontaine, Jean de La".
  std::string sorted_text() const;
};

// A date or a range of dates, as in CSL. `year` 0 means that there is no date; `literal` is a date as free text.
struct Date {
  struct Parts {
    int year = 0;
    int month = 0;  // the month; 0 if unknown, 21 to 24 for spring, summer, autumn and winter
    int day = 0;
    bool is_circa = false, is_uncertain = false;  // "1850~" and "1850?" in ISO 8601-2 (EDTF)
  };
  Parts begin;
  Parts end;             // its year is 0 unless the date is a range
  bool is_open = false;  // whether it is a range without an end: "1998/.."
  std::string literal;

  bool empty() const { return begin.year == 0 && literal.empty(); }
  // Returns the date or range in digits: "2026-01-31", "2026-01", "2026", "1998/2004", "1850~", "1998/.."; or the
  // literal, or "".
  std::string text() const;
  // Like text(), but returns only the end of a range, and no mark.
  std::string last() const;
};

struct Source {
  std::string id;
  std::string type;   // a type of CSL: "webpage", "paper-conference", "dataset", …; "document" if unknown
  std::string title;  // the title without markup, or a substitute for a missing title
  std::vector<Name> authors;
  std::string publisher;
  std::string container_title;  // the container's title without markup
  std::string url;              // an http or https URL, or ""
  std::string doi;              // the DOI without a prefix: "10.1000/182"
  Date issued;
  Date accessed;
  std::string version;
  std::string note;
  // The fields from `kind` to `missing` are Sourcebook's own, stored in `custom`.
  std::string kind;
  std::string license;
  std::string status;  // the status: "" (current), "dated", "disputed", "superseded", "retracted" or "dead"
  std::string reason;  // the reason for the status
  std::string superseded_by;
  std::optional<long> stale_after_days;  // number of days after `accessed` until it is stale
  std::vector<std::string> missing;      // keys that the author must still fill in, as listed by `new resource`
  // All values of the entry by their names in CSL; texts include their markup ("H<sub>2</sub>O").
  std::map<std::string, std::string, std::less<>> variables;
  std::map<std::string, std::vector<Name>, std::less<>> names;
  std::map<std::string, Date, std::less<>> dates;

  std::string address;  // the address of the source's page: "sources/ID.html"
  base::Span span;      // position of the entry
  base::Span id_span;
  std::string converted;  // the entry in CSL-JSON, if it was written in another format

  std::string_view csl() const { return converted.empty() ? span.text() : converted; }
  // Returns the address at which it can be read, percent-encoded: the URL, or the address of its DOI.
  std::string link() const;
};

// Reads one entry of a bibliography, written in CSL-JSON or converted to it. Keys that CSL does not define are kept in
// Source::csl(). `id` is "" if an error leaves nothing to cite.
Source read_csl(const notation::Node& node, base::Diagnostics& diagnostics);

// The default name of the source's page. Short ids of letters, digits and '-' are used unchanged.
std::string source_page_name(std::string_view id);

// A source that a Data Package names for its rows.
struct PackageEntry {
  std::string id;
  notation::Node csl;  // the entry in CSL-JSON; its spans are that of the sources in the package
};

// All sources of a site. Immutable and thread-safe.
class Bibliography {
 public:
  // Whether this file in data/sources/ is part of the bibliography: *.json, *.yaml, *.yml, *.bib, *.ris.
  static bool is_file(std::string_view path);
  // Reads the sources, in the order of the files and of the entries in them, then `entries` whose ids no file has.
  static Bibliography read(const std::vector<const base::SourceText*>& files, base::Diagnostics& diagnostics,
                           const std::vector<PackageEntry>& entries = {});

  const std::vector<Source>& sources() const { return sources_; }
  const Source* find(std::string_view id) const;
  // Returns help for an unknown id: `did you mean "…"?` if one is similar, and how to add such a source.
  std::string suggest(std::string_view id) const;

 private:
  void add_source(Source source, base::Diagnostics& diagnostics);
  void add_entry(const PackageEntry& entry, base::Diagnostics& diagnostics);

  std::vector<Source> sources_;
  std::map<std::string, size_t, std::less<>> by_id_;
};

}  // namespace data
