#include "cli/explain_command.h"

#include <fmt/format.h>

#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "build/explain.h"
#include "build/program.h"
#include "cli/common.h"
#include "cli/explanations.h"
#include "cli/memory.h"
#include "cli/overlay_option.h"
#include "io/disk.h"

namespace cli {
namespace {

int list_all() {
  size_t width = 0;
  for (const Explanation& each : explanations()) width = std::max(width, each.code.size());
  for (const Explanation& each : explanations()) fmt::print("{:<{}}  {}\n", each.code, width, each.summary());
  return kFine;
}

// "frame:prices" as "frame" and "prices".
std::pair<std::string, std::string> kind_and_name(const std::string& question) {
  const size_t colon = question.find(':');
  if (colon == std::string::npos) return {question, ""};
  std::string name = question.substr(colon + 1);
  if (const size_t tab = name.find('\t'); tab != std::string::npos) name.replace(tab, 1, " in ");
  return {question.substr(0, colon), name};
}

void print_page(const build::Explanation& page) {
  if (page.why.empty()) {
    fmt::print("{} stands as it was published.\n", page.address);
  } else {
    fmt::print("{} is to be rendered again, since this is not as it was:\n", page.address);
    for (const std::string& why : page.why) fmt::print("  {}\n", why);
  }
  fmt::print("\nIt rests on\n");
  std::map<std::string, std::vector<std::string>> by_kind;
  for (const std::string& question : page.rests_on) {
    auto [kind, name] = kind_and_name(question);
    by_kind[kind].push_back(std::move(name));
  }
  for (const auto& [kind, names] : by_kind) fmt::print("  {:<14}  {}\n", kind, base::join(names, ", "));
}

int run_page(const ExplainOptions& options) {
  std::optional<std::filesystem::path> root = find_root(options.common);
  if (!root) return kWrongUsage;
  const std::unique_ptr<Site> site = Site::open(*root, options.overlay, options.common);
  if (!site) return kWrongUsage;
  std::error_code unreachable;
  const std::filesystem::path out = output_folder(*root, options.out, unreachable);
  const io::DiskFileSystem target(out.string());
  const std::unique_ptr<io::DiskFileSystem> memory = memory_of(options.overlay.empty() ? *root : site->overlay(), out);
  build::Options build;
  std::optional<std::string> base_url = base_url_of(options.base_url, options.common);
  if (!base_url) return kWrongUsage;
  build.base_url = std::move(*base_url);
  build.drafts = options.drafts;
  build.jobs = jobs_of(options.common);
  build.program = build::program_identity();
  build.memory = memory.get();
  std::string page = options.what;
  constexpr std::string_view kContent = "content/";
  if (page.starts_with(kContent)) page.erase(0, kContent.size());
  const build::Explained explained = build::explain_page(site->files(), target, build, page);
  if (explained.page) print_page(*explained.page);
  if (explained.report.diagnostics.has_errors()) {  // with which no build renders anything
    print_diagnostics(explained.report.diagnostics, options.common);
    return status_of(explained.report.diagnostics);
  }
  if (explained.page) return kFine;
  return refuse(fmt::format("there is no page \"{}\"", options.what),
                base::did_you_mean(page, base::views(explained.addresses)), options.common);
}

int run(const ExplainOptions& options) {
  if (options.what.empty()) return list_all();
  if (const Explanation* explanation = find_explanation(options.what)) {
    fmt::print("{}\n\n{}", explanation->code, explanation->text);
    return kFine;
  }
  if (options.what.find_first_of("./") != std::string::npos) return run_page(options);
  std::vector<std::string_view> codes;
  for (const Explanation& each : explanations()) codes.push_back(each.code);
  std::string help = base::did_you_mean(options.what, codes);
  if (help.empty()) help = "`sourcebook explain` lists all codes";
  return refuse(fmt::format("there is no diagnostic \"{}\"", options.what), help, {});
}

}  // namespace

void set_up_explain(CLI::App& app, ExplainOptions& options, int& status) {
  CLI::App* command =
      app.add_subcommand("explain", "Tell what a diagnostic means, or what a page rests on and what has changed of it");
  command
      ->add_option("what", options.what,
                   "A code, as in error[CODE], or a page: its address or its file; without one, all codes are listed")
      ->type_name("CODE|PAGE");
  add_common_options(*command, options.common);
  command->add_option("--out", options.out, "Where the site is published, relative to the site's folder")
      ->type_name("DIR")
      ->capture_default_str();
  add_overlay_option(*command, options.overlay);
  command->add_option("--base-url", options.base_url, "As the build was told");
  command->add_flag("--drafts", options.drafts, "As the build was told");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
