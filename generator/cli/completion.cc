#include "cli/commands.h"

#include "base/text.h"
#include "cli/embedded.h"

namespace cli {
namespace {

std::vector<const CLI::App*> commands_below(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

class Offer {
 public:
  Offer(std::string typed, std::string before) : typed_(std::move(typed)), before_(std::move(before)) {}

  void add(const std::string& word, const std::string& help = "") {
    if (word.starts_with(typed_)) text_ += before_ + word + (help.empty() ? "" : "\t" + help) + "\n";
  }

  // Adds an option's values, by the type in its help: "DIR", or "TEXT:{text,json}".
  void add_values(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const size_t list = type.find(":{");
    if (type == "DIR" || type == "FILE") text_ = type == "DIR" ? ":folders\n" : ":files\n";
    if (type == "CODE|PAGE")
      for (const Explanation& each : explanations()) add(std::string(each.code));
    if (type == "SCHEMA")
      for (const auto& [name, text] : schemas()) add(std::string(name));
    if (list != std::string::npos && type.ends_with('}'))
      for (std::string_view each : base::split(std::string_view(type).substr(list + 2, type.size() - list - 3), ','))
        add(std::string(each));
  }

  void add_options(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames())
        if (!option->get_group().empty()) add("--" + name, option->get_description());
  }

  void add_arguments(const CLI::App& command) {
    for (const CLI::App* each : commands_below(command)) add(each->get_name(), each->get_description());
    for (const CLI::Option* option : command.get_options())
      // Completes the first positional argument, because the code does not determine which one the word is for.
      if (option->get_positional()) return add_values(*option);
  }

  std::string take() { return std::move(text_); }

 private:
  std::string typed_, before_, text_;
};

}  // namespace

std::string completion(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  const CLI::Option* valued = nullptr;  // the option whose value is completed
  std::string typed, before;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i] == "=" ? "" : words[i];
    const bool is_last = i + 1 == words.size();
    if (words[i] == "=" && !is_last) continue;
    if (size_t equals = word.find('='); word.starts_with("--") && equals != std::string::npos) {
      if (!is_last) continue;
      before = word.substr(0, equals + 1);
      valued = command->get_option_no_throw(word.substr(0, equals));
      word.erase(0, equals + 1);
    }
    if (is_last) {
      typed = word;
    } else if (valued) {
      valued = nullptr;
    } else if (word.starts_with('-')) {
      valued = command->get_option_no_throw(word);
      if (valued && !takes_value(*valued)) valued = nullptr;
    } else {
      for (const CLI::App* each : commands_below(*command))
        if (each->get_name() == word) command = each;
    }
  }
  Offer offer(typed, before);
  if (valued)
    offer.add_values(*valued);
  else if (typed.starts_with('-'))
    offer.add_options(*command);
  else
    offer.add_arguments(*command);
  return offer.take();
}

}  // namespace cli
