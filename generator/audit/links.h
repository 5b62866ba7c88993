// Checks that every link of a published file leads to a published file and an existing part of it, and works on any
// host, in any folder, and from disk.
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

// The facts about a target file that the checks of links need.
struct Target {
  bool was_read = false;             // whether the file was read; if not, its anchors are unknown, which was reported
  std::vector<std::string> anchors;  // sorted by name
  std::string redirect;              // the target of a page that redirects, as its file states it; "" for other pages
};

class Links {
 public:
  // `targets` has an entry for each file; `base_url` is "", or ends with "/".
  Links(const Published& published, const std::vector<Target>& targets, std::string_view base_url, uint32_t file,
        Findings& findings);

  // Codes: "broken-link", "broken-anchor", "link-form", "foreign-resource", "redirect-chain", "redirect-loop".
  void check(const Reference& reference);
  size_t count() const { return count_; }

 private:
  void check_inside(const Reference& reference, std::string_view address, std::string_view rest, bool is_absolute);
  void check_anchor(std::string_view written, std::string_view fragment, uint32_t target);
  void check_redirect(std::string_view written, uint32_t target);
  void broken(const Reference& reference, std::string message, std::string_view address);
  base::Diagnostic& bad_form(const Reference& reference, std::string message);
  std::optional<uint32_t> redirect_of(uint32_t file) const;

  const Published& published_;
  const std::vector<Target>& targets_;
  std::string_view base_url_;
  uint32_t file_;
  std::string_view address_;
  Findings& findings_;
  size_t count_ = 0;
};

}  // namespace audit
