// `sourcebook fix`.
#include <algorithm>
#include <iostream>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "check/unitless.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "data/database.h"
#include "data/rows.h"
#include "import/input_file.h"
#include "import/settings.h"
#include "notation/json.h"
#include "passes/fix.h"
#include "quantity/figure_text.h"

namespace cli {
namespace {

struct FixOptions : CommonOptions {
  bool dry_run = false;
  bool drafts = false;
  bool permalinks = false;
  bool units = false;
};

// Returns the first numbers of a column, for a question about it: "12, 3.5, 7".
std::string examples_of(const check::UnitlessField& of, const data::FindFile& find) {
  base::Diagnostics ignored;  // the build reports them
  data::RowErrors errors(ignored);
  std::vector<std::string> numbers;
  const auto column = static_cast<size_t>(of.resource->find(of.field->field.name));
  const data::ResourceTexts texts = data::open_texts(*of.resource, find, ignored);
  data::read_rows(*of.resource, texts.texts, ignored, errors, [&](const data::RawRow& row) {
    if (const std::string_view text = row.cells[column].text; !text.empty()) numbers.push_back(base::shortened(text));
    return numbers.size() < 3;
  });
  return base::join(numbers, ", ");
}

// Asks for a unit until the answer is one that the title does not contradict; "" to leave it open.
std::string ask_for_unit(const std::string& question, const std::string& title, const quantity::Units& units) {
  const quantity::TitleUnits named(title, units);
  while (true) {
    print_text("{} ", question);
    std::fflush(stdout);
    std::string answer, why;
    if (!std::getline(std::cin, answer)) return "";
    answer = base::trim(answer);
    if (answer == "y" || answer == "yes") return "1";
    if (answer.empty() || answer == "n" || answer == "no") return "";
    const auto unit = units.parse(answer, &why);
    const auto other = unit ? named.compare(*unit, false, quantity::TitleOf::column) : quantity::TitleUnit();
    if (unit && other.fit != quantity::TitleUnit::Fit::other) return answer;
    if (unit) why = fmt::format("its title says {}: first change that in data/datapackage.json", other.words);
    print_text("{}\n", why);
  }
}

// Asks for the unit of each column of numbers that has none, and writes the answers into the descriptor.
int fix_units(io::DiskFileSystem& root, const FixOptions& options) {
  import::Outcome plan;
  const auto read = [&](const std::string& path) { return import::read_file(root, path, plan.texts); };
  const data::FindFile find = [&](const std::string& path) { return read("data/" + path); };
  const base::SourceText* descriptor = read("data/datapackage.json");
  const data::Package package = descriptor ? data::read_package(*descriptor, find, plan.diagnostics) : data::Package();
  const quantity::Units units = data::read_units(read("data/units.json"), plan.diagnostics);
  plan.diagnostics.remove_if([](const base::Diagnostic& each) { return each.severity == base::Severity::warning; });
  if (plan.failed()) return carry_out(root, plan, options);
  const std::vector<check::UnitlessField> unitless = check::find_unitless(package);
  std::vector<base::Edit> edits;
  for (const check::UnitlessField& each : unitless) {
    const quantity::Field& field = each.field->field;
    const std::string unit =
        ask_for_unit(fmt::format("{}/{} ({}: {}): which unit? 1 for a count or a ratio, Enter to leave it open:",
                                 each.resource->name, field.name, field.title, examples_of(each, find)),
                     field.title, units);
    const uint32_t end = each.field->span.end;
    if (!unit.empty())
      edits.push_back({{each.field->span.source, end, end}, ", \"unit\": " + notation::json_text(unit)});
  }
  std::string diff;
  const size_t count = edits.size();
  for (const base::FileEdits& file : base::sort_edits(std::move(edits))) {
    plan.files.push_back({file.source->path(), base::edited_text(file), base::hash_of(file.source)});
    diff += base::edits_diff(file);
  }
  const int status = carry_out(root, plan, options, options.dry_run);
  print_patch((count > 0 ? "\n" : "") + diff);
  if (!unitless.empty())
    print_text("{}{} of {} without one\n", base::count_of(count, "unit"),
               options.dry_run ? " would be added" : " added", base::count_of(unitless.size(), "column"));
  return status;
}

void print_addresses(const passes::FixReport& report, const FixOptions& options) {
  const std::string done = options.dry_run ? "would be " : "";
  const auto print_recorded = [&](const std::string& what) {
    if (!options.quiet) print_text("{} {}recorded in {}\n", what, done, check::kPermalinks);
  };
  if (report.recorded.pages + report.recorded.anchors > 0)
    print_recorded(base::count_of(report.recorded.pages, "new page") + " and " +
                   base::count_of(report.recorded.anchors, "new anchor"));
  if (report.recorded.named_anchors > 0)
    print_recorded(base::count_of(report.recorded.named_anchors, "title") + " of known anchors");
  if (options.permalinks && report.left.has_errors())
    print_text(stderr, "nothing was recorded in {}, because the site has errors\n", check::kPermalinks);
}

// Returns the tables that imports write.
passes::ImportedTables imported_tables(const io::FileSystem& root) {
  passes::ImportedTables tables;
  auto entries = root.list("data/imports");
  if (!entries.ok()) return tables;
  import::Texts texts;
  for (const io::Entry& entry : *entries) {
    const std::string path = "data/imports/" + entry.name;
    const base::SourceText* text = entry.name.ends_with(".yaml") ? import::read_file(root, path, texts) : nullptr;
    base::Diagnostics ignored;  // the next import reports them
    const auto settings = text ? import::read_settings(*text, ignored) : std::nullopt;
    if (!settings) continue;
    passes::ImportedTable& table = tables[settings->resource.value];
    table.settings = path;
    for (const auto& [key, value] : settings->confirmed) table.confirmed[key] = value.value;
  }
  return tables;
}

// Whether a changed line of a patch states a figure of a table.
bool changes_figures(const std::string& patch, const std::string& table) {
  const std::string link = "fig:" + table + "/";
  return std::ranges::any_of(base::split(patch, '\n'), [&](std::string_view line) {
    return line.starts_with('+') && line.find(link) != std::string_view::npos;
  });
}

int run(io::DiskFileSystem& root, const FixOptions& options) {
  if (options.units)
    if (const int status = fix_units(root, options); status != kFine) return status;
  passes::Options build;
  build.drafts = options.drafts;
  build.jobs = jobs_of(options);
  const passes::ImportedTables imported = imported_tables(root);
  passes::FixReport report = passes::fix_site(root, build, options.permalinks, imported);
  import::Outcome plan;
  plan.files = std::move(report.files);
  if (!options.dry_run && write_plan(root, plan) != kFine) {
    print_diagnostics(plan.diagnostics, options);
    return status_of(plan.diagnostics);
  }
  print_patch(report.diff);
  print_addresses(report, options);
  print_diagnostics(report.left, options);
  if (!options.quiet)
    print_text("{} {} in {}\n", base::count_of(report.figures, "figure"),
               options.dry_run ? "would be corrected" : "corrected", base::count_of(report.pages, "file"));
  // A row that was edited by hand may name something else, which only an import would notice.
  for (const auto& [name, table] : imported)
    if (!options.quiet && changes_figures(report.diff, name))
      print_text(
          "note: {} imports {}: if its rows were edited by hand, check that these figures still speak of the same "
          "things; "
          "the next import undoes the edit\n",
          table.settings, name);
  return status_of(report.left);
}

}  // namespace

void add_fix(CLI::App& app, int& status) {
  auto [command, options] =
      add_command<FixOptions>(app, "fix", "Correct figures to match the data, and record addresses", status, run);
  add_common_options(*command, *options);
  command->add_flag("--dry-run", options->dry_run, "Print the changes without writing them");
  command->add_flag("--permalinks", options->permalinks,
                    "[Record new addresses](publishing.md#promise), which are permanent from then on");
  command->add_flag("--units", options->units,
                    "Ask for the units of columns of numbers that [have none](messages.md#no-unit)");
  command->add_flag("--drafts", options->drafts, "Include drafts");
}

}  // namespace cli
