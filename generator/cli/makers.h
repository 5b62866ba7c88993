// Files that `new` and `pin` write, as plans: nothing is written here.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/common.h"
#include "cli/plan.h"
#include "import/infer.h"
#include "import/table_file.h"

namespace cli {

// All files of the starter site; `folder` is its name in the summary.
Plan make_site(const std::string& folder);

struct NewResourceOptions : CommonOptions {
  std::string file;  // as given
  std::string name;  // "": from the file name
  std::string title, description;
  std::string source;     // an id of the bibliography, or the URL of a source to add to it
  std::string no_source;  // why there is none
  std::string locator, as_of;
  import::TableChoice choice;
  std::vector<std::string> columns;  // to read, by header or name; empty for all
  std::vector<std::string> splits;   // "Header={vendor} {model}"
  std::vector<std::string> without;  // cells of rows to leave out
  std::vector<std::string> fill;     // "Header=text" for its empty cells
  std::vector<std::string> missing;  // cells that mean no value
  bool number_rows = false;          // add a column with the line of each row, as the key
  bool dry_run = false;
  import::InferOptions infer;
  std::string today;  // "2026-01-31": when a source that is added was accessed
};

// Asks for --source, --locator, --no-source and --as-of on a terminal. An empty answer leaves them open.
void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions);

// A table from the bytes of a file, described by what its headers and values show. `own_path` is the file's path below
// the site's folder; "" if it is elsewhere.
Plan make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path);

struct NewSourceOptions : CommonOptions {
  std::string url_or_id;
  std::string id;  // for a URL; "": from the URL
  std::string title, publisher;
};

// An entry of the bibliography. Nothing is fetched: `custom.missing` lists what the author has to add.
Plan make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today);
// The entry alone, in CSL-JSON. REQUIRES: options.id
std::string source_entry(const NewSourceOptions& options, const std::string& today);
bool is_url(std::string_view text);
// "https://www.efsa.europa.eu/en/efsajournal/pub/4102" becomes "efsa-pub-4102".
std::string source_id_of(std::string_view url);

// A kind of page with a template.
struct Stub {
  const char* kind;     // the name of the command
  const char* help;     // of the command
  const char* title;    // help of its argument
  const char* section;  // the default folder of content/
  const char* text;     // "{title}" is replaced by the title in quotes
  const char* todo;
};
// All kinds of stubs. Their pages pass a strict build.
const std::vector<Stub>& stubs();

struct NewStubOptions : CommonOptions {
  const Stub* stub = nullptr;
  std::string title;
  std::string name;  // of the file; "": from the title
  std::string section;
};

Plan make_stub(const NewStubOptions& options);

struct PinOptions : CommonOptions {
  std::vector<std::string> names;
  std::string base_url;
};

// Copies of tables and charts: NAME-DAY.svg, .png and .csv of a chart, NAME-DAY.html (its embed) and .csv of a table.
// Their addresses are in `next`.
Plan make_pins(const io::FileSystem& root, const PinOptions& options, const std::string& day);

// Carries out the plan and prints its summary. Returns an exit status.
int write_new(io::DiskFileSystem& root, Plan plan, const CommonOptions& options, const std::string& prefix = "");

}  // namespace cli
