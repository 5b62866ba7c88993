// The program: chooses the command, and reports a wrong command line.
#include <fmt/format.h>
#include <gmp.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/jail.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/embedded.h"
#include "notation/schema.h"

namespace {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app, int& status);
};

constexpr std::array kCommands = {
    Command{"build", cli::add_build},     Command{"serve", cli::add_serve}, Command{"fix", cli::add_fix},
    Command{"check", cli::add_check},     Command{"new", cli::add_new},     Command{"import", cli::add_import},
    Command{"diff", cli::add_diff},       Command{"load", cli::add_load},   Command{"schema", cli::add_schema},
    Command{"explain", cli::add_explain},
};

// Adds the command `name`, or all commands if there is no such command: adding all takes as long as a small build in
// which nothing has changed.
void add_commands(CLI::App& app, std::string_view name, int& status) {
  const auto named = std::find_if(kCommands.begin(), kCommands.end(), [&](auto& each) { return each.name == name; });
  if (named != kCommands.end()) return named->add(app, status);
  for (const Command& command : kCommands) command.add(app, status);
}

// Leaves out rare options, unless all are asked for, and the links of descriptions, which the handbook's tables show.
class HelpFormatter : public CLI::Formatter {
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    const size_t rare = help.find(fmt::format("\n{}:\n", cli::kRareOptions));
    if (mode == CLI::AppFormatMode::All || rare == std::string::npos) return help;
    return help.substr(0, rare) + "\n--help-all lists rare options too.\n";
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return notation::plain_text(CLI::Formatter::make_option_desc(option));
  }
};

int fail(const char* code, const std::string& message) {
  std::fprintf(stderr, "error[%s]: %s\n", code, base::visible(message).c_str());
  return cli::kMachineFailed;
}

// Throws a UsageError for an unknown name; `what` is "option" or "command".
[[noreturn]] void refuse_name(std::string_view what, std::string_view name, const std::string& command,
                              const std::vector<std::string>& names) {
  const std::string help = base::did_you_mean(name, base::views(names));
  throw cli::UsageError{fmt::format("{} has no {} \"{}\"", command, what, name),
                        help.empty() ? "expected " + base::list_names(base::views(names), names.size()) : help};
}

// Returns the name of a command with its parents: "sourcebook import table".
std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent ? full_name(*parent) + " " : "") + command.get_name();
}

std::vector<std::string> subcommands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  return names;
}

// Throws a UsageError for an unexpected argument: the first option if there is one, otherwise the first word.
void refuse_extras(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return;
  const std::string name = full_name(command), usage = fmt::format("`{} --help` shows the usage", name);
  const auto option = std::find_if(extras.begin(), extras.end(), [](auto& each) { return each.starts_with('-'); });
  if (option != extras.end()) {
    const std::string given = option->substr(0, option->find('='));
    if (command.get_option_no_throw(given))
      throw cli::UsageError{fmt::format("the option \"{}\" must follow \"{}\"", given, name), usage};
    std::vector<std::string> names;
    for (const CLI::Option* known : command.get_options())
      for (const std::string& each : known->get_lnames()) names.push_back("--" + each);
    refuse_name("option", given, name, names);
  }
  const std::vector<std::string> names = subcommands_of(command);
  if (!names.empty()) refuse_name("command", extras.front(), name, names);
  throw cli::UsageError{fmt::format("unexpected argument \"{}\"", extras.front()), usage};
}

// Prints the requested help, or the error in the command line. Returns an exit status.
int handle(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const CLI::App* command = &app;  // the last command that was given
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const bool is_incomplete = dynamic_cast<const CLI::RequiredError*>(&error);
  return cli::run_command({}, [&]() -> int {
    if (is_incomplete || dynamic_cast<const CLI::ExtrasError*>(&error)) refuse_extras(app, *command);
    const std::vector<std::string> names = subcommands_of(*command);
    if (is_incomplete && !names.empty())
      throw cli::UsageError{fmt::format("\"{}\" needs a command", full_name(*command)),
                            "expected " + base::list_names(base::views(names), names.size())};
    throw cli::UsageError{error.what(), fmt::format("`{} --help` shows the usage", full_name(*command))};
  });
}

// The memory of big numbers. Where there is no more, GMP itself would abort; exceptions pass through its functions.
// Source: https://gmplib.org/manual/Custom-Allocation
void* allocate(size_t size) {
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* reallocate(void* old, size_t /*old_size*/, size_t size) {
  if (void* memory = std::realloc(old, size)) return memory;
  throw std::bad_alloc();
}
void release(void* memory, size_t /*size*/) { std::free(memory); }

}  // namespace

int main(int argc, char** argv) {
  // Otherwise small free blocks are merged whenever a large one is allocated, which a build does for each page.
  ::mallopt(M_MXFAST, 0);
  ::mp_set_memory_functions(allocate, reallocate, release);
  base::start_jail();
  CLI::App app("Sourcebook: a static site generator for knowledge bases in which every number has a source",
               "sourcebook");
  app.set_version_flag("--version", fmt::format("sourcebook {}", cli::version()), "Print the version and exit");
  app.set_help_all_flag("--help-all", "Print this help message with rare options and exit");
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
  const std::string_view first = argc > 1 ? argv[1] : "";
  int status = cli::kFine;
  add_commands(app, first, status);
  if (first.empty()) {
    fmt::print(stderr, "{}", app.help());
    return cli::kWrongUsage;
  }
  std::signal(SIGXFSZ, SIG_IGN);  // so that writing a file that is too large returns an error
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = handle(app, error);
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string path = error.path1().string();
    return fail("unreadable-file", fmt::format("{} can't be read: {}", path, error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail("internal", "out of memory");
  } catch (const std::system_error& error) {
    return fail("internal", error.code().message());
  } catch (const std::exception& error) {
    return fail("internal", error.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail("unwritable-file", fmt::format("standard output can't be written: {}", std::strerror(errno)));
  return status;
}
