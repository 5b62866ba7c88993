#include "audit/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace audit {
namespace {

class PageReader {
 public:
  explicit PageReader(bool is_drawing) : open_{{.name = "", .is_drawing = is_drawing}} {}

  Page read(std::string_view text) {
    Page page;
    page.reserve(text.size() / 32 + 1);
    for (markup::HtmlScanner scanner(text); scanner.next();) {
      const bool is_tag = !scanner.is_text();
      if (is_tag && scanner.tag().closes) {
        if (open_.size() > 1 && equal_names(open_.back().name, scanner.tag().name)) open_.pop_back();
        continue;
      }
      const Open& in = open_.back();
      page.push_back({is_tag ? scanner.tag() : markup::HtmlTag(), scanner.token(), in.is_template, in.is_drawing});
      if (is_tag && !scanner.tag().closes_itself) enter(scanner.tag().name);
    }
    return page;
  }

 private:
  // An open element whose content has another language, or is not yet part of the page.
  struct Open {
    std::string_view name;
    bool is_drawing = false;  // whether its content is SVG, MathML or XML
    bool is_template = false;
  };

  void enter(std::string_view name) {
    const Open in = open_.back();
    if (equal_names(name, "svg") || equal_names(name, "math"))
      open_.push_back({name, true, in.is_template});
    else if (in.is_drawing && equal_names(name, "foreignobject"))
      open_.push_back({name, false, in.is_template});
    else if (!in.is_drawing && equal_names(name, "template"))
      open_.push_back({name, false, true});
  }

  std::vector<Open> open_;  // the first one is the document
};

}  // namespace

base::Span Findings::span(std::string_view at) const {
  const auto begin = static_cast<uint32_t>(at.data() - text().data());
  return {source_.get(), begin, begin + static_cast<uint32_t>(at.size())};
}

bool Findings::has_room(std::string_view code) const {
  auto found = counts_.find(code);
  return found == counts_.end() || found->second < kMaxOfACode;
}

base::Diagnostic& Findings::report(base::Severity severity, std::string_view code, std::string_view at,
                                   std::string message) {
  if (++counts_[code] > kMaxOfACode) return not_shown_ = {};
  list_.push_back({severity, std::string(code), span(at), "", std::move(message), "", "", {}, ""});
  return list_.back();
}

base::Diagnostic& Findings::error_of_file(std::string_view code, std::string message) {
  list_.push_back({base::Severity::error, std::string(code), {}, source_->path(), std::move(message), "", "", {}, ""});
  return list_.back();
}

std::vector<base::Diagnostic> Findings::take(std::string_view made_from,
                                             std::shared_ptr<const base::SourceText>& source) {
  for (const auto& [code, count] : counts_) {
    if (count <= kMaxOfACode) continue;
    auto last = std::find_if(list_.rbegin(), list_.rend(), [&](const auto& each) { return each.code == code; });
    last->note({}, fmt::format("and {} more with this code in this file", count - kMaxOfACode));
  }
  for (base::Diagnostic& each : list_)
    if (!made_from.empty()) each.note({}, fmt::format("this file is generated from {}", made_from));
  if (!list_.empty()) source = source_;
  return std::move(list_);
}

bool matches_any(std::span<const std::string_view> names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view each) { return equal_names(each, name); });
}

Page read_page(std::string_view text, bool is_drawing) { return PageReader(is_drawing).read(text); }

}  // namespace audit
