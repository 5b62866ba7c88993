#include "audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "audit/links.h"
#include "audit/rules.h"
#include "base/parallel.h"
#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "site/url.h"

namespace audit {
namespace {

enum class Kind : uint8_t { other, html, svg, css, xml, markdown, robots };

Kind kind_of(std::string_view address) {
  if (address == "robots.txt") return Kind::robots;
  if (site::file_of(address) == "llms.txt") return Kind::markdown;
  const std::string_view name = site::file_of(address);
  const size_t dot = name.rfind('.');
  const std::string_view ending = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
  if (ending == "html" || ending == "htm") return Kind::html;
  if (ending == "svg") return Kind::svg;
  if (ending == "css") return Kind::css;
  if (ending == "xml") return Kind::xml;
  if (ending == "md") return Kind::markdown;
  return Kind::other;
}

// What checking one file gives.
struct FileResult {
  std::vector<base::Diagnostic> diagnostics;
  std::shared_ptr<const base::SourceText> source;
  Anchors anchors;
  std::vector<Pending> pending;
  std::optional<Lead> lead;
  size_t links = 0;
  bool was_read = false;
  bool machine_failed = false;
};

// Ids of elements, and names that old pages give to places.
std::vector<std::string> anchors_of(const Page& page) {
  std::vector<std::string> anchors;
  for (const Element& element : page.elements) {
    if (element.in_template || element.attributes.empty()) continue;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);)
      if (each.value && (equal_names(each.name, "id") || (element.is("a") && equal_names(each.name, "name"))))
        anchors.push_back(markup::unescaped(*each.value));
  }
  return anchors;
}

// "[Cost](cost.md) of a run" as "Cost of a run".
std::string without_addresses(std::string_view markdown) {
  std::string text;
  while (true) {
    const size_t begin = markdown.find("](");
    text += markdown.substr(0, begin);
    const size_t end = begin == std::string_view::npos ? begin : markdown.find(')', begin);
    if (end == std::string_view::npos) return text;
    markdown.remove_prefix(end + 1);
  }
}

// As Markdown's readers make them from headings.
std::vector<std::string> anchors_of(std::string_view markdown) {
  std::vector<std::string> anchors;
  base::Slugger slugger;
  for (std::string_view line : base::split(markdown, '\n')) {
    const size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level > 0 && level < 7 && line.substr(level).starts_with(' '))
      anchors.push_back(slugger.unique(base::github_slug(without_addresses(base::trim(line.substr(level))))));
  }
  return anchors;
}

