// `sourcebook new`: makes a page, a source or a resource. new_site.cc makes sites.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/makers.h"
#include "data/database.h"
#include "data/descriptor.h"
#include "import/json_edit.h"
#include "notation/json.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

using notation::json_text;

bool is_source_id(const std::string& id) {
  return !id.empty() && id.front() != '.' && std::all_of(id.begin(), id.end(), [](char c) {
    return base::is_letter(c) || base::is_digit(c) || std::string_view("-_.:+/").find(c) != std::string_view::npos;
  });
}

int run_new_resource(io::DiskFileSystem& root, const NewResourceOptions& given) {
  NewResourceOptions options = given;
  std::error_code unreachable;
  const fs::path file = fs::weakly_canonical(options.file, unreachable);
  const io::DiskFileSystem beside(file.parent_path().string());
  constexpr size_t kMaxBytes = size_t{256} << 20;
  if (const auto status = beside.status(file.filename().string()); status.ok() && status.value().size > kMaxBytes)
    throw UsageError{fmt::format("{} is larger than 256 MiB", options.file), "use a loader that prints fewer rows"};
  auto bytes = beside.read(file.filename().string());
  if (!bytes.ok())
    throw UsageError{fmt::format("{} can't be read: {}", options.file, bytes.error().message),
                     "give a table: CSV, JSON, XLSX, ODS, HTML or Markdown"};
  options.today = today_text();
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) ask_for_source(options, std::cin, std::cout);
  const fs::path within = file.lexically_relative(find_root(given));
  const std::string own_path = within.empty() || *within.begin() == ".." ? "" : within.generic_string();
  Plan plan = make_resource(root, options, std::move(bytes).value(), own_path);
  if (!options.dry_run || plan.failed()) return write_new(root, std::move(plan), options);
  for (const base::ChangedFile& each : plan.files)
    if (each.path == "data/datapackage.json") print_text("{}", each.bytes);
  print_text("{}", summary_of(plan, "", false));
  return kFine;
}

// Derives a file name without extension from a title; "" if the title has no usable characters.
std::string stem_of(const std::string& title) {
  constexpr size_t kMaxBytes = 60;
  std::string name = base::file_slug(title);
  if (name.size() > kMaxBytes) {
    const size_t word = name.rfind('-', kMaxBytes);
    const bool is_long = word != std::string::npos && word >= kMaxBytes / 2;
    name.resize(is_long ? word : base::code_point_start(name, kMaxBytes));
  }
  return name == "index" ? "" : name;
}

void add_source(CLI::App& parent, int& status) {
  auto [command, options] =
      add_command<NewSourceOptions>(parent, "source", "Add a source to the bibliography", status,
                                    [](io::DiskFileSystem& root, const NewSourceOptions& given) {
                                      return write_new(root, make_source(root, given, today_text()), given);
                                    });
  add_common_options(*command, *options);
  command->add_option("url-or-id", options->url_or_id, "URL of the source; an id if it is not on the web")->required();
  command->add_option("--id", options->id, "Id for citations (default: from the URL)");
  command->add_option("--title", options->title, "Title");
  command->add_option("--publisher", options->publisher, "Publisher");
}

void add_stub(CLI::App& parent, const Stub& stub, int& status) {
  auto [command, options] = add_command<NewStubOptions>(
      parent, stub.kind, stub.help, status,
      [](io::DiskFileSystem& root, const NewStubOptions& given) { return write_new(root, make_stub(given), given); });
  options->stub = &stub;
  add_common_options(*command, *options);
  command->add_option("title", options->title, stub.title)->required();
  command->add_option("--name", options->name, "File name (default: from the title)");
  command->add_option("--section", options->section, "Folder of content/")->default_str(stub.section);
}

struct NewStringsOptions : CommonOptions {
  std::string lang;
};

