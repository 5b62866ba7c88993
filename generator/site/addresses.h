// Records which file is published at each address. It is an error if two files have the same address, or addresses that
// differ only in case (which are the same file on macOS and Windows).
#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"

namespace site {

// Folders whose files the generator writes; in content/ they may contain only an index.md.
const std::vector<std::string_view>& reserved_folders();

class Addresses {
 public:
  // `what` describes the file in messages: "the page content/a.md". Reports "duplicate-address".
  void claim(const std::string& address, std::string what, base::Span span, base::Diagnostics& diagnostics);
  bool has(const std::string& address) const { return owners_.contains(address); }
  // Whether any file is published in the folder.
  bool has_below(const std::string& folder) const;
  // Returns all addresses, sorted.
  std::vector<std::string_view> all() const;

 private:
  struct Owner {
    std::string what;
    base::Span span;
  };
  std::map<std::string, Owner> owners_;
  std::unordered_map<base::Hash, const std::string*> folded_;  // addresses by the hash of their case-folded form
};

}  // namespace site
