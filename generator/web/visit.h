// What a link leads to: one visit, request by request. Nothing here asks anybody or waits; web/crawl does, and keeps
// the manners.
#pragma once
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "web/client.h"

namespace web {

struct Question {
  Url url;                           // its fragment is not looked at
  std::vector<std::string> anchors;  // that links name on it, as anchor_of gives them
  bool needs_body = false;           // also without anchors
};

enum class Verdict {
  fine,
  gone,             // 404, 410, or it leads to what no browser follows
  bad_certificate,  // a browser warns of it
  private_address,  // nobody was asked
  unreachable,      // for now: a time-out, 5xx, no connection, redirects without end
  unchecked,        // it does not want to be asked, by robots.txt or by its answer
  not_asked,        // this machine can't ask: a mistake of its set-up
};

struct Finding {
  Verdict verdict = Verdict::unchecked;
  std::string what;                          // goes on after the address: "answers 404 Not Found"
  std::string moved_to;                      // where permanent redirects lead, with a fragment only if they name one
  std::vector<std::string> missing_anchors;  // of a page that is there
};

struct VisitLimits {
  size_t most_redirects = 10;
  size_t most_html = size_t{2} * 1024 * 1024;  // bytes in which anchors are looked for
  size_t most_tries = 2;                       // when a server asks to come again later
  std::chrono::milliseconds most_wait{60000};  // for which such a server is waited for
};

class Visit {
 public:
  Visit(Question question, const VisitLimits& limits);

  // What to ask next; its URL tells whom.
  const Ask& next() const { return next_; }

  enum class Step {
    ask,     // next() again, at once as far as this visit is concerned
    wait,    // the server asks for some time: the same again after wait()
    closed,  // the server asks for more time than it gets: nothing is to be asked of it any more; finding() is set
    done,    // finding() is set
  };
  Step take(const Answer& answer);
  std::chrono::milliseconds wait() const { return wait_; }
  const Finding& finding() const { return finding_; }
  // Ends the visit before next() was asked: by what is known of that server already.
  const Finding& give_up(const Finding& why);

 private:
  Step end(Verdict verdict, std::string what);
  Step take_trouble(const Answer& answer);
  Step take_redirect(const Answer& answer);
  Step take_delay(const Answer& answer);
  Step take_page(const Answer& answer);
  Step get_instead();

  Question question_;
  VisitLimits limits_;
  Ask next_;
  std::set<std::string> seen_;  // addresses that redirected
  bool only_permanent_ = true;  // redirects, so far
  size_t tries_ = 1;            // of next_
  std::chrono::milliseconds wait_{0};
  Finding finding_;
};

// "404 Not Found", "799".
std::string status_text(int status);
// The finding of a trouble, for a link to any page of the server.
Finding finding_of(const Answer& trouble);

}  // namespace web
