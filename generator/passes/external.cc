// Checks links to other sites (passes/examine.h).
#include "passes/examine.h"
#include "passes/parse.h"
#include "web/library.h"

namespace passes {
namespace {

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

  std::vector<web::Url> urls;
  for (const check::ExternalTarget& each : links.targets) urls.push_back(each.url);
  std::vector<web::Finding> findings(urls.size());
  size_t done = 0;
  std::string no_network;
  const auto make = [&] { return web::make_client(options.client); };
  result.requests = web::crawl(urls, options.crawl, make, [&](size_t url, const web::Finding& finding) {
    findings[url] = finding;
    if (finding.verdict == web::Verdict::no_network) no_network = finding.what;
    if (options.progress) options.progress(++done, urls.size());
  });
  result.counts = check::report_external_links(links, findings, result.unchecked, diagnostics);
  if (!no_network.empty()) report_no_network(no_network);
  return result;
}

}  // namespace passes
