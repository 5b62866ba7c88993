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

// Whether a byte belongs to a letter or digit of any script, or is "_".
bool is_word(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || (c & 0x80); }

// Replaces a value that is in `sure`, and so can only mean the renamed row. Lists other values for the author.
void rewrite_value(const base::Span& span, const std::string& text, const KeyChanges& changes, const Names& sure,
                   Found& found) {
  if (const std::string* renamed = find_in(changes.names, text))
    found.rewrite(span, text, *renamed, sure.contains(text) ? "" : "other cells of the data have this value too");
}

// Rewrites scalars below those keys that contain values of the data, in specs, settings of imports and the descriptor.
void rewrite_values(const notation::Node& node, const KeyChanges& changes, const Names& sure, Found& found,
                    bool is_value = false) {
  static const std::set<std::string, std::less<>> keys = {"domain", "sort",      "values", "choices", "default",
                                                          "datum",  "constants", "always", "enum",    "categories"};
  for (const notation::Entry& entry : node.entries)
    if (entry.key != "label") rewrite_values(entry.value, changes, sure, found, is_value || keys.contains(entry.key));
  for (const notation::Node& item : node.items) rewrite_values(item, changes, sure, found, is_value);
  if (is_value) rewrite_value(node.span, node.text, changes, sure, found);
}

void rewrite_fields(const notation::Node& resource, const KeyChanges& changes, Found& found) {
  const notation::Node *name = resource.find("name"), *schema = resource.find("schema");
  const notation::Node* fields = schema ? schema->find("fields") : nullptr;
  for (size_t i = 0; name && fields && i < fields->items.size(); ++i)
    if (const notation::Node* field = fields->items[i].find("name"))
      if (const Names* names = find_in(changes.columns, std::pair(name->text, field->text)))
        rewrite_values(fields->items[i], changes, *names, found);
}

void rewrite_file(const base::SourceText& file, const KeyChanges& changes, Found& found) {
  base::Diagnostics ignored;  // the site was built without errors
  if (file.path().starts_with("data/imports/") && file.path().ends_with(".yaml"))
    if (const auto settings = notation::parse_yaml(base::whole(file), ignored))
      rewrite_values(*settings, changes, changes.unambiguous, found);
  if (file.path() != "data/site.json" && file.path() != "data/datapackage.json") return;
  const auto root = notation::parse_json(base::whole(file), ignored);
  if (const notation::Node* colours = root ? root->find("colours") : nullptr)
    for (const notation::Entry& entry : colours->entries)
      rewrite_value(entry.key_span, entry.key, changes, changes.unambiguous, found);
  if (const notation::Node* resources = root ? root->find("resources") : nullptr)
    for (const notation::Node& resource : resources->items) rewrite_fields(resource, changes, found);
}

bool is_within(const base::Span& span, const std::vector<base::Span>& spans) {
  return std::ranges::any_of(spans, [&](const base::Span& each) {
    return each.source == span.source && each.begin <= span.begin && span.end <= each.end;
  });
}

class FigureRenamer {
 public:
  FigureRenamer(const build::CheckedSite& after, const KeyChanges& changes, Found& found)
      : database_(*after.inputs->database), changes_(changes), found_(found) {}

  // `evaluation` is the page's evaluation with the renamed data; null for figures of all pages.
  void rename(const document::Document& document, const site::Evaluation* evaluation) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      const std::string path(link.key), renamed = renamed_path(path, evaluation);
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

  void rename(const site::NamedFigures& figures, const site::Evaluation* evaluation) {
    const auto parse = [&](std::string_view text) { return quantity::Formula::parse(text, database_.units()); };
    for (const auto& [name, figure] : figures) {
      auto formula = parse(figure.formula.text);
      for (size_t i = 0; formula && i < formula->nodes().size(); ++i) {
        const quantity::FormulaNode& node = formula->nodes()[i];
        if (node.kind != quantity::FormulaKind::operand) continue;
        const std::string& written = formula->operands()[node.left].text;
        const std::string path = site::decode_percent(written).value_or(written);
        std::string renamed = renamed_path(path, evaluation);
        if (renamed == path) continue;
        const auto is_operand = [&] { return parse(renamed) && parse(renamed)->is_one_operand(); };
        if (!is_operand()) renamed = site::encode_path(renamed);
        const base::Span part = quantity::part_of(figure.formula.span, figure.formula.text, node.begin, node.end);
        if (part.text() == written && is_operand() && renamed.find_first_of("\"'\\:#") == std::string::npos)
          found_.edits.push_back({part, renamed});
        else
          found_.places.push_back({figure.formula.span, "a formula"});
      }
    }
  }

