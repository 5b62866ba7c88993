#include "web/good_links.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace web {

using Json = nlohmann::ordered_json;

void GoodLinks::read(std::string_view text) {
  for (std::string_view line : base::split(text, '\n')) {
    try {
      const Json object = Json::parse(line);
      Link link{object.at("day"), object.value("anchors", std::vector<std::string>()),
                object.value("moved", std::string())};
      if (link.day >= oldest_ && link.day <= today_) links_[object.at("url")] = std::move(link);
    } catch (const Json::exception&) {
      continue;  // the address is checked again
    }
  }
}

std::string GoodLinks::text() const {
  std::string text;
  for (const auto& [url, link] : links_) {
    Json object{{"url", url}, {"day", link.day}};
    if (!link.anchors.empty()) object["anchors"] = link.anchors;
    if (!link.moved_to.empty()) object["moved"] = link.moved_to;
    text += object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  return text;
}

std::optional<Finding> GoodLinks::find(const Target& target) const {
  const auto at = links_.find(target.url.text());
  if (at == links_.end()) return std::nullopt;
  const auto& [day, anchors, moved_to] = at->second;
  for (const std::string& anchor : target.anchors)
    if (std::ranges::find(anchors, anchor) == anchors.end()) return std::nullopt;
  return Finding{Verdict::fine, "", moved_to, {}};
}

bool GoodLinks::add_finding(const Target& target, const Finding& finding) {
  if (finding.verdict != Verdict::fine || !finding.missing_anchors.empty()) return false;
  links_[target.url.text()] = {today_, target.anchors, finding.moved_to};
  return true;
}

}  // namespace web
