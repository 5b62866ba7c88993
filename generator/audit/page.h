// A published page as a flat list of its elements and texts, as they were written, and the findings in it. Tags, ids,
// the order of headings and where HTML allows an element are not checked, because validators do that.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "markup/html_scanner.h"

namespace audit {

// The findings in one published file: at most 20 with the same code, because a page from a broken template has
// thousands.
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
    return report(base::Severity::error, code, at, std::move(message));
  }
  base::Diagnostic& warning(std::string_view code, std::string_view at, std::string message) {
    return report(base::Severity::warning, code, at, std::move(message));
  }
  // Adds an error about the file as a whole, for which no text is shown.
  base::Diagnostic& error_of_file(std::string_view code, std::string message);
  // Whether a further finding with that code would be shown. If not, expensive suggestions need not be computed.
  bool has_room(std::string_view code) const;

  // Removes and returns all findings, with notes about the source of the file and about findings that are not shown.
  // Sets `source` to the text that their spans point into.
  std::vector<base::Diagnostic> take(std::string_view made_from, std::shared_ptr<const base::SourceText>& source);

 private:
  base::Diagnostic& report(base::Severity severity, std::string_view code, std::string_view at, std::string message);

  std::shared_ptr<const base::SourceText> source_;
  std::vector<base::Diagnostic> list_;
  std::map<std::string_view, size_t> counts_;
  base::Diagnostic not_shown_;
};

using markup::equal_names;

bool matches_any(std::span<const std::string_view> names, std::string_view name);

struct Element : markup::HtmlTag {
  std::string_view token;    // the opening tag, or the text, whose name is ""
  bool in_template = false;  // whether it is inside <template>, and so not yet part of the page
  bool in_drawing = false;   // whether it is inside <svg> or <math>, or is XML, and so not an element of HTML

  bool is_text() const { return name.empty(); }
  // Whether this is the HTML element with that name.
  bool is(std::string_view html_name) const { return !in_drawing && equal_names(name, html_name); }
  bool is_one_of(std::initializer_list<std::string_view> names) const {
    return !in_drawing && matches_any(names, name);
  }
};

using Page = std::vector<Element>;

// Reads a page, or a drawing in a separate file. The text must outlive the page.
Page read_page(std::string_view text, bool is_drawing);

// ---- rules.cc: checks of single pages. Each rule visits the elements once and reports its own codes.
// Checks a page. Codes: "inline-code", "weak-policy".
void check_page(const Page& page, Findings& findings);
// Checks a drawing in a separate file for inline code.
void check_drawing(const Page& page, Findings& findings);

}  // namespace audit
