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
      : site_(*checked.site), inputs_(*checked.inputs), changes_(changes), found_(found) {}

  void find() {
    for (const auto& content : inputs_.contents) {
      for (const document::Answer& answer : content->front.answers)
        for (const document::Text& because : answer.because)
          if (const std::string* renamed = changes_.key(blocks::kClaims, because.text))
            if (!site_.asserts.contains(because.text)) found_.rewrite(because.span, because.text, *renamed);
      for (const document::Param& param : content->front.params)
        rewrite_value(param.span, quantity::to_text(param.value), changes_.unambiguous);
      for (const site::Block& block : content->blocks) find_in_values(block.spec, changes_.unambiguous);
    }
    for (const io::SourceFile* file : inputs_.tree.below("data/")) {
      const std::string& path = file->source.path();
      base::Diagnostics ignored;  // the site was built without errors
      if (path.starts_with("data/imports/") && path.ends_with(".yaml"))
        if (const auto settings = notation::parse_yaml(base::whole(file->source), ignored))
          find_in_values(*settings, changes_.unambiguous);
      if (path != "data/site.json" && path != "data/datapackage.json") continue;
      const auto root = notation::parse_json(base::whole(file->source), ignored);
      if (!root) continue;
      if (const notation::Node* colours = root->find("colours"))
        for (const notation::Entry& entry : colours->entries)
          rewrite_value(entry.key_span, entry.key, changes_.unambiguous);
      if (const notation::Node* resources = root->find("resources"))
        for (const notation::Node& resource : resources->items) find_in_resource(resource);
    }
  }

 private:
  // A value that is among `sure` can only mean the row there.
  void rewrite_value(const base::Span& span, const std::string& text, const Names& sure) {
    if (const std::string* renamed = find_in(changes_.names, text))
      found_.rewrite(span, text, *renamed, sure.contains(text) ? "" : "other cells of the data have this value too");
  }

  // Scalars below keys of specs, settings of imports and the descriptor that contain values of the data.
  void find_in_values(const notation::Node& node, const Names& sure, bool is_value = false) {
    static const std::set<std::string, std::less<>> keys = {"domain", "sort",      "values", "choices", "default",
                                                            "datum",  "constants", "always", "enum",    "categories"};
    for (const notation::Entry& entry : node.entries)
      if (entry.key != "label") find_in_values(entry.value, sure, is_value || keys.contains(entry.key));
    for (const notation::Node& item : node.items) find_in_values(item, sure, is_value);
    if (is_value) rewrite_value(node.span, node.text, sure);
  }

  void find_in_resource(const notation::Node& resource) {
    const notation::Node *name = resource.find("name"), *schema = resource.find("schema");
    const notation::Node* fields = schema ? schema->find("fields") : nullptr;
    for (size_t i = 0; name && fields && i < fields->items.size(); ++i)
      if (const notation::Node* field = fields->items[i].find("name"))
        if (const Names* names = find_in(changes_.columns, std::pair(name->text, field->text)))
          find_in_values(fields->items[i], *names);
  }

  const site::Site& site_;
  const build::Inputs& inputs_;
  const KeyChanges& changes_;
  Found& found_;
};

bool is_within(const base::Span& span, const std::vector<base::Span>& spans) {
  return std::ranges::any_of(spans, [&](const base::Span& each) {
    return each.source == span.source && each.begin <= span.begin && span.end <= each.end;
  });
}

