// What a site and its output folder were when a build had ended without anything to say: as long as all of it is so,
// there is nothing to do. Files are told by their stamps, so that a build of an unchanged site reads none.
//
// The file: "sourcebook state 2\n", a sum (build/bytes.h), the program's identity, the options, libraries, counts,
// inputs, outputs.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/build.h"
#include "build/output_folder.h"
#include "io/source_tree.h"

namespace build {

struct SiteState {
  base::Hash options;                            // see hash_of()
  std::map<std::string, std::string> libraries;  // that the build used (build/program.h)
  bool is_clean = false;                         // nothing was said
  uint64_t pages = 0, figures = 0, sources = 0;  // as its report says
  std::vector<io::SourceTree::State> inputs;
  PublishedFiles outputs;
};

// Of those options that change what is published.
base::Hash hash_of(const Options& options);
// Of files, whatever their stamps are.
base::Hash hash_of(const std::vector<io::SourceTree::State>& files);

std::string write_state(const SiteState& state, std::string_view program);
// Empty for all but what write_state gave for the same program.
SiteState read_state(std::string_view bytes, std::string_view program);

// The site's files as they are now, where a build with these options that left the state had nothing to say, so that
// they may be all there is to say; else nothing.
std::optional<std::vector<io::SourceTree::State>> look_again(const SiteState& state, const io::FileSystem& root,
                                                             const Options& options);
// Whether a build has nothing to do: all files, those of look_again() and those that were published, hold what they
// held.
bool is_as_left(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                const OutputFolder& folder, unsigned jobs);

// The folders of a site that are read.
const std::vector<std::string>& site_folders();

}  // namespace build
