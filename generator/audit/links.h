// Finds the addresses in a published file. Checks that every link leads to a published file and an existing part of it,
// and works on any host, in any folder, and from disk.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/page.h"
#include "io/memory.h"

namespace audit {

// The files of a site as readers get them.
class Published {
 public:
  struct File {
    std::string address;
    io::MemoryFileSystem::Bytes bytes;  // null if only the name is known
  };

  // Of `others`, which need not be among the files, only the names are known.
  Published(io::MemoryFileSystem::Snapshot files, const std::map<std::string, uint64_t>& others);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;

 private:
  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
};

enum class Use : uint8_t {
  follow,  // a link that readers follow
  load,    // a file that browsers load to show the page
  name,    // an address for programs: the page itself, or another version of it
};

struct Reference {
  std::string_view written;  // a part of the file's text
  std::string target;        // the address without the escapes of the file's syntax: "a&b" for "a&amp;b"
  Use use = Use::follow;
  bool in_template = false;
  bool is_import = false;  // whether it is that of @import
};

using Visit = std::function<void(const Reference&)>;

// Visits the references of a page or an SVG drawing.
void html_references(const Page& page, const Visit& visit);
// Visits url() and @import, and other texts that are addresses of other sites.
void css_references(std::string_view css, const Visit& visit);

// The facts about a target file that the checks of links need.
struct Target {
  bool was_read = false;             // whether the file was read; if not, its anchors are unknown, which was reported
  std::vector<std::string> anchors;  // sorted by name
  // Those in a <template>, sorted: only links in a <template> lead to them, which a script inserts with their targets.
  std::vector<std::string> in_templates;
};

class Links {
 public:
  // `targets` has an entry for each file; `base_url` is "", or ends with "/".
  Links(const Published& published, const std::vector<Target>& targets, std::string_view base_url, uint32_t file,
        Findings& findings);

  // Codes: "broken-link", "broken-anchor", "link-form", "foreign-resource".
  void check(const Reference& reference);
  size_t count() const { return count_; }

 private:
  void check_inside(const Reference& reference, std::string_view address, std::string_view rest, bool is_absolute);
  void check_anchor(const Reference& reference, std::string_view fragment, uint32_t target);
  void broken(const Reference& reference, std::string message);
  base::Diagnostic& bad_form(const Reference& reference, std::string message);

  const Published& published_;
  const std::vector<Target>& targets_;
  std::string_view base_url_;
  uint32_t file_;
  std::string_view address_;
  Findings& findings_;
  size_t count_ = 0;
};

}  // namespace audit
