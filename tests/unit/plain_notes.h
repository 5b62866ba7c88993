// Notes without the elements that only a card needs, so that tests can compare them as readers see them.
#pragma once
#include <regex>
#include <string>

// Returns HTML without the elements and attributes of a source's parts, hidden caveats and exact values.
inline std::string plain_notes(std::string html) {
  const auto replace = [&](const char* pattern, const char* by) {
    html = std::regex_replace(html, std::regex(pattern), by);
  };
  replace("<i data-caveat=\"[^\"]*\"></i>|<span class=\"caveat\" hidden data-key=\"[^\"]*\">[^<]*</span>", "");
  replace(" data-value=\"[^\"]*\"", "");
  replace("<b>([^<]*)</b>, ", "$1, ");
  replace("<time>([^<]*)</time>", "$1");
  replace("<span class=\"place\">([^<]*)</span>", "$1");
  replace(
      "<span class=\"origin\">((?:[^<]|</?a\\b[^>]*>|</?strong>|<span "
      "class=\"status\">(?:[^<]|</?a\\b[^>]*>|</?strong>)*</span>)*)</span>",
      "$1");
  return html;
}
