#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/suggest.h"
#include "base/utf8.h"
#include "cli/build_command.h"
#include "cli/check_command.h"
#include "cli/completion.h"
#include "cli/diff_command.h"
#include "cli/explain_command.h"
#include "cli/fix_command.h"
#include "cli/import_command.h"
#include "cli/load_command.h"
#include "cli/new_command.h"
#include "cli/pin_command.h"
#include "cli/rename_command.h"
#include "cli/schema_command.h"
#include "cli/serve_command.h"
#include "cli/version.h"

namespace {

struct Command {
  std::string_view name;
  void (*set_up)(CLI::App& app, int& status);
};

template <class Options, void (*kSetUp)(CLI::App&, Options&, int&)>
void set_up(CLI::App& app, int& status) {
  static Options options;
  kSetUp(app, options, status);
}

constexpr std::array kCommands = {
    Command{"build", set_up<cli::BuildOptions, cli::set_up_build>},
    Command{"serve", set_up<cli::ServeOptions, cli::set_up_serve>},
    Command{"fix", set_up<cli::FixOptions, cli::set_up_fix>},
    Command{"check", set_up<cli::CheckOptions, cli::set_up_check>},
    Command{"new", set_up<cli::NewOptions, cli::set_up_new>},
    Command{"pin", set_up<cli::PinOptions, cli::set_up_pin>},
    Command{"import", set_up<std::deque<cli::ImportOptions>, cli::set_up_import>},
    Command{"diff", set_up<cli::DiffOptions, cli::set_up_diff>},
    Command{"load", set_up<cli::LoadOptions, cli::set_up_load>},
    Command{"rename", set_up<cli::RenameOptions, cli::set_up_rename>},
    Command{"schema", set_up<cli::SchemaOptions, cli::set_up_schema>},
    Command{"explain", set_up<cli::ExplainOptions, cli::set_up_explain>},
};

// The one that is named, since all of them take as long as a small build that finds nothing changed; else all, to tell
// of them.
void set_up_commands(CLI::App& app, std::string_view named, int& status) {
  for (const Command& command : kCommands)
    if (command.name == named) return command.set_up(app, status);
  for (const Command& command : kCommands) command.set_up(app, status);
}

int fail(const char* code, const std::string& message) {
  std::fprintf(stderr, "error[%s]: %s\n", code, base::visible(message).c_str());
  return cli::kMachineFailed;
}

bool is_command(std::string_view named) {
  return std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& command) { return command.name == named; });
}

// "option", "--jbos"; `of` is the command that has the names, "" for the program.
int refuse(std::string_view what, std::string_view named, std::string_view of,
           const std::vector<std::string_view>& names) {
  std::string help = base::did_you_mean(named, names);
  if (help.empty()) help = "expected one of " + base::list_names(names, names.size());
  fmt::print(stderr, "There is no {} \"{}\"{}; {}\nRun with --help for more information.\n", what, base::visible(named),
             of.empty() ? "" : fmt::format(" of \"{}\"", of), help);
  return cli::kWrongUsage;
}

int refuse_command(std::string_view named) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) names.push_back(command.name);
  return refuse("command", named, "", names);
}

// "sourcebook import table", as far as words name a command.
std::string name_of(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  return (above ? name_of(*above) + " " : "") + command.get_name();
}

// The last command that was written.
const CLI::App& command_of(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::vector<std::string> names_below(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(below->get_name());
  return names;
}

// Of what was written and means nothing there, the first option, else the first word.
int refuse_extras(const CLI::App& app) {
  const CLI::App& command = command_of(app);
  const std::vector<std::string> extras = app.remaining(true);
  const auto option = std::find_if(extras.begin(), extras.end(), [](auto& each) { return each.starts_with('-'); });
  if (option != extras.end()) {
    const std::string named = option->substr(0, option->find('='));
    if (command.get_option_no_throw(named)) {
      fmt::print(stderr, "\"{}\" belongs behind \"{}\"\nRun with --help for more information.\n", named,
                 name_of(command));
      return cli::kWrongUsage;
    }
    std::vector<std::string> names;
    for (const CLI::Option* known : command.get_options())
      for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
    return refuse("option", named, name_of(command), base::views(names));
  }
  const std::vector<std::string> names = names_below(command);
  if (!names.empty()) return refuse("command", extras.front(), name_of(command), base::views(names));
  fmt::print(stderr, "\"{}\" is a word too many for \"{}\"\nRun with --help for more information.\n",
             base::visible(extras.front()), name_of(command));
  return cli::kWrongUsage;
}

// What is wrong with what was written; the program alone shows what it can do.
int explain_usage(const CLI::App& app, const CLI::ParseError& error) {
  const bool has_extras = !app.remaining(true).empty();
  const bool lacks_some = dynamic_cast<const CLI::RequiredError*>(&error);
  if (has_extras && (lacks_some || dynamic_cast<const CLI::ExtrasError*>(&error))) return refuse_extras(app);
  const CLI::App& command = command_of(app);
  const std::vector<std::string> names = names_below(command);
  if (!lacks_some || names.empty()) return app.exit(error) == 0 ? cli::kFine : cli::kWrongUsage;
  if (&command == &app)
    fmt::print(stderr, "{}", app.help());
  else
    fmt::print(stderr, "\"{}\" needs a word more: {}\nRun with --help for more information.\n", name_of(command),
               base::list_names(base::views(names), names.size()));
  return cli::kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  // Blocks of up to 128 bytes would be kept apart and merged again each time that a large one is asked for, which a
  // build does all the time: once a page and more.
  ::mallopt(M_MXFAST, 0);
  CLI::App app("Sourcebook: a static site generator for knowledge bases in which every number has a source",
               "sourcebook");
  app.set_version_flag("--version", fmt::format("sourcebook {}", cli::version()), "Print the version and exit");
  app.require_subcommand(1);
  const std::string_view first = argc > 1 ? argv[1] : "--help";
  const bool completes = first == "complete";  // asked by shells, not by people
  if (!first.starts_with('-') && !is_command(first) && !completes) return refuse_command(first);
  int status = cli::kFine;
  set_up_commands(app, first, status);
  if (completes) {
    fmt::print("{}", cli::completion(app, {argv + 2, argv + argc}));
    return cli::kFine;
  }
  std::signal(SIGXFSZ, SIG_IGN);  // so that a limit on the size of files is an error that is told
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain_usage(app, error);
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = error.path1().string();
    return fail("unreadable-file", fmt::format("{} can't be read: {}", path, error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail("internal", "there is not enough memory");
  } catch (const std::system_error& error) {
    return fail("internal", error.code().message());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error[internal]: %s\n", error.what());
    return cli::kMachineFailed;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail("unwritable-file", fmt::format("standard output can't be written: {}", std::strerror(errno)));
  return status;
}
