#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/slug.h"
#include "base/text.h"
#include "build/fix.h"
#include "data/csv.h"
#include "notation/json.h"
#include "renaming/steps.h"
#include "site/redirects.h"
#include "site/rows.h"
#include "site/url.h"

namespace renaming {
namespace {

const pages::RenderedPage* rendered(const build::CheckedSite& site, const site::Page& page) {
  for (const pages::RenderedPage& each : site.rendered)
    if (each.page == &page) return &each;
  return nullptr;
}

// A page that is not a redirect; null for none.
const site::Page* find_page(const build::CheckedSite& site, const std::string& address) {
  const site::Page* page = site.site->find(address);
  return page && page->kind != site::PageKind::redirect ? page : nullptr;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_published(const build::CheckedSite& site, const site::Place& place) {
  const site::Page* page = find_page(site, place.address);
  const pages::RenderedPage* shown = page ? rendered(site, *page) : nullptr;
  return page && (place.anchor.empty() ||
                  (shown && (has(shown->anchors, place.anchor) || has(shown->row_anchors, place.anchor))));
}

std::optional<site::Place> moved_place(const site::Place& place, const std::vector<Move>& moves) {
  const Move* page = nullptr;
  for (const Move& move : moves) {
    if (move.from == place) return move.to;
    if (move.from.address == place.address && move.from.anchor.empty()) page = &move;
  }
  return page ? std::optional(site::Place{page->to.address, place.anchor}) : std::nullopt;
}

void follow_links(const site::Content& content, const document::Document& document, const std::vector<Move>& moves,
                  Found& found) {
  for (const document::Link& link : document.links()) {
    if (link.kind != document::LinkKind::ordinary || site::is_external(link.destination)) continue;
    const size_t hash = std::min(link.destination.find('#'), link.destination.size());
    const auto path = site::decode_percent(link.destination.substr(0, hash));
    const auto anchor = site::decode_percent(link.destination.substr(std::min(hash + 1, link.destination.size())));
    const auto address = path && !path->empty() ? site::join_path(content.folder(), *path) : std::nullopt;
    const auto now = address && anchor ? moved_place({*address, *anchor}, moves) : std::nullopt;
    if (!now) continue;
    std::string written = site::relative_link(content.path, now->address);
    if (!now->anchor.empty()) written += "#" + site::encode_fragment(now->anchor);
    if (link.exact && !link.destination_span.text().empty())
      found.edits.push_back({link.destination_span, std::move(written)});
    else
      found.places.push_back({link.span, fmt::format("write {}", written)});
  }
}

// A page that a list names by its address without `folder` and perhaps without ".html".
void follow_name(const base::Span& span, const std::string& name, const std::string& folder,
                 const std::vector<Move>& moves, Found& found) {
  for (const std::string_view ending : {".html", ""}) {
    const auto now = moved_place({folder + name + std::string(ending), ""}, moves);
    if (now && now->address.starts_with(folder) && now->address.ends_with(ending))
      return found.rewrite(span, name,
                           now->address.substr(folder.size(), now->address.size() - folder.size() - ending.size()));
    if (now) return found.places.push_back({span, fmt::format("the page is at {} now", now->address)});
  }
}

}  // namespace

std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after,
                             const KeyChanges& changes, const std::string& row) {
  Names names = changes.names;
  for (const auto& [name, becomes] : changes.names) {
    names.emplace(site::anchor_of_key(name), site::anchor_of_key(becomes));
    names.emplace(base::file_slug(name), base::file_slug(becomes));
  }
  names.erase("");
  std::vector<Move> moves;
  for (const auto& page : before.site->pages) {
    if (page->kind == site::PageKind::redirect) continue;
    const site::Page* now = find_page(after, page->address);
    if (!now) {
      const std::string address = renamed_text(page->address, names);
      if (find_page(before, address) || !(now = find_page(after, address))) continue;
      moves.push_back({{page->address, ""}, {address, ""}});
    }
    const bool is_from_row = page->evaluation && page->evaluation->from_data;
    if (!is_from_row && page->address == now->address) continue;
    const pages::RenderedPage *old = rendered(before, *page), *shown = rendered(after, *now);
    if (!old || !shown) continue;
    for (const std::string& anchor : old->anchors) {
      const std::string became = renamed_text(anchor, names);
      if (!has(shown->anchors, anchor) && has(shown->anchors, became) && !has(old->anchors, became))
        moves.push_back({{page->address, anchor}, {now->address, became}});
    }
  }
  // A row that has a page called by its key leads on from there, others from their places on the page of the data.
  const auto page_moved = [&](const std::string& key) {
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      return move.from.anchor.empty() && site::file_of(move.from.address) == key + ".html";
    });
  };
  for (const auto& [resource, keys] : changes.keys)
    for (const auto& [key, becomes] : keys) {
      const auto& old = before.site->rows->anchors;
      const auto& now = after.site->rows->anchors;
      const auto from = old.find(resource + "/" + key), to = now.find(resource + "/" + becomes);
      if (from == old.end() || to == now.end() || from->second == to->second) continue;
      const std::string address = site::resource_address(resource);
      moves.push_back(
          {{address, from->second}, {address, to->second}, from->first == row && !page_moved(from->second)});
    }
  return moves;
}

void follow_moves(const build::CheckedSite& before, const std::vector<Move>& moves, Found& found) {
  for (const auto& content : before.inputs->contents) {
    const std::string folder = content->folder().empty() ? "" : std::string(content->folder()) + "/";
    follow_links(*content, content->document(), moves, found);
    for (const document::Document* text : content->short_documents()) follow_links(*content, *text, moves, found);
    for (const document::Text& listed : content->front.contents)
      follow_name(listed.span, listed.text, folder, moves, found);
    for (const document::Text& next : content->front.next) {
      const auto address = site::join_path(content->folder(), next.text);
      if (const auto now = address ? moved_place({*address, ""}, moves) : std::nullopt)
        found.rewrite(next.span, next.text, site::relative_link(content->path, now->address));
    }
  }
  const base::SourceText* file = before.inputs->find_source("data/site.json");
  base::Diagnostics ignored;
  const auto settings = file ? notation::parse_json(base::whole(*file), ignored) : std::nullopt;
  const notation::Node* footer = settings ? settings->find("footer") : nullptr;
  for (const notation::Node* list :
       {settings ? settings->find("navigation") : nullptr, footer ? footer->find("links") : nullptr})
    for (size_t i = 0; list && i < list->items.size(); ++i) {
      const notation::Node& item = list->items[i];
      const notation::Node* name = item.is_map() ? item.find("href") : &item;
      if (name && name->is_string()) follow_name(name->span, name->text, "", moves, found);
    }
}

std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::string& since, const std::string& why) {
  const base::SourceText* file = before.inputs->find_source(site::kRedirects);
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : before.site->redirects.rows()) {
    const auto now = row.to.address.empty() ? std::nullopt : moved_place(row.to, moves);
    if (is_published(after, row.from) || (now && *now == row.from)) {
      const uint32_t line = file->position(row.from_span.begin).line;
      const auto end = line < file->line_count() ? file->line_start(line + 1) : file->text().size();
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
