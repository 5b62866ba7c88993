#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/makers.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "data/descriptor_parts.h"
#include "import/head.h"
#include "import/json_edit.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

const std::string kDescriptor = "data/datapackage.json";

std::string file_stem(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  const size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

void remove_non_ascii(std::string& text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string joined(const std::vector<std::string_view>& names) {
  return base::join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

class ResourceMaker {
 public:
  ResourceMaker(const io::FileSystem& root, const NewResourceOptions& options, const std::string& own_path)
      : root_(root), options_(options), own_path_(own_path) {}

  Plan make(std::string bytes) {
    if (add_files(std::move(bytes)) && !plan_.failed()) describe();
    return std::move(plan_);
  }

 private:
  bool add_files(std::string bytes) {
    if (!choose_name() || !check_options()) return false;
    read_site();
    if (plan_.failed() || !check_name() || !choose_source()) return false;
    auto file = std::make_shared<base::SourceText>(options_.file, std::move(bytes));
    plan_.kept.push_back(file);
    if (!import::check_is_text(*file, plan_.diagnostics)) return false;
    auto sheet = import::read_sheet(*file, plan_.diagnostics);
    if (!sheet) return false;
    sheet_ = std::move(*sheet);
    std::vector<std::string> wanted;
    std::vector<std::string> notes = import::move_units_to_heads(sheet_, units_, wanted);
    auto table = import::infer_table(sheet_, *file, units_, options_.infer, plan_.diagnostics);
    if (!table) return false;
    table_ = std::move(*table);
    if (!options_.locator.empty() && source_.empty() && !table_.find("source"))
      return refuse("--locator needs a source", "add --source ID or --source URL");
    table_.notes.insert(table_.notes.end(), notes.begin(), notes.end());
    table_.wanted.insert(table_.wanted.end(), wanted.begin(), wanted.end());
    read_source_column();
    add_data(import::written_table(table_, sheet_), file->text());
    add_descriptor();
    return true;
  }

  bool refuse(std::string why, std::string help) {
    plan_.refusal = std::move(why);
    plan_.help = std::move(help);
    return false;
  }

  bool choose_name() {
    name_ = options_.name;
    if (name_.empty()) {
      name_ = import::column_name(file_stem(options_.file));
      remove_non_ascii(name_);
      if (name_.ends_with('_')) name_.pop_back();
    }
    return data::is_table_name(name_) || refuse(fmt::format("\"{}\" is not a valid name of a resource", name_),
                                                fmt::format("choose one with --name: {}", data::kTableNames));
  }

  bool check_options() {
    if (!options_.as_of.empty() && !data::is_partial_date(options_.as_of))
      return refuse(fmt::format("\"{}\" is not a date", options_.as_of), "write 2026-01-31, 2026-01 or 2026");
    if (!options_.no_source.empty() && !options_.source.empty())
      return refuse("--source and --no-source cannot be used together", "use one of them");
    return true;
  }

  std::shared_ptr<const base::SourceText> read(const std::string& path) {
    auto bytes = root_.read(path);
    if (!bytes.ok()) return nullptr;
    auto file = std::make_shared<base::SourceText>(path, std::move(bytes).value());
    plan_.kept.push_back(file);
    return file;
  }

  void read_site() {
    units_ = data::read_units(read("data/units.json").get(), plan_.diagnostics);
    descriptor_ = read(kDescriptor);
    if (descriptor_) package_ = data::read_package(*descriptor_, plan_.diagnostics);
    bibliography_ = data::read_bibliography(root_, plan_.kept, plan_.diagnostics);
    plan_.diagnostics.remove_if([](const base::Diagnostic& each) { return each.code == "incomplete-source"; });
  }

  bool check_name() {
    const std::string help = "choose another name: --name NAME";
    for (const data::Resource& other : package_.resources) {
      if (data::same_name(other.name, name_))
        return refuse(fmt::format("the resource \"{}\" already exists: {}:{}", other.name, kDescriptor,
                                  descriptor_->line_of(other.span.begin)),
                      help);
      if (other.long_form && data::same_name(other.long_form->view, name_))
        return refuse(fmt::format("\"{}\" is the wide view of the resource \"{}\"", name_, other.name), help);
    }
    if (root_.status("data/views/" + name_ + ".sql").ok())
      return refuse(fmt::format("the view \"{}\" already exists: data/views/{}.sql", name_, name_), help);
    return true;
  }

  const data::Source* source_at(std::string_view url) const {
    for (const data::Source& known : bibliography_.sources())
      if (known.url == url) return &known;
    return nullptr;
  }

  // The id of --source. A URL that is not in the bibliography becomes a new source.
  bool choose_source() {
    source_ = options_.source;
    if (source_.empty() || bibliography_.find(source_)) return true;
    if (!is_url(source_))
      return refuse(fmt::format("there is no source \"{}\" in data/sources/", source_), bibliography_.suggest(source_));
    if (const data::Source* known = source_at(source_)) return source_ = known->id, true;
    NewSourceOptions entry;
    entry.url_or_id = source_;
    Plan source = make_source(root_, entry, options_.today);
    if (source.failed()) return refuse(source.refusal, source.help);
    source_ = source_id_of(source_);
    plan_.files = std::move(source.files);
    plan_.todo.push_back(
        fmt::format("add the title and the publisher of \"{}\" in {}", source_, plan_.files.front().path));
    return true;
  }

  // A column "source" may contain ids. URLs and titles in it become entries of the bibliography; with --source, it is
  // an ordinary column.
  void read_source_column() {
    const auto column = std::find_if(table_.columns.begin(), table_.columns.end(),
                                     [](const import::InferredColumn& each) { return each.name == "source"; });
    if (column == table_.columns.end()) return;
    auto& cells = sheet_.columns[static_cast<size_t>(column - table_.columns.begin())].cells;
    std::map<std::string_view, std::string> ids;  // of the cells that are not ids
    for (std::string_view cell : cells)
      if (!cell.empty() && !looks_like_id(cell)) ids.emplace(cell, "");
    if (ids.empty()) return;
    if (!source_.empty()) {
      column->name = "source_as_published";
      table_.notes.push_back(
          fmt::format("the column source is named source_as_published, because all rows are from \"{}\"", source_));
      return;
    }
    add_sources(ids);
    for (std::string_view& cell : cells)
      if (auto id = ids.find(cell); id != ids.end()) cell = sheet_.unescaped.emplace_back(id->second);
    column->one_of.clear();
    has_new_sources_ = true;
  }

  bool looks_like_id(std::string_view text) const {
    return bibliography_.find(text) || std::all_of(text.begin(), text.end(), [](char c) {
             return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_';
           });
  }

  // Fills in the ids of URLs and titles, and adds those that are new to the bibliography.
  void add_sources(std::map<std::string_view, std::string>& ids) {
    std::set<std::string> taken;
    for (const data::Source& known : bibliography_.sources()) taken.insert(known.id);
    std::vector<std::string> entries;
    for (auto& [cell, id] : ids) {
      if (const data::Source* known = source_at(cell)) {
        id = known->id;
        continue;
      }
      std::string wanted = is_url(cell) ? source_id_of(cell) : import::column_name(cell);
      remove_non_ascii(wanted);
      std::replace(wanted.begin(), wanted.end(), '_', '-');
      NewSourceOptions entry;
      entry.id = id = import::unique_name(wanted.empty() ? "source" : wanted, taken);
      entry.url_or_id = is_url(cell) ? std::string(cell) : id;
      if (!is_url(cell)) entry.title = cell;
      entries.push_back(base::replace_all(source_entry(entry, options_.today), "\n", "\n  "));
    }
    if (entries.empty()) return;
    const std::string path = "data/sources/" + name_ + ".json";
    plan_.files.push_back({path, "[\n  " + base::join(entries, ",\n  ") + "\n]\n"});
    plan_.todo.push_back(fmt::format("complete the new sources in {}: \"missing\" lists what to add", path));
  }

  void add_data(std::string csv, std::string_view before) {
    std::string path = "data/" + name_ + ".csv";
    if (path != own_path_)
      plan_.files.push_back({std::move(path), std::move(csv)});
    else if (csv != before)
      plan_.diagnostics
          .error("file-exists", options_.file,
                 fmt::format("{} would have to change, and existing files are not overwritten", own_path_))
          .suggest("move it out of data/ and run the command on the copy, or choose another name: --name NAME");
  }

  void add_descriptor() {
    import::ResourceText text{name_,     options_.title, options_.description, source_,
                              locator(), options_.as_of, options_.no_source};
    if (text.title.empty()) text.title = import::read_plain_head(file_stem(options_.file)).title;
    const std::string item = import::descriptor_of(text, table_);
    if (!descriptor_)
      plan_.files.push_back(
          {kDescriptor, "{\n  \"resources\": [\n    " + base::replace_all(item, "\n", "\n    ") + "\n  ]\n}\n"});
    else if (auto inserted = import::insert_into_list(*descriptor_, "resources", item, plan_.diagnostics))
      plan_.files.push_back({kDescriptor, std::move(*inserted), base::hash_of(descriptor_.get())});
  }

  bool has_source() const { return !source_.empty() || has_new_sources_; }

  // By default the name of the file, because each row with a source needs a locator.
  std::string locator() const {
    return options_.locator.empty() && has_source() ? fs::path(options_.file).filename().string() : options_.locator;
  }

  void describe() {
    std::vector<std::string>& notes = plan_.notes;
    notes.push_back(
        fmt::format("{}, {}", base::count_of(sheet_.rows(), "row"), base::count_of(table_.columns.size(), "column")));
    for (const import::InferredColumn& column : table_.columns)
      notes.push_back(fmt::format("{}: {}{}{}{}", column.name, data::type_name(column.type),
                                  column.measured() ? " in " + column.unit : "",
                                  column.empty > 0 ? fmt::format(", {} empty", column.empty) : "",
                                  column.head != column.name ? fmt::format(", from \"{}\"", column.head) : ""));
    if (!table_.key.empty()) {
      std::vector<std::string> names;
      for (size_t i : table_.key) names.push_back(table_.columns[i].name);
      notes.push_back(fmt::format("primary key: {} ({})", base::join(names, ", "), table_.key_reason));
    }
    notes.insert(notes.end(), table_.notes.begin(), table_.notes.end());
    list_tasks();
    plan_.next = {"sourcebook build"};
  }

  void list_tasks() {
    std::vector<std::string>& todo = plan_.todo;
    const std::vector<std::string_view> numbers = table_.numbers();
    const bool has_source_column = table_.find("source") != nullptr;
    if (source_.empty() && options_.no_source.empty() && !has_source_column && !numbers.empty())
      todo.insert(todo.begin(),
                  fmt::format("add the source of {}, without which the site does not build: run this again with "
                              "--source URL, or run `sourcebook new source URL` and add \"source\": ID and "
                              "\"locator\": PLACE in {}",
                              joined(numbers), kDescriptor));
    todo.insert(todo.end(), table_.wanted.begin(), table_.wanted.end());
    if (has_source_column && !has_new_sources_) list_unknown_sources();
    if (options_.locator.empty() && !table_.find("locator") && has_source())
      todo.push_back(fmt::format("replace \"{}\", the \"locator\" in {}, with the place of the figures in the source",
                                 locator(), kDescriptor));
    std::vector<std::string_view> unitless = numbers;
    std::erase_if(unitless, [&](std::string_view name) { return table_.find(name)->measured(); });
    if (!unitless.empty())
      todo.push_back(
          fmt::format("add the \"unit\" of {} in {}, unless they are plain numbers", joined(unitless), kDescriptor));
    if (options_.as_of.empty() && !table_.find("as_of"))
      todo.push_back(
          fmt::format("add the date of the figures in {}, \"as_of\": \"2026-01-31\"; until then they are "
                      "shown as undated",
                      kDescriptor));
    todo.push_back("review what was detected, and correct it in " + kDescriptor);
  }

  void list_unknown_sources() {
    std::set<std::string_view> unknown;
    for (size_t i = 0; i < table_.columns.size(); ++i)
      if (table_.columns[i].name == "source")
        for (std::string_view id : sheet_.columns[i].cells)
          if (!id.empty() && !bibliography_.find(id)) unknown.insert(id);
    if (!unknown.empty())
      plan_.todo.push_back(
          fmt::format("add these sources to data/sources/: {}", base::list_names({unknown.begin(), unknown.end()}, 5)));
  }

  const io::FileSystem& root_;
  const NewResourceOptions& options_;
  const std::string& own_path_;
  Plan plan_;
  std::string name_;
  std::string source_;            // the id of the source of all rows; "" for none
  bool has_new_sources_ = false;  // from a column of the file
  quantity::Units units_;
  std::shared_ptr<const base::SourceText> descriptor_;
  data::Package package_;
  data::Bibliography bibliography_;
  import::Sheet sheet_;
  import::InferredTable table_;
};

int run(const NewResourceOptions& given) {
  const fs::path folder = find_root(given);
  NewResourceOptions options = given;
  std::error_code unreachable;
  const fs::path file = fs::weakly_canonical(options.file, unreachable);
  const io::DiskFileSystem beside(file.parent_path().string());
  constexpr size_t kMaxBytes = size_t{256} << 20;
  if (const auto status = beside.status(file.filename().string()); status.ok() && status.value().size > kMaxBytes)
    throw UsageError{fmt::format("{} is larger than 256 MiB", options.file), "use a loader that prints fewer rows"};
  auto bytes = beside.read(file.filename().string());
  if (!bytes.ok())
    throw UsageError{fmt::format("{} can't be read: {}", options.file, bytes.error().message), "give a CSV file"};
  options.today = today_text();
  const bool is_open = options.source.empty() && options.no_source.empty();
  if (is_open && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) ask_for_source(options, std::cin, std::cout);
  const fs::path within = file.lexically_relative(folder);
  const std::string own_path = within.empty() || *within.begin() == ".." ? "" : within.generic_string();
  io::DiskFileSystem root(folder.string(), io::Writing::durable);
  Plan plan = make_resource(root, options, std::move(bytes).value(), own_path);
  if (!options.dry_run || plan.failed()) return write_new(root, std::move(plan), options);
  for (const base::ChangedFile& each : plan.files)
    if (each.path == kDescriptor) print_text("{}", each.bytes);
  print_text("{}", summary_of(plan));
  return kFine;
}

}  // namespace

void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions) {
  auto ask = [&](std::string_view question, std::string& answer) {
    questions << question << ' ' << std::flush;
    std::getline(answers, answer);
    answer = std::string(base::trim(answer));
  };
  ask("Source of the numbers (a URL, an id of data/sources/, or \"none\"; Enter to add it later):", options.source);
  if (options.source == "none") {
    options.source.clear();
    ask("Reason, shown to readers:", options.no_source);
  } else if (!options.source.empty() && options.locator.empty()) {
    ask("Place in the source, such as a table or page (Enter for the file name):", options.locator);
  }
}

Plan make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path) {
  return ResourceMaker(root, options, own_path).make(std::move(bytes));
}

