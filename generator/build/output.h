// The files that a build publishes, by address. Each file is staged when it is made, unless the output folder already
// contains it, and none is published before the build has succeeded.
#pragma once
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "build/output_folder.h"
#include "build/store.h"
#include "io/stage.h"

namespace build {

struct Output {
  base::Hash hash;
  bool is_staged = false;  // whether the file is staged; if not, the output folder contains it, or staging it failed
};

// The outputs of a build. All functions except files() are thread-safe.
class Outputs {
 public:
  // Both must outlive the object.
  Outputs(const OutputFolder& folder, io::Stage& stage) : folder_(folder), stage_(stage) {}

  // Adds a file. If several identical files have the same address, the first is published.
  base::Hash add(const std::string& address, std::string_view bytes);
  // Adds a file that the output folder already has.
  void keep(const std::string& address, const base::Hash& hash);

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

// The product that is made only from the data, and the hash of its inputs.
inline constexpr const char* kDataProduct = "data";
base::Hash hash_of_data(const io::SourceTree& tree);

// Files that are made from more than one page, and made again if their inputs have changed.
class Products {
 public:
  using Files = std::map<std::string, base::Hash>;  // keyed by address

  // `earlier` contains the products of an earlier build, `outputs` receives the files; both must outlive the object.
  Products(const std::map<std::string, Product>& earlier, Outputs& outputs) : earlier_(earlier), outputs_(outputs) {}

  // Publishes the files of a product: the existing files if their inputs have this hash, otherwise the files that
  // `make` adds to the outputs.
  void publish(const std::string& name, const base::Hash& from, const std::function<Files()>& make);

  const std::map<std::string, Product>& all() const { return made_; }

 private:
  bool keep(const std::string& name, const base::Hash& from);

  const std::map<std::string, Product>& earlier_;
  Outputs& outputs_;
  std::map<std::string, Product> made_;
};

}  // namespace build
