#include "serve/answer.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

#include "serve/error_page.h"

namespace {

// Returns the files of a small site; `others` replace some of them.
serve::Files files(const std::map<std::string, std::string>& others = {}) {
  std::map<std::string, std::string> all = others;
  all.insert({{"index.html", "<html><head><title>Home</title></head><body>home</body></html>"},
              {"lessons/index.html", "<html><head></head>lessons</html>"},
              {"lessons/größe.html", "<html><head></head>size</html>"},
              {"assets/style.css", "a {}"},
              {"data/rows.csv", "a,b\n"},
              {".nojekyll", ""}});
  return io::MemoryFileSystem(all).snapshot();
}

serve::Answers site() {
  serve::Answers answers("run");
  answers.publish(files());
  return answers;
}

serve::Response get(serve::Answers& answers, const std::string& target) {
  serve::Request request;
  request.method = "GET";
  request.target = target;
  request.host = "127.0.0.1:8000";
  return answers.answer(request);
}

std::string header(const serve::Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return "";
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a picture is drawn when it is requested") {
  serve::Answers answers("run");
  const std::string svg = R"(<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>)";
  answers.publish(files({{"charts/a.png", svg}, {"charts/a.svg", svg}, {"charts/broken.png", "<svg"}}));
  const serve::Response drawn = get(answers, "/charts/a.png");
  CHECK(drawn.status == 200);
  CHECK(drawn.type == "image/png");
  CHECK(drawn.body->starts_with("\x89PNG"));
  CHECK(get(answers, "/charts/a.png").body == drawn.body);  // the picture is not drawn again
  CHECK(*get(answers, "/charts/a.svg").body == svg);
  CHECK(get(answers, "/charts/broken.png").status == 500);
}

TEST_CASE("files, folders and missing files are answered with the right status") {
  serve::Answers answers = site();
  CHECK(holds(*get(answers, "/").body, "home"));
  CHECK(holds(*get(answers, "/index.html").body, "home"));
  CHECK(holds(*get(answers, "/lessons/").body, "lessons"));
  CHECK(holds(*get(answers, "/lessons/gr%C3%B6%C3%9Fe.html?print#x").body, "size"));
  const serve::Response css = get(answers, "/assets/style.css");
  CHECK(*css.body == "a {}");
  CHECK(css.type == "text/css; charset=utf-8");
  const serve::Response folder = get(answers, "/lessons?a=1");
  CHECK(folder.status == 302);
  CHECK(header(folder, "Location") == "/lessons/?a=1");
  CHECK(get(answers, "/nothing.html").status == 404);
  CHECK(get(answers, "/index.html/").status == 404);
  CHECK(get(answers, "/.nojekyll").status == 404);
  CHECK(get(answers, "/.sourcebook/").status == 404);
  CHECK(get(answers, "/.sourcebook/cache").status == 404);
  CHECK(get(answers, "/../etc/passwd").status == 400);
  CHECK(get(answers, "//evil.example/").status == 400);
}

TEST_CASE("only reads, and only from this machine, are accepted") {
  serve::Answers answers = site();
  serve::Request request;
  request.method = "GET";
  request.target = "/";
  for (const char* host : {"evil.example", "evil.example:8000", ""}) {
    request.host = host;
    CHECK(answers.answer(request).status == 403);
  }
  request.host = "localhost";
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get"}) {
    request.method = method;
    CHECK(answers.answer(request).status == 405);
  }
  request.method = "HEAD";
  CHECK(answers.answer(request).status == 200);
}

TEST_CASE("only served pages have the script, with their address and state") {
  serve::Answers answers = site();
  CHECK(*get(answers, "/lessons/").body ==
        "<html><head><script src=\"/.sourcebook/live.js\" defer data-page=\"lessons/index.html\" "
        "data-state=\"run.1\"></script></head>lessons</html>");
  CHECK(header(get(answers, "/"), "Cache-Control") == "no-store");
  CHECK_FALSE(holds(*get(answers, "/data/rows.csv").body, "script"));
  CHECK(serve::with_live_script("no head", "\"><b>", "s").find("\"><b>") == std::string::npos);
}

