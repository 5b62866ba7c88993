#include "cli/new_resource.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/new_source.h"
#include "cli/today.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "data/descriptor_check.h"
#include "data/units_file.h"
#include "import/head.h"
#include "import/json_edit.h"
#include "io/disk.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestFile = size_t{256} << 20;
const std::string kDescriptor = "data/datapackage.json";

std::string file_name(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

std::string file_stem(const std::string& path) {
  std::string name = file_name(path);
  size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string joined(const std::vector<std::string_view>& names) {
  return base::join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

class ResourceMaker {
 public:
  ResourceMaker(const io::FileSystem& root, const NewResourceOptions& options, const std::string& own_path)
      : root_(root), options_(options), own_path_(own_path) {}

  Made make(std::string bytes) {
    if (!choose_name() || !check_options()) return std::move(made_);
    read_site();
    if (made_.failed() || !check_name() || !choose_source()) return std::move(made_);
    auto file = std::make_shared<base::SourceText>(options_.file, std::move(bytes));
    made_.sources.push_back(file);
    if (!import::check_is_text(*file, made_.diagnostics)) return std::move(made_);
    auto sheet = import::read_sheet(*file, made_.diagnostics);
    if (!sheet) return std::move(made_);
    std::vector<std::string> wanted;
    std::vector<std::string> notes = import::move_units_to_heads(*sheet, units_, wanted);
    auto table = import::infer_table(*sheet, *file, units_, options_.infer, made_.diagnostics);
    if (!table) return std::move(made_);
    if (!options_.locator.empty() && source_.empty() && !table->find("source")) {
      fail("a locator says where in a source, and no source is given", "add --source ID or --source URL");
      return std::move(made_);
    }
    table->notes.insert(table->notes.end(), notes.begin(), notes.end());
    table->wanted.insert(table->wanted.end(), wanted.begin(), wanted.end());
    read_source_column(*table, *sheet);
    add_data(import::written_table(*table, *sheet), file->text());
    add_descriptor(*table);
    if (made_.failed()) return std::move(made_);
    tell(*table, *sheet);
    return std::move(made_);
  }

 private:
  bool fail(std::string why, std::string help) {
    made_.refusal = std::move(why);
    made_.help = std::move(help);
    return false;
  }

  bool choose_name() {
    name_ = options_.name.empty() ? import::column_name(file_stem(options_.file)) : options_.name;
    std::erase_if(name_, [&](char c) { return options_.name.empty() && static_cast<unsigned char>(c) >= 0x80; });
    if (options_.name.empty() && name_.ends_with('_')) name_.pop_back();
    if (data::is_table_name(name_)) return true;
    return fail(fmt::format("a resource cannot be named \"{}\"", name_),
                fmt::format("name it with --name: {}", data::kTableNames));
  }

  bool check_options() {
    if (!options_.as_of.empty() && !data::is_partial_date(options_.as_of))
      return fail(fmt::format("\"{}\" is no date", options_.as_of), "give a date such as 2026-01-31, 2026-01 or 2026");
    if (!options_.no_source.empty() && !options_.source.empty())
      return fail("--source and --no-source exclude each other", "give one of them");
    return true;
  }

  std::shared_ptr<const base::SourceText> read(const std::string& path) {
    auto bytes = root_.read(path);
    if (!bytes.ok()) return nullptr;
    auto file = std::make_shared<base::SourceText>(path, std::move(bytes).value());
    made_.sources.push_back(file);
    return file;
  }

  void read_site() {
    units_ = data::read_units(read("data/units.json").get(), made_.diagnostics);
    descriptor_ = read(kDescriptor);
    if (descriptor_) package_ = data::read_package(*descriptor_, made_.diagnostics);
    bibliography_ = data::read_bibliography(root_, made_.sources, made_.diagnostics);
    made_.diagnostics.remove_if([](const base::Diagnostic& each) { return each.code == "incomplete-source"; });
  }

  bool check_name() {
    std::string help = "name it otherwise: --name NAME";
    for (const data::Resource& other : package_.resources) {
      if (data::same_name(other.name, name_))
        return fail(fmt::format("there is a resource \"{}\" already: {}:{}", other.name, kDescriptor,
                                descriptor_->line_of(other.span.begin)),
                    help);
      if (other.long_form && data::same_name(other.long_form->view, name_))
        return fail(fmt::format("\"{}\" is the wide view of the resource \"{}\"", name_, other.name), help);
    }
    if (root_.status("data/views/" + name_ + ".sql").ok())
      return fail(fmt::format("there is a view \"{}\" already: data/views/{}.sql", name_, name_), help);
    return true;
  }

  // The id of --source; for a web address that no source has, that of a new one.
  bool choose_source() {
    source_ = options_.source;
    if (source_.empty() || bibliography_.find(source_)) return true;
    if (!is_url(source_))
      return fail(fmt::format("there is no source \"{}\" in data/sources/", source_), bibliography_.suggest(source_));
    for (const data::Source& known : bibliography_.sources())
      if (known.url == source_) return source_ = known.id, true;
    NewSourceOptions entry;
    entry.url_or_id = source_;
    Made source = make_source(root_, entry, options_.today);
    if (source.failed()) return fail(source.refusal, source.help);
    source_ = source_id_of(source_);
    made_.files = std::move(source.files);
    made_.left.push_back(fmt::format("the title and the publisher of \"{}\": \"missing\" in {} lists them", source_,
                                     made_.files.front().path));
    return true;
  }

  // A column "source" of ids stays. Of one that holds web addresses or titles, each becomes a source of the
  // bibliography; beside --source it is a column like any other.
  void read_source_column(import::InferredTable& table, import::Sheet& sheet) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].name != "source") continue;
      std::map<std::string_view, std::string> ids;  // of the cells that are no ids
      for (std::string_view cell : sheet.columns[i].cells)
        if (!cell.empty() && !looks_like_id(cell)) ids.emplace(cell, "");
      if (ids.empty()) return;
      if (!source_.empty()) {
        table.columns[i].name = "source_as_published";
        table.notes.push_back(fmt::format("source is named source_as_published: its rows come from \"{}\"", source_));
        return;
      }
      add_sources(ids);
      for (std::string_view& cell : sheet.columns[i].cells)
        if (auto id = ids.find(cell); id != ids.end()) cell = sheet.unescaped.emplace_back(id->second);
      table.columns[i].one_of.clear();
      has_new_sources_ = true;
    }
  }

  // Known to the bibliography, or one word that may be an id of it.
  bool looks_like_id(std::string_view text) const {
    return bibliography_.find(text) || std::all_of(text.begin(), text.end(), [](char c) {
             return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_';
           });
  }

  void add_sources(std::map<std::string_view, std::string>& ids) {
    std::set<std::string> taken;
    for (const data::Source& known : bibliography_.sources()) taken.insert(known.id);
    std::string entries;
    for (auto& [cell, id] : ids) {
      for (const data::Source& known : bibliography_.sources())
        if (known.url == cell) id = known.id;
      if (!id.empty()) continue;
      std::string wanted = is_url(cell) ? source_id_of(cell) : import::column_name(cell);
      std::erase_if(wanted, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
      std::replace(wanted.begin(), wanted.end(), '_', '-');
      id = import::unique_name(wanted.empty() ? "source" : wanted, taken);
      NewSourceOptions entry;
      entry.url_or_id = is_url(cell) ? std::string(cell) : id;
      entry.id = id;
      if (!is_url(cell)) entry.title = cell;
      entries +=
          (entries.empty() ? "  " : ",\n  ") + base::replace_all(source_entry(entry, options_.today), "\n", "\n  ");
    }
    if (entries.empty()) return;
    const std::string path = "data/sources/" + name_ + ".json";
    made_.files.push_back({path, "[\n" + entries + "\n]\n"});
    made_.left.push_back(
        fmt::format("what the column \"source\" names is in {} now: \"missing\" in it lists what to fill in", path));
  }

  void add_data(std::string csv, std::string_view before) {
    std::string path = "data/" + name_ + ".csv";
    if (path == own_path_) {
      if (csv == before) return;  // it is where it belongs, and as it should be
      made_.diagnostics
          .error("file-exists", options_.file,
                 fmt::format("{} would have to be written anew, and is never overwritten", own_path_))
          .suggest("move it out of data/ and run the command on the copy, or give another name: --name NAME");
      return;
    }
    made_.files.push_back({std::move(path), std::move(csv)});
  }

  void add_descriptor(const import::InferredTable& table) {
    import::ResourceText text{name_,     options_.title, options_.description, source_,
                              locator(), options_.as_of, options_.no_source};
    if (text.title.empty()) text.title = import::read_plain_head(file_stem(options_.file)).title;
    std::string item = import::descriptor_of(text, table);
    if (!descriptor_) {
      std::string indented = "    " + base::replace_all(item, "\n", "\n    ");
      made_.files.push_back({kDescriptor, "{\n  \"resources\": [\n" + indented + "\n  ]\n}\n"});
      return;
    }
    if (auto inserted = import::insert_into_list(*descriptor_, "resources", item, made_.diagnostics))
      made_.files.push_back({kDescriptor, std::move(*inserted), base::hash_of(descriptor_.get())});
  }

  // Every row needs one beside its source; the file itself is where its rows stand until its author says better.
  std::string locator() const {
    const bool has_source = !source_.empty() || has_new_sources_;
    return options_.locator.empty() && has_source ? file_name(options_.file) : options_.locator;
  }

  void tell(const import::InferredTable& table, const import::Sheet& sheet) {
    std::vector<std::string>& notes = made_.notes;
    notes.push_back(
        fmt::format("{}, {}", base::count_of(sheet.rows(), "row"), base::count_of(table.columns.size(), "column")));
    for (const import::InferredColumn& column : table.columns) {
      std::string line = fmt::format("{}: {}", column.name, data::type_name(column.type));
      if (column.measured()) line += " in " + column.unit;
      if (column.empty > 0) line += ", " + std::to_string(column.empty) + " empty";
      if (column.head != column.name) line += fmt::format(", from \"{}\"", column.head);
      notes.push_back(std::move(line));
    }
    if (!table.key.empty()) {
      std::vector<std::string> names;
      for (size_t i : table.key) names.push_back(table.columns[i].name);
      notes.push_back(fmt::format("primary key: {} ({})", base::join(names, ", "), table.key_reason));
    }
    notes.insert(notes.end(), table.notes.begin(), table.notes.end());
    tell_what_is_left(table, sheet);
  }

  void tell_what_is_left(const import::InferredTable& table, const import::Sheet& sheet) {
    std::vector<std::string>& left = made_.left;
    const std::vector<std::string_view> numbers = table.numbers();
    const bool own_sources = table.find("source") != nullptr;
    if (source_.empty() && options_.no_source.empty() && !own_sources && !numbers.empty())
      left.insert(left.begin(),
                  fmt::format("the source of {}, without which the site does not build: `sourcebook new source URL`, "
                              "then \"source\": ID and \"locator\": PLACE in {}; or run this again with --source URL",
                              joined(numbers), kDescriptor));
    left.insert(left.end(), table.wanted.begin(), table.wanted.end());
    if (own_sources && !has_new_sources_) tell_unknown_sources(table, sheet);
    if (options_.locator.empty() && !table.find("locator") && (!source_.empty() || has_new_sources_))
      left.push_back(
          fmt::format("where in the source the figures stand: \"locator\" in {} says \"{}\" until you know better",
                      kDescriptor, file_name(options_.file)));
    tell_unitless(table);
    if (options_.as_of.empty() && !table.find("as_of"))
      left.push_back(fmt::format("when the figures were true: \"as_of\": \"2026-01-31\" in {}; they show as undated",
                                 kDescriptor));
    left.push_back("look at what was found out, and correct it in " + kDescriptor);
    made_.next = {"sourcebook build"};
  }

  void tell_unitless(const import::InferredTable& table) {
    std::vector<std::string_view> names;
    for (std::string_view name : table.numbers())
      if (!table.find(name)->measured()) names.push_back(name);
    if (!names.empty())
      made_.left.push_back(
          fmt::format("units of {}: \"unit\" in {}, unless they are plain numbers", joined(names), kDescriptor));
  }

  void tell_unknown_sources(const import::InferredTable& table, const import::Sheet& sheet) {
    std::set<std::string_view> unknown;
    for (size_t i = 0; i < table.columns.size(); ++i)
      if (table.columns[i].name == "source")
        for (std::string_view id : sheet.columns[i].cells)
          if (!id.empty() && !bibliography_.find(id)) unknown.insert(id);
    if (!unknown.empty())
      made_.left.push_back(fmt::format("sources that are not in data/sources/: {}",
                                       base::list_names({unknown.begin(), unknown.end()}, 5)));
  }

  const io::FileSystem& root_;
  const NewResourceOptions& options_;
  const std::string& own_path_;
  Made made_;
  std::string name_;
  std::string source_;            // the id of what all rows come from; "" for none
  bool has_new_sources_ = false;  // made of a column of the file
  quantity::Units units_;
  std::shared_ptr<const base::SourceText> descriptor_;
  data::Package package_;
  data::Bibliography bibliography_;
};

