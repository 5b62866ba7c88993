// Makes a resource from a published table: its file, descriptor, source and settings (cli/makers.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/makers.h"
#include "data/database.h"
#include "data/descriptor.h"
#include "data/descriptor_parts.h"
#include "import/head.h"
#include "import/import.h"
#include "import/json_edit.h"
#include "import/measure.h"
#include "markup/url.h"
#include "notation/json.h"

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

std::string names_of(const std::vector<const import::InferredColumn*>& columns) {
  std::vector<std::string> names;
  for (const import::InferredColumn* each : columns) names.push_back(each->name);
  return base::join(names, ", ");
}

class ResourceMaker {
 public:
  ResourceMaker(const io::FileSystem& root, const NewResourceOptions& options, const std::string& own_path)
      : root_(root), options_(options), own_path_(own_path) {}

  Plan make(std::string bytes) {
    if (add_files(std::move(bytes)) && !plan_.failed()) describe();
    if (options_.no_assumptions) import::refuse_assumptions(plan_.assumed, options_.file, plan_.diagnostics);
    return std::move(plan_);
  }

 private:
  // Returns false after an error.
  bool add_files(std::string bytes) {
    choose_name();
    check_options();
    read_site();
    if (plan_.failed()) return false;
    check_name();
    if (!has_source_in_column()) choose_source();
    auto file = std::make_shared<base::SourceText>(options_.file, std::move(bytes));
    plan_.texts.push_back(file);
    std::vector<std::string> notes, wanted;
    options_.choice.may_choose = true;
    options_.choice.merged = options_.infer.merged;
    for (const auto* names : {&options_.columns, &options_.without, &options_.infer.texts, &options_.infer.key})
      std::ranges::copy(*names, std::back_inserter(options_.choice.stated));
    auto sheet = import::read_table(*file, options_.choice, plan_.texts, notes, plan_.diagnostics);
    if (!sheet || (options_.choice.longer.empty() && !import::check_first_row(*sheet, plan_.diagnostics))) return false;
    sheet_ = std::move(*sheet);
    if (!sheet_.choice.rows.empty()) options_.choice.rows = sheet_.choice.rows;
    if (!sheet_.choice.table.empty()) options_.choice.table = sheet_.choice.table;
    use_caption(notes);
    import::take_unit_row(sheet_, units_, notes);
    changes_ = prepare_sheet(sheet_, options_, notes);
    import::split_columns(sheet_, units_, options_.infer, notes, wanted, plan_.diagnostics);
    if (plan_.failed()) return false;
    add_footnotes(sheet_, changes_, notes);
    if (sheet_.columns.empty())
      throw UsageError{"no column of the file can be read as values", "choose other rows: --rows PATH"};
    if (options_.number_rows) number_rows(sheet_, changes_);
    if (!infer_columns(wanted)) return false;
    if (changes_.has_footnotes) table_.columns.back().is_made = true;
    if (!options_.locator.empty() && options_.source.empty() && !table_.find("source"))
      throw UsageError{"--locator needs a source", "add --source ID or --source URL"};
    table_.notes.insert(table_.notes.begin(), notes.begin(), notes.end());
    table_.wanted.insert(table_.wanted.end(), wanted.begin(), wanted.end());
    read_source_column();
    read_locator_column();
    if (options_.locator.empty() &&
        (!options_.source.empty() || has_new_sources_)) {  // each row with a source needs a locator
      options_.locator = fs::path(options_.file).filename().string();
      has_locator_ = false;
    }
    add_data(import::written_table(table_, sheet_), file->text());
    add_descriptor();
    add_settings();
    return true;
  }

  bool infer_columns(std::vector<std::string>& wanted) {
    import::InferOptions infer = options_.infer;
    if (changes_.has_numbers && infer.key.empty()) infer.key = {sheet_.columns.front().head};
    auto table = import::infer_table(sheet_, units_, infer, plan_.diagnostics);
    if (!table) return false;
    table_ = std::move(*table);
    table_.columns.front().is_made = changes_.has_numbers;
    if (changes_.has_numbers && options_.infer.key.empty()) table_.key_reason = "the number of the row in the file";
    if (table_.no_key.empty()) return true;
    wanted.push_back(fmt::format(
        "{}, so the rows are numbered: sentences name a row by its number; better: {}give the columns that distinguish "
        "the rows, --key A,B",
        table_.no_key, table_.no_key_help.empty() ? "" : table_.no_key_help + ", or "));
    number_rows(sheet_, changes_);
    return infer_columns(wanted);
  }

