// The files that a build publishes, by address. Each file is staged when it is made, unless the output folder already
// contains it, and none is published before the build has succeeded.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "io/stage.h"
#include "passes/output_folder.h"

namespace passes {

struct Output {
  base::Hash hash;
  bool is_staged = false;  // whether the file is staged; if not, the output folder contains it, or staging it failed
};

// The outputs of a build. All functions except files() are thread-safe.
class Outputs {
 public:
  // All must outlive the object. If `large` is given, it gets the sizes of large files, which are not staged.
  Outputs(const OutputFolder& folder, io::Stage& stage, std::map<std::string, uint64_t>* large = nullptr)
      : folder_(folder), stage_(stage), large_(large) {}

  // Adds a file. If several identical files have the same address, the first is published.
  base::Hash add_file(const std::string& address, std::string_view bytes);

  bool has(const std::string& address) const;
  base::Result<std::string, io::Error> read(const std::string& address) const;
  const std::map<std::string, Output>& files() const { return files_; }
  // Files that could not be staged, by address.
  std::map<std::string, io::Error> failures() const;
  const OutputFolder& folder() const { return folder_; }
  io::Stage& stage() const { return stage_; }

 private:
  friend class GrowingFile;
  bool claim(const std::string& address, const base::Hash& hash);
  void note_staged(const std::string& address, const io::Stage::Done& done);

  const OutputFolder& folder_;
  io::Stage& stage_;
  std::map<std::string, uint64_t>* const large_;
  mutable std::mutex mutex_;
  std::map<std::string, Output> files_;
  std::map<std::string, io::Error> failures_;
};

// A file that is written piece by piece, so that a large file is never completely in memory.
class GrowingFile {
 public:
  // `outputs` must outlive the object.
  GrowingFile(Outputs& outputs, std::string address) : outputs_(outputs), address_(std::move(address)) {}

  void append(std::string_view piece);
  base::Hash finish();

 private:
  void flush();

  Outputs& outputs_;
  std::string address_;
  base::Hasher hasher_;
  std::string buffer_;
  uint64_t flushed_ = 0;  // number of bytes that are staged
  io::Stage::Done done_ = base::Nothing{};
};

}  // namespace passes
