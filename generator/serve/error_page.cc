#include "serve/error_page.h"

#include <fmt/format.h>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace serve {
namespace {

using markup::SafeHtml;
using markup::Writer;

constexpr size_t kMaxShown = 50;

void write_place(Writer& html, base::Span span) {
  const base::Position at = span.source->position(span.begin);
  const base::Excerpt excerpt = base::excerpt_of(span);
  html.open("p").attr("class", "place");
  html.text(fmt::format("{}:{}:{}", base::visible(span.source->path()), at.line, at.column)).close();
  html.open("pre").open("span").attr("class", "line").text(std::to_string(at.line)).close();
  html.text(" " + excerpt.before);
  html.element("mark", excerpt.marked.empty() ? " " : excerpt.marked).text(excerpt.after).close();
}

void write_line(Writer& html, std::string_view label, const std::string& text) {
  if (text.empty()) return;
  html.open("p").element("b", label).text(" " + base::visible(text)).close();
}

void write_mistake(Writer& html, const base::Diagnostic& mistake) {
  html.open("li");
  html.open("p").attr("class", "what").text(base::visible(mistake.message)).close();
  if (mistake.span) {
    write_place(html, mistake.span);
  } else if (!mistake.path.empty()) {
    html.open("p").attr("class", "place").text(base::visible(mistake.path)).close();
  }
  write_line(html, "Expected:", mistake.expected);
  write_line(html, "Help:", mistake.help);
  for (const base::Note& note : mistake.notes) {
    if (note.text.empty()) continue;
    write_line(html, "Note:", note.text);
    if (note.span) write_place(html, note.span);
  }
  html.open("p").attr("class", "code").text("More: ");
  html.element("code", fmt::format("sourcebook explain {}", mistake.code)).close();
  html.close();
}

std::string page(const std::string& title, const SafeHtml& content) {
  Writer html;
  html.open("html").attr("lang", "en").open("head");
  html.leaf("meta").attr("charset", "utf-8");
  html.leaf("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1");
  html.leaf("meta")
      .attr("http-equiv", "Content-Security-Policy")
      .attr("content",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action "
            "'none'");
  html.leaf("meta").attr("name", "color-scheme").attr("content", "light dark");
  html.element("title", title);
  html.leaf("link").attr("rel", "stylesheet").attr("href", "/.sourcebook/live.css");
  html.close();
  html.open("body").attr("class", "sourcebook").html(content).close().close();
  return "<!doctype html>\n" + html.take().str() + "\n";
}

}  // namespace

SafeHtml mistakes_html(const base::Diagnostics& all) {
  const base::Diagnostics diagnostics = all.by_cause();
  Writer html;
  html.element("h1", base::count_of(diagnostics.errors(), "error"));
  html.open("ol");
  size_t shown = 0;
  for (const base::Diagnostic& each : diagnostics.list()) {
    if (each.severity != base::Severity::error) continue;
    if (++shown > kMaxShown) break;
    write_mistake(html, each);
  }
  html.close();
  if (diagnostics.errors() > kMaxShown)
    html.element("p", fmt::format("{} more in the terminal.", diagnostics.errors() - kMaxShown));
  return html.take();
}

std::string mistakes_page(const SafeHtml& mistakes) {
  Writer html;
  html.open("main").attr("id", "sourcebook-mistakes").html(mistakes).close();
  return page("Build failed", html.take());
}

std::string missing_page(std::string_view path) {
  Writer html;
  html.open("main").element("h1", "Page not found");
  html.open("p").text("The site does not have a file at ").element("code", base::visible(path)).text(".").close();
  html.open("p").open("a").url("href", "/").text("Home page").close().close();
  html.element("p", "Only the development server shows this page. Readers of the published site see its 404.html.");
  html.close();
  return page("Page not found", html.take());
}

}  // namespace serve