  void choose_name() {
    has_title_ = !options_.title.empty();
    // The name of a file often has the year of its edition, which the title would still state after the next one.
    if (!has_title_)
      options_.title = import::read_plain_head(options_.name.empty() ? file_stem(options_.file) : options_.name).title;
    if (options_.name.empty()) {
      options_.name = import::column_name(file_stem(options_.file));
      remove_non_ascii(options_.name);
      if (options_.name.ends_with('_')) options_.name.pop_back();
    }
    if (!data::is_table_name(options_.name))
      throw UsageError{fmt::format("\"{}\" is not a valid name of a resource", options_.name),
                       fmt::format("choose one with --name: {}", data::kTableNames)};
  }

  // Uses the caption of a table in a page as the title.
  void use_caption(std::vector<std::string>& notes) {
    if (sheet_.caption.empty()) return;
    if (has_title_) return notes.push_back(fmt::format("left out: the caption \"{}\"", sheet_.caption));
    options_.title = sheet_.caption;
    notes.push_back(fmt::format("the caption is the title: {}", options_.title));
  }

  void check_options() const {
    import::check_as_of(options_.as_of, options_.today);
    if (!options_.no_source.empty() && !options_.source.empty())
      throw UsageError{"--source and --no-source cannot be used together", "use one of them"};
    const import::TableChoice& choice = options_.choice;
    if (!choice.longer.empty() && !import::is_longer_pattern(choice.longer))
      throw UsageError{fmt::format("--longer {} does not say which columns", choice.longer),
                       fmt::format("write {}", import::kLongerForm)};
    if (choice.longer.empty() != choice.value.empty())
      throw UsageError{"--longer and --value need each other", "write --longer 'year={1960..2024}' --value gdp"};
  }

  const base::SourceText* read(const std::string& path) { return import::read_file(root_, path, plan_.texts); }

  void read_site() {
    units_ = data::read_units(read("data/units.json"), plan_.diagnostics);
    descriptor_ = read(kDescriptor);
    const auto find = [&](const std::string& path) { return read("data/" + path); };
    if (descriptor_) package_ = data::read_package(*descriptor_, find, plan_.diagnostics);
    bibliography_ = data::read_bibliography(root_, plan_.texts, plan_.diagnostics);
    plan_.diagnostics.remove_if([](const base::Diagnostic& each) { return each.code == "incomplete-source"; });
  }

  void check_name() const {
    const std::string help = "choose another name: --name NAME";
    for (const data::Resource& other : package_.resources) {
      if (data::same_name(other.name, options_.name))
        throw UsageError{fmt::format("the resource \"{}\" already exists: {}:{}", other.name, kDescriptor,
                                     descriptor_->line_of(other.span.begin)),
                         fmt::format("{0}; to add the file again, delete that entry, data/{1}.csv and "
                                     "data/imports/{1}.yaml",
                                     help, options_.name)};
      if (other.long_form && data::same_name(other.long_form->view, options_.name))
        throw UsageError{fmt::format("\"{}\" is the wide view of the resource \"{}\"", options_.name, other.name),
                         help};
    }
    if (root_.status("data/views/" + options_.name + ".sql").ok())
      throw UsageError{fmt::format("the view \"{0}\" already exists: data/views/{0}.sql", options_.name), help};
  }

  const data::Source* source_at(std::string_view url) const {
    for (const data::Source& known : bibliography_.sources())
      if (known.url == url) return &known;
    return nullptr;
  }

  // Whether --source is the header of a column, in braces.
  bool has_source_in_column() const { return options_.source.starts_with('{') && options_.source.ends_with('}'); }

  // Determines the id of --source. A URL that is not in the bibliography becomes a new source.
  void choose_source() {
    if (options_.source.empty() || bibliography_.find(options_.source)) return;
    if (!is_url(options_.source))
      throw UsageError{fmt::format("there is no source \"{}\" in data/sources/", options_.source),
                       bibliography_.suggest(options_.source)};
    if (const data::Source* known = source_at(options_.source)) return void(options_.source = known->id);
    NewSourceOptions entry;
    entry.url_or_id = options_.source;
    plan_.files = make_source(root_, entry, options_.today).files;
    options_.source = source_id_of(options_.source);
    plan_.todo.push_back(
        fmt::format("add the title and the publisher of \"{}\" in {}", options_.source, plan_.files.front().path));
  }

