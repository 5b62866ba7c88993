// Folder build/: a build, from source folder to published folder. Every pass by name, and the walls between them.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "build/addresses.h"
#include "build/write.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"
#include "site/site.h"

namespace build {

struct EarlierBuild;
struct Inputs;

struct Options {
  std::string base_url;  // instead of site.json's; "" for that
  bool drafts = false;
  bool strict = false;          // warnings are errors
  bool refuse_unbound = false;  // where data/unbound.txt is, unbound words that it does not list are errors
  unsigned jobs = 1;
  bool verify = false;  // the output will be compared (build/verify.h): the report says what was read
  // Where builds remember what they did (build/cache.h), so that the next one renders what has changed; null where
  // those of one process alone know each other. `program` tells programs apart that render the same differently.
  io::FileSystem* memory = nullptr;
  std::string program;
  bool draws_pictures = true;  // false: the file of a picture contains the SVG to draw it from
  bool remembers = true;  // false for a build that no other is to know, nor knows one: what pages read is not noted
};

// A page that was rendered, and why: what it had read that is not as it was; "new", "forgotten", "gone: FILE".
struct RenderedAgain {
  std::string address;
  std::vector<std::string> why;
};

struct Report {
  base::Diagnostics diagnostics;  // sorted
  size_t pages = 0;
  size_t figures = 0;  // in prose, checked
  size_t sources = 0;
  size_t queries = 0;
  base::Hash read;                      // of the site's files, with their paths, if asked for (Options::verify)
  std::vector<RenderedAgain> rendered;  // by address
  size_t reused = 0;                    // pages that stand as an earlier build published them
  WriteCounts files;
  bool machine_failed = false;  // the disk refused; not a mistake of the site

  // What diagnostics point into; dropped with the report.
  std::shared_ptr<const void> sources_of_spans;
};

// A site before the last wall: all passes up to there have run. Nothing has been written.
struct CheckedSite {
  std::shared_ptr<const Inputs> inputs;
  std::unique_ptr<const site::Site> site;
  std::vector<pages::RenderedPage> rendered;
  AddressCheck addresses;
  Report report;
};

// The names of the files in Options::memory. The last keeps the place out of git.
inline constexpr const char *kCacheFile = "cache", *kStateFile = "state", *kIgnoreFile = ".gitignore";

// Shown the pages of a site, in their order, as soon as they have passed all checks but those that repeat other pages,
// which are not rendered yet: for whoever waits for what they wrote. Not called where there is a mistake. What is shown
// counts when the build has ended without one.
using Preview = std::function<void(const std::vector<pages::RenderedPage>&)>;

// Reads, parses, queries, models, renders and checks the site in `root`. With `earlier`, pages that would come out as
// they are there are not rendered.
CheckedSite check_site(const io::FileSystem& root, const Options& options, const EarlierBuild* earlier = nullptr,
                       const Preview& preview = {});

// Reads the site in `root` and publishes it to `output`, unless there is an error: then nothing is written. Whoever
// builds a site again and again makes a Builder (build/builder.h).
Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options);

}  // namespace build