TEST_CASE("the script is inserted at the beginning of the head, or at the end of a page without one") {
  const std::string script = "<script src=\"/.sourcebook/live.js\" defer data-page=\"a\" data-state=\"s\"></script>";
  for (const std::string before : {"<!doctype html>\n<html lang=\"en\">\n<head>", "<html><head\n>", "plain text", ""}) {
    const std::string after = before.ends_with('>') ? "<script>x('</head>')</script></head>" : "";
    CHECK(serve::with_live_script(before + after, "a", "s") == before + script + after);
  }
  CHECK(serve::with_live_script("<head", "a", "s") == "<head" + script);
}

TEST_CASE("a policy also allows connections to this server") {
  const std::string policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  CHECK(holds(serve::with_live_script("<head>" + policy + "default-src 'none'\"></head>", "a", "s"),
              policy + "connect-src 'self'; default-src 'none'\">"));
  CHECK(holds(serve::with_live_script("<head>" + policy + "connect-src 'self'\"></head>", "a", "s"),
              policy + "connect-src 'self'\">"));
  CHECK(holds(serve::with_live_script("<head></head><pre>" + policy + "x\"></pre>", "a", "s"),
              "<pre>" + policy + "x\">"));
}

TEST_CASE("files other than HTML are sent again only if they have changed") {
  serve::Answers answers = site();
  serve::Request request;
  request.method = "GET";
  request.host = "localhost";
  request.target = "/assets/style.css";
  request.if_none_match = header(answers.answer(request), "ETag");
  CHECK(answers.answer(request).status == 304);
  answers.publish(files({{"index.html", "x"}}));
  CHECK(answers.answer(request).status == 304);
  answers.publish(files({{"assets/style.css", "b {}"}}));
  CHECK(*answers.answer(request).body == "b {}");
}

TEST_CASE("events list what has changed since a page was served") {
  serve::Answers answers = site();
  const std::string none = "event: mistakes\nid: run.1\ndata: {\"html\":\"\"}\n\n";
  CHECK(*get(answers, "/.sourcebook/events?since=run.1").body == "retry: 500\n\n" + none);
  CHECK(get(answers, "/.sourcebook/events").goes_on);
  CHECK(get(answers, "/.sourcebook/events").type == "text/event-stream");
  serve::Files changed = files({{"new.html", "new"}});
  changed.erase("lessons/größe.html");
  CHECK(answers.publish(changed));
  CHECK(answers.site_event() ==
        "event: site\nid: run.2\ndata: {\"changed\":[\"lessons/größe.html\",\"new.html\"]}\n\n");
  CHECK_FALSE(answers.publish(changed));
  CHECK(holds(*get(answers, "/.sourcebook/events?since=run.1").body, answers.site_event()));
  CHECK_FALSE(holds(*get(answers, "/.sourcebook/events?since=run.2").body, "event: site"));
  // After the state of a different server, or an invalid state, everything may have changed.
  for (const char* since : {"other.2", "run.", "run.x", "", "run.1x"})
    CHECK(holds(*get(answers, std::string("/.sourcebook/events?since=") + since).body, "{\"changed\":null}"));
  serve::Request again;
  again.method = "GET";
  again.host = "localhost";
  again.target = "/.sourcebook/events?since=run.1";
  again.last_event_id = "run.2";
  CHECK_FALSE(holds(*answers.answer(again).body, "event: site"));
}

TEST_CASE("a stream says which page listens, and the page that was requested last is known") {
  serve::Answers answers = site();
  CHECK(answers.last_page().empty());
  get(answers, "/lessons/");
  get(answers, "/assets/style.css");
  get(answers, "/nothing.html");
  CHECK(answers.last_page() == "lessons/index.html");
  CHECK(get(answers, "/.sourcebook/events?since=run.1&page=lessons%2Fgr%C3%B6%C3%9Fe.html").page ==
        "lessons/größe.html");
  CHECK(get(answers, "/.sourcebook/events").page.empty());
  CHECK(get(answers, "/.sourcebook/events?page=%").page.empty());
}

