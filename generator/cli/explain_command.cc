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

namespace fs = std::filesystem;

constexpr const char* kContent = "content";
constexpr const char* kHowToName =
    "name it by its address, such as \"index.html\", or by its file, such as \"content/index.md\"";

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

// A file on the disk by its path from the folder, of these, that it lies in; else what was written.
std::string name_of(const std::string& what, const std::vector<fs::path>& folders) {
  std::error_code unreachable;
  const fs::path file = fs::weakly_canonical(what, unreachable);
  if (!unreachable && fs::is_regular_file(file, unreachable))
    for (const fs::path& folder : folders)
      if (is_within(file, folder)) return fs::relative(file, folder).string();
  return what;
}

int run_page(const ExplainOptions& options) {
  std::optional<fs::path> root = find_root(options.common);
  if (!root) return kWrongUsage;
  const std::unique_ptr<Site> site = Site::open(*root, options.overlay, options.common);
  if (!site) return kWrongUsage;
  std::error_code unreachable;
  const fs::path out = output_folder(*root, options.out, unreachable);
  if (unreachable) {
    base::Diagnostics said;
    said.error("unreadable-file", options.out,
               fmt::format("{} can't be reached: {}", options.out, unreachable.message()));
    print_diagnostics(said, options.common);
    return kMachineFailed;
  }
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
  const build::Explained explained = build::explain_page(
      site->files(), target, build, name_of(options.what, {*root / kContent, site->overlay() / kContent, out}));
  if (explained.page) print_page(*explained.page);
  if (explained.report.diagnostics.has_errors()) {  // with which no build renders anything
    print_diagnostics(explained.report.diagnostics, options.common);
    return status_of(explained.report.diagnostics);
  }
  if (explained.page) return kFine;
  return refuse(fmt::format("there is no page \"{}\"", options.what),
                explained.help.empty() ? kHowToName : explained.help, options.common);
}

// Whether what is no code is to be looked for among the pages.
bool may_be_page(const ExplainOptions& options, bool is_near_code) {
  if (options.what.find_first_of("./") != std::string::npos) return true;
  const fs::path content = fs::path(options.common.root) / kContent;
  std::error_code unreachable;
  if (!is_near_code) return fs::is_directory(content, unreachable);
  return fs::exists(content / options.what, unreachable) || fs::exists(content / (options.what + ".md"), unreachable);
}

int run(const ExplainOptions& options) {
  if (options.what.empty()) return list_all();
  if (const Explanation* explanation = find_explanation(options.what)) {
    fmt::print("{}\n\n{}", explanation->code, explanation->text);
    return kFine;
  }
  std::vector<std::string_view> codes;
  for (const Explanation& each : explanations()) codes.push_back(each.code);
  const std::string help = base::did_you_mean(options.what, codes);
  if (may_be_page(options, !help.empty())) return run_page(options);
  return refuse(fmt::format("there is no diagnostic \"{}\"", options.what),
                help.empty() ? "`sourcebook explain` lists all codes" : help, {});
}

}  // namespace

void set_up_explain(CLI::App& app, ExplainOptions& options, int& status) {
  CLI::App* command =
      app.add_subcommand("explain", "Tell what a diagnostic means, or what a page rests on and what has changed of it");
  command
      ->add_option(
          "what", options.what,
          "A code, as in error[CODE], or a page: its address, its URL or its file; without one, all codes are listed")
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
