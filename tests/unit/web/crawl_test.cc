// Tests that the crawler is polite, with simulated servers.
#include "web/crawl.h"

#include <doctest/doctest.h>

#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using web::Answer;
using web::Request;
using web::Verdict;

Answer status(int number) {
  Answer answer;
  answer.status = number;
  return answer;
}

Answer redirect(int number, std::string to) {
  Answer answer = status(number);
  answer.location = std::move(to);
  return answer;
}

Answer busy(int number, std::chrono::seconds wait) {
  Answer answer = status(number);
  answer.retry_after = wait;
  return answer;
}

web::Finding failure(Verdict verdict) { return {verdict, "fails", ""}; }

// Simulates all servers. Looks responses up by "METHOD URL", then "URL"; otherwise responds 404. Records requests and
// violations of politeness.
struct Web {
  std::map<std::string, web::Finding> failures;  // keyed by "METHOD URL" or "URL"
  std::map<std::string, Answer> answers;
  std::chrono::milliseconds time_of_answer{0};

  std::mutex mutex;
  std::vector<std::string> asked;
  std::map<std::string, Clock::time_point> last;
  std::set<std::string> busy;
  size_t most_at_once = 0, at_once_at_a_host = 0;
  std::chrono::milliseconds shortest_pause{1h};

  web::Fetched send(const Request& what) {
    const std::string url = what.url.text(), method = what.head ? "HEAD " : "GET ", host = what.url.host;
    {
      const std::lock_guard lock(mutex);
      asked.push_back(method + url);
      if (!busy.insert(host).second) ++at_once_at_a_host;
      most_at_once = std::max(most_at_once, busy.size());
      if (last.contains(host))
        shortest_pause =
            std::min(shortest_pause, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last[host]));
    }
    std::this_thread::sleep_for(time_of_answer);
    const std::lock_guard lock(mutex);
    busy.erase(host);
    last[host] = Clock::now();
    if (auto at = failures.find(method + url); at != failures.end()) return base::Failure{at->second};
    if (auto at = failures.find(url); at != failures.end()) return base::Failure{at->second};
    if (auto at = answers.find(method + url); at != answers.end()) return at->second;
    if (auto at = answers.find(url); at != answers.end()) return at->second;
    return status(404);
  }

  size_t count(std::string_view what) const {
    return static_cast<size_t>(
        std::count_if(asked.begin(), asked.end(), [&](const std::string& each) { return each.ends_with(what); }));
  }
};

struct FakeClient final : web::Client {
  explicit FakeClient(Web& servers) : web(servers) {}
  web::Fetched send(const Request& what) override { return web.send(what); }
  Web& web;
};

web::CrawlOptions fast() {
  web::CrawlOptions options;
  options.manners.pause = 0ms;
  options.manners.max_wait = 2s;
  return options;
}

std::vector<web::Finding> crawl(Web& web, const std::vector<std::string>& urls, web::CrawlOptions options = fast()) {
  std::vector<web::Url> questions;
  for (const std::string& url : urls) questions.push_back(web::parse_url(url).value());
  std::vector<web::Finding> findings(questions.size());
  std::vector<int> calls(questions.size());
  web::crawl(
      questions, options, [&] { return std::make_unique<FakeClient>(web); },
      [&](size_t i, const web::Finding& finding) {
        findings[i] = finding;
        ++calls[i];
      });
  for (int times : calls) CHECK(times == 1);
  CHECK(web.at_once_at_a_host == 0);
  return findings;
}

web::Finding visit(Web& web, const std::string& url) { return crawl(web, {url}).front(); }

TEST_CASE("each response gives the right verdict") {
  Web web;
  struct Case {
    Answer answer;
    Verdict verdict;
    const char* what;
  };
  const std::vector<Case> cases = {
      {status(200), Verdict::fine, ""},
      {status(204), Verdict::fine, ""},
      {status(404), Verdict::gone, "answers 404"},
      {status(410), Verdict::gone, "answers 410"},
      {status(401), Verdict::unchecked, "answers 401"},
      {status(403), Verdict::unchecked, "answers 403"},
      {status(999), Verdict::unchecked, "answers 999"},
      {status(500), Verdict::unreachable, "answers 500"},
      {status(301), Verdict::unreachable, "answers 301"},
      {status(100), Verdict::unreachable, "answers 100"},
      {busy(503, 0s), Verdict::unreachable, "answers 503"},
      {redirect(302, "file:///etc/passwd"), Verdict::gone, "redirects to an address that begins with file:"},
      {redirect(302, "https://a:b@c.example/"), Verdict::unchecked,
       "redirects to an address that contains a user name or password"}};
  for (const Case& each : cases) {
    web.answers["https://a.example/x"] = each.answer;
    const web::Finding finding = visit(web, "https://a.example/x");
    CAPTURE(each.answer.status);
    CHECK(finding.verdict == each.verdict);
    CHECK(finding.what == each.what);
  }
  for (Verdict verdict :
       {Verdict::unreachable, Verdict::bad_certificate, Verdict::private_address, Verdict::no_network}) {
    web.failures["https://a.example/y"] = failure(verdict);
    const web::Finding finding = visit(web, "https://a.example/y");
    CHECK(finding.verdict == verdict);
    CHECK(finding.what == "fails");
  }
}

