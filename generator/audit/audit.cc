#include "audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "audit/links.h"
#include "base/parallel.h"
#include "base/text.h"
#include "base/utf8.h"
#include "site/url.h"

namespace audit {
namespace {

enum class FileKind : uint8_t { other, html, svg, css };

FileKind kind_of(std::string_view address) {
  const std::string_view name = site::file_of(address);
  if (name.ends_with(".html") || name.ends_with(".htm")) return FileKind::html;
  if (name.ends_with(".svg")) return FileKind::svg;
  return name.ends_with(".css") ? FileKind::css : FileKind::other;
}

// Reads the ids of elements, and anchors in the old form (<a name>).
void read_anchors(const Page& page, Target& target) {
  for (const Element& element : page) {
    std::vector<std::string>& anchors = element.in_template ? target.in_templates : target.anchors;
    if (element.has("id")) anchors.push_back(element.decoded("id"));
    if (equal_names(element.name, "a") && element.has("name")) anchors.push_back(element.decoded("name"));
  }
}

struct FileResult {
  std::vector<base::Diagnostic> diagnostics;
  std::shared_ptr<const base::SourceText> source;
  size_t links = 0;
};

class Auditor {
 public:
  Auditor(io::MemoryFileSystem::Snapshot files, const AuditOptions& options)
      : published_(std::move(files), options.others), files_(published_.files()), options_(options) {}

  Audit run() {
    targets_.resize(files_.size());
    results_.resize(files_.size());
    const auto for_each_file = [&](auto&& step) {
      base::parallel_for(options_.jobs, files_.size(), [&](size_t i, unsigned) {
        if (files_[i].bytes && kind_of(files_[i].address) != FileKind::other) step(static_cast<uint32_t>(i));
      });
    };
    for_each_file([&](uint32_t i) { read_target(i); });
    // -- all anchors are known from here on --
    for_each_file([&](uint32_t i) { check_file(i); });
    check_sizes();
    return merge();
  }

 private:
  void read_target(uint32_t i) {
    Target& target = targets_[i];
    const std::string& text = *files_[i].bytes;
    target.was_read = text.size() <= kMaxFileSize && !base::find_invalid_utf8(text);
    if (!target.was_read) return;
    const FileKind kind = kind_of(files_[i].address);
    if (kind != FileKind::css) read_anchors(read_page(text, kind == FileKind::svg), target);
    for (std::vector<std::string>* anchors : {&target.anchors, &target.in_templates}) std::ranges::sort(*anchors);
  }

  void check_file(uint32_t i) {
    FileResult& result = results_[i];
    const std::string& address = files_[i].address;
    const size_t size = files_[i].bytes->size();
    Findings findings(address, size > kMaxFileSize ? std::string() : *files_[i].bytes);
    if (size > kMaxFileSize) {
      findings.error_of_file("too-large", fmt::format("this file is {} MB, and is not checked", size >> 20))
          .expect(fmt::format("at most {} MB", kMaxFileSize >> 20));
    } else {
      const std::string_view all = findings.text();
      constexpr size_t kMaxPage = 3'000'000;
      if (kind_of(address) == FileKind::html && all.size() > kMaxPage)
        findings.warning("huge-page", all.substr(0, 0), fmt::format("this page is {:.1f} MB", double(all.size()) / 1e6))
            .expect(fmt::format("at most {} MB, because browsers are slow with more", kMaxPage / 1'000'000))
            .suggest("show fewer rows, or divide the page");
      if (const auto bad = base::find_invalid_utf8(all))
        findings.error("invalid-utf8", all.substr(*bad, 1), "this file is not in UTF-8").suggest("save it as UTF-8");
      else if (const size_t nul = all.find('\0'); nul != std::string_view::npos)
        findings.error("nul-byte", all.substr(nul, 1), "this file contains a NUL byte");
      else
        result.links = check_text(i, findings);
    }
    result.diagnostics = findings.take(options_.made_from ? options_.made_from(address) : "", result.source);
  }

