// Reads the entries of BibTeX files.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/bibtex.h"

namespace data {
namespace {

using notation::Entry;
using notation::Kind;
using notation::Node;

struct BibError {
  size_t at;
  std::string message, expected;
};

// Counts the bytes that are copied from @strings and parents, which may repeat each other many times.
struct Copies {
  size_t left;
  bool is_over = false;
  // Returns false, and reports the first time, if there would be too many.
  bool add(size_t bytes, base::Span span, base::Diagnostics& diagnostics) {
    if (!is_over && bytes > left)
      diagnostics.error("too-much-work", span, "the bibliography becomes too large here: its entries repeat each other")
          .expect("@strings, crossref and xdata that copy few texts")
          .suggest(base::help_with_work("write shorter texts"));
    is_over = is_over || bytes > left;
    left -= is_over ? 0 : bytes;
    return !is_over;
  }
};

bool is_name_char(char c) {
  return !base::is_space(c) && static_cast<unsigned char>(c) >= 0x20 &&
         std::string_view("{}()\",=#%'\\").find(c) == std::string_view::npos;
}

using Macros = std::map<std::string, std::string>;

class BibReader {
 public:
  BibReader(const base::SourceText& file, Macros& macros, Copies& copies, base::Diagnostics& diagnostics)
      : file_(file), text_(file.text()), diagnostics_(diagnostics), macros_(macros), copies_(copies) {}

  std::vector<BibEntry> run() {
    for (at_ = text_.find('@'); at_ != std::string_view::npos; at_ = text_.find('@', at_)) {
      const size_t begin = at_++;
      const std::string_view before = text_.substr(0, begin);
      if (base::trim(before.substr(before.rfind('\n') + 1)).starts_with('%')) continue;  // a comment
      try {
        read_item(begin);
      } catch (const BibError& error) {
        diagnostics_.error("bibtex-syntax", span(error.at, std::min(error.at + 1, text_.size())), error.message)
            .expect(error.expected);
        at_ = std::max(begin + 1, std::min(text_.find("\n@", begin), text_.size()));
      }
    }
    return std::move(entries_);
  }