void add_strings(CLI::App& parent, int& status) {
  auto [command, options] = add_command<NewStringsOptions>(
      parent, "strings", "Write the interface text to translate, with the English beside each line", status,
      [](io::DiskFileSystem& root, const NewStringsOptions& given) {
        return write_new(root, make_strings(given.lang), given);
      });
  add_common_options(*command, *options);
  command->add_option("lang", options->lang, "Language: a tag such as fr, pt-BR or zh-Hant")
      ->type_name("LANG")
      ->required();
}

void add_block(CLI::App& parent, const std::string& kind, const std::string& help, int& status) {
  auto [command, options] = add_command<NewBlockOptions>(parent, kind, help, status,
                                                         [](io::DiskFileSystem& root, const NewBlockOptions& given) {
                                                           share_data(root, find_root(given));
                                                           return write_new(root, make_block(root, given), given);
                                                         });
  options->kind = kind;
  add_common_options(*command, *options);
  command->add_option("page", options->page, "Page below content/, such as lessons/length.md")
      ->type_name("FILE")
      ->required();
  command->add_option("data", options->data, "Resource or view")->type_name("NAME")->required();
  command->add_option("--name", options->name, "Name of the block (default: from the data)");
}

struct NewThemeOptions : CommonOptions {
  std::string part;
};

void add_theme_part(CLI::App& parent, int& status) {
  auto [command, options] =
      add_command<NewThemeOptions>(parent, "theme", "Copy a template or style sheet of the theme, to change it", status,
                                   [](io::DiskFileSystem& root, const NewThemeOptions& given) {
                                     return write_new(root, make_theme_part(given.part), given);
                                   });
  add_common_options(*command, *options);
  command->add_option("part", options->part, "File of the theme, such as base.html, parts/nav.html or tokens.css")
      ->type_name("PART")
      ->required();
}