  // Checks the links of a text. Returns how many there are.
  size_t check_text(uint32_t i, Findings& findings) {
    const FileKind kind = kind_of(files_[i].address);
    Links links(published_, targets_, options_.base_url, i, findings);
    const Visit visit = [&](const Reference& reference) { links.check(reference); };
    if (kind == FileKind::css) {
      css_references(findings.text(), visit);
    } else {
      const Page page = read_page(findings.text(), kind == FileKind::svg);
      (kind == FileKind::html ? check_page : check_drawing)(page, findings);
      html_references(page, visit);
    }
    return links.count();
  }

  // Hosts refuse files of 100 MB (GitHub, also in a repository) and sites of 1 GB (GitHub Pages).
  void check_sizes() {
    constexpr size_t kMaxFile = 50'000'000, kMaxSite = 500'000'000, kMegabyte = 1'000'000;
    const auto warn = [&](const std::string& path, const std::string& message, std::string expected, std::string help) {
      base::Diagnostic& warning = audit_.diagnostics.warning("huge-output", base::Span(), message);
      warning.path = path;
      warning.expect(std::move(expected)).suggest(std::move(help));
    };
    size_t all = 0;
    for (const Published::File& file : files_) {
      const auto other = options_.others.find(file.address);
      const size_t size = file.bytes ? file.bytes->size() : other == options_.others.end() ? 0 : other->second;
      all += size;
      if (size > kMaxFile)
        warn(file.address, fmt::format("this file has {} MB", size / kMegabyte), "at most 50 MB: hosts refuse 100 MB",
             "split it; from a table, leave out columns and old editions");
    }
    if (all > kMaxSite)
      warn(".", fmt::format("the site has {} MB", all / kMegabyte), "at most 500 MB: hosts refuse 1 GB",
           "publish fewer or smaller files");
  }

  Audit merge() {
    std::vector<base::Diagnostic> all;
    for (uint32_t i = 0; i < files_.size(); ++i) {
      FileResult& result = results_[i];
      audit_.links += result.links;
      std::stable_sort(result.diagnostics.begin(), result.diagnostics.end(),
                       [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
      std::move(result.diagnostics.begin(), result.diagnostics.end(), std::back_inserter(all));
      if (result.source) audit_.sources_of_spans.push_back(std::move(result.source));
    }
    if (!options_.show_all) all = folded(std::move(all));
    for (base::Diagnostic& each : all)
      (each.severity == base::Severity::error ? audit_.diagnostics.error(each.code, each.span, "")
                                              : audit_.diagnostics.warning(each.code, each.span, "")) = std::move(each);
    return std::move(audit_);
  }

  // Folds repeated errors. An error in a template is on every page, so the same message about the same text is shown at
  // most three times.
  static std::vector<base::Diagnostic> folded(std::vector<base::Diagnostic> all) {
    constexpr size_t kMaxShown = 3, kMaxText = 300;
    struct Same {
      size_t count = 0, last = 0;
      const base::SourceText* in = nullptr;
    };
    std::unordered_map<std::string, Same> known;
    std::vector<base::Diagnostic> shown;
    for (base::Diagnostic& each : all) {
      Same& same = known[fmt::format("{}\n{}\n{}", each.code, each.message, each.span.text().substr(0, kMaxText))];
      if (same.in != each.span.source) ++same.count;
      same.in = each.span.source;
      if (same.count > kMaxShown && each.span) continue;
      same.last = shown.size();
      shown.push_back(std::move(each));
    }
    std::map<size_t, size_t> more;
    for (const auto& [key, same] : known)
      if (same.count > kMaxShown && same.in) more[same.last] = same.count - kMaxShown;
    for (const auto& [index, count] : more)
      shown[index].note({}, fmt::format("and also in {} (--verbose shows all)", base::count_of(count, "more file")));
    return shown;
  }

  Audit audit_;
  const Published published_;
  const std::vector<Published::File>& files_;
  const AuditOptions& options_;
  std::vector<Target> targets_;
  std::vector<FileResult> results_;
};

}  // namespace

Audit audit_site(io::MemoryFileSystem::Snapshot files, const AuditOptions& options) {
  return Auditor(std::move(files), options).run();
}

}  // namespace audit
