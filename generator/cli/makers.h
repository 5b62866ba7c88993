// Plans the files that `new` writes. Only write_new() writes anything.
#pragma once
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/common.h"
#include "import/infer.h"
#include "import/sheet.h"

namespace cli {

// Plans all files of the starter site in a language; `folder` is its name in the summary. Throws UsageError.
Plan make_site(const std::string& folder, const std::string& lang = "en");
// Plans a site with one page and no data, in any known language. Throws UsageError.
Plan make_bare_site(const std::string& folder, const std::string& lang);

// The name and the title may be "", to derive them from the file name. `source` is an id of the bibliography, the
// URL of a source to add to it, or the header of a column with sources, in braces.
struct NewResourceOptions : CommonOptions, import::ResourceText {
  std::string file;  // the path on the command line
  import::TableChoice choice;
  std::vector<std::string> columns;  // columns to read, by header or name; empty reads all
  std::vector<std::string> without;  // rows to leave out, by the text of a cell
  std::vector<std::string> fill;     // "Header=text": the text for the column's empty cells
  std::vector<std::string> missing;  // texts that mean a missing value
  bool number_rows = false;          // whether to add a column with each row's line number, as the key
  bool dry_run = false;
  bool no_assumptions = false;  // whether an assumption is an error
  import::InferOptions infer;
  std::string today;  // the date on which an added source was accessed: "2026-01-31"
};

// Changes to the sheet that the next import of the file must repeat.
struct SheetChanges {
  std::map<std::string, std::set<std::string, std::less<>>> without;  // cells whose rows were left out, by header
  std::map<std::string, std::string> fills;                           // texts for empty cells, by header
  bool has_footnotes = false;                                         // whether the last column contains footnotes
  bool has_numbers = false;                                           // whether the first column numbers the rows
  std::vector<size_t> rows;                                           // numbers of the rows in the file, starting at 1
};

// Applies the options to the sheet. Throws UsageError.
SheetChanges prepare_sheet(import::Sheet& sheet, const NewResourceOptions& options, std::vector<std::string>& notes);

// Moves footnotes to a last column "note", which readers see next to the row's source.
void add_footnotes(import::Sheet& sheet, SheetChanges& changes, std::vector<std::string>& notes);

// Adds a first column with the numbers of the rows, which is the key if nothing else distinguishes them.
void number_rows(import::Sheet& sheet, SheetChanges& changes);

// Returns the lines of the import settings with which the next import repeats the changes.
std::string settings_lines(const NewResourceOptions& options, const SheetChanges& changes,
                           const import::InferredTable& table);

// Asks for --source, --locator, --no-source and --as-of on a terminal. Empty answers leave them unset.
void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions);

// Plans a table from the bytes of a file; its headers and values define its columns. `own_path` is the file's path
// below the site's folder; "" if it is elsewhere.
Plan make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path);

struct NewSourceOptions : CommonOptions {
  std::string url_or_id;
  std::string id;  // the id of the source; "" derives it from the URL
  std::string title, publisher;
};

// Plans an entry of the bibliography. Nothing is fetched: `custom.missing` lists what the author has to add.
Plan make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today);
// Returns only the entry, in CSL-JSON. REQUIRES: options.id
std::string source_entry(const NewSourceOptions& options, const std::string& today);
bool is_url(std::string_view text);
// Derives an id from a URL: "efsa-pub-4102" from "https://www.efsa.europa.eu/en/efsajournal/pub/4102".
std::string source_id_of(std::string_view url);

// A kind of page that `new` can create from a template.
struct Stub {
  const char* kind;     // the command's name
  const char* help;     // the command's help
  const char* title;    // the help of its argument, the title
  const char* section;  // the default folder of content/
  const char* text;     // the text of the page; "{title}" is replaced by the title in quotes
  const char* todo;
};
// Returns all kinds of stubs. Their pages pass a strict build.
const std::vector<Stub>& stubs();

struct NewStubOptions : CommonOptions {
  const Stub* stub = nullptr;
  std::string title;
  std::string name;  // the file's name; "" derives it from the title
  std::string section;
};

Plan make_stub(const NewStubOptions& options);

// Plans templates/strings/LANG.yaml, with the English text beside each key. Throws UsageError.
Plan make_strings(const std::string& lang);

// `page` is the path of a Markdown file, `data` a resource or view.
struct NewBlockOptions : CommonOptions {
  std::string kind;  // "table", "chart" or "comparison"
  std::string page, data;
  std::string name;  // of the block; "" derives it from the data
};

// Plans a block at the end of a page. Throws UsageError.
Plan make_block(const io::FileSystem& root, const NewBlockOptions& options);

// Plans a copy of a file of the theme: "base.html", "parts/nav.html", "tokens.css". Throws UsageError.
Plan make_theme_part(std::string part);

// Writes the files of the plan and prints its summary. Returns an exit status.
int write_new(io::DiskFileSystem& root, Plan plan, const CommonOptions& options, const std::string& prefix = "");

}  // namespace cli
