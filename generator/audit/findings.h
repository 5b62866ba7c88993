// What is found in one published file. Its text is kept only where there is something to tell, and of each kind of
// mistake the first few: a page that was written by a broken template has thousands.
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
  static constexpr size_t kMostOfACode = 20;

  // `path` is what people are told; `text` outlives it.
  Findings(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {}

  std::string_view text() const { return text_; }
  // `at` is a part of the text. What is returned is valid until the next one is added.
  base::Diagnostic& error(std::string_view code, std::string_view at, std::string message);
  base::Diagnostic& warning(std::string_view code, std::string_view at, std::string message);
  // Of the file as a whole: its text is not shown.
  base::Diagnostic& error_of_file(std::string_view code, std::string message);
  base::Span span(std::string_view at);
  // Whether one more of that kind would be told: what is costly to say need not be worked out for others.
  bool has_room(std::string_view code) const;

  // What was found, each with what it is made from, and where there were more than are told how many. Leaves nothing.
  std::vector<base::Diagnostic> take(std::string_view made_from);
  // What the spans point into; null when nothing was found.
  std::shared_ptr<const base::SourceText> source() const { return source_; }

 private:
  base::Diagnostic& add(base::Severity severity, std::string_view code, base::Span span, std::string message);

  std::string path_;
  std::string_view text_;
  std::shared_ptr<base::SourceText> source_;
  std::vector<base::Diagnostic> list_;
  std::map<std::string_view, size_t> counts_;
  base::Diagnostic untold_;
};

}  // namespace audit
