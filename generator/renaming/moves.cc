#include <fmt/format.h>

#include <algorithm>

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

// A page that is not a redirect; null if there is none.
const site::Page* find_page(const build::CheckedSite& site, const std::string& address) {
  const site::Page* page = site.site->find(address);
  return page && page->kind != site::PageKind::redirect ? page : nullptr;
}

const pages::RenderedPage* rendered(const build::CheckedSite& site, const site::Page* page) {
  const auto found = std::ranges::find(site.rendered, page, &pages::RenderedPage::page);
  return page && found != site.rendered.end() ? &*found : nullptr;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

bool is_published(const build::CheckedSite& site, const site::Place& place) {
  const site::Page* page = find_page(site, place.address);
  const pages::RenderedPage* shown = rendered(site, page);
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

class LinkUpdater {
 public:
  LinkUpdater(const build::Inputs& inputs, const std::vector<Move>& moves, Found& found)
      : inputs_(inputs), moves_(moves), found_(found) {}

  void update() {
    for (const auto& content : inputs_.contents) {
      const std::string folder = content->folder().empty() ? "" : std::string(content->folder()) + "/";
      update_links(*content, content->document());
      for (const document::Document* text : content->short_documents()) update_links(*content, *text);
      for (const document::Text& listed : content->front.contents) update_name(listed.span, listed.text, folder);
      for (const document::Text& next : content->front.next) {
        const auto address = site::join_path(content->folder(), next.text);
        if (const auto now = address ? moved_place({*address, ""}, moves_) : std::nullopt)
          found_.rewrite(next.span, next.text, site::relative_link(content->path, now->address));
      }
    }
    const base::SourceText* file = inputs_.find_source("data/site.json");
    base::Diagnostics ignored;
    const auto settings = file ? notation::parse_json(base::whole(*file), ignored) : std::nullopt;
    if (!settings) return;
    update_names(settings->find("navigation"));
    if (const notation::Node* footer = settings->find("footer")) update_names(footer->find("links"));
  }

 private:
  void update_links(const site::Content& content, const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::ordinary || site::is_external(link.destination)) continue;
      const size_t hash = std::min(link.destination.find('#'), link.destination.size());
      const auto path = site::decode_percent(link.destination.substr(0, hash));
      const auto anchor = site::decode_percent(link.destination.substr(std::min(hash + 1, link.destination.size())));
      const auto address = path && !path->empty() ? site::join_path(content.folder(), *path) : std::nullopt;
      const auto now = address && anchor ? moved_place({*address, *anchor}, moves_) : std::nullopt;
      if (!now) continue;
      std::string written = site::relative_link(content.path, now->address);
      if (!now->anchor.empty()) written += "#" + site::encode_fragment(now->anchor);
      if (link.exact && !link.destination_span.text().empty())
        found_.edits.push_back({link.destination_span, std::move(written)});
      else
        found_.places.push_back({link.span, fmt::format("write {}", written)});
    }
  }

  // A page in a list: its address without `folder`, with or without ".html".
  void update_name(const base::Span& span, const std::string& name, const std::string& folder) {
    for (const std::string_view ending : {".html", ""}) {
      const auto now = moved_place({folder + name + std::string(ending), ""}, moves_);
      if (now && now->address.starts_with(folder) && now->address.ends_with(ending))
        return found_.rewrite(span, name,
                              now->address.substr(folder.size(), now->address.size() - folder.size() - ending.size()));
      if (now) return found_.places.push_back({span, fmt::format("the page is at {} now", now->address)});
    }
  }

  void update_names(const notation::Node* list) {
    for (size_t i = 0; list && i < list->items.size(); ++i) {
      const notation::Node& item = list->items[i];
      const notation::Node* name = item.is_map() ? item.find("href") : &item;
      if (name && name->is_string()) update_name(name->span, name->text, "");
    }
  }

  const build::Inputs& inputs_;
  const std::vector<Move>& moves_;
  Found& found_;
};

}  // namespace

std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after,
                             const KeyChanges& changes, const std::string& row) {
  Names names = changes.names;
  for (const auto& [name, renamed] : changes.names) {
    names.emplace(site::anchor_of_key(name), site::anchor_of_key(renamed));
    names.emplace(base::file_slug(name), base::file_slug(renamed));
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
    const pages::RenderedPage *old = rendered(before, page.get()), *shown = rendered(after, now);
    if (!old || !shown) continue;
    for (const std::string& anchor : old->anchors) {
      const std::string renamed = renamed_text(anchor, names);
      if (!has(shown->anchors, anchor) && has(shown->anchors, renamed) && !has(old->anchors, renamed))
        moves.push_back({{page->address, anchor}, {now->address, renamed}});
    }
  }
  // Only a row without a page of that name is redirected from its anchor on the page of its table.
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

void update_links(const build::CheckedSite& before, const std::vector<Move>& moves, Found& found) {
  LinkUpdater(*before.inputs, moves, found).update();
}

std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::string& since, const std::string& why) {
  const base::SourceText* file = before.inputs->find_source(site::kRedirects);
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : before.site->redirects.rows()) {
    const auto now = row.to.address.empty() ? std::nullopt : moved_place(row.to, moves);
    if (is_published(after, row.from) || (now && *now == row.from)) {  // the page is back: remove the line
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