// Lists all text that contains a changed name, except in files that record the past.
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
    const std::string_view text = file->source.text(), path = file->source.path();
    const bool is_record = path == check::kPermalinks || path == site::kRedirects ||
                           path.starts_with("data/changes/") || path.starts_with("content/pins/");
    if (is_record || text.find('\0') != std::string_view::npos) continue;
    for (const auto& [name, renamed] : changes.names)
      for (size_t at = text.find(name), end = 0; at != std::string_view::npos; at = text.find(name, end)) {
        end = at + name.size();
        const base::Span span{&file->source, static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
        if ((at > 0 && is_name(text[at - 1])) || (end < text.size() && is_name(text[end]))) continue;
        const bool is_quoted = at > 0 && text.substr(at - 1, 1) == "'" && text.substr(end, 1) == "'";
        const bool is_sql = is_within(span, queries) || (is_quoted && file == descriptor);  // a caveat's condition
        const bool is_value = is_sql && (is_quoted || base::is_digit(name[0]));
        found.places.push_back({span, is_sql ? "SQL" : "", is_value ? base::replace_all(renamed, "'", "''") : ""});
      }
  }
}

class FigureRenamer {
 public:
  FigureRenamer(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                Found& found)
      : before_(*before.inputs), database_(*after.inputs->database), changes_(changes), found_(found) {
    for (const auto& page : after.site->pages)
      if (const site::Content* content = page->content())
        evaluations_.try_emplace(std::string(content->path), page->evaluation.get());
  }

  void rename() {
    for (const auto& content : before_.contents) {
      const auto known = evaluations_.find(content->path);
      evaluation_ = known == evaluations_.end() ? nullptr : known->second;
      rename_links(content->document());
      for (const document::Document* text : content->short_documents()) rename_links(*text);
      rename_formulas(content->figures);
    }
    evaluation_ = nullptr;
    rename_formulas(before_.figures);
  }

 private:
  // A query of the page, a view or a resource, with the renamed data; null if there is none.
  const quantity::Frame* find_frame(const std::string& table) {
    if (evaluation_ && evaluation_->frames.contains(table)) return evaluation_->frames.at(table).get();
    if (!database_.find_table(table)) return nullptr;
    auto [frame, is_new] = frames_.try_emplace(table);
    if (is_new) frame->second = connection_->table(table);
    return &frame->second;
  }

  // Whether the first cells of a row are the key.
  static bool has_row(const quantity::Frame& frame, std::string_view key) {
    for (size_t row = 0; row < frame.rows(); ++row) {
      std::string text;
      for (size_t column = 0; column < frame.columns() && text.size() < key.size(); ++column)
        text += (column ? "/" : "") + quantity::to_text(frame.at(row, column));
      if (text == key) return true;
    }
    return false;
  }

  // TABLE/KEY/COLUMN with the new key.
  std::string renamed_path(const std::string& path) {
    const size_t first = path.find('/') + 1, last = path.rfind('/');
    if (first == 0 || first > last) return path;
    const std::string table = path.substr(0, first - 1), key = path.substr(first, last - first);
    std::string renamed = renamed_text(key, changes_.names);
    const data::TableInfo* info = database_.find_table(table);
    if (info && info->kind == data::TableKind::resource && !(evaluation_ && evaluation_->frames.contains(table))) {
      const std::string* exact = changes_.key(table, key);
      renamed = exact ? *exact : key;
    } else if (renamed != key) {
      const quantity::Frame* frame = find_frame(table);
      if (!frame || has_row(*frame, key)) renamed = key;
    }
    return path.substr(0, first) + renamed + path.substr(last);
  }