void add_new_resource(CLI::App& parent, int& status) {
  auto [command, options] = add_command<NewResourceOptions>(
      parent, "resource", "Add a table, describe it in data/datapackage.json, and its next import in data/imports/",
      status, run_new_resource);
  add_common_options(*command, *options);
  command->add_option("file", options->file, "Table: CSV, TSV, JSON, XLSX, ODS, or one in an HTML or Markdown file")
      ->type_name("FILE")
      ->required();
  command->add_option("--name", options->name, "Name of the resource (default: from the file name)");
  command->add_option("--title", options->title, "Title that readers see");
  command->add_option("--description", options->description, "What a row is, in one sentence");
  command->add_option(
      "--source", options->source,
      "Source of all figures: an id of data/sources/, a URL to add there, or '{Header}' of a column of sources");
  command->add_option("--no-source", options->no_source, "Why the figures have no source; readers see it");
  command->add_option("--locator", options->locator, "Place in the source: a table, a page");
  command->add_option("--as-of", options->as_of, "Date of the figures: 2026-01-31, 2026-01 or 2026")->type_name("DATE");
  command->add_option("--key", options->infer.key, "Columns of the primary key, separated by commas")->delimiter(',');
  command->add_option("--text", options->infer.texts, "Columns to read as text, separated by commas")->delimiter(',');
  command
      ->add_option("--parentheses", options->infer.negatives,
                   "Columns whose numbers in parentheses, (5), are negative, separated by commas")
      ->delimiter(',');
  command
      ->add_option("--merged", options->infer.merged,
                   "Columns whose merged cells give their number to each row, separated by commas")
      ->delimiter(',');
  command->add_flag("--footnotes", options->choice.has_footnotes,
                    "Read raised digits after numbers, 12¹, as marks of footnotes, not as powers");
  command->add_option("--decimal", options->infer.decimal, "Decimal mark, if the file is ambiguous")
      ->check(CLI::IsMember({".", ","}));
  command->add_option("--dates", options->infer.dates, "Order of day, month and year, if the file is ambiguous")
      ->check(CLI::IsMember({"dmy", "mdy", "ymd"}));
  command->add_option("--table", options->choice.table, "Sheet of a workbook, number or caption of a table in a page")
      ->type_name("NAME");
  command
      ->add_option("--header", options->choice.header,
                   "Line of the table's header, if it is not found; `0` if the table has none")
      ->type_name("LINE");
  command->add_option("--rows", options->choice.rows, "Path of the list of rows in JSON, such as data.items")
      ->type_name("PATH");
  command
      ->add_option(
          "--longer", options->choice.longer,
          "Make rows of [columns such as years](data.md#longer): 'year={1960..2024}', or 'region={North,South}'")
      ->type_name("NAME={HEADERS}");
  command->add_option("--value", options->choice.value, "Column for the values of --longer: 'gdp (USD)'")
      ->type_name("NAME");
  command->add_option("--columns", options->columns, "Columns to read, separated by commas (default: all)")
      ->delimiter(',');
  command->add_option("--without", options->without, "Leave out rows in which a cell has this text")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command->add_option_function<std::string>(
      "--missing",
      [texts = &options->missing](const std::string& given) {
        for (std::string_view text : base::split(given, ',')) {
          texts->emplace_back(base::trim(text));
          // CLI11 reads "[c]" as a list, and returns "c"
          if (given == text) texts->push_back("[" + texts->back() + "]");
        }
      },
      "Cells that mean no value, separated by commas, such as Unknown");
  command->add_flag("--number-rows", options->number_rows,
                    "Identify rows by their numbers, as is done if no columns distinguish them");
  command->add_option("--fill", options->fill, "Text for the empty cells of a column: Header=text")
      ->type_name("HEADER=TEXT")
      ->allow_extra_args(false);
  command
      ->add_option_function<std::vector<std::string>>(
          "--unit",
          [units = &options->infer.units](const std::vector<std::string>& given) {
            for (const std::string& each : given) {
              const size_t equals = each.rfind('=');
              if (equals == std::string::npos || equals == 0 || equals + 1 == each.size())
                throw CLI::ValidationError("--unit", each + " is not of the form COLUMN=UNIT");
              const std::string unit = each.substr(equals + 1);
              if (unit.find('{') != std::string::npos && !(unit.starts_with('{') && unit.ends_with('}')))
                throw CLI::ValidationError("--unit", each + ": write {COLUMN} alone, and the whole unit in its cells");
              (*units)[each.substr(0, equals)] = unit;
            }
          },
          "Unit of a column: price=USD/h, seats=1 for a count or ratio, built=year, 'price={currency}' for each row's "
          "own")
      ->type_name("COLUMN=UNIT")
      ->allow_extra_args(false);
  command->add_flag("--no-assumptions", options->no_assumptions, "Treat what is assumed as errors");
  command->add_flag("--dry-run", options->dry_run, "Print the changes without writing them");
}

}  // namespace

int write_new(io::DiskFileSystem& root, Plan plan, const CommonOptions& options, const std::string& prefix) {
  const int status = carry_out(root, plan, options, false, prefix);
  if (status == kFine && !options.quiet) print_visible(summary_of(plan, prefix));
  return status;
}

void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions) {
  auto ask = [&](std::string_view question, std::string& answer) {
    questions << question << ' ' << std::flush;
    std::getline(answers, answer);
    answer = std::string(base::trim(answer));
  };
  const bool is_open = options.source.empty() && options.no_source.empty();
  if (is_open)
    ask("Source of the numbers (a URL, an id of data/sources/, or \"none\"; Enter to add it later):", options.source);
  if (is_open && options.source == "none") {
    options.source.clear();
    ask("Reason, shown to readers:", options.no_source);
  } else if (is_open && !options.source.empty() && options.locator.empty()) {
    ask("Place in the source, such as a table or page (Enter for the file name):", options.locator);
  }
  if (options.as_of.empty())
    ask("Date on which the numbers were true, such as 2026-01-31, 2026-01 or 2026 (Enter for undated):", options.as_of);
}

