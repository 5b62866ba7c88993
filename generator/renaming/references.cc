#include <algorithm>
#include <set>

#include "base/text.h"
#include "blocks/because.h"
#include "check/permalinks.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "renaming/steps.h"
#include "site/redirects.h"

namespace renaming {
namespace {

class ReferenceFinder {
 public:
  ReferenceFinder(const build::CheckedSite& checked, const KeyChanges& changes, Found& found)
      : site_(*checked.site), inputs_(*checked.inputs), changes_(changes), found_(found) {}

  void find() {
    for (const auto& content : inputs_.contents) {
      for (const document::Answer& answer : content->front.answers)
        for (const document::Text& because : answer.because)
          if (const std::string* becomes = changes_.key(blocks::kClaims, because.text))
            if (!site_.asserts.contains(because.text)) found_.rewrite(because.span, because.text, *becomes);
      for (const document::Param& param : content->front.params)
        rewrite_value(param.span, quantity::to_text(param.value), changes_.unambiguous);
      for (const site::Block& block : content->blocks) find_in_values(block.spec, changes_.unambiguous);
    }
    find_in_settings();
  }

 private:
  // `sure` has the names that can only mean the row there.
  void rewrite_value(const base::Span& span, const std::string& text, const Names& sure) {
    if (const std::string* becomes = find_name(changes_.names, text))
      found_.rewrite(span, text, *becomes, sure.contains(text) ? "" : "other cells of the data say this too");
  }

  // Scalars below keys of specs, settings of imports and the descriptor that hold values of the data.
  void find_in_values(const notation::Node& node, const Names& sure, bool is_value = false) {
    static const std::set<std::string, std::less<>> keys = {"domain", "sort",      "values", "choices", "default",
                                                            "datum",  "constants", "always", "enum",    "categories"};
    for (const notation::Entry& entry : node.entries)
      if (entry.key != "label") find_in_values(entry.value, sure, is_value || keys.contains(entry.key));
    for (const notation::Node& item : node.items) find_in_values(item, sure, is_value);
    if (is_value) rewrite_value(node.span, node.text, sure);
  }

  void find_in_settings() {
    base::Diagnostics ignored;  // the site was built without errors
    const auto of = [](const notation::Node& node, const char* key) {
      const notation::Node* found = node.find(key);
      return found ? *found : notation::Node();
    };
    if (const base::SourceText* file = inputs_.find_source("data/datapackage.json"))
      if (const auto package = notation::parse_json(base::whole(*file), ignored))
        for (const notation::Node& resource : of(*package, "resources").items)
          for (const notation::Node& field : of(of(resource, "schema"), "fields").items)
            if (const Names* names = changes_.column(of(resource, "name").text, of(field, "name").text))
              find_in_values(field, *names);
    if (const base::SourceText* file = inputs_.find_source("data/site.json"))
      if (const auto settings = notation::parse_json(base::whole(*file), ignored))
        for (const notation::Entry& entry : of(*settings, "colours").entries)
          rewrite_value(entry.key_span, entry.key, changes_.unambiguous);
    for (const io::SourceFile* file : inputs_.tree.below("data/imports/"))
      if (file->source.path().ends_with(".yaml"))
        if (const auto settings = notation::parse_yaml(base::whole(file->source), ignored))
          find_in_values(*settings, changes_.unambiguous);
  }

  const site::Site& site_;
  const build::Inputs& inputs_;
  const KeyChanges& changes_;
  Found& found_;
};

bool is_within(const base::Span& span, const std::vector<base::Span>& spans) {
  return std::any_of(spans.begin(), spans.end(), [&](const base::Span& each) {
    return each.source == span.source && each.begin <= span.begin && span.end <= each.end;
  });
}

// What records the past keeps its names.
bool is_history(std::string_view path) {
  return path == check::kPermalinks || path == site::kRedirects || path.starts_with("data/changes/") ||
         path.starts_with("content/pins/");
}

}  // namespace

bool is_word(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || (c & 0x80); }

std::string renamed_text(std::string_view text, const Names& names) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Names::value_type* longest = nullptr;
    for (const auto& name : names) {
      const size_t end = at + name.first.size();
      if (text.substr(at).starts_with(name.first) && (at == 0 || !is_word(text[at - 1])) &&
          (end == text.size() || !is_word(text[end])))
        longest = &name;  // of names that begin alike the longest sorts last
    }
    out += longest ? longest->second : std::string(1, text[at]);
    at += longest ? longest->first.size() : 1;
  }
  return out;
}

