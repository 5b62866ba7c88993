// The parse pass: parses the files into typed values. Files are parsed independently, in parallel.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "check/unbound.h"
#include "data/database.h"
#include "io/source_tree.h"
#include "pages/theme.h"
#include "passes/build.h"
#include "passes/store.h"
#include "site/config.h"
#include "site/content.h"
#include "site/site.h"
#include "site/words.h"
#include "template/engine.h"

namespace passes {

inline constexpr std::string_view kContent = "content/";  // the folder of the authors' pages

// The parsed files of a site. Immutable after the first wall. The tree must outlive the other members, because spans
// and views point into it.
struct Inputs {
  io::SourceTree tree;
  site::Config config;
  site::Words words;
  std::vector<std::string> notes;  // what the program does not do in the language of the site, in sentences
  site::Contents contents;         // texts except drafts, unless these are requested
  site::Listing listing;
  std::unique_ptr<const io::SourceFile> tokens;  // tokens.css with what the site sets; null if it sets nothing
  std::unique_ptr<const io::SourceFile> style;   // data/theme.css without the theme's tokens; null if there is none
  site::NamedFigures figures;                    // figures of the whole site: data/figures.yaml
  std::shared_ptr<const data::Database> database;
  std::shared_ptr<const site::Rows> rows;
  std::shared_ptr<const check::UnboundRules> unbound_rules;  // null until a build needs them
  std::shared_ptr<const templates::Engine> engine;           // null after an error in a template

  // The inputs that were parsed without diagnostics, which the next build of this process reuses.
  std::map<const io::SourceFile*, std::shared_ptr<const site::Content>> clean_contents;
  std::map<const io::SourceFile*, std::shared_ptr<const site::Changes>> clean_changes;
  bool is_database_clean = false, is_theme_clean = false;

  uint64_t bytes = 0;         // size of texts, data and templates, which determines the budget of work
  uint64_t work_of_data = 0;  // work done to load the data

  // Returns a file of templates/assets/ by its name there, or null.
  const base::SourceText* find_asset(std::string_view name) const;
  // Returns any file that was read, by its path relative to the site's folder, or null.
  const base::SourceText* find_source(std::string_view path) const;
};

// Reads and parses a site. With a store, reuses the inputs of an earlier build that were made from the same files. The
// data are incomplete if `stop` is set meanwhile.
std::unique_ptr<Inputs> read_and_parse(const io::FileSystem& root, const Options& options,
                                       base::Diagnostics& diagnostics, Store* store = nullptr,
                                       const std::atomic<bool>* stop = nullptr);

// Returns the diagnostics of texts that were parsed after the first wall. Texts that were not read because their page
// has another error are parsed now.
base::Diagnostics found_in_texts(const Inputs& inputs, unsigned jobs);

// Returns the theme that ships with the program, the repository's templates/ when the program was built: paths below
// templates/ ("page.html", "assets/style.css") and their bytes, which live as long as the program.
const std::vector<std::pair<std::string_view, std::string_view>>& default_theme();

// ---- own_look.cc
// Applies the site's own look to the assets: colours and the scheme of data/site.json, and data/theme.css, whose tokens
// move into tokens.css, so that print and readers with other needs keep theirs. Codes: "own-style", "bad-colour",
// "unknown-token".
void apply_look(Inputs& inputs, base::Diagnostics& diagnostics);

// ---- copied_parts.cc
// Returns the bytes of a file of the theme after a comment with the version from which they are.
std::string copied_part(std::string_view path, std::string_view bytes, std::string_view version);
// Reports copies whose original has changed since. Code "changed-original", a warning.
void check_copied_parts(const io::SourceTree& tree, base::Diagnostics& diagnostics);

// ---- theme.cc
// Builds the values that all pages of a site share when they are rendered. `mark` is the
// address of the site's picture, or "" for the theme's. REQUIRES: the templates have been compiled. All arguments must
// outlive the theme.
pages::Theme make_theme(const Inputs& inputs, const site::Site& site, const pages::Navigation& navigation,
                        const std::string& mark, std::vector<site::MenuLink> footer);

}  // namespace passes
