// Folder base/: the foundation of all other folders: diagnostics, source text, hashes, UTF-8, threads.
// A diagnostic states what is wrong, where, what was expected and how to fix it. Each task collects its own
// Diagnostics; the code that started the tasks merges them in a fixed order. Nothing is printed before the run is over
// (diagnostic_format.h).
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace base {

enum class Severity { error, warning };

// A related position with its explanation: "first defined here".
struct Note {
  Span span;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;  // a stable name in kebab-case: "figure-mismatch"
  Span span;
  std::string path;  // a file or folder that could not be read, if there is no span
  std::string message;
  std::string expected;
  std::string help;
  std::vector<Note> notes;
  // Identifies the mistake independently of its message, to compare the mistakes of two builds: "assert:NAME",
  // "figure:prices/latte/price" (in a sentence), "sentence:NAME" (that depends on an assert), "form:KIND" (something
  // that a page cannot contain, reported once for a file), or "". Not printed.
  std::string about;
  // The tables that a number in a sentence comes from. Numbers of one changed table have one cause.
  std::vector<std::string> tables;

  // These return the diagnostic, so that it is built in one expression: diagnostics.error(…).expect(…).suggest(…);
  Diagnostic& expect(std::string text) {
    expected = std::move(text);
    return *this;
  }
  Diagnostic& suggest(std::string text) {
    help = std::move(text);
    return *this;
  }
  Diagnostic& of(std::string what) {
    about = std::move(what);
    return *this;
  }
  Diagnostic& note(Span at, std::string text) {
    notes.push_back({at, std::move(text)});
    return *this;
  }
};

class Diagnostics {
 public:
  // These return a reference that is valid until the next diagnostic is added.
  Diagnostic& error(std::string_view code, Span span, std::string message);
  Diagnostic& error(std::string_view code, std::string path, std::string message);
  Diagnostic& warning(std::string_view code, Span span, std::string message);

  void merge(Diagnostics other);
  void remove_if(const std::function<bool(const Diagnostic&)>& unwanted);
  bool has_errors() const { return errors_ > 0; }
  size_t errors() const { return errors_; }
  size_t warnings() const { return list_.size() - errors_; }
  bool empty() const { return list_.empty(); }
  const std::vector<Diagnostic>& list() const { return list_; }

  // Combines errors with one cause: the rows of a failed assert and the sentences that depend on it, three or more
  // numbers in sentences that differ from one table, and the same form in one file. The notes of a combined error are
  // its places.
  Diagnostics by_cause() const;
  // Turns warnings into errors, for `--strict`.
  void make_warnings_errors();
  // Sorts by path, position and code, and removes duplicates.
  void sort();

 private:
  void count_errors();

  std::vector<Diagnostic> list_;
  size_t errors_ = 0;
};

// Thrown if a command can't start with what was given: why, and what to do instead. Nothing was written. cli/ prints
// it.
struct UsageError {
  std::string why, help;
};

}  // namespace base
