#include "web/visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "web/anchors.h"

namespace web {
namespace {

constexpr size_t kSmallBody = 4096;  // of pages that are only asked whether they are there
constexpr std::chrono::milliseconds kUsualWait{5000};

// Those that are met; RFC 9110, 15.
constexpr std::array kStatuses =
    std::to_array<std::pair<int, std::string_view>>({{400, "Bad Request"},
                                                     {401, "Unauthorized"},
                                                     {402, "Payment Required"},
                                                     {403, "Forbidden"},
                                                     {404, "Not Found"},
                                                     {405, "Method Not Allowed"},
                                                     {406, "Not Acceptable"},
                                                     {408, "Request Timeout"},
                                                     {410, "Gone"},
                                                     {418, "I'm a teapot"},
                                                     {421, "Misdirected Request"},
                                                     {429, "Too Many Requests"},
                                                     {451, "Unavailable For Legal Reasons"},
                                                     {500, "Internal Server Error"},
                                                     {501, "Not Implemented"},
                                                     {502, "Bad Gateway"},
                                                     {503, "Service Unavailable"},
                                                     {504, "Gateway Timeout"}});

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}
bool is_permanent(int status) { return status == 301 || status == 308; }

}  // namespace

std::string status_text(int status) {
  for (const auto& [number, name] : kStatuses)
    if (number == status) return fmt::format("{} {}", number, name);
  return std::to_string(status);
}

Finding finding_of(const Answer& trouble) {
  Finding finding;
  finding.verdict = Verdict::unreachable;
  switch (trouble.trouble) {
    case Trouble::none:
      break;
    case Trouble::timed_out:
      finding.what = "does not answer in time: " + trouble.why;
      break;
    case Trouble::unknown_host:
      finding.what = "is on a host that is not found";
      break;
    case Trouble::not_connected:
      finding.what = "can't be connected to: " + trouble.why;
      break;
    case Trouble::broken:
      finding.what = "gives no whole answer: " + trouble.why;
      break;
    case Trouble::private_address:
      finding.verdict = Verdict::private_address;
      finding.what = "is at an address that readers can't reach, " + trouble.why;
      break;
    case Trouble::bad_certificate:
      finding.verdict = Verdict::bad_certificate;
      finding.what = "has a bad certificate: " + trouble.why;
      break;
    case Trouble::machine:
      finding.verdict = Verdict::not_asked;
      finding.what = trouble.why;
      break;
  }
  return finding;
}

Visit::Visit(Question question, const VisitLimits& limits) : question_(std::move(question)), limits_(limits) {
  next_.url = question_.url;
  next_.url.fragment.clear();
  next_.head = question_.anchors.empty() && !question_.needs_body;
  next_.most_bytes = next_.head ? kSmallBody : limits_.most_html;
}

Visit::Step Visit::end(Verdict verdict, std::string what) {
  finding_.verdict = verdict;
  finding_.what = std::move(what);
  if (verdict != Verdict::fine) finding_.moved_to.clear();
  if (!seen_.empty() && verdict != Verdict::fine) finding_.what += fmt::format(" (led there: {})", next_.url.text());
  return Step::done;
}

const Finding& Visit::give_up(const Finding& why) {
  end(why.verdict, why.what);
  return finding_;
}

// Servers that don't know HEAD say so in many ways, with 404 too: what they say to GET counts.
Visit::Step Visit::get_instead() {
  next_.head = false;
  tries_ = 1;
  return Step::ask;
}

Visit::Step Visit::take(const Answer& answer) {
  if (answer.trouble != Trouble::none) return take_trouble(answer);
  const int status = answer.status;
  if (status == 429 || (status == 503 && answer.retry_after)) return take_delay(answer);
  if (is_redirect(status) && !answer.location.empty()) return take_redirect(answer);
  if (status >= 200 && status < 300) return take_page(answer);
  if (next_.head) return get_instead();
  if (status == 404 || status == 410) return end(Verdict::gone, "answers " + status_text(status));
  if ((status >= 400 && status < 500) || status >= 600)
    return end(Verdict::unchecked, "answers " + status_text(status));
  if (is_redirect(status)) return end(Verdict::unreachable, fmt::format("answers {} and leads nowhere", status));
  return end(Verdict::unreachable, "answers " + status_text(status));
}

Visit::Step Visit::take_trouble(const Answer& answer) {
  if (next_.head && answer.trouble == Trouble::broken) return get_instead();
  Finding finding = finding_of(answer);
  return end(finding.verdict, std::move(finding.what));
}

Visit::Step Visit::take_delay(const Answer& answer) {
  wait_ = answer.retry_after
              ? std::chrono::milliseconds(std::min<std::chrono::seconds>(*answer.retry_after, std::chrono::hours(24)))
              : kUsualWait;
  const Verdict verdict = answer.status == 429 ? Verdict::unchecked : Verdict::unreachable;
  if (wait_ > limits_.most_wait) {
    end(verdict, fmt::format("answers {} and asks to wait for {} s", status_text(answer.status), wait_.count() / 1000));
    return Step::closed;
  }
  if (tries_ >= limits_.most_tries) {
    end(verdict, fmt::format("answers {}, again after a wait", status_text(answer.status)));
    return Step::closed;
  }
  ++tries_;
  return Step::wait;
}

Visit::Step Visit::take_redirect(const Answer& answer) {
  const std::string from = next_.url.text();
  only_permanent_ = only_permanent_ && is_permanent(answer.status);
  base::Result<Url, UrlError> to = resolve(next_.url, answer.location);
  if (!to) {
    std::string what = "leads to what no browser follows: an address that " + to.error().why;
    if (to.error().problem == UrlProblem::credentials) what = "leads to an address that " + to.error().why;
    return end(to.error().problem == UrlProblem::credentials ? Verdict::unchecked : Verdict::gone, std::move(what));
  }
  seen_.insert(from);
  if (only_permanent_) finding_.moved_to = to->full_text();
  if (seen_.contains(to->text())) return end(Verdict::unreachable, "redirects in a circle");
  if (seen_.size() > limits_.most_redirects)
    return end(Verdict::unreachable, fmt::format("redirects more than {} times", limits_.most_redirects));
  next_.url = *to;
  tries_ = 1;
  return Step::ask;
}

Visit::Step Visit::take_page(const Answer& answer) {
  if (is_html(answer.content_type))
    for (const std::string& anchor : question_.anchors)
      if (!has_anchor(answer.body, anchor) && !answer.is_cut) finding_.missing_anchors.push_back(anchor);
  return end(Verdict::fine, "");
}

}  // namespace web
