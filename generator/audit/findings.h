// The findings in one published file: at most 20 with the same code, because a page from a broken template has
// thousands.
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

  // `path` is for messages.
  Findings(std::string path, std::string text)
      : source_(std::make_shared<base::SourceText>(std::move(path), std::move(text))) {}

  const base::SourceText& source() const { return *source_; }
  std::string_view text() const { return source_->text(); }
  base::Span span(std::string_view at) const;  // `at` is a part of the text
  // Adds an error. The returned reference is valid until the next call.
  base::Diagnostic& error(std::string_view code, std::string_view at, std::string message) {
    return add(base::Severity::error, code, at, std::move(message));
  }
  base::Diagnostic& warning(std::string_view code, std::string_view at, std::string message) {
    return add(base::Severity::warning, code, at, std::move(message));
  }
  // Adds an error about the file as a whole, for which no text is shown.
  base::Diagnostic& error_of_file(std::string_view code, std::string message);
  // Whether a further finding with that code would be shown. If not, expensive suggestions need not be computed.
  bool has_room(std::string_view code) const;

  // Removes and returns all findings, with notes about the source of the file and about findings that are not shown.
  // Sets `source` to the text that their spans point into.
  std::vector<base::Diagnostic> take(std::string_view made_from, std::shared_ptr<const base::SourceText>& source);

 private:
  base::Diagnostic& add(base::Severity severity, std::string_view code, std::string_view at, std::string message);

  std::shared_ptr<const base::SourceText> source_;
  std::vector<base::Diagnostic> list_;
  std::map<std::string_view, size_t> counts_;
  base::Diagnostic not_shown_;
};

}  // namespace audit
