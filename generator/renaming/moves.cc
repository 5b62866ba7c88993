#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "build/fix.h"
#include "data/csv.h"
#include "renaming/steps.h"
#include "site/redirects.h"
#include "site/rows.h"
#include "site/url.h"

namespace renaming {
namespace {

using Pages = std::map<std::string_view, const pages::RenderedPage*>;

// Returns the pages by address, without redirects.
Pages pages_of(const build::CheckedSite& site) {
  Pages pages;
  for (const pages::RenderedPage& page : site.rendered)
    if (page.page->kind != site::PageKind::redirect) pages.emplace(page.page->address, &page);
  return pages;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

bool is_published(const Pages& pages, const site::Place& place) {
  const pages::RenderedPage* const* found = find_in(pages, place.address);
  return found &&
         (place.anchor.empty() || has((*found)->anchors, place.anchor) || has((*found)->row_anchors, place.anchor));
}

std::optional<site::Place> moved_place(const site::Place& place, const std::vector<Move>& moves) {
  const Move* page = nullptr;
  for (const Move& move : moves) {
    if (move.from == place) return move.to;
    if (move.from.address == place.address && move.from.anchor.empty()) page = &move;
  }
  return page ? std::optional(site::Place{page->to.address, place.anchor}) : std::nullopt;
}

// Updates the name of a page in a list. The name is its address without `folder`, with or without ".html".
void update_name(const base::Span& span, const std::string& name, const std::string& folder,
                 const std::vector<Move>& moves, Found& found) {
  for (const std::string_view ending : {".html", ""}) {
    const auto now = moved_place({folder + name + std::string(ending), ""}, moves);
    if (now && now->address.starts_with(folder) && now->address.ends_with(ending))
      return found.rewrite(span, name,
                           now->address.substr(folder.size(), now->address.size() - folder.size() - ending.size()));
    if (now) return found.places.push_back({span, fmt::format("the page is at {} now", now->address)});
  }
}

void update_document(const site::Content& content, const document::Document& document, const std::vector<Move>& moves,
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

std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after,
                             const KeyChanges& changes, const std::string& row) {
  Names names = changes.names;
  for (const auto& [name, renamed] : changes.names) {
    names.emplace(site::anchor_of_key(name), site::anchor_of_key(renamed));
    names.emplace(base::file_slug(name), base::file_slug(renamed));
  }
  names.erase("");
  const Pages old_pages = pages_of(before), new_pages = pages_of(after);
  std::vector<Move> moves;
  for (const auto& [address, old] : old_pages) {
    const std::string from(address), to = new_pages.contains(from) ? from : renamed_text(from, names);
    if (to != from && (old_pages.contains(to) || !new_pages.contains(to))) continue;
    if (to != from) moves.push_back({{from, ""}, {to, ""}});
    const pages::RenderedPage* const* now = find_in(new_pages, to);
    if (!now || (to == from && !(old->page->evaluation && old->page->evaluation->from_data))) continue;
    for (const std::string& anchor : old->anchors) {
      const std::string renamed = renamed_text(anchor, names);
      if (!has((*now)->anchors, anchor) && has((*now)->anchors, renamed) && !has(old->anchors, renamed))
        moves.push_back({{from, anchor}, {to, renamed}});
    }
  }
  // A row's anchor on the page of its table is redirected only if there is no page with the row's name.
  const auto page_moved = [&](const std::string& key) {
    return std::ranges::any_of(moves, [&](const Move& move) {
      return move.from.anchor.empty() && site::file_of(move.from.address) == key + ".html";
    });
  };
  for (const auto& [resource, keys] : changes.keys)
    for (const auto& [key, renamed] : keys) {
      const site::RowAnchor* from = find_in(before.site->rows->anchors, resource + "/" + key);
      const site::RowAnchor* to = find_in(after.site->rows->anchors, resource + "/" + renamed);
      if (!from || !to || from->id == to->id) continue;
      const std::string address = site::resource_address(resource);
      moves.push_back({{address, from->id}, {address, to->id}, resource + "/" + key == row && !page_moved(from->id)});
    }
  return moves;
}

void update_links(const build::Inputs& before, const std::vector<Move>& moves, Found& found) {
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

std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::string& since, const std::string& why) {
  const base::SourceText* file = before.inputs->find_source(site::kRedirects);
  const Pages published = pages_of(after);
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : before.site->redirects.rows()) {
    const auto now = row.to.address.empty() ? std::nullopt : moved_place(row.to, moves);
    // The old address is in use again, so the row is removed.
    if (is_published(published, row.from) || (now && *now == row.from)) {
      const size_t line = file->line_of(row.from_span.begin);
      const size_t end = line < file->line_count() ? file->line_start(line + 1) : file->text().size();
      edits.push_back({{file, static_cast<uint32_t>(file->line_start(line)), static_cast<uint32_t>(end)}, ""});
    } else if (now) {
      edits.push_back({row.to_span, data::csv_cell(to_text(*now))});
    }
  }
  std::vector<std::string> added;
  for (const Move& move : moves)
    if (move.is_redirected) added.push_back(site::redirect_row(move.from, move.to, since, why));
  return edits.empty() && added.empty() ? "" : build::redirects_text(file, std::move(edits), added);
}

}  // namespace renaming
