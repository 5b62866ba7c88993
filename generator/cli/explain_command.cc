#include "cli/explain_command.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/common.h"
#include "cli/explanations.h"

namespace cli {
namespace {

int list_all() {
  size_t width = 0;
  for (const Explanation& each : explanations()) width = std::max(width, each.code.size());
  for (const Explanation& each : explanations()) fmt::print("{:<{}}  {}\n", each.code, width, each.summary());
  return kFine;
}

int run(const ExplainOptions& options) {
  if (options.code.empty()) return list_all();
  if (const Explanation* explanation = find_explanation(options.code)) {
    fmt::print("{}\n\n{}", explanation->code, explanation->text);
    return kFine;
  }
  std::vector<std::string_view> codes;
  for (const Explanation& each : explanations()) codes.push_back(each.code);
  std::string help = base::did_you_mean(options.code, codes);
  if (help.empty()) help = "`sourcebook explain` lists all codes";
  return refuse(fmt::format("there is no diagnostic \"{}\"", options.code), help, {});
}

}  // namespace

void set_up_explain(CLI::App& app, ExplainOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("explain", "Tell what a diagnostic means, and how to mend it");
  command->add_option("code", options.code, "The code, as in error[CODE]; without one, all codes are listed")
      ->type_name("CODE");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
