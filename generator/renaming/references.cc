// Renames a key in pages, queries, settings and records that refer to it (renaming/steps.h).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/slug.h"
#include "base/text.h"
#include "blocks/because.h"
#include "check/permalinks.h"
#include "data/csv.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "passes/fix.h"
#include "quantity/formula.h"
#include "renaming/steps.h"
#include "site/rows.h"
#include "site/url.h"

namespace renaming {
namespace {

// Whether a byte belongs to a letter or digit of any script, or is "_".
bool is_word(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || (c & 0x80); }

// Replaces names that are whole words in a text.
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

// Rewrites values in settings of imports, in the colours of site.json, and in the fields of the descriptor.
void rewrite_file(const base::SourceText& file, const KeyChanges& changes, Found& found) {
  const std::string& path = file.path();
  const bool is_import = path.starts_with("data/imports/") && path.ends_with(".yaml");
  if (!is_import && path != "data/site.json" && path != "data/datapackage.json") return;
  base::Diagnostics ignored;  // the site was built without errors
  const base::Span text = base::whole(file);
  const auto root = is_import ? notation::parse_yaml(text, ignored) : notation::parse_json(text, ignored);
  if (!root) return;
  if (is_import) return rewrite_values(*root, changes, changes.unambiguous, found);
  if (const notation::Node* colours = root->find("colours"))
    for (const notation::Entry& entry : colours->entries)
      rewrite_value(entry.key_span, entry.key, changes, changes.unambiguous, found);
  const notation::Node* resources = root->find("resources");
  for (size_t i = 0; resources && i < resources->items.size(); ++i) {
    const notation::Node &resource = resources->items[i], *name = resource.find("name");
    const notation::Node* schema = resource.find("schema");
    const notation::Node* fields = schema ? schema->find("fields") : nullptr;
    for (size_t k = 0; name && fields && k < fields->items.size(); ++k)
      if (const notation::Node* field = fields->items[k].find("name"))
        if (const Names* names = find_in(changes.columns, std::pair(name->text, field->text)))
          rewrite_values(fields->items[k], changes, *names, found);
  }
}

bool is_within(const base::Span& span, const std::vector<base::Span>& spans) {
  return std::ranges::any_of(spans, [&](const base::Span& each) {
    return each.source == span.source && each.begin <= span.begin && span.end <= each.end;
  });
}

// Renames figures of rows whose keys change.
struct FigureRenamer {
  const data::Database& database;  // the database with the renamed data
  const KeyChanges& changes;
  Found& found;
  std::unique_ptr<data::Connection> connection = database.connect();

  // Returns TABLE/KEY/COLUMN with the new key, unless there is still a figure with the old one. `evaluation` is the
  // page's evaluation with the renamed data; null for figures of all pages.
  std::string renamed_path(const std::string& path, const site::Evaluation* evaluation) {
    const size_t first = path.find('/') + 1, last = path.rfind('/');
    if (first == 0 || first > last) return path;
    const std::string table = path.substr(0, first - 1), key = path.substr(first, last - first);
    const site::FigurePtr* figure = evaluation ? find_in(evaluation->figures, path) : nullptr;
    if (figure ? *figure != nullptr : bool(connection->find_cell(table, key, path.substr(last + 1)))) return path;
    const std::string* exact = changes.key(table, key);
    return path.substr(0, first) + (exact ? *exact : renamed_text(key, changes.names)) + path.substr(last);
  }

  void rename(const document::Document& document, const site::Evaluation* evaluation) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure || link.key.starts_with("count:")) continue;
      // A range has two addresses: "LEAST..GREATEST".
      const size_t range = link.key.find(".."), written = link.destination_span.text().find("..");
      rename(link, std::string(link.key.substr(0, range)), 0, written, evaluation);
      if (range != std::string_view::npos)
        rename(link, std::string(link.key.substr(range + 2)), written + 2, std::string_view::npos, evaluation);
    }
  }

  // Renames the address `path`, which is between `begin` and `end` in the link's destination.
  void rename(const document::Link& link, const std::string& path, size_t begin, size_t end,
              const site::Evaluation* evaluation) {
    const std::string renamed = renamed_path(path, evaluation);
    if (renamed == path) return;
    const std::string_view destination = link.destination_span.text(), written = destination.substr(0, end);
    const size_t first = written.find('/', begin) + 1, last = written.rfind('/');
    if (!link.exact || !written.starts_with("fig:") || first > last) {
      found.places.push_back({link.span, "a figure whose address is not on this line"});
      return;
    }
    std::string key = site::encode_path(renamed.substr(path.find('/') + 1));
    key.resize(key.rfind('/'));
    for (const auto& [sign, code] : {std::pair("(", "%28"), std::pair(")", "%29"), std::pair("&", "%26")})
      key = base::replace_all(std::move(key), sign, code);
    if (written.find("%2F") != std::string_view::npos) key = base::replace_all(std::move(key), "/", "%2F");
    const auto at = static_cast<uint32_t>(link.destination_span.begin + first);
    found.edits.push_back({{link.span.source, at, static_cast<uint32_t>(at + last - first)}, std::move(key)});
  }

  void rename(const site::NamedFigures& figures, const site::Evaluation* evaluation) {
    const auto parse = [&](std::string_view text) { return quantity::Formula::parse(text, database.units()); };
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
          found.edits.push_back({part, renamed});
        else
          found.places.push_back({figure.formula.span, "a formula"});
      }
    }
  }
};