bool is_url(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

std::string source_id_of(std::string_view url) {
  url = url.substr(url.find("//") + 2);
  url = url.substr(0, url.find_first_of("?#"));
  std::vector<std::string_view> parts = base::split(url, '/');
  std::string host(parts.front().substr(0, parts.front().find(':')));
  if (host.starts_with("www.")) host.erase(0, 4);
  std::vector<std::string_view> names = base::split(host, '.');
  std::string id(names.front());
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  for (size_t i = parts.size() > 3 ? parts.size() - 2 : 1; i < parts.size(); ++i) {
    std::string_view part = parts[i];
    for (std::string_view end : {".html", ".htm", ".pdf", ".php"})
      if (part.ends_with(end)) part.remove_suffix(end.size());
    std::string slug = base::file_slug(base::replace_all(std::string(part), ".", "-"));
    std::erase_if(slug, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (!slug.empty()) id += "-" + slug;
  }
  constexpr size_t kMaxBytes = 48;
  if (id.size() > kMaxBytes) id.resize(kMaxBytes);
  while (id.ends_with('-')) id.pop_back();
  return id;
}

std::string source_entry(const NewSourceOptions& options, const std::string& today) {
  const bool has_url = is_url(options.url_or_id);
  std::string missing = options.title.empty() ? "\"title\"" : "";
  if (options.publisher.empty()) missing += missing.empty() ? "\"publisher\"" : ", \"publisher\"";
  std::string out = fmt::format("{{\n  \"id\": {},\n  \"type\": \"{}\",\n  \"title\": {}", json_text(options.id),
                                has_url ? "webpage" : "document",
                                json_text(options.title.empty() ? options.url_or_id : options.title));
  if (!options.publisher.empty()) out += ",\n  \"publisher\": " + json_text(options.publisher);
  if (has_url) {
    out +=
        fmt::format(",\n  \"URL\": {},\n  \"accessed\": {}", json_text(options.url_or_id), import::date_parts(today));
  }
  constexpr std::string_view kDoi = "doi:";
  if (options.id.starts_with(kDoi)) out += ",\n  \"DOI\": " + json_text(options.id.substr(kDoi.size()));
  if (!missing.empty()) out += fmt::format(",\n  \"custom\": {{\"missing\": [{}]}}", missing);
  return out + "\n}";
}

Plan make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today) {
  const bool has_url = is_url(options.url_or_id);
  NewSourceOptions named = options;
  if (named.id.empty()) named.id = has_url ? source_id_of(options.url_or_id) : options.url_or_id;
  const std::string& id = named.id;
  if (!is_source_id(id))
    throw UsageError{fmt::format("\"{}\" is not a valid source id", id),
                     "use letters, digits, \"-\", \"_\", \".\", \":\", \"+\" and \"/\": --id ID"};
  if (has_url && options.url_or_id.find_first_of(" \"<>") != std::string::npos)
    throw UsageError{fmt::format("\"{}\" is not a URL", options.url_or_id),
                     "write one such as https://example.org/report"};
  std::vector<std::shared_ptr<const base::SourceText>> texts;
  base::Diagnostics unused;
  const data::Bibliography bibliography = data::read_bibliography(root, texts, unused);
  if (const data::Source* other = bibliography.find(id)) {
    const base::SourceText& where = *other->id_span.source;
    throw UsageError{
        fmt::format("the source \"{}\" already exists: {}:{}", id, where.path(), where.line_of(other->id_span.begin)),
        "choose another id: --id ID"};
  }
  Plan plan;
  const std::string path = "data/sources/" + base::replace_all(base::replace_all(id, ":", "-"), "/", "-") + ".json";
  plan.files.push_back({path, "[\n  " + base::replace_all(source_entry(named, today), "\n", "\n  ") + "\n]\n"});
  plan.notes.push_back(fmt::format("its id is {}", id));
  if (has_url) plan.notes.push_back(fmt::format("\"accessed\" is today, {}; nothing was downloaded", today));
  if (options.title.empty() || options.publisher.empty())
    plan.todo.push_back(fmt::format("add what \"missing\" lists in {}, then delete \"missing\"", path));
  plan.todo.emplace_back("add its publication date, if known: \"issued\": {\"date-parts\": [[2026, 1, 31]]}");
  plan.todo.push_back(fmt::format("cite it: [@{}, section 2]; `check` lists unused sources", id));
  plan.next = {fmt::format("sourcebook new resource FILE.csv --source {} --locator \"PLACE\"", id), "sourcebook build"};
  return plan;
}

const std::vector<Stub>& stubs() {
  static const std::vector<Stub> kStubs = {
      {"lesson", "Add a lesson", "Title, in quotes", "lessons", R"(---
title: {title}
# One sentence for lists, search and cards:
# description: …
# Key points, shown at the top of the lesson, a sentence each:
# key_points:
#   - …
# What readers should remember, at the end:
takeaway: This lesson is still to be written.
---
Still to be written.
)",
       "write the description, the key points, the takeaway and the text"},
      {"faq", "Add a question and its answer", "Question, in quotes", "faq", R"(---
title: {title}
---
Still to be answered.
)",
       "write the answer: fewer than 200 words, with sources for its claims"},
      {"question", "Add a question to a decision flow", "Question, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
question: {title}
answers:
  # to: the step that follows, a file of this folder without ".md". because: the reasons. Each is a sentence with a
  # citation, the name of an assert, or the id of a claim.
  yes: {label: "Yes", to: "…", because: []}
  no: {label: "No", to: "…", because: []}
---
Help for readers who do not know what to answer.
)",
       "write where each answer leads and why, add this step as the `to:` of an answer, then delete `draft: "
       "true`"},
      {"outcome", "Add an outcome to a decision flow", "What to do, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
outcome: {title}
# Further pages:
# next: [../lessons/NAME.md]
---
What to do, and why.
)",
       "add it as the `to:` of an answer and the `reaches:` of a case of the flow, then delete `draft: true`"},
  };
  return kStubs;
}