void Found::rewrite(const base::Span& span, const std::string& text, const std::string& becomes, const char* doubt) {
  const std::string_view raw = span.text();
  // Safe without quotes in YAML, whatever is around it.
  const bool is_plain = (base::is_letter(becomes[0]) || (becomes[0] & 0x80) || becomes.starts_with("../")) &&
                        becomes != "true" && becomes != "false" && becomes != "null" &&
                        std::all_of(becomes.begin(), becomes.end(),
                                    [](char c) { return is_word(c) || c == '-' || c == '.' || c == '/'; });
  const auto is_integer = [](std::string_view number) {
    return number.find_first_not_of("0123456789") == std::string_view::npos;
  };
  std::string written;
  if (raw == text && (is_plain || (is_integer(text) && is_integer(becomes))))
    written = becomes;
  else if (raw == text || raw == "\"" + text + "\"")  // YAML reads JSON's texts
    written = notation::json_text(becomes);
  else if (raw == "'" + text + "'")
    written = "'" + base::replace_all(becomes, "'", "''") + "'";
  if (*doubt || written.empty())
    places.push_back({span, written.empty() ? "a value that is written in another way" : doubt, written});
  else
    edits.push_back({span, written});
}

Found find_references(const build::CheckedSite& checked, const KeyChanges& changes) {
  Found found;
  found.edits = changes.edits;
  ReferenceFinder(checked, changes, found).find();
  return found;
}

void find_mentions(const build::CheckedSite& checked, const KeyChanges& changes, Found& found) {
  std::vector<base::Span> queries;
  for (const auto& content : checked.inputs->contents)
    for (const document::Fence& fence : content->document().fences())
      if (fence.kind == document::FenceKind::query || fence.kind == document::FenceKind::assertion)
        queries.push_back(fence.body_span);
  for (const io::SourceFile* file : checked.inputs->tree.below("data/views/"))
    queries.push_back(base::whole(file->source));
  const io::SourceFile* descriptor = checked.inputs->tree.find("data/datapackage.json");
  const auto is_name = [](char c) { return is_word(c) || c == '-'; };  // "latte" is not a word of "latte-art"
  for (const io::SourceFile* file : checked.inputs->tree.below("")) {
    const std::string_view text = file->source.text();
    if (is_history(file->source.path()) || text.find('\0') != std::string_view::npos) continue;
    for (const auto& [name, becomes] : changes.names)
      for (size_t at = text.find(name), end = 0; at != std::string_view::npos; at = text.find(name, end)) {
        end = at + name.size();
        const base::Span span{&file->source, static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
        const bool is_part = (at > 0 && is_name(text[at - 1])) || (end < text.size() && is_name(text[end]));
        if (is_part) continue;
        const bool is_quoted = at > 0 && text.substr(at - 1, 1) == "'" && text.substr(end, 1) == "'";
        const bool is_sql = is_within(span, queries) || (is_quoted && file == descriptor);  // a caveat's condition
        const bool is_value = is_sql && (is_quoted || base::is_digit(name[0]));
        found.places.push_back({span, is_sql ? "SQL" : "", is_value ? base::replace_all(becomes, "'", "''") : ""});
      }
  }
}

void Found::drop_covered_places() {
  std::vector<base::Span> covered;
  for (const base::Edit& edit : edits) covered.push_back(edit.span);
  std::erase_if(places, [&](const Place& place) { return is_within(place.span, covered); });
  for (const Place& place : places)
    if (!place.why.empty()) covered.push_back(place.span);
  std::erase_if(places, [&](const Place& place) { return place.why.empty() && is_within(place.span, covered); });
}

}  // namespace renaming