// ---- pages whose addresses change

// Returns the page at an address unless it only redirects; otherwise null.
const pages::RenderedPage* page_at(const passes::CheckedSite& site, const std::string& address) {
  const pages::RenderedPage* page = site.find(address);
  return page && page->page->kind != site::PageKind::redirect ? page : nullptr;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

// Updates the name of a page in a list. The name is its address without `folder`, with or without ".html".
void update_name(const base::Span& span, const std::string& name, const std::string& folder, const site::Moves& moves,
                 Found& found) {
  for (const std::string_view ending : {".html", ""}) {
    const auto now = moved_place({folder + name + std::string(ending), ""}, moves);
    if (now && now->address.starts_with(folder) && now->address.ends_with(ending))
      return found.rewrite(span, name,
                           now->address.substr(folder.size(), now->address.size() - folder.size() - ending.size()));
    if (now) return found.places.push_back({span, fmt::format("the page is at {} now", now->address)});
  }
}

void update_document(const site::Content& content, const document::Document& document, const site::Moves& moves,
                     Found& found) {
  for (const document::Link& link : document.links()) {
    if (link.kind != document::LinkKind::ordinary || site::is_external(link.destination)) continue;
    const site::LinkParts parts = site::split_link(link.destination);
    const auto path = site::decode_percent(parts.path);
    const auto anchor = site::decode_percent(parts.anchor);
    const auto address = path && !path->empty() ? site::join_path(content.folder(), *path) : std::nullopt;
    const auto now = address && anchor ? moved_place({*address, *anchor}, moves) : std::nullopt;
    if (!now) continue;
    std::string written = site::relative_link(content.path, now->address);
    written += parts.query;
    if (!now->anchor.empty()) written += "#" + site::encode_fragment(now->anchor);
    if (link.exact && !link.destination_span.text().empty())
      found.edits.push_back({link.destination_span, std::move(written)});
    else
      found.places.push_back({link.span, fmt::format("write {}", written)});
  }
}

}  // namespace

void Found::rewrite(const base::Span& span, const std::string& text, const std::string& replacement,
                    const char* doubt) {
  const std::string written = notation::with_text(span.text(), text, replacement);
  if (*doubt || written.empty())
    places.push_back({span, written.empty() ? "a value that is written differently" : doubt, written});
  else
    edits.push_back({span, written});
}

