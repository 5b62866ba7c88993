// What is answered to a request: a file of the last good site, with the script that keeps a page up to date; or, below
// /.sourcebook/, which no site has, that script, its style and its events.
//
// The events are server-sent ones (HTML standard §9.2), with the state of the site as their id. `site` holds
// {"changed": [ADDRESS…]}, or null instead of the list for "perhaps everything", and "early": true where the build goes
// on and another such event follows; `mistakes` holds {"html": …}, "" for none.
#pragma once
#include <string>
#include <string_view>

#include "markup/html.h"
#include "serve/http.h"
#include "serve/published.h"

namespace serve {

class Answers {
 public:
  // `base_path` begins and ends with '/'. `run` tells this server from an earlier one at the same port, which a page
  // that is still open was loaded from.
  Answers(std::string base_path, std::string run) : base_path_(std::move(base_path)), run_(std::move(run)) {}

  // What is shown from now on: of a good build, or of one that goes on.
  void publish(Changes changes);
  // Of the last build that has ended; "" for none.
  void show_mistakes(markup::SafeHtml html) { mistakes_ = std::move(html); }

  Response answer(const Request& request);
  // For streams that are open already: what the last call of publish() or show_mistakes() has changed.
  std::string site_event(bool is_early = false) const;
  std::string mistakes_event() const;

 private:
  std::string draw_picture(std::string_view address, const std::string& bytes);
  Response file(const Request& request);
  Response own_file(const Request& request, std::string_view name) const;
  Response events(const Request& request) const;
  Response missing(std::string_view path, std::string_view within) const;
  Response served_page(const std::string& html, std::string_view address, int status) const;
  std::string site_event(uint64_t since, bool knows, bool is_early) const;
  std::string state() const;
  bool state_of(std::string_view text, uint64_t& version) const;

  const std::string base_path_, run_;
  Published site_;
  markup::SafeHtml mistakes_;
};

// The page with the script tag at the beginning of its head, written or not; `address` is the page's own, `state` what
// it was when it was served. Where its policy does not allow connections to this server, they are allowed beside what
// it does.
std::string with_live_script(std::string_view html, std::string_view address, std::string_view base_path,
                             std::string_view state);

}  // namespace serve