int run(NewResourceOptions& options) {
  const CommonOptions& common = options.common;
  auto folder = find_root(common);
  if (!folder) return kWrongUsage;
  std::error_code unreachable;
  fs::path file = fs::weakly_canonical(options.file, unreachable);
  io::DiskFileSystem beside(file.parent_path().string());
  auto status = beside.status(file.filename().string());
  auto bytes = status.ok() && status.value().size > kLargestFile
                   ? base::Result<std::string, io::Error>(base::Failure{io::Error{
                         io::ErrorKind::machine, "", "it is larger than 256 MiB; let a loader print fewer rows"}})
                   : beside.read(file.filename().string());
  if (!bytes.ok())
    return refuse(fmt::format("{} can't be read: {}", options.file, bytes.error().message), "name a CSV file", common);
  std::string why;
  options.today = day_of_today(why);
  if (options.today.empty()) return refuse(why, "unset it, or set it to a number of seconds", common);
  const bool is_open = options.source.empty() && options.no_source.empty();
  if (is_open && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) ask_for_source(options, std::cin, std::cout);
  fs::path within = file.lexically_relative(*folder);
  std::string own = within.empty() || *within.begin() == ".." ? "" : within.generic_string();
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  Made made = make_resource(root, options, std::move(bytes).value(), own);
  if (!options.dry_run || made.failed()) return finish(root, std::move(made), common);
  for (const base::ChangedFile& each : made.files)
    if (each.path == kDescriptor) fmt::print("{}", each.bytes);
  fmt::print("{}", summary_of(made));
  return kFine;
}

}  // namespace

