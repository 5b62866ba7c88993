#include "build/external.h"

#include <fmt/format.h>

#include <chrono>

#include "build/parse.h"
#include "io/disk.h"
#include "web/good_links.h"

namespace build {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kBetweenWrites{20};  // what a run that is ended by hand may lose

check::ExternalLinks find_links(const CheckedSite& checked) {
  std::vector<check::ShownPage> pages;
  for (const pages::RenderedPage& page : checked.rendered)
    if (page.page) pages.push_back({page.page->address, page.html});
  std::vector<const base::SourceText*> files;
  for (const io::SourceFile* file : checked.inputs->tree.below("")) files.push_back(&file->source);
  const site::Config& config = checked.inputs->config;
  return check::find_external_links(pages, files, {config.base_url, config.repository});
}

// The good answers of this run and of earlier ones, and their file.
class Memory {
 public:
  explicit Memory(const ExternalOptions& options)
      : options_(options), files_(options.good_links.parent_path().string()) {
    if (auto text = files_.read(name())) links_ = web::read_good_links(text.value());
    std::erase_if(links_,
                  [&](const auto& link) { return !web::is_trusted(link.second, options.today, options.good_for); });
  }

  std::optional<web::Finding> find(const web::Question& question) const {
    return web::find_good(links_, question, options_.today, options_.good_for);
  }

  void take(const web::Question& question, const web::Finding& finding) {
    if (finding.verdict != web::Verdict::fine || !finding.missing_anchors.empty()) return;
    links_[question.url.text()] = {options_.today, question.anchors, finding.moved_to};
    changed_ = true;
    if (Clock::now() - written_ > kBetweenWrites) write();
  }

  // What the system says when it refuses; "" when all is well.
  std::string write() {
    if (!changed_) return "";
    written_ = Clock::now();
    changed_ = false;
    auto done = files_.write(name(), web::write_good_links(links_));
    return done ? "" : done.error().message;
  }

 private:
  std::string name() const { return options_.good_links.filename().string(); }

  const ExternalOptions& options_;
  io::DiskFileSystem files_;
  web::GoodLinks links_;
  bool changed_ = false;
  Clock::time_point written_ = Clock::now();
};

}  // namespace

ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics) {
  ExternalExamination result;
  const check::ExternalLinks links = find_links(checked);
  result.links = links.targets.size() + links.faulty.size();
  result.skipped = links.skipped;

  Memory memory(options);
  std::vector<web::Finding> findings(links.targets.size());
  std::vector<web::Question> questions;
  std::vector<size_t> targets;  // of the questions
  for (size_t i = 0; i < findings.size(); ++i) {
    const web::Question& question = links.targets[i].question;
    if (auto known = memory.find(question)) {
      findings[i] = *known;
    } else {
      questions.push_back(question);
      targets.push_back(i);
    }
  }

  std::string not_asked;
  if (!questions.empty()) {
    if (auto client = web::make_client(options.client); !client) {
      not_asked = client.error();
      for (size_t target : targets) findings[target].verdict = web::Verdict::not_asked;
    } else {
      size_t done = 0;
      const auto make = [&] { return std::move(web::make_client(options.client)).value(); };
      result.asked = web::crawl(questions, options.crawl, make, [&](size_t question, const web::Finding& finding) {
        findings[targets[question]] = finding;
        if (finding.verdict == web::Verdict::not_asked) not_asked = finding.what;
        memory.take(questions[question], finding);
        if (options.progress) options.progress(++done, questions.size());
      });
    }
  }

  result.counts = check::report_external_links(links, findings, result.unchecked, diagnostics);
  result.counts.known = findings.size() - questions.size();
  if (!not_asked.empty()) {
    diagnostics.error("no-network", base::Span{}, "links to other sites can't be asked for: " + not_asked);
    result.machine_failed = true;
  }
  if (std::string why = memory.write(); !why.empty()) {
    const std::string path = options.good_links.string();
    diagnostics.error("unwritable-file", path, fmt::format("{} can't be written: {}", path, why));
    result.machine_failed = true;
  }
  return result;
}

}  // namespace build
