// Builds of one site, one after the other: each renders and writes what has changed since the one before, in this
// process or in an earlier one. What is kept in memory beside what is on disk (parsed pages, the database, answers of
// queries) is only time saved.
//
//   build::Builder builder(root, output, options);
//   for (;;) { wait_for_edits(); show(builder.build()); }
#pragma once
#include <memory>

#include "build/build.h"

namespace build {

class Builder {
 public:
  // Both file systems, and that of the options, outlive this.
  Builder(const io::FileSystem& root, io::FileSystem& output, Options options);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder();

  // After a build with mistakes nothing is written, and the next one goes on from the last that was good.
  Report build(const Preview& preview = {});

  // Frees the site of the last build, and reads what it remembered unless that is in memory: the next build need not.
  void get_ready();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace build