Anchors hashed(const std::vector<std::string>& anchors) {
  Anchors hashes;
  hashes.reserve(anchors.size());
  for (const std::string& each : anchors) hashes.push_back(hash_of_anchor(each));
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

class Auditor {
 public:
  Auditor(const Published& published, const AuditOptions& options) : published_(published), options_(options) {}

  Audit run() {
    base_url_ = options_.base_url.empty() ? find_base_url() : options_.base_url;
    results_.resize(published_.files().size());
    base::parallel_for(options_.jobs, results_.size(),
                       [&](size_t i, unsigned) { check_file(static_cast<uint32_t>(i)); });
    // -- all anchors are known from here on --
    for (uint32_t i = 0; i < results_.size(); ++i) {
      check_pending(i);
      check_lead(i);
    }
    return merge();
  }

 private:
  // Every page says at which address it is to be known. Where the site is published, is what most of some pages say.
  std::string find_base_url() const {
    constexpr size_t kMostAsked = 100;
    std::vector<uint32_t> pages;
    for (uint32_t i = 0; i < published_.files().size(); ++i)
      if (kind_of(published_.files()[i].address) == Kind::html) pages.push_back(i);
    std::map<std::string, size_t> votes;
    for (size_t i = 0; i < pages.size(); i += pages.size() / kMostAsked + 1)
      if (std::string said = base_url_said_by(pages[i]); !said.empty()) ++votes[std::move(said)];
    auto most = std::max_element(votes.begin(), votes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == votes.end() ? "" : most->first;
  }

  std::string base_url_said_by(uint32_t file) const {
    constexpr size_t kHead = 20'000;  // what the head of a page is within
    std::string buffer;
    if (published_.files()[file].size > kLargestFile) return "";
    auto text = published_.read(file, buffer);
    if (!text) return "";
    for (markup::HtmlScanner scanner(text->substr(0, kHead)); scanner.next();) {
      if (scanner.is_text() || scanner.tag().name != "link" || scanner.tag().attribute("rel") != "canonical") continue;
      const std::string url = scanner.tag().decoded("href");
      std::string end = site::encode_path(published_.files()[file].address);
      if (site::file_of(end) == "index.html") end.resize(end.size() - std::string_view("index.html").size());
      return site::is_external(url) && url.ends_with("/" + end) ? url.substr(0, url.size() - end.size()) : "";
    }
    return "";
  }

  void check_file(uint32_t i) {
    FileResult& result = results_[i];
    const Published::File& file = published_.files()[i];
    const Kind kind = kind_of(file.address);
    if (kind == Kind::other) return;
    std::string buffer;
    Findings findings(published_.path(i), {});
    if (file.size > kLargestFile) {
      findings.error_of_file("too-large", fmt::format("this file has {} MB, and is not checked", file.size >> 20))
          .expect(fmt::format("at most {} MB", kLargestFile >> 20));
    } else if (auto text = published_.read(i, buffer); !text) {
      findings.error_of_file("unreadable-file", fmt::format("this file can't be read: {}", text.error().message));
      result.machine_failed = true;
    } else {
      findings = Findings(published_.path(i), *text);
      result.was_read = true;
      if (check_letters(findings)) check_text(i, kind, findings, result);
    }
    result.diagnostics = findings.take(made_from(file.address));
    result.source = findings.source();
  }

  std::string made_from(std::string_view address) const {
    return options_.made_from ? options_.made_from(address) : "";
  }

  static bool check_letters(Findings& findings) {
    if (const auto bad = base::find_invalid_utf8(findings.text())) {
      findings.error("invalid-utf8", findings.text().substr(*bad, 1), "this file is not in UTF-8")
          .suggest("save it as UTF-8");
      return false;
    }
    if (const size_t nul = findings.text().find('\0'); nul != std::string_view::npos) {
      findings.error("nul-byte", findings.text().substr(nul, 1), "this file holds a NUL byte");
      return false;
    }
    return true;
  }

  void check_text(uint32_t i, Kind kind, Findings& findings, FileResult& result) {
    Links links(published_, base_url_, i, findings);
    const Visit visit = [&](const Reference& reference) { links.check(reference); };
    std::vector<std::string> anchors;
    switch (kind) {
      case Kind::html:
      case Kind::svg: {
        const Page page = Page::read(kind == Kind::html ? Language::html : Language::xml, findings);
        const PageContext context{published_.files()[i].address, page, findings};
        kind == Kind::html ? check_page(context) : check_drawing(context);
        html_references(page, visit);
        anchors = anchors_of(page);
        break;
      }
      case Kind::xml:
        xml_references(Page::read(Language::xml, findings), visit);
        break;
      case Kind::css:
        css_references(findings.text(), visit);
        break;
      case Kind::markdown:
        markdown_references(findings.text(), visit);
        anchors = anchors_of(findings.text());
        break;
      case Kind::robots:
        robots_references(findings.text(), visit);
        break;
      case Kind::other:
        break;
    }
    links.check_own_anchors(anchors, page_of_twin(i));
    result.links = links.count();
    result.pending = links.take_pending();
    result.lead = links.lead();
    result.anchors = hashed(anchors);
  }

  // Of a Markdown twin: it may name parts by the ids of its page too.
  std::optional<uint32_t> page_of_twin(uint32_t file) const {
    const std::string& address = published_.files()[file].address;
    if (!address.ends_with(".md")) return std::nullopt;
    return published_.find(address.substr(0, address.size() - 3) + ".html");
  }

  std::vector<std::string> read_anchors(uint32_t file) const {
    std::string buffer;
    if (published_.files()[file].size > kLargestFile) return {};
    auto text = published_.read(file, buffer);
    if (!text) return {};
    if (kind_of(published_.files()[file].address) == Kind::markdown) return anchors_of(*text);
    Findings unheard("", *text);
    return anchors_of(Page::read(Language::html, unheard));
  }

  // Also of what was not read: that was said already.
  bool has_anchor(uint32_t file, uint64_t anchor) const {
    const auto has = [&](uint32_t each) {
      const Anchors& anchors = results_[each].anchors;
      return !results_[each].was_read || std::binary_search(anchors.begin(), anchors.end(), anchor);
    };
    if (has(file)) return true;
    const auto page = page_of_twin(file);
    return page && has(*page);
  }

  void check_pending(uint32_t i) {
    std::vector<const Pending*> broken;
    for (const Pending& each : results_[i].pending) {
      if (!has_anchor(each.target, each.anchor)) broken.push_back(&each);
    }
    if (broken.empty()) return;
    tell_late(i, [&](Findings& findings) {
      for (const Pending* each : broken) {
        const std::string_view written = written_at(findings, each->begin, each->size);
        const std::string target = markup::unescaped(written);
        report_anchor(findings, written,
                      anchor_of(std::string_view(target).substr(std::min(target.find('#'), target.size()))),
                      published_.files()[each->target].address, known_anchors(each->target));
      }
    });
  }

  // Where readers end who are sent to `file`; nothing where they are sent in a circle.
  std::optional<uint32_t> end_of_leads(uint32_t file) const {
    std::set<uint32_t> passed;
    for (; results_[file].lead; file = results_[file].lead->target)
      if (!passed.insert(file).second) return std::nullopt;
    return file;
  }

  void check_lead(uint32_t i) {
    const std::optional<Lead>& lead = results_[i].lead;
    if (!lead || !results_[lead->target].lead) return;
    tell_late(i, [&](Findings& findings) {
      const std::string_view written = written_at(findings, lead->begin, lead->size);
      const std::string& next = published_.files()[lead->target].address;
      if (const auto end = end_of_leads(i))
        findings.error("redirect-chain", written, fmt::format("{} leads on itself: readers take a step too many", next))
            .expect(site::relative_link(published_.files()[i].address, published_.files()[*end].address));
      else
        findings.error("redirect-loop", written, fmt::format("{} leads on in a circle: readers never arrive", next));
    });
  }

  static std::string_view written_at(const Findings& findings, uint32_t begin, uint32_t size) {
    const std::string_view text = findings.text();
    return text.substr(std::min<size_t>(begin, text.size()), size);  // it may have changed meanwhile
  }

  // What is known only when all files have been read: `tell` says it in the file's text, which is read again.
  template <class Tell>
  void tell_late(uint32_t i, Tell tell) {
    std::string buffer;
    auto text = published_.read(i, buffer);
    if (!text) return;
    Findings findings(published_.path(i), *text);
    tell(findings);
    for (base::Diagnostic& each : findings.take(made_from(published_.files()[i].address)))
      results_[i].diagnostics.push_back(std::move(each));
    late_sources_.push_back(findings.source());
  }

  // For proposals: of the first pages that are asked for.
  const std::vector<std::string>& known_anchors(uint32_t file) {
    constexpr size_t kMost = 200;
    static const std::vector<std::string> kNone;
    auto found = anchors_.find(file);
    if (found != anchors_.end()) return found->second;
    return anchors_.size() >= kMost ? kNone : anchors_[file] = read_anchors(file);
  }

  Audit merge() {
    Audit audit;
    for (FileResult& result : results_) {
      audit.files += result.was_read;
      audit.links += result.links;
      audit.machine_failed |= result.machine_failed;
      std::stable_sort(result.diagnostics.begin(), result.diagnostics.end(),
                       [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
      for (base::Diagnostic& each : result.diagnostics) told_.push_back(std::move(each));
      if (result.source) audit.sources_of_spans.push_back(std::move(result.source));
    }
    if (!options_.tell_all) fold_same();
    for (base::Diagnostic& each : told_)
      (each.severity == base::Severity::error ? audit.diagnostics.error(each.code, each.span, "")
                                              : audit.diagnostics.warning(each.code, each.span, "")) = std::move(each);
    for (auto& source : late_sources_) audit.sources_of_spans.push_back(std::move(source));
    return audit;
  }

  // What a template did wrong is wrong on every page: the same said of the same text is told three times.
  void fold_same() {
    constexpr size_t kMostTold = 3, kLongestText = 300;
    struct Same {
      size_t count = 0, last = 0;
      const base::SourceText* in = nullptr;
    };
    std::unordered_map<std::string, Same> known;
    std::vector<base::Diagnostic> told;
    for (base::Diagnostic& each : told_) {
      std::string key = fmt::format("{}\n{}\n{}", each.code, each.message, each.span.text().substr(0, kLongestText));
      Same& same = known[std::move(key)];
      if (same.in != each.span.source) ++same.count;
      same.in = each.span.source;
      if (same.count > kMostTold && each.span) continue;
      same.last = told.size();
      told.push_back(std::move(each));
    }
    std::map<size_t, size_t> more;
    for (const auto& [key, same] : known)
      if (same.count > kMostTold && same.in) more[same.last] = same.count - kMostTold;
    for (const auto& [place, count] : more)
      told[place].note({}, fmt::format("and the same in {} (--verbose tells all)", base::count_of(count, "more file")));
    told_ = std::move(told);
  }

  const Published& published_;
  const AuditOptions& options_;
  std::string base_url_;
  std::vector<FileResult> results_;
  std::unordered_map<uint32_t, std::vector<std::string>> anchors_;
  std::vector<base::Diagnostic> told_;
  std::vector<std::shared_ptr<const base::SourceText>> late_sources_;
};

}  // namespace

Audit audit_site(const Published& published, const AuditOptions& options) { return Auditor(published, options).run(); }

}  // namespace audit
