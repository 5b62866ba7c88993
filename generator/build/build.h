// A build, from source folder to published folder: every pass by name, and the walls between them (DESIGN §7).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/addresses.h"
#include "build/write.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"
#include "site/site.h"

namespace build {

struct Inputs;

struct Options {
  std::string base_url;  // instead of site.json's; "" for that
  bool drafts = false;
  bool strict = false;  // warnings are errors
  unsigned jobs = 1;
};

struct Report {
  base::Diagnostics diagnostics;  // sorted
  size_t pages = 0;
  size_t figures = 0;  // in prose, checked
  size_t sources = 0;
  size_t queries = 0;
  size_t rendered = 0;
  WriteCounts files;
  bool machine_failed = false;  // the disk refused; not a mistake of the site

  // What diagnostics point into; dropped with the report.
  std::shared_ptr<const void> sources_of_spans;
};

// A site before the last wall: all passes but the last two have run. Nothing has been written.
struct CheckedSite {
  std::shared_ptr<const Inputs> inputs;
  std::unique_ptr<const site::Site> site;
  std::vector<pages::RenderedPage> rendered;
  AddressCheck addresses;
  Report report;
};

// Reads, parses, queries, models, renders and checks the site in `root`.
CheckedSite check_site(const io::FileSystem& root, const Options& options);

// Reads the site in `root` and publishes it to `output`, unless there is an error: then nothing is written.
Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options);

}  // namespace build
