#include "serve/published.h"

namespace serve {

void Published::publish(Changes changes) {
  ++version_;
  for (auto& [address, bytes] : changes) {
    if (bytes) {
      File& file = files_[address];
      if (file.bytes && *file.bytes == *bytes) continue;
      gone_.erase(address);
      file = {std::move(bytes), version_};
    } else if (files_.erase(address) > 0) {
      gone_[address] = version_;
    }
  }
}

const Published::File* Published::find(std::string_view address) const {
  const auto found = files_.find(address);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Published::addresses() const {
  std::vector<std::string_view> list;
  for (const auto& [address, file] : files_) list.push_back(address);
  return list;
}

std::vector<std::string_view> Published::changed_since(uint64_t version) const {
  std::vector<std::string_view> list;
  for (const auto& [address, file] : files_)
    if (file.version > version) list.push_back(address);
  for (const auto& [address, when] : gone_)
    if (when > version) list.push_back(address);
  return list;
}

}  // namespace serve
