#include "web/good_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace web {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostLine = size_t{64} * 1024;
const std::string kFirstLine = R"({"sourcebook":"good links","version":1})";

std::string text_of(const Json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// "2026-01-31" alone.
std::optional<std::chrono::sys_days> day_of(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  int year = 0;
  unsigned month = 0, day = 0;
  const char* t = text.data();
  const bool is_number = std::from_chars(t, t + 4, year).ptr == t + 4 &&
                         std::from_chars(t + 5, t + 7, month).ptr == t + 7 &&
                         std::from_chars(t + 8, t + 10, day).ptr == t + 10;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!is_number || year < 0 || !date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

// Whether a text is an address in the one form that questions have.
bool is_url(const std::string& text, bool may_have_fragment) {
  const auto url = parse_url(text);
  return url && text == (may_have_fragment ? url.value().full_text() : url.value().text());
}

void take_line(std::string_view line, GoodLinks& links) {
  if (line.size() > kMostLine) return;
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return;
  const std::string url = text_of(object, "url");
  const auto day = day_of(text_of(object, "day"));
  if (!day || !is_url(url, false)) return;
  GoodLink link{*day, {}, text_of(object, "moved")};
  if (object.contains("moved") && !is_url(link.moved_to, true)) return;
  if (auto anchors = object.find("anchors"); anchors != object.end()) {
    if (!anchors->is_array()) return;
    for (const Json& anchor : *anchors) {
      if (!anchor.is_string()) return;
      link.anchors.push_back(anchor.get<std::string>());
    }
  }
  links[url] = std::move(link);
}

}  // namespace

GoodLinks read_good_links(std::string_view text) {
  GoodLinks links;
  if (!text.starts_with(kFirstLine + "\n")) return links;
  text.remove_prefix(kFirstLine.size() + 1);
  // The last line counts only when its end was written.
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    take_line(text.substr(0, end), links);
    text.remove_prefix(end + 1);
  }
  return links;
}

std::string write_good_links(const GoodLinks& links) {
  std::string text = kFirstLine + "\n";
  for (const auto& [url, link] : links) {
    const std::chrono::year_month_day day(link.day);
    Json object{{"url", url},
                {"day", fmt::format("{:04}-{:02}-{:02}", int(day.year()), unsigned(day.month()), unsigned(day.day()))}};
    if (!link.anchors.empty()) object["anchors"] = link.anchors;
    if (!link.moved_to.empty()) object["moved"] = link.moved_to;
    text += object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  return text;
}

bool is_trusted(const GoodLink& link, std::chrono::sys_days today, int days) {
  return link.day <= today && today - link.day < std::chrono::days(days);
}

std::optional<Finding> find_good(const GoodLinks& links, const Question& question, std::chrono::sys_days today,
                                 int days) {
  auto at = links.find(question.url.text());
  if (at == links.end()) return std::nullopt;
  const GoodLink& link = at->second;
  if (!is_trusted(link, today, days)) return std::nullopt;
  for (const std::string& anchor : question.anchors)
    if (std::find(link.anchors.begin(), link.anchors.end(), anchor) == link.anchors.end()) return std::nullopt;
  return Finding{Verdict::fine, "", link.moved_to, {}};
}

}  // namespace web
