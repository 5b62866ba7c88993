#include "blocks/uses.h"

namespace blocks {

Uses::Uses(std::span<const Use> list) {
  auto packed = std::make_shared<Packed>();
  size_t size = 0;
  for (const Use& use : list) size += use.on.size() + use.anchor.size();
  packed->texts.reserve(size);
  packed->ends.reserve(2 * list.size());
  for (const Use& use : list)
    for (std::string_view text : {use.on, use.anchor})
      packed->ends.push_back(static_cast<uint32_t>(packed->texts.append(text).size()));
  if (!list.empty()) packed_ = std::move(packed);
}

}  // namespace blocks