TEST_CASE("HEAD is enough; if the server does not support it, GET is used") {
  Web web;
  web.answers["HEAD https://a.example/good"] = status(200);
  CHECK(visit(web, "https://a.example/good").verdict == Verdict::fine);
  CHECK(web.count("GET https://a.example/good") == 0);
  for (const Answer& head : {status(405), status(404), status(403), status(500)}) {
    web.answers["HEAD https://a.example/x"] = head;
    web.answers["GET https://a.example/x"] = status(200);
    CHECK(visit(web, "https://a.example/x").verdict == Verdict::fine);
  }
  web.failures["HEAD https://a.example/x"] = failure(Verdict::unreachable);
  CHECK(visit(web, "https://a.example/x").verdict == Verdict::fine);
}

TEST_CASE("permanent redirects are reported, chains are followed, loops are detected") {
  Web web;
  web.answers["https://a.example/1"] = redirect(301, "https://a.example/2");
  web.answers["https://a.example/2"] = redirect(308, "https://b.example/3#part");
  web.answers["https://b.example/3"] = redirect(302, "https://b.example/4");
  web.answers["https://b.example/4"] = status(200);
  CHECK(visit(web, "https://a.example/1").moved_to == "https://b.example/3#part");
  CHECK(visit(web, "https://b.example/3").moved_to == "");
  web.answers["https://b.example/4"] = status(404);
  web::Finding finding = visit(web, "https://a.example/1");
  CHECK(finding.verdict == Verdict::gone);
  CHECK(finding.what == "answers 404 (after a redirect to https://b.example/4)");
  CHECK(finding.moved_to == "");
  web.answers["https://b.example/4"] = redirect(301, "https://a.example/1");
  CHECK(visit(web, "https://a.example/1").what.starts_with("redirects in a loop"));
  for (int i = 0; i < 30; ++i)
    web.answers["https://c.example/" + std::to_string(i)] = redirect(302, "https://c.example/" + std::to_string(i + 1));
  CHECK(visit(web, "https://c.example/0").what.starts_with("redirects more than 10 times"));
  CHECK(web.count("https://c.example/11") == 0);
}

TEST_CASE("requests to a host are made one at a time with a pause, and several hosts are requested in parallel") {
  Web web;
  web.time_of_answer = 5ms;
  std::vector<std::string> urls;
  for (const char* host : {"a", "b", "c", "d"})
    for (int i = 0; i < 4; ++i) urls.push_back("https://" + std::string(host) + ".example/" + std::to_string(i));
  web::CrawlOptions options = fast();
  options.manners.pause = 20ms;
  options.connections = 3;
  crawl(web, urls, options);
  CHECK(web.asked.size() == 4 * 2 * 4);  // HEAD and GET for each page
  CHECK(web.shortest_pause >= 19ms);
  CHECK(web.most_at_once == 3);
}

TEST_CASE("Retry-After is respected, up to a limit") {
  Web web;
  web.answers["https://a.example/x"] = busy(429, 1s);
  const auto start = Clock::now();
  web::Finding finding = visit(web, "https://a.example/x");
  CHECK(Clock::now() - start >= 1s);
  CHECK(finding.verdict == Verdict::unchecked);
  CHECK(finding.what == "answers 429, again after a wait");
  CHECK(web.count("/x") == 2);
  Web other;
  other.answers["https://b.example/1"] = busy(503, 3600s);
  other.answers["https://b.example/2"] = other.answers["https://c.example/"] = status(200);
  auto findings = crawl(other, {"https://b.example/1", "https://b.example/2", "https://c.example/"});
  CHECK(findings[0].verdict == Verdict::unchecked);
  CHECK(findings[0].what == "answers 503 and asks to wait for 3600 s");
  CHECK(findings[1].verdict == Verdict::unchecked);
  CHECK(findings[2].verdict == Verdict::fine);
  CHECK(other.count("https://b.example/2") == 0);
}

TEST_CASE("after the time limit, nothing more is requested") {
  Web web;
  web.time_of_answer = 20ms;
  web::CrawlOptions options = fast();
  options.manners.time_limit = 50ms;
  std::vector<std::string> urls;
  for (int i = 0; i < 50; ++i) urls.push_back("https://a.example/" + std::to_string(i));
  auto findings = crawl(web, urls, options);
  CHECK(web.asked.size() < 10);
  CHECK(findings.back().what == "was not requested: the time limit was reached");
}

TEST_CASE("an exception of a client ends the crawl") {
  struct Thrower final : web::Client {
    web::Fetched send(const Request&) override { throw std::logic_error("no option"); }
  };
  const std::vector<web::Url> questions = {web::parse_url("https://a.example/").value()};
  CHECK_THROWS_AS(
      web::crawl(
          questions, fast(), [] { return std::make_unique<Thrower>(); }, [](size_t, const web::Finding&) {}),
      std::logic_error);
  CHECK(web::crawl({}, fast(), [] { return std::make_unique<Thrower>(); }, [](size_t, const web::Finding&) {}) == 0);
}

}  // namespace
