#include "build/growing_file.h"

#include <utility>

namespace build {

void GrowingFile::append(std::string_view piece) {
  if (is_refused_) return;
  if (!stage_) {
    bytes_ += piece;
    return;
  }
  hasher_.append(piece);
  place_ = place_ ? stage_->append({&address_, *place_}, piece) : stage_->put(address_, piece);
  is_refused_ = !place_;
}

base::Hash GrowingFile::add_to(Outputs& outputs, const OutputFolder& folder) && {
  if (!stage_) return outputs.add(std::move(address_), std::move(bytes_));
  pages::Staged file{place_, hasher_.finish()};
  if (folder.holds(address_, file.hash, place_->size)) {
    stage_->drop({&address_, *place_});
    file.place.reset();
  }
  return outputs.add(std::move(address_), file);
}

}  // namespace build
