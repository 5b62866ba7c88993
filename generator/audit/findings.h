// The findings in one published file: at most 20 of a code, because a page that was written by a broken template has
// thousands. The text is stored only if there are any.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace audit {

class Findings {
 public:
  static constexpr size_t kMaxOfACode = 20;

  // `path` is for messages; `text` outlives it.
  Findings(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {}

  std::string_view text() const { return text_; }
  // `at` is a part of the text. The returned reference is valid until the next call.
  base::Diagnostic& error(std::string_view code, std::string_view at, std::string message);
  base::Diagnostic& warning(std::string_view code, std::string_view at, std::string message);
  // About the file as a whole: its text is not shown.
  base::Diagnostic& error_of_file(std::string_view code, std::string message);
  base::Span span(std::string_view at);
  // Whether one more with that code would be shown; if not, an expensive suggestion need not be computed.
  bool has_room(std::string_view code) const;

  // Removes and returns all, with notes about the source of the file and about findings that are not shown.
  std::vector<base::Diagnostic> take(std::string_view made_from);
  // The text of the spans; null if nothing was found.
  std::shared_ptr<const base::SourceText> source() const { return source_; }

 private:
  base::Diagnostic& add(base::Severity severity, std::string_view code, std::string_view at, std::string message);

  std::string path_;
  std::string_view text_;
  std::shared_ptr<base::SourceText> source_;
  std::vector<base::Diagnostic> list_;
  std::map<std::string_view, size_t> counts_;
  base::Diagnostic not_shown_;
};

}  // namespace audit
