// What is published at each address. Two files at the same address, or at addresses that differ only in case (which are
// one file on macOS and Windows), are an error.
#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"

namespace site {

// Folders whose files the generator makes; in content/ they may contain only an index.md.
const std::vector<std::string_view>& reserved_folders();

class Addresses {
 public:
  // `what` is for messages: "the page content/a.md". Error "duplicate-address".
  void claim(const std::string& address, std::string what, base::Span span, base::Diagnostics& diagnostics);
  bool has(const std::string& address) const { return owners_.contains(address); }
  // Whether anything is published in the folder.
  bool has_below(const std::string& folder) const;
  // Sorted.
  std::vector<std::string_view> all() const;

 private:
  struct Owner {
    std::string what;
    base::Span span;
  };
  std::map<std::string, Owner> owners_;
  std::unordered_map<base::Hash, const std::string*> folded_;  // by the hash of the case-folded address
};

}  // namespace site