  // Makes the column of --source '{Header}' the column "source". A column "source" without it has sources only if all
  // its texts are ids, citations or addresses; otherwise it is a column like any other.
  void read_source_column() {
    const bool is_given = has_source_in_column();
    const std::string head = is_given ? options_.source.substr(1, options_.source.size() - 2) : "source";
    if (is_given) options_.source.clear();
    const auto column = std::ranges::find_if(table_.columns, [&](const import::InferredColumn& each) {
      return is_given ? each.is_named_in({head}) : each.name == head;
    });
    if (column == table_.columns.end() && is_given)
      throw UsageError{fmt::format("--source: the file has no column \"{}\"", head), "write the header of a column"};
    if (column == table_.columns.end()) return;
    auto& cells = sheet_.columns[static_cast<size_t>(column - table_.columns.begin())].cells;
    std::map<std::string_view, std::string> ids;  // ids for cells that are not ids themselves
    std::string odd;                              // the first text that may not be a source
    for (std::string_view cell : cells) {
      if (cell.empty() || bibliography_.find(cell) || ids.contains(cell)) continue;
      ids[cell] = cited_id(cell);
      if (odd.empty() && ids[cell].empty() && !is_address(cell)) odd = cell;
    }
    if (is_given) {
      if (const import::InferredColumn* other = table_.find("source"); other && other != &*column)
        throw UsageError{"--source names one column, and another has the name \"source\"", "rename it in the file"};
      column->name = "source";
      column->type = quantity::FieldType::string;
      column->unit.clear();
    } else if (const bool is_empty = std::ranges::all_of(cells, &std::string_view::empty);
               is_empty || !odd.empty() || is_graph() || (!options_.source.empty() && !ids.empty())) {
      column->name = "source_as_published";
      const std::string why =
          odd.empty()
              ? "the table has targets, as a graph has"
              : fmt::format("\"{}\" is not an address, a citation or an id of data/sources/", base::shortened(odd));
      if ((!odd.empty() || is_graph()) && options_.source.empty() && options_.no_source.empty())
        table_.wanted.push_back(
            fmt::format("\"{0}\" is not read as the source of each row, because {1}; if it is a "
                        "source, add --source '{{{0}}}'",
                        column->head, why));
      table_.notes.push_back(fmt::format("the column \"{}\" is named source_as_published", column->head));
      return;
    }
    if (ids.empty()) return;
    add_sources(ids);
    source_ids_ = {ids.begin(), ids.end()};
    for (std::string_view& cell : cells)
      if (auto id = ids.find(cell); id != ids.end()) cell = sheet_.unescaped.emplace_back(id->second);
    has_new_sources_ = true;
  }

  // A column "locator" has places in the source only if its texts look like places, and --locator gives no other one.
  void read_locator_column() {
    const auto column = std::ranges::find(table_.columns, "locator", &import::InferredColumn::name);
    if (column == table_.columns.end()) return;
    const auto& cells = sheet_.columns[static_cast<size_t>(column - table_.columns.begin())].cells;
    const auto odd = std::ranges::find_if(cells, [](std::string_view cell) {
      return std::ranges::none_of(cell, base::is_digit) && !cell.empty() && !is_address(cell) &&
             !base::has_word("table page section figure sheet row chapter appendix abstract",
                             base::lower_case(cell.substr(0, cell.find(' '))));
    });
    if (options_.locator.empty() && odd == cells.end()) return;
    column->name = "locator_as_published";
    table_.wanted.push_back(fmt::format(
        "\"{}\" is not read as the place of each row in its source, because {}; it is named locator_as_published",
        column->head,
        odd == cells.end() ? "--locator gives another one"
                           : fmt::format("\"{}\" does not look like a place", base::shortened(*odd))));
  }

  // Whether the rows are edges of a graph, whose column "source" says where they begin.
  bool is_graph() const { return table_.find("target") || table_.find("destination"); }

  // The declared id of a citation, "@atlas" or "[@atlas]"; "" for other texts.
  std::string cited_id(std::string_view cell) const {
    if (cell.starts_with('[') && cell.ends_with(']')) cell = cell.substr(1, cell.size() - 2);
    return cell.starts_with('@') && bibliography_.find(cell.substr(1)) ? std::string(cell.substr(1)) : "";
  }

  // Whether the text is a URL or a DOI.
  static bool is_address(std::string_view text) {
    const bool is_doi = text.starts_with("doi:10.") || (text.starts_with("10.") && text.find('/') != std::string::npos);
    return (is_url(text) || is_doi) && text.find_first_of(" \t\"<>") == std::string_view::npos;
  }

  static bool looks_like_id(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_'; });
  }