TEST_CASE("some files can be updated before the others") {
  serve::Answers answers = site();
  const auto bytes = std::make_shared<const std::string>("<html><head></head>new</html>");
  CHECK(answers.update({{"index.html", bytes}}));
  CHECK(answers.site_event(true) == "event: site\nid: run.2\ndata: {\"changed\":[\"index.html\"],\"early\":true}\n\n");
  CHECK(holds(*get(answers, "/").body, "new"));
  CHECK(holds(*get(answers, "/lessons/").body, "lessons"));
  CHECK_FALSE(answers.update({{"index.html", bytes}}));
  CHECK(answers.publish(files()));  // as after an error on another page: the old page is shown again
  CHECK(holds(*get(answers, "/").body, "home"));
}

TEST_CASE("errors are shown until a build succeeds, and the last good site is still served") {
  serve::Answers answers = site();
  answers.show_mistakes(markup::SafeHtml::text("wrong"));
  CHECK(answers.mistakes_event() == "event: mistakes\nid: run.1\ndata: {\"html\":\"wrong\"}\n\n");
  CHECK(holds(*get(answers, "/").body, "home"));
  answers.publish(files({{"index.html", "fixed"}}));
  CHECK(answers.mistakes_event() == "event: mistakes\nid: run.2\ndata: {\"html\":\"wrong\"}\n\n");
  answers.show_mistakes({});
  CHECK(answers.mistakes_event() == "event: mistakes\nid: run.2\ndata: {\"html\":\"\"}\n\n");
}

TEST_CASE("before the first good build, every page shows the errors") {
  serve::Answers answers("run");
  answers.show_mistakes(markup::SafeHtml::text("wrong"));
  const serve::Response page = get(answers, "/any/where.html");
  CHECK(page.status == 500);
  CHECK(holds(*page.body, "<main id=\"sourcebook-mistakes\">wrong</main>"));
  CHECK(holds(*page.body, "live.js\" defer data-page=\"\""));
}

TEST_CASE("errors are shown with position, line and help, and their text is escaped") {
  const std::string evil = "<script>alert(1)</script>\"'&\x1b[2J";
  const base::SourceText source("content/<img src=x onerror=alert(1)>.md", "first\n  " + evil + " rest\n");
  base::Diagnostics diagnostics;
  const auto begin = static_cast<uint32_t>(source.text().find('<'));
  diagnostics.error("bad-link", base::Span{&source, begin, begin + 8}, "no " + evil)
      .expect("not " + evil)
      .suggest("without " + evil)
      .note(base::Span{&source, 0, 5}, "see " + evil);
  diagnostics.error("unreadable-file", evil, "can't");
  diagnostics.warning("long", base::Span{&source, 0, 5}, "only a warning");
  const std::string html = serve::mistakes_html(diagnostics).str();
  CHECK(holds(html, "2 errors"));
  CHECK(holds(html, ".md:2:3</p>"));
  CHECK(holds(html, "<span class=\"line\">2</span>   <mark>&lt;script&gt;</mark>alert(1)"));
  CHECK(holds(html, "sourcebook explain bad-link"));
  CHECK_FALSE(holds(html, "<script"));
  CHECK_FALSE(holds(html, "<img"));
  CHECK_FALSE(holds(html, "\x1b"));
  CHECK_FALSE(holds(html, "only a warning"));
  for (const std::string& page : {serve::mistakes_page(serve::mistakes_html(diagnostics)), serve::missing_page(evil)}) {
    CHECK_FALSE(holds(page, "<script"));
    CHECK_FALSE(holds(page, "<img"));
    CHECK(holds(page, "default-src &#39;none&#39;"));
  }
}

TEST_CASE("only the first of many errors are shown") {
  const base::SourceText source("content/a.md", "text\n");
  base::Diagnostics diagnostics;
  for (int i = 0; i < 73; ++i) diagnostics.error("bad-link", base::Span{&source, 0, 1}, "wrong");
  const std::string html = serve::mistakes_html(diagnostics).str();
  CHECK(holds(html, "73 errors"));
  CHECK(holds(html, "23 more in the terminal"));
}