Plan make_stub(const NewStubOptions& options) {
  const Stub& stub = *options.stub;
  std::string section = options.section.empty() ? stub.section : options.section;
  while (section.ends_with('/')) section.pop_back();
  if (section.starts_with("content/")) section.erase(0, 8);
  if (!io::is_plain_path(section))
    throw UsageError{fmt::format("\"{}\" is not a section", options.section),
                     "give a folder of content/, such as --section lessons"};
  const std::string title(base::trim(options.title));
  if (title.empty()) throw UsageError{"the title is empty", "write one in quotes"};
  const std::string stem = stem_of(options.name.empty() ? title : options.name);
  if (stem.empty())
    throw UsageError{"this title has no characters that a file name can use", "give a file name with --name"};
  Plan plan;
  plan.files.push_back({fmt::format("content/{}/{}.md", section, stem),
                        base::replace_all(stub.text, "{title}", notation::json_text(title))});
  plan.todo.emplace_back(stub.todo);
  plan.next = {"sourcebook build"};
  return plan;
}

void add_new(CLI::App& app, int& status) {
  CLI::App* group = app.add_subcommand("new", "Create a site, pages, tables and sources; never overwrites files");
  group->require_subcommand(1);
  add_new_site(*group, status);
  add_new_resource(*group, status);
  add_source(*group, status);
  for (const Stub& stub : stubs()) add_stub(*group, stub, status);
  add_block(*group, "table", "Write a table of a resource or view at the end of a page", status);
  add_block(*group, "chart", "Write a chart of a resource or view at the end of a page", status);
  add_block(*group, "comparison", "Write a table that compares two rows at the end of a page", status);
  add_strings(*group, status);
  add_theme_part(*group, status);
}

}  // namespace cli