std::vector<Place> find_mentions(const passes::Inputs& inputs, const KeyChanges& changes, const Found& found) {
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

Found find_references(const passes::CheckedSite& before, const KeyChanges& changes) {
  const passes::Inputs& inputs = *before.inputs;
  Found found{changes.edits, {}};
  for (const auto& content : inputs.contents) {
    for (const document::Answer& answer : content->front.answers)
      for (const document::Text& because : answer.because)
        if (const std::string* renamed = changes.key(blocks::kClaims, because.text))
          if (!before.site->asserts.contains(because.text)) found.rewrite(because.span, because.text, *renamed);
    for (const document::Param& param : content->front.params)
      rewrite_value(param.span, quantity::to_text(param.value), changes, changes.unambiguous, found);
    for (const site::Block& block : content->blocks) rewrite_values(block.yaml, changes, changes.unambiguous, found);
  }
  for (const io::SourceFile* file : inputs.tree.below("data/")) rewrite_file(file->source, changes, found);
  return found;
}

void rename_figures(const passes::CheckedSite& before, const passes::CheckedSite& after, const KeyChanges& changes,
                    Found& found) {
  std::map<std::string_view, const site::Evaluation*> evaluations;  // evaluations by the path of the content
  for (const auto& page : after.site->pages)
    if (page->content()) evaluations.try_emplace(page->content()->path, page->evaluation.get());
  FigureRenamer renamer{*after.inputs->database, changes, found};
  for (const auto& content : before.inputs->contents) {
    const site::Evaluation* const* evaluation = find_in(evaluations, content->path);
    const site::Evaluation* of_page = evaluation ? *evaluation : nullptr;
    renamer.rename(content->document(), of_page);
    for (const document::Document* text : content->short_documents()) renamer.rename(*text, of_page);
    renamer.rename(content->figures, of_page);
  }
  renamer.rename(before.inputs->figures, nullptr);
}

site::Moves find_moves(const passes::CheckedSite& before, const passes::CheckedSite& after, const KeyChanges& changes,
                       const std::string& row) {
  Names names = changes.names;
  for (const auto& [name, renamed] : changes.names) {
    names.emplace(site::anchor_of_key(name), site::anchor_of_key(renamed));
    names.emplace(base::file_slug(name), base::file_slug(renamed));
  }
  names.erase("");
  site::Moves moves;
  for (const pages::RenderedPage& old : before.rendered) {
    const std::string& from = old.page->address;
    if (old.page->kind == site::PageKind::redirect) continue;
    const std::string to = page_at(after, from) ? from : renamed_text(from, names);
    const pages::RenderedPage* now = page_at(after, to);
    if (!now || (to != from && page_at(before, to))) continue;
    if (to != from) moves.emplace(site::Place{from, ""}, site::Move{{to, ""}});
    if (to == from && !(old.page->evaluation && old.page->evaluation->from_data)) continue;
    for (const std::string& anchor : old.anchors) {
      const std::string renamed = renamed_text(anchor, names);
      if (!has(now->anchors, anchor) && has(now->anchors, renamed) && !has(old.anchors, renamed))
        moves.emplace(site::Place{from, anchor}, site::Move{{to, renamed}});
    }
  }
  // A row's anchor on the page of its table is redirected only if there is no page with the row's name.
  const auto page_moved = [&](const std::string& key) {
    return std::ranges::any_of(moves, [&](const auto& move) {
      return move.first.anchor.empty() && site::file_of(move.first.address) == key + ".html";
    });
  };
  for (const auto& [resource, keys] : changes.keys)
    for (const auto& [key, renamed] : keys) {
      const std::string ref = fmt::format("{}/{}", resource, key);
      const site::RowAnchor* from = find_in(before.site->rows->anchors, ref);
      const site::RowAnchor* to = find_in(after.site->rows->anchors, fmt::format("{}/{}", resource, renamed));
      if (!from || !to || from->id == to->id) continue;
      const std::string address = site::resource_address(resource);
      moves.emplace(site::Place{address, from->id}, site::Move{{address, to->id}, ref == row && !page_moved(from->id)});
    }
  return moves;
}

void update_links(const passes::Inputs& before, const site::Moves& moves, Found& found) {
  for (const auto& content : before.contents) {
    const std::string folder = content->folder().empty() ? "" : std::string(content->folder()) + "/";
    update_document(*content, content->document(), moves, found);
    for (const document::Document* text : content->short_documents()) update_document(*content, *text, moves, found);
    for (const document::Text& listed : content->front.contents)
      update_name(listed.span, listed.text, folder, moves, found);
    for (const auto& [next, unused] : content->front.next) {
      const auto address = site::join_path(content->folder(), next.text);
      if (const auto now = address ? moved_place({*address, ""}, moves) : std::nullopt)
        found.rewrite(next.span, next.text, site::relative_link(content->path, now->address));
    }
  }
  const site::Config& config = before.config;
  for (size_t i = 0; i < config.navigation.size(); ++i)
    update_name(config.navigation_spans[i], config.navigation[i], "", moves, found);
  for (const site::FooterEntry& link : config.footer_links) update_name(link.span, link.to, "", moves, found);
}

std::string redirects_with(const passes::CheckedSite& before, const passes::CheckedSite& after,
                           const site::Moves& moves, const std::string& since, const std::string& why) {
  const base::SourceText* file = before.inputs->find_source(site::kRedirects);
  const auto is_published = [&](const site::Place& place) {
    const pages::RenderedPage* page = page_at(after, place.address);
    return page && (place.anchor.empty() || has(page->anchors, place.anchor) || has(page->row_anchors, place.anchor));
  };
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : before.site->redirects.rows()) {
    const auto now = row.to.address.empty() ? std::nullopt : moved_place(row.to, moves);
    // The old address is in use again, so the row is removed.
    if (is_published(row.from) || (now && *now == row.from)) {
      const size_t line = file->line_of(row.from_span.begin);
      const size_t end = line < file->line_count() ? file->line_start(line + 1) : file->text().size();
      edits.push_back({{file, static_cast<uint32_t>(file->line_start(line)), static_cast<uint32_t>(end)}, ""});
    } else if (now) {
      edits.push_back({row.to_span, data::csv_cell(to_text(*now))});
    }
  }
  std::vector<std::string> added;
  for (const auto& [from, move] : moves)
    if (move.is_redirected) added.push_back(site::redirect_row(from, move.to, since, why));
  return edits.empty() && added.empty() ? "" : passes::redirects_text(file, std::move(edits), added);
}

}  // namespace renaming
