#include "cli/new_resource.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "data/descriptor_check.h"
#include "data/units_file.h"
#include "import/descriptor_text.h"
#include "import/head.h"
#include "import/insert_json.h"
#include "import/text_check.h"
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

class ResourceMaker {
 public:
  ResourceMaker(const io::FileSystem& root, const NewResourceOptions& options, const std::string& own_path)
      : root_(root), options_(options), own_path_(own_path) {}

  Made make(std::string bytes) {
    if (!choose_name() || !check_options()) return std::move(made_);
    read_site();
    if (made_.failed() || !check_name() || !check_source()) return std::move(made_);
    auto file = std::make_shared<base::SourceText>(options_.file, std::move(bytes));
    made_.sources.push_back(file);
    if (!import::check_is_text(*file, made_.diagnostics)) return std::move(made_);
    auto sheet = import::read_sheet(*file, made_.diagnostics);
    if (!sheet) return std::move(made_);
    auto table = import::infer_table(*sheet, *file, units_, options_.infer, made_.diagnostics);
    if (!table) return std::move(made_);
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
    if (!options_.locator.empty() && options_.source.empty())
      return fail("a locator says where in a source, and no source is given", "add --source ID");
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

  bool check_source() {
    if (options_.source.empty() || bibliography_.find(options_.source)) return true;
    return fail(fmt::format("there is no source \"{}\" in data/sources/", options_.source),
                bibliography_.suggest(options_.source));
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
    import::ResourceText text{name_, options_.title, options_.description, options_.source, locator(), options_.as_of};
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
    return options_.locator.empty() && !options_.source.empty() ? file_name(options_.file) : options_.locator;
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
    left = table.wanted;
    bool own_sources = table.find("source") != nullptr;
    if (own_sources) tell_unknown_sources(table, sheet);
    if (options_.source.empty() && !own_sources && table.has_measures())
      left.push_back(fmt::format(
          "the source, without which the site does not build: \"source\" and \"locator\" in {}, or a column of "
          "each in the file",
          kDescriptor));
    else if (!options_.source.empty() && options_.locator.empty() && !table.find("locator"))
      left.push_back(
          fmt::format("where in the source the figures stand: \"locator\" in {} says \"{}\" until you know better",
                      kDescriptor, file_name(options_.file)));
    if (options_.as_of.empty() && !table.find("as_of"))
      left.push_back(fmt::format("when the figures were true: \"as_of\": \"2026-01-31\" in {}; they show as undated",
                                 kDescriptor));
    left.push_back("look at what was found out, and correct it in " + kDescriptor);
    made_.next = {"sourcebook build"};
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
  quantity::Units units_;
  std::shared_ptr<const base::SourceText> descriptor_;
  data::Package package_;
  data::Bibliography bibliography_;
};

int run(const NewResourceOptions& options) {
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
  command->add_option("--source", options.source, "The source of all its figures: an id of data/sources/");
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