void add_new_resource(CLI::App& parent, int& status) {
  auto [command, options] = add_command<NewResourceOptions>(
      parent, "resource", "Add a table from a CSV file, and describe it in data/datapackage.json", status, run);
  add_common_options(*command, *options);
  command->add_option("file", options->file, "CSV file (commas, semicolons, tabs or bars) or Markdown table")
      ->type_name("FILE")
      ->required();
  command->add_option("--name", options->name, "Name of the resource (default: from the file name)");
  command->add_option("--title", options->title, "Title that readers see");
  command->add_option("--description", options->description, "What a row is, in one sentence");
  command->add_option("--source", options->source,
                      "Source of all figures: an id of data/sources/, or a URL to add there");
  command->add_option("--no-source", options->no_source, "Why the figures have no source; readers see it");
  command->add_option("--locator", options->locator, "Place in the source: a table, a page");
  command->add_option("--as-of", options->as_of, "Date of the figures: 2026-01-31, 2026-01 or 2026")->type_name("DATE");
  command->add_option("--key", options->infer.key, "Columns of the primary key, separated by commas")->delimiter(',');
  command->add_option("--text", options->infer.texts, "Columns to read as text, separated by commas")->delimiter(',');
  command->add_option("--decimal", options->infer.decimal, "Decimal mark, if the file is ambiguous")
      ->check(CLI::IsMember({".", ","}));
  command->add_flag("--dry-run", options->dry_run, "Print the changes without writing them");
}

}  // namespace cli
