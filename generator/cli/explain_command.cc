// `sourcebook explain`: a diagnostic code, or what a page shows.
#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/build_folders.h"
#include "cli/commands.h"
#include "cli/embedded.h"
#include "passes/build.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ExplainOptions : CommonOptions {
  std::string what;  // a code, or a page by its address or file (site::page_named); "" lists all codes
  bool drafts = false;
};

int list_all() {
  size_t width = 0;
  for (const Explanation& each : explanations()) width = std::max(width, each.code.size());
  for (const Explanation& each : explanations()) fmt::print("{:<{}}  {}\n", each.code, width, each.summary());
  return kFine;
}

void print_page(const passes::Explanation& page) {
  print_text("{}\n", page.address);
  for (const auto& [kind, names] : page.shows)
    print_text("  {:<11}  {}\n", kind, base::join({names.begin(), names.end()}, fmt::format("\n{:15}", "")));
}

// If `what` is a file below `content`, returns its path from that folder; otherwise `what`.
std::string name_of(const std::string& what, const fs::path& content) {
  std::error_code unreachable;
  const fs::path file = fs::weakly_canonical(what, unreachable);
  const bool is_file = !unreachable && fs::is_regular_file(file, unreachable);
  return is_file && is_within(file, content) ? fs::relative(file, content).string() : what;
}

int run_page(const ExplainOptions& options) {
  const fs::path root = find_root(options);
  io::DiskFileSystem files(root.string());
  share_data(files, root);
  passes::Options build;
  build.drafts = options.drafts;
  build.jobs = jobs_of(options);
  const passes::Explanation explained = passes::explain_page(files, build, name_of(options.what, root / "content"));
  if (!explained.address.empty()) print_page(explained);
  if (explained.report.diagnostics.has_errors()) {
    print_diagnostics(explained.report.diagnostics, options);
    return status_of(explained.report.diagnostics);
  }
  if (!explained.address.empty()) return kFine;
  throw UsageError{
      fmt::format("there is no page \"{}\"", options.what),
      explained.help.empty() ? "give its address (index.html) or its file (content/index.md)" : explained.help};
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
  const std::string help = base::did_you_mean(options.what, codes);
  throw UsageError{
      fmt::format("there is no diagnostic \"{}\"", options.what),
      help.empty() ? "`sourcebook explain` lists all codes; a page is named by its address or file" : help};
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  auto [command, options] = add_command<ExplainOptions>(
      app, "explain", "Explain a diagnostic, or list what a page shows and what links to it", status, run);
  command
      ->add_option("what", options->what, "Code, as in error[CODE], or page: address or file (default: list all codes)")
      ->type_name("CODE|PAGE");
  add_common_options(*command, *options);
  command->add_flag("--drafts", options->drafts, "As given to the build");
}

}  // namespace cli