  // Adds new URLs and titles to the bibliography, and fills in the ids of all.
  void add_sources(std::map<std::string_view, std::string>& ids) {
    std::set<std::string> taken;
    for (const data::Source& known : bibliography_.sources()) taken.insert(known.id);
    std::vector<std::string> entries;
    for (auto& [cell, id] : ids) {
      if (!id.empty()) continue;
      if (const data::Source* known = source_at(cell)) {
        id = known->id;
        continue;
      }
      const bool is_doi = !is_url(cell) && is_address(cell);
      std::string wanted = is_url(cell)                          ? source_id_of(cell)
                           : is_doi && !cell.starts_with("doi:") ? "doi:" + std::string(cell)
                           : is_doi || looks_like_id(cell)       ? std::string(cell)
                                                                 : import::column_name(cell);
      remove_non_ascii(wanted);
      if (!is_doi && !looks_like_id(cell)) std::replace(wanted.begin(), wanted.end(), '_', '-');
      NewSourceOptions entry;
      entry.id = id = import::unique_name(wanted.empty() ? "source" : wanted, taken);
      entry.url_or_id = is_url(cell) ? std::string(cell) : id;
      if (!is_url(cell) && !is_doi) entry.title = cell;
      entries.push_back(base::replace_all(source_entry(entry, options_.today), "\n", "\n  "));
    }
    if (entries.empty()) return;
    const std::string path = "data/sources/" + options_.name + ".json";
    plan_.files.push_back({path, "[\n  " + base::join(entries, ",\n  ") + "\n]\n"});
    plan_.todo.push_back(fmt::format("complete the new sources in {}: \"missing\" lists what to add", path));
  }

  void add_data(std::string csv, std::string_view before) {
    std::string path = "data/" + options_.name + ".csv";
    if (path != own_path_)
      plan_.files.push_back({std::move(path), std::move(csv)});
    else if (csv != before)
      plan_.diagnostics
          .error("file-exists", options_.file,
                 fmt::format("{} would have to change, and existing files are not overwritten", own_path_))
          .suggest("move it out of data/ and run the command on the copy, or choose another name: --name NAME");
  }

  // Adds the settings for importing the next edition of the file: `import FILE` finds them by the columns of the file.
  void add_settings() {
    const std::string path = "data/imports/" + options_.name + ".yaml";
    if (root_.status(path).ok()) return;
    std::string lines = settings_lines(options_, changes_, table_);
    if (!source_ids_.empty()) lines += "values:\n  source:\n";
    for (const auto& [cell, id] : source_ids_)
      lines += fmt::format("    {}: {}\n", notation::json_text(cell), notation::json_text(id));
    plan_.files.push_back({path, import::settings_of(options_, table_, sheet_, lines)});
  }

  void add_descriptor() {
    const std::string item = import::descriptor_of(options_, table_);
    if (!descriptor_)
      plan_.files.push_back(
          {kDescriptor, "{\n  \"resources\": [\n    " + base::replace_all(item, "\n", "\n    ") + "\n  ]\n}\n"});
    else if (import::JsonEditor editor(*descriptor_, plan_.diagnostics);
             editor.append("resources", item, plan_.diagnostics))
      plan_.files.push_back({kDescriptor, editor.text(), base::hash_of(descriptor_)});
  }

  void describe() {
    std::vector<std::string>& notes = plan_.notes;
    notes.push_back(
        fmt::format("{}, {}", base::count_of(sheet_.rows(), "row"), base::count_of(table_.columns.size(), "column")));
    for (const import::InferredColumn& column : table_.columns)
      notes.push_back(fmt::format("{}: {}{}{}{}", column.name, data::type_name(column.type),
                                  !column.unit.empty()         ? " in " + column.unit
                                  : !column.unit_field.empty() ? " in the unit of " + column.unit_field
                                                               : "",
                                  column.empty > 0 ? fmt::format(", {} empty", column.empty) : "",
                                  column.head != column.name && !column.head.empty() && !column.is_made
                                      ? fmt::format(", from \"{}\"", column.head)
                                      : ""));
    notes.insert(notes.end(), table_.notes.begin(), table_.notes.end());
    plan_.assumed = assumptions();
    list_tasks();
    plan_.next = {"sourcebook build"};
  }

  std::vector<import::Assumption> assumptions() {
    std::vector<import::Assumption> assumed = std::move(table_.assumed);
    std::vector<std::string> key;
    for (size_t i : table_.key) key.push_back(table_.columns[i].name);
    const std::string names = base::join(key, ", ");
    if (!options_.infer.key.empty() || options_.number_rows)
      plan_.notes.push_back(fmt::format("primary key: {} ({})", names, table_.key_reason));
    else if (!key.empty())
      assumed.push_back({fmt::format("primary key: {} ({})", names, table_.key_reason), "another key: --key A,B"});
    if (!has_locator_ && !table_.find("locator"))
      assumed.push_back(
          {fmt::format("the place of the figures in the source is \"{}\", the name of the file", options_.locator),
           fmt::format("another place: --locator PLACE, or \"locator\" in {}", kDescriptor)});
    return assumed;
  }

