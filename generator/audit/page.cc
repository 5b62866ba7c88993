#include "audit/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace audit {
namespace {

bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), base::is_space); }

// Whether an element is tracked until its end tag. Elements with an optional end tag are not tracked, because where
// they end depends on the tags that follow.
bool needs_end_tag(const std::string& name) {
  static constexpr std::string_view kOptional[] = {"body", "caption",  "colgroup", "dd",    "dt", "head", "html",
                                                   "li",   "optgroup", "option",   "p",     "rp", "rt",   "tbody",
                                                   "td",   "tfoot",    "th",       "thead", "tr"};
  return !std::binary_search(std::begin(kOptional), std::end(kOptional), name) && !markup::is_void_element(name);
}

class PageReader {
 public:
  PageReader(Language language, Findings& findings) : findings_(findings), is_xml_(language == Language::xml) {}

  Page read() {
    elements_.reserve(findings_.text().size() / 32 + 1);
    elements_.push_back({{.name = "#document"}, findings_.text().substr(0, 0)});
    open_.push_back({.is_drawing = is_xml_});
    for (markup::HtmlScanner scanner(findings_.text()); scanner.next();) {
      if (scanner.is_text()) {
        if (!is_blank(scanner.text())) add_token(scanner.text(), {});
      } else if (scanner.tag().is_unfinished) {
        findings_.error("broken-tag", first_of(scanner.token()), "this tag is not closed").expect("\">\" at its end");
      } else if (scanner.tag().closes) {
        close(scanner.tag(), scanner.token());
      } else {
        open(scanner.tag(), scanner.token());
      }
    }
    end_from(1, {});
    return std::move(elements_);
  }

 private:
  struct Open {
    uint32_t element = 0;
    bool is_drawing = false;  // whether its content is SVG, MathML or XML
    bool is_template = false;
  };

  // Shortens a token for a message, because a tag that never ends may be long.
  static std::string_view first_of(std::string_view token) {
    return token.substr(0, std::min(token.find_first_of("\n\r"), std::min<size_t>(token.size(), 60)));
  }

  void add_token(std::string_view token, const markup::HtmlTag& from) {
    const Open& in = open_.back();
    elements_.push_back({from, token, in.element, in.is_template, in.is_drawing});
  }

  void open(const markup::HtmlTag& tag, std::string_view token) {
    check_attributes(tag, token);
    const Open in = open_.back();
    add_token(token, tag);
    const std::string name = base::lower(tag.name);
    const bool begins_drawing = name == "svg" || name == "math";
    if (in.is_drawing || begins_drawing ? tag.closes_itself : !needs_end_tag(name)) return;
    open_.push_back({static_cast<uint32_t>(elements_.size() - 1),
                     is_xml_ || begins_drawing || (in.is_drawing && name != "foreignobject"),
                     in.is_template || name == "template"});
  }

  void close(const markup::HtmlTag& tag, std::string_view token) {
    constexpr size_t kMaxDepth = 512;  // the depth at which browsers stop nesting elements
    if (!open_.back().is_drawing && !needs_end_tag(base::lower(tag.name))) return;
    for (size_t i = open_.size() - 1; i > 0 && i + kMaxDepth >= open_.size(); --i) {
      if (!equal_names(elements_[open_[i].element].name, tag.name)) continue;
      end_from(i + 1, token);
      open_.pop_back();
      return;
    }
    findings_.error("stray-tag", token, fmt::format("</{}> closes nothing: no <{}> is open here", tag.name, tag.name))
        .suggest("remove it, or open the element where it belongs");
  }

  // Ends the elements of open_ from `place` on, which should have been closed before `end_tag`.
  void end_from(size_t place, std::string_view end_tag) {
    for (size_t i = place; i < open_.size(); ++i) {
      const Element& element = elements_[open_[i].element];
      base::Diagnostic& error =
          findings_
              .error("unclosed-element", element.token,
                     end_tag.empty() ? fmt::format("<{}> is never closed", element.name)
                                     : fmt::format("<{}> is still open at {}", element.name, end_tag))
              .expect(fmt::format("</{}>", element.name));
      if (!end_tag.empty()) error.note(findings_.span(end_tag), "here");
    }
    open_.resize(place);
  }

  void check_attributes(const markup::HtmlTag& tag, std::string_view token) {
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(tag.attributes); all.next(each);) {
      if (each.name.find_first_of("\"'<=") == std::string_view::npos) continue;
      findings_.error("broken-tag", token, fmt::format("the attributes of <{}> can't be separated", tag.name))
          .expect("name=\"value\", with a space between two of them")
          .suggest(fmt::format("look for a quote that is missing, or is one too many, before {}", each.name));
      return;
    }
  }

  Findings& findings_;
  bool is_xml_;
  Page elements_;
  std::vector<Open> open_;  // open elements; the first one is the document
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

Page read_page(Language language, Findings& findings) { return PageReader(language, findings).read(); }

}  // namespace audit