 private:
  base::Span span(size_t begin, size_t end) const {
    return {&file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  // Also skips comments, "% …", which are read outside of values only.
  void skip_space() {
    while (base::is_space(peek()) || peek() == '%')
      at_ = peek() == '%' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
  }
  std::string read_name() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    return base::lower(text_.substr(begin, at_ - begin));
  }

  // Reads the item whose "@" is at `begin`. Text between entries is a comment, even if it contains an "@".
  void read_item(size_t begin) {
    const std::string type = read_name();
    skip_space();
    const char open = peek();
    if (type.empty() || (open != '{' && open != '(')) return;
    if (type == "comment" || type == "preamble") return skip_group();
    ++at_;
    const char close = open == '{' ? '}' : ')';
    if (type == "string") {
      Entry macro = read_field();
      macros_[macro.key] = macro.value.text;
      return expect_end(close);
    }
    BibEntry entry{.type = type, .fields = {Kind::map}};
    skip_space();
    const size_t key = at_;
    at_ = std::min(text_.find_first_of(",\n}", at_), text_.size());
    entry.key = base::trim(text_.substr(key, at_ - key));
    entry.key_span = span(key, key + entry.key.size());
    skip_space();
    if (entry.key.empty() || entry.key.find('=') != std::string::npos)
      throw BibError{key, fmt::format("this @{} does not have a key", type), "@" + type + "{KEY, …"};
    while (peek() == ',') {
      ++at_;
      skip_space();
      if (peek() == close) break;
      Entry field = read_field();
      const Node* first = entry.fields.find(field.key);
      // BibLaTeX calls the same field by two names.
      if (!first) first = entry.fields.find(base::word_after("journal journaltitle journaltitle journal", field.key));
      if (first && first->text != field.value.text)
        diagnostics_
            .warning(
                "bibtex-syntax", field.value.span,
                fmt::format("a second {} is left out; the first is \"{}\"", field.key, base::shortened(first->text)))
            .suggest("keep the right one");
      if (!first) entry.fields.entries.push_back(std::move(field));
    }
    expect_end(close);
    entry.fields.span = span(begin, at_);
    entries_.push_back(std::move(entry));
  }

  void expect_end(char close) {
    skip_space();
    if (peek() != close)
      throw BibError{at_, at_ < text_.size() ? "the value ends before this" : "the entry is not closed",
                     fmt::format("\",\" before another field, or \"{}\" at the end of the entry", close)};
    ++at_;
  }

  Entry read_field() {
    skip_space();
    Entry field{.value = {Kind::string}};
    Node& value = field.value;
    const size_t begin = at_;
    field.key = read_name();
    skip_space();
    if (field.key.empty() || peek() != '=') throw BibError{begin, "this is not a field", "NAME = {VALUE}"};
    do {
      ++at_;
      skip_space();
      if (!value.span.source) value.span = span(at_, at_);
      value.text += read_part();
      value.span.end = static_cast<uint32_t>(at_);
      skip_space();
    } while (peek() == '#');
    return field;
  }

  std::string read_part() {
    const size_t begin = at_;
    if (peek() == '{') {
      skip_group();
      return std::string(text_.substr(begin + 1, at_ - begin - 2));
    }
    if (peek() == '"') return read_quoted();
    std::string name = read_name();
    if (name.empty())
      throw BibError{begin, "this is not a value", "{TEXT}, \"TEXT\", a number or the name of a @string"};
    if (std::ranges::all_of(name, base::is_digit)) return name;
    const auto found = macros_.find(name);
    if (found != macros_.end())
      return copies_.add(found->second.size(), span(begin, at_), diagnostics_) ? found->second : "";
    diagnostics_.warning("bibtex-syntax", span(begin, at_), fmt::format("there is no @string \"{}\"", name))
        .suggest("put the text between braces, or define it: @string{" + name + " = {…}}");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string read_quoted() {
    const size_t begin = at_++;
    for (int depth = 0; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '{' ? 1 : text_[at_] == '}' ? -1 : 0;
      if (text_[at_] == '"' && depth <= 0) return std::string(text_.substr(begin + 1, at_++ - begin - 1));
    }
    throw BibError{begin, "this text does not end", "a closing \""};
  }

  // Moves from an opening brace or parenthesis to the position after the one that closes it.
  void skip_group() {
    const size_t begin = at_;
    const char open = peek(), close = open == '{' ? '}' : ')';
    for (size_t depth = 0; at_ < text_.size(); ++at_) {
      depth += text_[at_] == open ? 1 : 0;
      if (text_[at_] == close && --depth == 0) return void(++at_);
    }
    throw BibError{begin, "this brace is not closed", fmt::format("a \"{}\" for each \"{}\"", close, open)};
  }

  const base::SourceText& file_;
  std::string_view text_;
  base::Diagnostics& diagnostics_;
  size_t at_ = 0;
  Macros& macros_;
  Copies& copies_;
  std::vector<BibEntry> entries_;
};

// Copies missing fields from a parent. The title of a book becomes the book title of its chapters.
void inherit_fields(BibEntry& entry, const BibEntry& parent, std::string_view how, Copies& copies,
                    base::Diagnostics& diagnostics) {
  const bool is_part = how == "crossref" && parent.type != entry.type;
  const std::string title = entry.type == "article" ? "journaltitle" : "booktitle";
  for (Entry field : parent.fields.entries) {
    if (base::has_word("crossref xdata ids keywords options label shorttitle", field.key)) continue;
    if (is_part && field.key == "title") field.key = title;
    if (is_part && field.key == "subtitle") field.key = title == "booktitle" ? "booksubtitle" : "journalsubtitle";
    if (!entry.fields.find(field.key) && copies.add(field.value.text.size(), entry.key_span, diagnostics))
      entry.fields.entries.push_back(std::move(field));
  }
}

void report_set(const BibEntry& entry, base::Diagnostics& diagnostics) {
  const Node* members = entry.fields.find("entryset");
  diagnostics.error("bibtex-syntax", entry.key_span, fmt::format("\"{}\" is a set of entries, not a source", entry.key))
      .suggest("remove the @set, and cite its entries" + (members ? ": " + members->text : ""));
}

void inherit(std::vector<std::vector<BibEntry>>& files, Copies& copies, base::Diagnostics& diagnostics) {
  std::map<std::string, BibEntry*> by_key;
  for (std::vector<BibEntry>& entries : files)
    for (BibEntry& entry : entries) by_key.emplace(base::lower(entry.key), &entry);
  // The number of generations through which fields are inherited: a parent may itself have a parent.
  constexpr int kMaxLevels = 3;
  for (int level = 0; level < kMaxLevels; ++level)
    for (std::vector<BibEntry>& entries : files)
      for (BibEntry& entry : entries)
        for (const char* name : {"crossref", "xdata"})
          if (const Node* field = entry.fields.find(name))
            for (const Node copy = *field; std::string_view parent : base::split(copy.text, ',')) {
              const auto found = by_key.find(base::lower(base::trim(parent)));
              if (found != by_key.end())
                inherit_fields(entry, BibEntry(*found->second), name, copies, diagnostics);
              else if (level == 0)
                diagnostics.warning("bibtex-syntax", copy.span,
                                    fmt::format("there is no entry \"{}\" in the .bib files", base::trim(parent)));
            }
  for (std::vector<BibEntry>& entries : files)
    std::erase_if(entries, [&](const BibEntry& entry) {
      if (entry.type == "set") report_set(entry, diagnostics);
      return entry.type == "xdata" || entry.type == "set";
    });
}

}  // namespace

std::vector<std::vector<BibEntry>> read_bib_entries(const std::vector<const base::SourceText*>& files,
                                                    base::Diagnostics& diagnostics) {
  Macros macros;
  for (const char* month : {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"})
    macros.emplace(month, month);
  size_t bytes = 0;
  for (const base::SourceText* file : files) bytes += file->text().size();
  const size_t allowed = base::work_allowed_for_file(bytes) / 2;
  Copies first_copies{allowed}, copies{allowed};
  base::Diagnostics ignored;
  if (files.size() > 1)  // a file may use what a later one defines
    for (const base::SourceText* file : files) BibReader(*file, macros, first_copies, ignored).run();
  std::vector<std::vector<BibEntry>> entries;
  for (const base::SourceText* file : files) entries.push_back(BibReader(*file, macros, copies, diagnostics).run());
  inherit(entries, copies, diagnostics);
  return entries;
}

}  // namespace data
