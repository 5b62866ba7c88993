#include "serve/settle.h"

#include <algorithm>

namespace serve {

void Settler::note(const Event& event, Time now) {
  if (!changed_) first_ = now;
  changed_ = true;
  last_ = now;
  if (event.kind == Event::Kind::begun)
    open_.insert(event.path);
  else
    open_.erase(event.path);
}

std::optional<Time> Settler::due() const {
  if (!changed_) return std::nullopt;
  return std::min(last_ + (open_.empty() ? kQuiet : kQuietWhileOpen), first_ + kMost);
}

void Settler::start() {
  changed_ = false;
  open_.clear();  // one that is still written to comes again
}

}  // namespace serve