  void rename_links(const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      const std::string path(link.key), renamed = renamed_path(path);
      if (renamed == path) continue;
      const std::string_view written = link.destination_span.text();
      const size_t first = written.find('/') + 1, last = written.rfind('/');
      if (!link.exact || !written.starts_with("fig:") || first > last) {
        found_.places.push_back({link.span, "a figure whose address is not on this line"});
        continue;
      }
      std::string key = site::encode_path(renamed.substr(path.find('/') + 1));
      key.resize(key.rfind('/'));
      for (const auto& [sign, code] : {std::pair("(", "%28"), std::pair(")", "%29"), std::pair("&", "%26")})
        key = base::replace_all(std::move(key), sign, code);
      if (written.find("%2F") != std::string_view::npos) key = base::replace_all(std::move(key), "/", "%2F");
      const auto at = static_cast<uint32_t>(link.destination_span.begin + first);
      found_.edits.push_back({{link.span.source, at, static_cast<uint32_t>(at + last - first)}, std::move(key)});
    }
  }

  void rename_formulas(const site::NamedFigures& figures) {
    const auto parse = [&](std::string_view text) { return quantity::Formula::parse(text, before_.database->units()); };
    for (const auto& [name, figure] : figures) {
      const auto formula = parse(figure.formula.text);
      if (!formula) continue;
      for (const quantity::FormulaNode& node : formula.value().nodes()) {
        if (node.kind != quantity::FormulaKind::operand) continue;
        const std::string& written = formula.value().operands()[node.left].text;
        const std::string path = site::decode_percent(written).value_or(written);
        std::string renamed = renamed_path(path);
        if (renamed == path) continue;
        const auto is_operand = [&] { return parse(renamed) && parse(renamed).value().is_one_operand(); };
        if (!is_operand()) renamed = site::encode_path(renamed);
        const base::Span part = quantity::part_of(figure.formula.span, figure.formula.text, node.begin, node.end);
        if (part.text() == written && is_operand() && renamed.find_first_of("\"'\\:#") == std::string::npos)
          found_.edits.push_back({part, renamed});
        else
          found_.places.push_back({figure.formula.span, "a formula"});
      }
    }
  }

  const build::Inputs& before_;
  const data::Database& database_;  // renamed
  const KeyChanges& changes_;
  Found& found_;
  std::unique_ptr<data::Connection> connection_ = database_.connect();
  std::map<std::string, const site::Evaluation*, std::less<>> evaluations_;  // by the paths of contents
  const site::Evaluation* evaluation_ = nullptr;                             // of the current page
  std::map<std::string, quantity::Frame> frames_;                            // of tables
};

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
        longest = &name;  // names with the same beginning are sorted by length
    }
    out += longest ? longest->second : std::string(1, text[at]);
    at += longest ? longest->first.size() : 1;
  }
  return out;
}

void Found::rewrite(const base::Span& span, const std::string& text, const std::string& replacement,
                    const char* doubt) {
  const std::string_view raw = span.text();
  // Needs no quotes in YAML, whatever is around it.
  const bool is_plain =
      (base::is_letter(replacement[0]) || (replacement[0] & 0x80) || replacement.starts_with("../")) &&
      replacement != "true" && replacement != "false" && replacement != "null" &&
      std::ranges::all_of(replacement, [](char c) { return is_word(c) || c == '-' || c == '.' || c == '/'; });
  const auto is_integer = [](const std::string& number) { return std::ranges::all_of(number, base::is_digit); };
  std::string written;
  if (raw == text && (is_plain || (is_integer(text) && is_integer(replacement))))
    written = replacement;
  else if (raw == text || raw == "\"" + text + "\"")  // a YAML reader can read JSON
    written = notation::json_text(replacement);
  else if (raw == "'" + text + "'")
    written = "'" + base::replace_all(replacement, "'", "''") + "'";
  if (*doubt || written.empty())
    places.push_back({span, written.empty() ? "a value that is written differently" : doubt, written});
  else
    edits.push_back({span, written});
}

void Found::drop_covered_places() {
  std::vector<base::Span> covered;
  for (const base::Edit& edit : edits) covered.push_back(edit.span);
  std::erase_if(places, [&](const Place& place) { return is_within(place.span, covered); });
  for (const Place& place : places)
    if (!place.why.empty()) covered.push_back(place.span);
  std::erase_if(places, [&](const Place& place) { return place.why.empty() && is_within(place.span, covered); });
}

Found find_references(const build::CheckedSite& checked, const KeyChanges& changes) {
  Found found;
  found.edits = changes.edits;
  ReferenceFinder(checked, changes, found).find();
  find_mentions(checked, changes, found);
  return found;
}

void rename_figures(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                    Found& found) {
  FigureRenamer(before, after, changes, found).rename();
}

}  // namespace renaming
