// What is shown: the last good site, in memory, with what is needed to tell a browser whether what it shows is still
// so. Not for several threads: the loop that answers requests owns it, so that a reader sees one build or the next.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace serve {

using Bytes = std::shared_ptr<const std::string>;  // never changed once it is there
// Files that are new or have other bytes, by address; null for those that are gone.
using Changes = std::map<std::string, Bytes>;

class Published {
 public:
  struct File {
    Bytes bytes;
    uint64_t version = 0;  // when it got these bytes
  };

  // 0 before anything was published; then one more with each.
  uint64_t version() const { return version_; }
  // What has the same bytes already stays as it is.
  void publish(Changes changes);

  // Null for none.
  const File* find(std::string_view address) const;
  // Replaces the bytes by another form of the same content, so that they are not a change.
  void replace(std::string_view address, Bytes bytes) { files_.find(address)->second.bytes = std::move(bytes); }
  std::vector<std::string_view> addresses() const;
  // Those that were changed, made or removed after a version.
  std::vector<std::string_view> changed_since(uint64_t version) const;

 private:
  uint64_t version_ = 0;
  std::map<std::string, File, std::less<>> files_;
  std::map<std::string, uint64_t, std::less<>> gone_;
};

}  // namespace serve
