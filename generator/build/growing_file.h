// A file that is made piece by piece: where there is a stage, no more of it is held than a piece.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "io/stage.h"

namespace build {

class GrowingFile {
 public:
  // `stage`, which outlives it, is null for holding the file in memory.
  GrowingFile(std::string address, io::Stage* stage) : address_(std::move(address)), stage_(stage) {}

  void append(std::string_view piece);
  // False where the disk refused a piece: then nothing of the file counts.
  bool is_whole() const { return !is_refused_; }
  const std::string& address() const { return address_; }
  // REQUIRES: it is whole, and had a piece. `folder` may hold the same already.
  base::Hash add_to(Outputs& outputs, const OutputFolder& folder) &&;

 private:
  std::string address_;
  io::Stage* stage_;
  base::Hasher hasher_;
  std::optional<io::Stage::Place> place_;
  bool is_refused_ = false;
  std::string bytes_;  // where there is no stage
};

}  // namespace build
