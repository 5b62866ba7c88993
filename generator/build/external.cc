#include "build/external.h"

#include <fmt/format.h>

#include <chrono>

#include "build/parse.h"
#include "io/disk.h"
#include "web/good_links.h"
#include "web/library.h"

namespace build {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kBetweenWrites{20};  // what an interrupted run may lose

check::ExternalLinks find_links(const CheckedSite& checked) {
  std::vector<check::ShownPage> pages;
  for (const pages::RenderedPage& page : checked.rendered)
    if (page.page) pages.push_back({page.page->address, page.html});
  std::vector<const base::SourceText*> files;
  for (const io::SourceFile* file : checked.inputs->tree.below("")) files.push_back(&file->source);
  const site::Config& config = checked.inputs->config;
  return check::find_external_links(pages, files, {config.base_url, config.repository});
}

}  // namespace

ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics) {
  ExternalExamination result;
  std::string not_asked;
  if (const auto& library = web::library(); !library) {
    not_asked = library.error();
  } else {
    const check::ExternalLinks links = find_links(checked);
    result.links = links.targets.size() + links.faulty.size();

    io::DiskFileSystem folder(options.good_links.parent_path().string());
    const std::string file = options.good_links.filename().string();
    web::GoodLinks good(options.today, options.good_for);
    if (const auto text = folder.read(file)) good.read(text.value());
    std::string unwritten;  // what the system says
    Clock::time_point written = Clock::now();
    const auto write = [&] {
      written = Clock::now();
      const auto done = folder.write(file, good.text());
      unwritten = done ? "" : done.error().message;
    };

    std::vector<web::Finding> findings(links.targets.size());
    std::vector<web::Question> questions;
    std::vector<size_t> targets;  // of the questions
    for (size_t i = 0; i < findings.size(); ++i) {
      if (auto known = good.find(links.targets[i].question)) {
        findings[i] = *known;
      } else {
        questions.push_back(links.targets[i].question);
        targets.push_back(i);
      }
    }
    size_t done = 0;
    bool has_news = false;
    const auto make = [&] { return web::make_client(options.client); };
    result.requests = web::crawl(questions, options.crawl, make, [&](size_t question, const web::Finding& finding) {
      findings[targets[question]] = finding;
      if (finding.verdict == web::Verdict::not_asked) not_asked = finding.what;
      has_news |= good.add(questions[question], finding);
      if (has_news && Clock::now() - written > kBetweenWrites) write();
      if (options.progress) options.progress(++done, questions.size());
    });
    result.counts = check::report_external_links(links, findings, result.unchecked, diagnostics);
    result.counts.known = findings.size() - questions.size();
    if (has_news) write();
    if (!unwritten.empty()) {
      const std::string path = options.good_links.string();
      diagnostics.error("unwritable-file", path, fmt::format("{} can't be written: {}", path, unwritten));
    }
    result.machine_failed = !unwritten.empty();
  }
  if (not_asked.empty()) return result;
  diagnostics.error("no-network", base::Span{}, "links to other sites can't be checked: " + not_asked);
  result.machine_failed = true;
  return result;
}

}  // namespace build
