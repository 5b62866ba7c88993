#include "cli/command_tree.h"

#include "base/text.h"

namespace cli {
namespace {

// Of "TEXT:{text,json,github}" those within braces; none for a list that holds a comma itself.
std::vector<std::string> choices_of(const std::string& type) {
  size_t begin = type.find(":{");
  if (begin == std::string::npos || !type.ends_with('}')) return {};
  std::vector<std::string> choices;
  for (std::string_view choice : base::split(std::string_view(type).substr(begin + 2, type.size() - begin - 3), ',')) {
    if (choice.empty()) return {};
    choices.emplace_back(choice);
  }
  return choices;
}

std::string value_of(const std::string& type) {
  std::string kind = type.substr(0, type.find(':'));
  return kind == "UINT" || kind == "INT" ? "N" : kind;
}

Argument argument_of(const CLI::Option& option, const Words& words) {
  Argument argument;
  if (option.get_positional()) argument.name = option.get_name(true);
  if (!option.get_lnames().empty()) argument.name = "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) argument.short_name = "-" + option.get_snames().front();
  argument.help = option.get_description();
  argument.is_required = option.get_required();
  if (option.get_items_expected_max() > 0) {
    std::string type = option.get_type_name();
    argument.value = value_of(type);
    argument.choices = choices_of(type);
    if (auto known = words.find(argument.value); known != words.end()) argument.choices = known->second;
    argument.preset = option.get_default_str();
  }
  return argument;
}

Command command_of(const CLI::App& app, std::vector<std::string> path, const Words& words) {
  Command command;
  command.help = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? command.positionals : command.options).push_back(argument_of(*option, words));
  }
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (each->get_group().empty()) continue;
    std::vector<std::string> below = path;
    below.push_back(each->get_name());
    command.commands.push_back(command_of(*each, std::move(below), words));
  }
  command.path = std::move(path);
  return command;
}

void add(const Command& command, std::vector<const Command*>& list) {
  list.push_back(&command);
  for (const Command& each : command.commands) add(each, list);
}

}  // namespace

Command command_tree(const CLI::App& app, const Words& words) { return command_of(app, {}, words); }

std::vector<const Command*> all_commands(const Command& program) {
  std::vector<const Command*> list;
  add(program, list);
  return list;
}

}  // namespace cli