 private:
  // Returns TABLE/KEY/COLUMN with the new key, unless there is still a figure with the old one.
  std::string renamed_path(const std::string& path, const site::Evaluation* evaluation) {
    const size_t first = path.find('/') + 1, last = path.rfind('/');
    if (first == 0 || first > last) return path;
    const std::string table = path.substr(0, first - 1), key = path.substr(first, last - first);
    const site::FigurePtr* figure = evaluation ? find_in(evaluation->figures, path) : nullptr;
    if (figure ? *figure != nullptr : bool(connection_->find_cell(table, key, path.substr(last + 1)))) return path;
    const std::string* exact = changes_.key(table, key);
    return path.substr(0, first) + (exact ? *exact : renamed_text(key, changes_.names)) + path.substr(last);
  }

  const data::Database& database_;  // the database with the renamed data
  const KeyChanges& changes_;
  Found& found_;
  std::unique_ptr<data::Connection> connection_ = database_.connect();
};

}  // namespace

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
  const std::string written = notation::with_text(span.text(), text, replacement);
  if (*doubt || written.empty())
    places.push_back({span, written.empty() ? "a value that is written differently" : doubt, written});
  else
    edits.push_back({span, written});
}

std::vector<Place> find_mentions(const build::Inputs& inputs, const KeyChanges& changes, const Found& found) {
  std::vector<base::Span> queries, known;
  for (const base::Edit& edit : found.edits) known.push_back(edit.span);
  for (const Place& place : found.places) known.push_back(place.span);
  std::vector<Place> mentions;
  for (const auto& content : inputs.contents)
    for (const document::Fence& fence : content->document().fences())
      if (fence.kind == document::FenceKind::query || fence.kind == document::FenceKind::assertion)
        queries.push_back(fence.body_span);
  for (const io::SourceFile* file : inputs.tree.below("data/views/")) queries.push_back(base::whole(file->source));
  const auto is_name = [](char c) { return is_word(c) || c == '-'; };  // "latte" is not a word of "latte-art"
  for (const io::SourceFile* file : inputs.tree.below("")) {
    const std::string_view text = file->source.text(), path = file->source.path();
    const bool is_record = path == check::kPermalinks || path == site::kRedirects ||
                           path.starts_with("data/changes/") || path.starts_with("content/pins/");
    if (is_record || text.find('\0') != std::string_view::npos) continue;
    for (const auto& [name, renamed] : changes.names)
      for (size_t at = text.find(name), end = 0; at != std::string_view::npos; at = text.find(name, end)) {
        end = at + name.size();
        const base::Span span{&file->source, static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
        if ((at > 0 && is_name(text[at - 1])) || (end < text.size() && is_name(text[end]))) continue;
        if (is_within(span, known)) continue;
        const bool is_quoted = at > 0 && text.substr(at - 1, 1) == "'" && text.substr(end, 1) == "'";
        // Quoted SQL in the descriptor is the condition of a caveat.
        const bool is_sql = is_within(span, queries) || (is_quoted && path == "data/datapackage.json");
        const bool is_value = is_sql && (is_quoted || base::is_digit(name[0]));
        mentions.push_back({span, is_sql ? "SQL" : "", is_value ? base::replace_all(renamed, "'", "''") : ""});
      }
  }
  return mentions;
}

Found find_references(const build::CheckedSite& before, const KeyChanges& changes) {
  const build::Inputs& inputs = *before.inputs;
  Found found{changes.edits, {}};
  for (const auto& content : inputs.contents) {
    for (const document::Answer& answer : content->front.answers)
      for (const document::Text& because : answer.because)
        if (const std::string* renamed = changes.key(blocks::kClaims, because.text))
          if (!before.site->asserts.contains(because.text)) found.rewrite(because.span, because.text, *renamed);
    for (const document::Param& param : content->front.params)
      rewrite_value(param.span, quantity::to_text(param.value), changes, changes.unambiguous, found);
    for (const site::Block& block : content->blocks) rewrite_values(block.spec, changes, changes.unambiguous, found);
  }
  for (const io::SourceFile* file : inputs.tree.below("data/")) rewrite_file(file->source, changes, found);
  return found;
}

void rename_figures(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                    Found& found) {
  std::map<std::string_view, const site::Evaluation*> evaluations;  // evaluations by the path of the content
  for (const auto& page : after.site->pages)
    if (page->content()) evaluations.try_emplace(page->content()->path, page->evaluation.get());
  FigureRenamer renamer(after, changes, found);
  for (const auto& content : before.inputs->contents) {
    const site::Evaluation* const* evaluation = find_in(evaluations, content->path);
    const site::Evaluation* of_page = evaluation ? *evaluation : nullptr;
    renamer.rename(content->document(), of_page);
    for (const document::Document* text : content->short_documents()) renamer.rename(*text, of_page);
    renamer.rename(content->figures, of_page);
  }
  renamer.rename(before.inputs->figures, nullptr);
}

}  // namespace renaming