void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions) {
  auto ask = [&](std::string_view question, std::string& answer) {
    questions << question << ' ' << std::flush;
    std::getline(answers, answer);
    answer = std::string(base::trim(answer));
  };
  ask("Where do the numbers come from? A web address, an id of data/sources/, or \"none\"; Enter to say it later:",
      options.source);
  if (options.source == "none") {
    options.source.clear();
    ask("Why do they have no source? Readers see this:", options.no_source);
  } else if (!options.source.empty() && options.locator.empty()) {
    ask("Where in it? A table, a page; Enter for the name of the file:", options.locator);
  }
}

Made make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path) {
  return ResourceMaker(root, options, own_path).make(std::move(bytes));
}

void set_up_new_resource(CLI::App& parent, NewResourceOptions& options, int& status) {
  CLI::App* command = parent.add_subcommand("resource", "A table of figures from a CSV file, with its descriptor");
  add_common_options(*command, options.common);
  command->add_option("file", options.file, "The CSV file; commas, semicolons, tabs or bars between its cells")
      ->type_name("FILE")
      ->required();
  command->add_option("--name", options.name, "Of the resource, if it is not to be made from the file's");
  command->add_option("--title", options.title, "What readers see");
  command->add_option("--description", options.description, "What a row is, in a sentence");
  command->add_option(
      "--source", options.source,
      "The source of all its figures: a web address, which is added to the bibliography, or an id of it");
  command->add_option("--no-source", options.no_source, "Why its figures have no source; readers see it");
  command->add_option("--locator", options.locator, "Where in the source: a table, a page");
  command->add_option("--as-of", options.as_of, "When the figures were true: 2026-01-31, 2026-01 or 2026");
  command->add_option("--key", options.infer.key, "The columns of the primary key, with commas between them")
      ->delimiter(',');
  command->add_option("--text", options.infer.texts, "Columns that are text whatever they hold")->delimiter(',');
  command->add_option("--decimal", options.infer.decimal, "The decimal mark, where the file leaves it open")
      ->check(CLI::IsMember({".", ","}));
  command->add_flag("--dry-run", options.dry_run, "Print what would be written, and write nothing");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
