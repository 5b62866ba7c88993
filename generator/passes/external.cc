// Checks links to other sites (passes/examine.h).
#include <fmt/format.h>

#include <chrono>

#include "data/dates.h"
#include "io/disk.h"
#include "passes/examine.h"
#include "passes/parse.h"
#include "web/good_links.h"
#include "web/library.h"

namespace passes {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::seconds kBetweenWrites{20};  // an interrupted run loses at most this much work

check::ExternalLinks find_links(const CheckedSite& checked) {
  std::vector<check::PageText> pages;
  for (const pages::RenderedPage& page : checked.rendered) pages.push_back({page.page->address, page.html});
  std::vector<const base::SourceText*> files;
  for (const io::SourceFile* file : checked.inputs->tree.below("")) files.push_back(&file->source);
  const site::Config& config = checked.inputs->config;
  const std::string home = site::repository_of(config).home;
  return check::find_external_links(pages, files, {config.base_url, home});
}

}  // namespace

ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics) {
  ExternalExamination result;
  const auto report_no_network = [&](const std::string& why) {
    diagnostics.error("no-network", base::Span{}, "links to other sites can't be checked: " + why);
  };
  if (const auto& library = web::library(); !library) {
    report_no_network(library.error());
    return result;
  }
  const check::ExternalLinks links = find_links(checked);
  result.links = links.targets.size() + links.faulty.size();

  io::DiskFileSystem folder(options.good_links.parent_path().string());
  const std::string file = options.good_links.filename().string();
  web::GoodLinks good(data::day_text(options.today),
                      data::day_text(options.today - std::chrono::days(options.good_for - 1)));
  if (const auto text = folder.read(file)) good.read(text.value());
  std::string write_error;
  SteadyClock::time_point written = SteadyClock::now();
  const auto write = [&] {
    written = SteadyClock::now();
    const auto done = folder.write(file, good.text());
    write_error = done ? "" : done.error().message;
  };

  std::vector<web::Finding> findings(links.targets.size());
  std::vector<web::Target> targets;    // addresses to request, because they are not known to be good
  std::vector<size_t> target_numbers;  // the targets' indices in `findings`
  for (size_t i = 0; i < findings.size(); ++i) {
    const web::Target& target = links.targets[i].request;
    if (auto known = good.find(target))
      findings[i] = *known;
    else {
      targets.push_back(target);
      target_numbers.push_back(i);
    }
  }
  size_t done = 0;
  bool has_news = false;
  std::string no_network;
  const auto make = [&] { return web::make_client(options.client); };
  result.requests = web::crawl(targets, options.crawl, make, [&](size_t target, const web::Finding& finding) {
    findings[target_numbers[target]] = finding;
    if (finding.verdict == web::Verdict::no_network) no_network = finding.what;
    has_news |= good.add_finding(targets[target], finding);
    if (has_news && SteadyClock::now() - written > kBetweenWrites) write();
    if (options.progress) options.progress(++done, targets.size());
  });
  result.counts = check::report_external_links(links, findings, result.unchecked, diagnostics);
  result.counts.known = findings.size() - targets.size();
  if (has_news) write();
  if (!write_error.empty()) {
    const std::string path = options.good_links.string();
    diagnostics.error("unwritable-file", path, fmt::format("{} can't be written: {}", path, write_error));
  }
  if (!no_network.empty()) report_no_network(no_network);
  return result;
}

}  // namespace passes
