// Finds the addresses in a published file. Checks that every link leads to a published file and an existing part of it,
// and works on any host, in any folder, and from disk.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/page.h"
#include "io/memory.h"

namespace audit {

// The files of a site as readers get them: published.cc.
class Published {
 public:
  struct File {
    std::string address;
    io::MemoryFileSystem::Bytes bytes;  // null if only the name is known
  };

  // Of `others`, which need not be among the files, only the names are known.
  Published(io::MemoryFileSystem::Snapshot files, const std::vector<std::string>& others);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;
  // Returns the file with the most similar name, for suggestions; "" if there is none.
  std::string nearest(std::string_view address) const;

 private:
  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
  // Keyed by file name; the first of several files with the same name.
  std::unordered_map<std::string_view, uint32_t> by_name_;
};

enum class Use : uint8_t {
  follow,    // a link that readers follow
  load,      // a file that browsers load to show the page
  redirect,  // a page to which browsers go automatically
  name,      // an address for programs: the page itself, or another version of it
  absolute,  // an address like `name`, but valid only with a host
};

struct Reference {
  std::string_view written;  // a part of the file's text
  std::string target;        // the address without the escapes of the file's syntax: "a&b" for "a&amp;b"
  Use use = Use::follow;
};

using Visit = std::function<void(const Reference&)>;

// Visits the references of a page or an SVG drawing.
void html_references(const Page& page, const Visit& visit);
// Visits url() and @import.
void css_references(std::string_view css, const Visit& visit);
// Visits the addresses in a feed or a sitemap.
void xml_references(const Page& document, const Visit& visit);
// Visits links and images of Markdown. Visits none in a text that exceeds the limits of document/limits.cc.
void markdown_references(const base::SourceText& markdown, const Visit& visit);
// Visits the "Sitemap:" lines of robots.txt.
void robots_references(std::string_view robots, const Visit& visit);

// Returns the address in <meta http-equiv="refresh" content="0; url=…">, as written; "" if there is none.
std::string_view refresh_url(std::string_view content);

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
