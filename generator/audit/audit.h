// Folder audit/: checks of published files, without a browser and without the model that they were made from. So they
// hold for a build before it is written, for a folder that was edited later, and for whatever templates did.
//
// Whatever the files hold, a check ends, in time that grows with their size; nothing outside of them is read.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "audit/published.h"
#include "base/diagnostic.h"

namespace audit {

struct AuditOptions {
  // Where the site is published, with a "/" at its end; "" for what its pages say of themselves.
  std::string base_url;
  unsigned jobs = 1;
  // A finding that is the same in many files is told of the first few, and how many more there are. This tells all.
  bool tell_all = false;
  // The source that a file is made from, for messages; "" where it is not known.
  std::function<std::string(std::string_view address)> made_from;
};

struct Audit {
  base::Diagnostics diagnostics;  // in the order of the addresses
  size_t files = 0;               // that were read
  size_t links = 0;
  bool machine_failed = false;  // a file could not be read
  std::vector<std::shared_ptr<const base::SourceText>> sources_of_spans;
};

// A page or another text with more bytes is an error "too-large", and is not read.
constexpr uint64_t kLargestFile = uint64_t{16} << 20;

Audit audit_site(const Published& published, const AuditOptions& options);

}  // namespace audit
