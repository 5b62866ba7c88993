#include <algorithm>
#include <set>

#include "base/text.h"
#include "blocks/because.h"
#include "check/permalinks.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "quantity/formula.h"
#include "renaming/steps.h"
#include "site/redirects.h"
#include "site/url.h"

namespace renaming {
namespace {

class ReferenceFinder {
 public:
  ReferenceFinder(const build::CheckedSite& checked, const KeyChanges& changes, Found& found)
      : site_(*checked.site), inputs_(*checked.inputs), changes_(changes), found_(found) {
    for (const auto& page : site_.pages)
      if (const site::Content* content = page->content()) evaluations_.try_emplace(content, page->evaluation.get());
  }

  void find() {
    for (const auto& content : inputs_.contents) {
      const auto known = evaluations_.find(content.get());
      evaluation_ = known == evaluations_.end() ? nullptr : known->second;
      find_in_links(content->document());
      for (const document::Document* text : content->short_documents()) find_in_links(*text);
      find_in_figures(content->figures);
      for (const document::Answer& answer : content->front.answers)
        for (const document::Text& because : answer.because)
          if (const std::string* becomes = changes_.key(blocks::kClaims, because.text))
            if (!site_.asserts.contains(because.text)) found_.rewrite(because.span, because.text, *becomes);
      for (const document::Param& param : content->front.params)
        rewrite_value(param.span, quantity::to_text(param.value), changes_.unambiguous);
      for (const site::Block& block : content->blocks) find_in_values(block.spec, changes_.unambiguous);
    }
    evaluation_ = nullptr;
    find_in_figures(inputs_.figures);
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

  // The KEY of TABLE/KEY/COLUMN as it will be; the same if it stays. That of a query's row is its first cells.
  std::string renamed_key(const std::string& table, const std::string& key) const {
    const data::TableInfo* info = inputs_.database->find_table(table);
    const bool is_query = evaluation_ && evaluation_->frames.contains(table);
    if (!info && !is_query) return key;
    if (!is_query && info->kind == data::TableKind::resource) {
      const std::string* becomes = changes_.key(table, key);
      return becomes ? *becomes : key;
    }
    const std::vector<quantity::Field>& fields = is_query ? evaluation_->frames.at(table)->fields : info->fields;
    std::vector<std::string> parts;
    for (const std::string_view part : base::split(key, '/')) {
      const quantity::Field& field = fields[std::min(parts.size(), fields.size() - 1)];
      const Names* names = changes_.column(field.resource, field.column);
      const std::string* becomes = names ? find_name(*names, part) : nullptr;
      parts.push_back(becomes ? *becomes : std::string(part));
    }
    return base::join(parts, "/");
  }

  // A path as it will be; the same if it stays.
  std::string renamed_path(const std::string& path) const {
    const size_t first = path.find('/'), last = path.rfind('/');
    if (first == last) return path;
    const std::string key = renamed_key(path.substr(0, first), path.substr(first + 1, last - first - 1));
    return path.substr(0, first + 1) + key + path.substr(last);
  }

  void find_in_links(const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      const std::string path(link.key), becomes = renamed_path(path);
      if (becomes == path) continue;
      // Both percent-encoded, so that what stays keeps its bytes.
      const std::string_view written = link.destination_span.text();
      const size_t first = written.find('/') + 1, last = written.rfind('/');
      if (!link.exact || !written.starts_with("fig:") || first > last) {
        found_.places.push_back({link.span, "a figure whose address is not in this line"});
        continue;
      }
      std::string key = site::encode_path(becomes.substr(path.find('/') + 1));
      key.resize(key.rfind('/'));
      for (const auto& [sign, code] : {std::pair("(", "%28"), std::pair(")", "%29"), std::pair("&", "%26")})
        key = base::replace_all(std::move(key), sign, code);
      if (written.find("%2F") != std::string_view::npos) key = base::replace_all(std::move(key), "/", "%2F");
      const auto at = static_cast<uint32_t>(link.destination_span.begin + first);
      found_.edits.push_back({{link.span.source, at, static_cast<uint32_t>(at + last - first)}, std::move(key)});
    }
  }

  void find_in_figures(const site::NamedFigures& figures) {
    const auto parse = [&](std::string_view text) { return quantity::Formula::parse(text, inputs_.database->units()); };
    for (const auto& [name, figure] : figures) {
      const auto formula = parse(figure.formula.text);
      if (!formula) continue;
      for (const quantity::FormulaNode& node : formula.value().nodes()) {
        if (node.kind != quantity::FormulaKind::operand) continue;
        const std::string& written = formula.value().operands()[node.left].text;
        const std::string path = site::decode_percent(written).value_or(written);
        std::string becomes = renamed_path(path);
        if (becomes == path) continue;
        const auto is_operand = [&] { return parse(becomes) && parse(becomes).value().is_one_operand(); };
        if (!is_operand()) becomes = site::encode_path(becomes);
        const base::Span part = quantity::part_of(figure.formula.span, figure.formula.text, node.begin, node.end);
        if (part.text() == written && is_operand() && becomes.find_first_of("\"'\\:#") == std::string::npos)
          found_.edits.push_back({part, becomes});
        else
          found_.places.push_back({figure.formula.span, "a formula"});
      }
    }
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
  std::map<const site::Content*, const site::Evaluation*> evaluations_;
  const site::Evaluation* evaluation_ = nullptr;  // of the page that is looked at
};

// What records the past keeps its names.
bool is_history(std::string_view path) {
  return path == check::kPermalinks || path == site::kRedirects || path.starts_with("data/changes/") ||
         path.starts_with("content/pins/");
}

}  // namespace

bool is_word(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || (c & 0x80); }

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
  std::vector<base::Span> known, queries;
  for (const base::Edit& edit : found.edits) known.push_back(edit.span);
  for (const Place& place : found.places) known.push_back(place.span);
  for (const auto& content : checked.inputs->contents)
    for (const document::Fence& fence : content->document().fences())
      if (fence.kind == document::FenceKind::query || fence.kind == document::FenceKind::assertion)
        queries.push_back(fence.body_span);
  for (const io::SourceFile* file : checked.inputs->tree.below("data/views/"))
    queries.push_back(base::whole(file->source));
  const auto is_in = [](const std::vector<base::Span>& spans, const base::Span& span) {
    return std::any_of(spans.begin(), spans.end(), [&](const base::Span& each) {
      return each.source == span.source && each.begin <= span.begin && span.end <= each.end;
    });
  };
  const auto is_name = [](char c) { return is_word(c) || c == '-'; };  // "latte" is no word of "latte-art"
  for (const io::SourceFile* file : checked.inputs->tree.below("")) {
    const std::string_view text = file->source.text();
    if (is_history(file->source.path()) || text.find('\0') != std::string_view::npos) continue;
    for (const auto& [name, becomes] : changes.names)
      for (size_t at = text.find(name), end = 0; at != std::string_view::npos; at = text.find(name, end)) {
        end = at + name.size();
        const base::Span span{&file->source, static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
        const bool is_part = (at > 0 && is_name(text[at - 1])) || (end < text.size() && is_name(text[end]));
        if (is_part || is_in(known, span)) continue;
        const bool is_sql = is_in(queries, span);
        found.places.push_back({span, is_sql ? "SQL" : "", is_sql ? base::replace_all(becomes, "'", "''") : ""});
      }
  }
}

}  // namespace renaming
