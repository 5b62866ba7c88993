// The parse pass: everything that was read, as typed things. Side by side, and without looking from one to another.
#pragma once
#include <memory>
#include <set>
#include <vector>

#include "build/build.h"
#include "data/database.h"
#include "io/source_tree.h"
#include "site/config.h"
#include "site/content.h"
#include "site/site.h"
#include "site/words.h"
#include "template/engine.h"

namespace build {

// Nothing in here changes after the first wall. The tree outlives the rest: spans and views point into it.
struct Inputs {
  io::SourceTree tree;
  site::Config config;
  site::Words words;
  std::vector<std::unique_ptr<site::Content>> contents;  // by path; drafts left out unless asked for
  site::Listing listing;
  std::vector<const io::SourceFile*> assets;     // of templates/assets/
  std::unique_ptr<const io::SourceFile> tokens;  // tokens.css with the colours of site.json, if it has some
  site::NamedFigures figures;                    // of all pages: data/figures.yaml
  std::unique_ptr<const data::Database> database;
  std::unique_ptr<const templates::Engine> engine;  // null after an error in a template
  base::Hash theme_hash;

  // A file of templates/assets/ by its name there; null for none.
  const base::SourceText* find_asset(std::string_view name) const;
  // Any file that was read, by its path from the site's folder; null for none.
  const base::SourceText* find_source(std::string_view path) const;
};

std::unique_ptr<Inputs> read_and_parse(const io::FileSystem& root, const Options& options,
                                       base::Diagnostics& diagnostics);

}  // namespace build
