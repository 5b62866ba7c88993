// Every link of a published file leads to a file that is published too, and to a part of it that is there; and it is
// written so that it does on any host, in any folder, and from disk.
//
// A file is checked by itself, side by side with others. Where a link leads to a part of another page, that page may
// not have been read yet: what it names is kept, in 24 bytes, until all have been.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/findings.h"
#include "audit/published.h"
#include "audit/references.h"

namespace audit {

// What may be named behind "#" in a file, as sorted hashes.
using Anchors = std::vector<uint64_t>;
uint64_t hash_of_anchor(std::string_view anchor);

// A link into another file, for when all anchors are known.
struct Pending {
  uint32_t target = 0;
  uint32_t begin = 0;  // of what is written, in the file
  uint32_t size = 0;
  uint64_t anchor = 0;
};

// Where a page sends its readers, within the site.
struct Lead {
  uint32_t target = 0;
  uint32_t begin = 0;  // of what is written, in the file
  uint32_t size = 0;
};

class Links {
 public:
  // `base_url` is "", or ends with "/".
  Links(const Published& published, std::string_view base_url, uint32_t file, Findings& findings);

  // Codes: "broken-link", "link-form", "foreign-resource".
  void check(const Reference& reference);
  // Code: "broken-anchor". To be called once, when all its links have been checked. What is not among `anchors` may be
  // found in another file, if there is one.
  void check_own_anchors(const std::vector<std::string>& anchors, std::optional<uint32_t> other);

  size_t count() const { return count_; }
  std::vector<Pending> take_pending() { return std::move(pending_); }
  const std::optional<Lead>& lead() const { return lead_; }

 private:
  struct Own {
    std::string_view written;
    std::string anchor;
  };

  void check_inside(const Reference& reference, std::string_view address, std::string_view behind, bool is_absolute);
  void broken(const Reference& reference, std::string message, std::string_view address);
  void add_anchor(const Reference& reference, uint32_t target, std::string_view behind);
  uint32_t offset(std::string_view written) const;  // in the file
  void add_pending(uint32_t target, std::string_view written, std::string_view anchor);

  const Published& published_;
  std::string_view base_url_;
  uint32_t file_;
  std::string_view address_;
  Findings& findings_;
  std::vector<Pending> pending_;
  std::vector<Own> own_;
  std::optional<Lead> lead_;
  size_t count_ = 0;
};

// "broken-anchor", said of `written`.
void report_anchor(Findings& findings, std::string_view written, std::string_view anchor, std::string_view address,
                   const std::vector<std::string>& known);

// Without "#", and with what stands for other letters resolved; "" for what names no part: "#top", ":~:text=…".
std::string anchor_of(std::string_view fragment);

}  // namespace audit
