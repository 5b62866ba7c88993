// Renders every template of the default theme with a context like the generator's. With SOURCEBOOK_THEME_OUT=DIR, the
// pages are written to that folder for inspection in a browser.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "base/text.h"
#include "notation/yaml.h"
#include "rendering.h"
#include "theme_sample.h"

using templates::List;
using templates::Map;
using templates::Value;
namespace fs = std::filesystem;

namespace {

const fs::path kTheme = fs::path(SOURCEBOOK_ROOT) / "templates";

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Theme {
  Theme() {
    templates::Sources sources;
    for (const auto& entry : fs::recursive_directory_iterator(kTheme)) {
      if (entry.path().extension() != ".html") continue;
      std::string name = fs::relative(entry.path(), kTheme).generic_string();
      texts.push_back(std::make_unique<base::SourceText>("templates/" + name, read(entry.path())));
      sources[name] = texts.back().get();
    }
    const std::vector<std::string> names = {
        "site", "page", "nav", "breadcrumbs", "toc", "previous", "next", "content", "references", "strings",
        "data_date", "json_ld", "alternates", "footer", "notes", "card", "embed",
        // Values for each kind:
        "sections", "pages", "plan", "plans", "cases", "recent", "print", "chapters", "key_points", "takeaway",
        "picture", "steps", "steps_figures", "start", "question", "answers", "asked_from", "given", "flow",
        "next_steps", "reached_from", "questions", "groups", "source", "uses", "uses_shown", "uses_total", "shown_on",
        "csl", "citation", "resources", "resource", "contradictions", "contradictions_link", "redirect", "moved",
        "corrections", "lists", "day", "days", "heading", "lead", "ids"};
    engine = templates::Engine::compile(sources, diagnostics, names);
    texts.push_back(std::make_unique<base::SourceText>("templates/strings/en.yaml", read(kTheme / "strings/en.yaml")));
    const base::SourceText& yaml = *texts.back();
    auto node = notation::parse_yaml({&yaml, 0, static_cast<uint32_t>(yaml.text().size())}, diagnostics);
    if (!node) return;
    for (const auto& entry : node->entries) strings.set(entry.key, entry.value.text);
    strings.set("age_words", "days={count} days old");
  }

  std::string errors() const {
    std::string all;
    for (const auto& diagnostic : diagnostics.list()) {
      all += base::format_diagnostic(diagnostic, base::DiagnosticFormat::text, false);
    }
    return all;
  }

  std::vector<std::unique_ptr<base::SourceText>> texts;
  base::Diagnostics diagnostics;
  std::unique_ptr<const templates::Engine> engine;
  Map strings;
};

Map made_ids() {
  Map ids;
  ids.set("main", "main").set("references", "references").set("key_points", "key-points").set("takeaway", "takeaway");
  ids.set("what_is_here", "what-is-here").set("recent", "recent").set("cases", "cases").set("flow_steps", "flow-steps");
  return ids.set("flow_so_far", "flow-so-far").set("reasons", "reasons"), ids;
}

void keep(const std::string& address, const std::string& html) {
  const char* out = std::getenv("SOURCEBOOK_THEME_OUT");
  if (!out) return;
  fs::path path = fs::path(out) / address;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << html;
  fs::create_directories(fs::path(out) / "assets");
  fs::copy(kTheme / "assets", fs::path(out) / "assets",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

}  // namespace

TEST_CASE("every page template renders with the generator's values") {
  Theme theme;
  REQUIRE(theme.errors() == "");
  for (const theme_sample::Sample& sample : theme_sample::samples()) {
    CAPTURE(sample.name);
    Map context = sample.context;
    context.set("strings", theme.strings).set("card", nullptr).set("data_date", "").set("ids", made_ids());
    std::string html;
    bool fine = theme.engine->render(sample.name, context, html, theme.diagnostics);
    CHECK(theme.errors() == "");
    CHECK(fine);
    CHECK(html.starts_with("<!doctype html>\n<html lang=\"en\">"));
    CHECK(html.ends_with("</html>"));
    CHECK(html.find("default-src 'none'; style-src 'self'") != std::string::npos);
    CHECK(html.find(" style=") == std::string::npos);
    CHECK(html.find("\n\n\n") == std::string::npos);
    keep(sample.address, html);
  }
}

TEST_CASE("every page template of the theme has a sample, and contains only words from strings/en.yaml") {
  std::set<std::string> sampled;
  for (const theme_sample::Sample& sample : theme_sample::samples()) sampled.insert(sample.name);
  for (const auto& entry : fs::directory_iterator(kTheme)) {
    std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".html" || name == "base.html") continue;
    CHECK_MESSAGE(sampled.contains(name), name);
  }
  // If every interface text is replaced by "~", all other readable text is from the context.
  Theme theme;
  REQUIRE(theme.engine);
  Map strings;
  for (const Map::Entry& entry : theme.strings) {
    std::string text(entry.value.as_text());
    std::string places;
    for (size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
      places += text.substr(at, text.find('}', at) - at + 1);
    }
    strings.set(entry.name, "~" + places);
  }
  Map context = theme_sample::samples().front().context;
  context.set("strings", strings).set("card", nullptr).set("ids", made_ids()).set("data_date", "");
  std::string html;
  CHECK(theme.engine->render(theme_sample::samples().front().name, context, html, theme.diagnostics));
  CHECK(html.find("Skip") == std::string::npos);
  CHECK(html.find("<a class=\"skip\" href=\"#main\">~</a>") != std::string::npos);
}

TEST_CASE("a page of the theme without anything optional has no empty parts") {
  Theme theme;
  REQUIRE(theme.engine);
  Map page;
  page.set("title", "Beans")
      .set("description", "")
      .set("address", "beans.html")
      .set("root", "")
      .set("canonical", "")
      .set("translations", List());
  page.set("kind", "page").set("section", "").set("lead", "").set("minutes", 0).set("source", "");
  page.set("draft", false).set("indexed", true).set("authors", List()).set("tags", List()).set("owner", "");
  page.set("date", "").set("updated", "").set("reviewed", "");
  Map context;
  context.set("site", Map()
                          .set("title", "Coffee")
                          .set("description", "")
                          .set("lang", "en")
                          .set("direction", "ltr")
                          .set("frames", templates::List())
                          .set("scheme", "")
                          .set("has_style", false)
                          .set("short_title", "")
                          .set("base_url", "")
                          .set("repository", "")
                          .set("repository_files", "")
                          .set("mark", "")
                          .set("owner", "")
                          .set("footer_text", "")
                          .set("is_sourced", true)
                          .set("has_sources", true)
                          .set("has_search", false)
                          .set("has_changes", false)
                          .set("has_data", true));
  context.set("heading", markup::SafeHtml::trusted("Beans")).set("lead", markup::SafeHtml());
  context.set("page", page).set("nav", List()).set("breadcrumbs", List()).set("toc", List()).set("previous", nullptr);
  context.set("next", nullptr).set("content", markup::SafeHtml::trusted("<p>Text.</p>")).set("references", List());
  context.set("json_ld", nullptr)
      .set("alternates", List())
      .set("footer", List())
      .set("moved", List())
      .set("corrections", List())
      .set("notes", markup::SafeHtml());
  context.set("strings", theme.strings).set("card", nullptr).set("data_date", "").set("ids", made_ids());
  std::string html;
  CHECK(theme.engine->render("page.html", context, html, theme.diagnostics));
  CHECK(html.substr(html.find("<body")) ==
        "<body class=\"kind-page\" data-kind=\"page\">\n"
        "<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
        "<header class=\"site-header\">\n"
        "<a class=\"site-title\" href=\"index.html\"><svg class=\"mark\" viewBox=\"0 0 32 32\" width=\"22\" "
        "height=\"22\" "
        "aria-hidden=\"true\"><path d=\"M11 4.5H5.5v23H11M21 4.5h5.5v23H21\"/><circle cx=\"16\" "
        "cy=\"12\" r=\"3.5\"/></svg> <span>Coffee</span></a>\n"
        "</header>\n"
        "<div class=\"layout\">\n"
        "<main id=\"main\" tabindex=\"-1\">\n"
        "<article>\n"
        "<header class=\"page-header\">\n"
        "<div class=\"heading\"><h1>Beans</h1> <a class=\"anchor\" href=\"beans.html\" aria-label=\"Link to: "
        "Beans\">#</a></div>\n"
        "</header>\n"
        "<div class=\"content\">\n"
        "<p>Text.</p>\n"
        "</div>\n"
        "</article>\n"
        "</main>\n"
        "</div>\n"
        "<footer class=\"site-footer\">\n"
        "<p>Every figure on this site links to its source. <a href=\"sources/index.html\">All sources</a> · "
        "<a href=\"data/index.html\">All data</a></p>\n"
        "<label class=\"theme\">Theme <select autocomplete=\"off\"><option value=\"\">System</option>"
        "<option value=\"light\">Light</option><option value=\"dark\">Dark</option></select></label>\n"
        "</footer>\n"
        "</body>\n"
        "</html>");
}

TEST_CASE("each count of the theme has a singular") {
  const std::set<std::string> never_one = {"search_count_of", "uses_shown", "rows_shown", "total_of_all", "table_rows"};
  const std::regex plural(R"(\{count\} (more )?[a-z]+s\b)");
  const Theme theme;
  for (const Map::Entry& entry : theme.strings) {
    const std::string key(entry.name);
    if (never_one.contains(key) || !std::regex_search(std::string(entry.value.as_text()), plural)) continue;
    CHECK_MESSAGE((theme.strings.find(key + "_one") || theme.strings.find(base::replace_all(key, "_many", "_one"))),
                  key);
  }
}
