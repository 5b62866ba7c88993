// Answers requests: with files of the last good site, with pages to which a script is added that updates them, and,
// below /.sourcebook/ (which no site contains), with that script, its style and its events.
// The events are server-sent events (HTML standard §9.2); their id is the state of the site. The data of `site` are
// {"changed": [ADDRESS…]}, with null if the list is unknown, and with "early": true while the build is running, after
// which another such event follows. The data of `mistakes` are {"html": …}, which is "" without mistakes.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/memory.h"
#include "markup/html.h"
#include "serve/http.h"

namespace serve {

using Files = io::MemoryFileSystem::Snapshot;  // files by address

// Returns the addresses whose bytes differ, or that only one of the arguments has.
std::vector<std::string> changed_files(const Files& before, const Files& after);

// Answers with the displayed site, in memory. Not thread-safe: the loop that answers requests owns it, so that readers
// see the files of a single build.
class Answers {
 public:
  // `run` distinguishes this server from an earlier one at the same port, whose pages may still be open. Requests to
  // hosts other than this machine and `hosts`, in lower case, are refused.
  explicit Answers(std::string run, std::vector<std::string> hosts = {})
      : run_(std::move(run)), hosts_(std::move(hosts)) {}

  // From now on shows these files, of a successful build. Returns false if nothing changes.
  bool publish(const Files& files);
  // Replaces some files by those of a build that is running. Returns false if nothing changes.
  bool update(const Files& files);
  // Shows the errors of the last build; "" for none.
  void show_mistakes(markup::SafeHtml html) { mistakes_ = std::move(html); }

  Response answer(const Request& request);
  // Returns the address of the page that was requested last; "" before the first one.
  const std::string& last_page() const { return last_page_; }
  // Returns the event for open streams: the changes of the last call of publish() or show_mistakes().
  std::string site_event(bool is_early = false) const;
  std::string mistakes_event() const;

 private:
  const io::MemoryFileSystem::Bytes* find(const std::string& address) const;  // returns a file, or null
  Response file(const Request& request);
  Response own_file(const Request& request, std::string_view name) const;
  Response events(const Request& request) const;
  Response missing(std::string_view path, std::string_view within) const;
  Response served_page(const std::string& html, std::string_view address, int status) const;
  std::string site_event(uint64_t since, bool knows, bool is_early) const;
  std::string state() const;
  bool state_of(std::string_view text, uint64_t& version) const;

  base::Result<io::MemoryFileSystem::Bytes, std::string> draw(const std::string& address,
                                                              const io::MemoryFileSystem::Bytes& svg);

  struct Picture {
    io::MemoryFileSystem::Bytes svg, png;
  };

  const std::string run_;
  const std::vector<std::string> hosts_;
  Files files_;
  uint64_t version_ = 0;                      // increases by one whenever files change
  std::map<std::string, uint64_t> versions_;  // the version in which each current or former file changed last
  std::map<std::string, Picture> pictures_;   // pictures by address
  markup::SafeHtml mistakes_;
  std::string last_page_;
};

// Returns the page with the script tag at the beginning of its head; `address` is the page's own, `state` is the state
// in which it is served. If the page's policy does not allow connections to this server, changes the policy to allow
// them.
std::string with_live_script(std::string_view html, std::string_view address, std::string_view state);

// Returns the names and bytes of the script and the style that are added to pages, from generator/serve/browser/.
const std::vector<std::pair<std::string_view, std::string_view>>& live_files();

}  // namespace serve
