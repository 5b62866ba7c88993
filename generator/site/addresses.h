// Who publishes what at which address: two of them at one address, or at two that differ only in case (which one folder
// of a Mac or of Windows can't hold), are a mistake.
#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"

namespace site {

// What makes the files of these folders is the generator; content/ may hold an index.md there, nothing else.
const std::vector<std::string_view>& reserved_folders();

class Addresses {
 public:
  // `what` is for messages: "the page content/a.md". Error "duplicate-address".
  void claim(const std::string& address, std::string what, base::Span span, base::Diagnostics& diagnostics);
  bool has(const std::string& address) const { return owners_.contains(address); }
  // Whether something is published in a folder of that name.
  bool has_below(const std::string& folder) const;
  // All of them, sorted: for "did you mean".
  std::vector<std::string_view> all() const;

 private:
  struct Owner {
    std::string what;
    base::Span span;
  };
  std::map<std::string, Owner> owners_;
  std::unordered_map<base::Hash, const std::string*> folded_;  // by the hash of the address in one case
};

}  // namespace site