  void list_tasks() {
    std::vector<std::string>& todo = plan_.todo;
    const std::vector<const import::InferredColumn*> numbers = table_.numbers();
    if (options_.source.empty() && options_.no_source.empty() && !table_.find("source") && !numbers.empty())
      todo.insert(todo.begin(),
                  fmt::format("add the source of {}, without which the site does not build: run `sourcebook new source "
                              "URL`, and add \"source\": ID and \"locator\": PLACE in {}",
                              names_of(numbers), kDescriptor));
    todo.insert(todo.end(), table_.wanted.begin(), table_.wanted.end());
    std::vector<const import::InferredColumn*> unitless = numbers;
    std::erase_if(unitless, &import::InferredColumn::measured);
    if (!unitless.empty())
      todo.push_back(
          fmt::format("give the unit of {}, 1 for counts and ratios: --unit {}=UNIT with this command, or run "
                      "`sourcebook fix --units`, which asks",
                      names_of(unitless), unitless.front()->name));
    if (options_.as_of.empty() && !table_.find("as_of"))
      todo.push_back(
          fmt::format("add the date of the figures in {}, \"as_of\": \"2026-01-31\"; until then they are "
                      "shown as undated",
                      kDescriptor));
    todo.push_back("review what was detected and assumed, and correct it in " + kDescriptor);
    todo.push_back(fmt::format("show it in a page: `sourcebook new table PAGE {0}`{1}", options_.name,
                               numbers.empty() ? "" : fmt::format(", `sourcebook new chart PAGE {}`", options_.name)));
    if (!numbers.empty()) add_example_figure(numbers);
  }

  // Adds an example of how a sentence states a number of the table, preferably a measured one, or one with a fraction,
  // if a row has short names.
  void add_example_figure(const std::vector<const import::InferredColumn*>& numbers) {
    const auto rank = [](const import::InferredColumn* each) {
      return each->measured() ? 0 : each->type == quantity::FieldType::number ? 1 : 2;
    };
    const import::InferredColumn& number = **std::ranges::min_element(numbers, {}, rank);
    const auto& cells = sheet_.columns[static_cast<size_t>(&number - table_.columns.data())].cells;
    for (size_t row = 0; row < sheet_.rows(); ++row) {
      const std::string cell = import::written_cell(number, cells[row]);
      const std::string id = figure_id(row);
      if (cell.empty() || id.empty()) continue;
      std::string unit = number.unit == "1" ? "" : number.unit;
      for (size_t i = 0; i < table_.columns.size() && !number.unit_field.empty(); ++i)
        if (table_.columns[i].name == number.unit_field) unit = sheet_.columns[i].cells[row];
      plan_.todo.push_back(fmt::format("in a sentence: [{}{}](fig:{}{}/{})", cell, unit.empty() ? "" : " " + unit,
                                       options_.name, id, number.name));
      return;
    }
  }

  // Returns the key of a row in a figure's path: "/Danube/2026"; "" if a part is long or has characters with a meaning
  // in Markdown or URLs.
  std::string figure_id(size_t row) const {
    std::string id;
    for (size_t i : table_.key) {
      const std::string part = import::written_cell(table_.columns[i], sheet_.columns[i].cells[row]);
      if (part.empty() || part.size() > 40 || part.find_first_of("/%#?&\\<>[]|`*") != std::string::npos) return "";
      id += '/';
      for (char c : part) c == ' ' || c == '(' || c == ')' ? markup::append_percent_encoded(id, c) : void(id += c);
    }
    return id;
  }

  const io::FileSystem& root_;
  NewResourceOptions options_;  // completed: `source` becomes the id of the source of all rows
  const std::string& own_path_;
  Plan plan_;
  bool has_new_sources_ = false;  // whether a column of the file names new sources
  bool has_title_ = false;        // whether the title was given
  bool has_locator_ = true;       // whether the locator, if any, was given
  SheetChanges changes_;
  std::map<std::string, std::string> source_ids_;  // keyed by the text of a cell in the column "source"
  quantity::Units units_;
  const base::SourceText* descriptor_ = nullptr;
  data::Package package_;
  data::Bibliography bibliography_;
  import::Sheet sheet_;
  import::InferredTable table_;
};

}  // namespace

Plan make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path) {
  return ResourceMaker(root, options, own_path).make(std::move(bytes));
}

}  // namespace cli
