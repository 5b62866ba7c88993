#include "renaming/moved_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/line_ends.h"
#include "base/text.h"
#include "build/parse.h"
#include "data/csv.h"
#include "notation/json.h"
#include "renaming/content.h"
#include "site/redirects.h"
#include "site/rows.h"
#include "site/url.h"

namespace renaming {
namespace {

// A text with the names in it that change.
std::string renamed_text(std::string text, const Changes& changes) {
  for (const auto& [old, becomes] : changes.names()) text = base::replace_all(std::move(text), old, becomes);
  return text;
}

// What stays of a text whatever is renamed: all that changes, old and new alike, is blanked out of it. Only whole words
// are, so that a key "7" leaves "17" and "2026" as they are; and the longest first, since a new name may hold the old.
class Blanks {
 public:
  explicit Blanks(const Changes& changes) : names_(changes.said().begin(), changes.said().end()) {
    std::stable_sort(names_.begin(), names_.end(), [](auto a, auto b) { return a.size() > b.size(); });
  }

  std::string operator()(std::string text) const {
    for (const std::string_view name : names_)
      for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
        if (is_whole_word(text, at, at + name.size())) text.replace(at, name.size(), 1, '\0');
        ++at;
      }
    return text;
  }

 private:
  std::vector<std::string_view> names_;
};

// A page made from a row, or that of a long table on it, told by its file and by what stays of the row's values.
using Identity = std::pair<std::string, std::map<std::string, std::string>>;

Identity identity_of(const site::Page& page, const Blanks& blanked) {
  Identity identity{std::string(page.content()->path), {}};
  identity.second["/"] = std::string(site::kind_name(page.kind)) + blanked(page.subject);
  for (const auto& [name, value] : page.evaluation->values) identity.second[name] = blanked(quantity::to_text(value));
  return identity;
}

bool is_from_row(const site::Page& page) { return page.content() && page.evaluation->from_data; }

const pages::RenderedPage* rendered(const build::CheckedSite& site, const site::Page& page) {
  for (const pages::RenderedPage& each : site.rendered)
    if (each.page == &page) return &each;
  return nullptr;
}

// A page of that address that is more than a step to another one; null for none.
const site::Page* real_page(const build::CheckedSite& site, const std::string& address) {
  const site::Page* page = site.site->find(address);
  return page && page->kind != site::PageKind::redirect ? page : nullptr;
}

// Whether a page is there again, or a part of one, so that nobody is led on from it.
bool is_published(const build::CheckedSite& site, const site::Place& place) {
  const site::Page* page = real_page(site, place.address);
  if (!page || place.anchor.empty()) return page;
  const pages::RenderedPage* shown = rendered(site, *page);
  if (!shown) return false;
  auto has = [&](const std::vector<std::string>& anchors) {
    return std::find(anchors.begin(), anchors.end(), place.anchor) != anchors.end();
  };
  return has(shown->anchors) || has(shown->row_anchors);
}

class MoveFinder {
 public:
  MoveFinder(const build::CheckedSite& before, const build::CheckedSite& after, const Changes& changes,
             const std::string& row)
      : before_(before), after_(after), changes_(changes), row_(row), blanked_(changes) {}

  std::vector<Move> find() {
    std::map<Identity, const site::Page*> new_pages;
    for (const auto& page : after_.site->pages)
      if (is_from_row(*page) && !real_page(before_, page->address))
        new_pages[identity_of(*page, blanked_)] = page.get();
    for (const auto& page : before_.site->pages) {
      if (!is_from_row(*page)) continue;
      const site::Page* now = real_page(after_, page->address);
      if (!now) {
        auto found = new_pages.find(identity_of(*page, blanked_));
        if (found != new_pages.end()) now = found->second;
      }
      if (now) moved(*page, *now);
    }
    for (const auto& page : before_.site->pages)
      if (!page->content() && !after_.site->find(page->address) && page->kind != site::PageKind::redirect)
        moved_with_its_block(*page);
    for (const auto& [ref, anchor] : before_.site->rows->anchors) moved_row(ref, anchor);
    return std::move(moves_);
  }

 private:
  void moved(const site::Page& from, const site::Page& to) {
    if (from.address != to.address) moves_.push_back({{from.address, ""}, {to.address, ""}});
    suffixes_.emplace_back(from.name_suffix(), to.name_suffix());
    const pages::RenderedPage *old = rendered(before_, from), *now = rendered(after_, to);
    if (!old || !now) return;
    const std::set<std::string> there(now->anchors.begin(), now->anchors.end());
    for (const std::string& anchor : old->anchors) {
      if (there.contains(anchor)) continue;
      const std::string became = with_suffix(anchor, from.name_suffix(), to.name_suffix());
      if (there.contains(became)) moves_.push_back({{from.address, anchor}, {to.address, became}});
    }
  }

  // "speed-alder" on a page whose names end with "-alder".
  std::string with_suffix(const std::string& name, const std::string& from, const std::string& to) const {
    if (!from.empty() && name.ends_with(from)) return name.substr(0, name.size() - from.size()) + to;
    return renamed_text(name, changes_);
  }

  // The page that a long table or chart of such a page has for itself.
  void moved_with_its_block(const site::Page& page) {
    for (const auto& [from, to] : suffixes_) {
      const size_t dot = page.address.rfind('.');
      const std::string stem = page.address.substr(0, dot);
      if (from.empty() || from == to || !stem.ends_with(from)) continue;
      const std::string now = stem.substr(0, stem.size() - from.size()) + to + page.address.substr(dot);
      if (!real_page(after_, now) || real_page(before_, now)) continue;
      moves_.push_back({{page.address, ""}, {now, ""}});
      return;
    }
  }

  void moved_row(const std::string& ref, const std::string& anchor) {
    const size_t slash = ref.find('/');
    const std::string resource = ref.substr(0, slash);
    const std::string* becomes = changes_.key(resource, ref.substr(slash + 1));
    if (!becomes) return;
    auto now = after_.site->rows->anchors.find(resource + "/" + *becomes);
    if (now == after_.site->rows->anchors.end() || now->second == anchor) return;
    const std::string address = site::resource_address(resource);
    moves_.push_back({{address, anchor}, {address, now->second}, ref == row_ && !page_moved(anchor, now->second)});
  }

  // Whether a page that is called by the row's key leads on to one that is called by the new one.
  bool page_moved(const std::string& key, const std::string& becomes) const {
    return std::any_of(moves_.begin(), moves_.end(), [&](const Move& move) {
      return move.from.anchor.empty() && site::file_of(move.from.address) == key + ".html" &&
             site::file_of(move.to.address) == becomes + ".html";
    });
  }

  const build::CheckedSite& before_;
  const build::CheckedSite& after_;
  const Changes& changes_;
  const std::string& row_;  // "drinks/latte"
  const Blanks blanked_;
  std::vector<Move> moves_;
  std::vector<std::pair<std::string, std::string>> suffixes_;
};

std::optional<site::Place> moved_place(const site::Place& place, const std::vector<Move>& moves) {
  const Move* page = nullptr;
  for (const Move& move : moves) {
    if (move.from == place) return move.to;
    if (move.from.address == place.address && move.from.anchor.empty()) page = &move;
  }
  if (!page) return std::nullopt;
  return site::Place{page->to.address, place.anchor};
}

void follow_links(const site::Content& content, const document::Document& document, const std::vector<Move>& moves,
                  Found& found) {
  for (const document::Link& link : document.links()) {
    if (link.kind != document::LinkKind::ordinary || site::is_external(link.destination)) continue;
    const size_t hash = link.destination.find('#');
    auto path = site::decode_percent(link.destination.substr(0, hash));
    auto anchor = site::decode_percent(hash == std::string_view::npos ? "" : link.destination.substr(hash + 1));
    if (!path || !anchor || path->empty()) continue;
    auto address = site::join_path(content.folder(), *path);
    if (!address) continue;
    auto now = moved_place({*address, *anchor}, moves);
    if (!now) continue;
    if (!link.exact || link.destination_span.text().empty()) {
      found.left.push_back({link.span, "a link that is not written in its line as it is"});
      continue;
    }
    std::string written = site::relative_link(content.path, now->address);
    if (!now->anchor.empty()) written += "#" + site::encode_fragment(now->anchor);
    found.edit("link", link.destination_span, std::move(written));
  }
}

// A page that a list names, in words that are short of its address: without its folder, without its ending.
void follow_name(const base::Span& span, const std::string& name, const std::string& folder,
                 const std::vector<Move>& moves, Found& found) {
  for (const std::string_view ending : {".html", ""}) {
    const auto now = moved_place({folder + name + std::string(ending), ""}, moves);
    if (!now) continue;
    std::optional<std::string> written;
    if (now->address.starts_with(folder) && now->address.ends_with(ending))
      written = rewritten_scalar(
          span, name, now->address.substr(folder.size(), now->address.size() - folder.size() - ending.size()));
    if (written)
      found.edit("link", span, *written);
    else
      found.left.push_back({span, fmt::format("the page is at {} now", now->address)});
    return;
  }
}

void follow_contents(const site::Content& content, const std::vector<Move>& moves, Found& found) {
  const std::string folder = content.folder().empty() ? "" : std::string(content.folder()) + "/";
  for (const document::Text& listed : content.front.contents)
    follow_name(listed.span, listed.text, folder, moves, found);
}

// `navigation` and the links of `footer`.
void follow_settings(const base::SourceText& file, const std::vector<Move>& moves, Found& found) {
  base::Diagnostics said_before;
  const auto settings = notation::parse_json(base::whole(file), said_before);
  if (!settings) return;
  const auto follow = [&](const notation::Node* list) {
    if (!list) return;
    for (const notation::Node& item : list->items) {
      const notation::Node* name = item.is_map() ? item.find("href") : &item;
      if (name && name->is_string()) follow_name(name->span, name->text, "", moves, found);
    }
  };
  follow(settings->find("navigation"));
  if (const notation::Node* footer = settings->find("footer")) follow(footer->find("links"));
}

}  // namespace

std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after, const Changes& changes,
                             const std::string& row) {
  return MoveFinder(before, after, changes, row).find();
}

void follow_moves(const build::CheckedSite& before, const std::vector<Move>& moves, Found& found) {
  if (moves.empty()) return;
  for (const auto& content : before.inputs->contents) {
    follow_links(*content, content->document(), moves, found);
    follow_contents(*content, moves, found);
    for (const document::Document* text : content->short_documents()) follow_links(*content, *text, moves, found);
    for (const document::Text& next : content->front.next) {
      auto address = site::join_path(content->folder(), next.text);
      auto now = address ? moved_place({*address, ""}, moves) : std::nullopt;
      if (now && next.span.text().find(next.text) != std::string_view::npos) {
        const auto at = static_cast<uint32_t>(next.span.begin + next.span.text().find(next.text));
        found.edit("link", {next.span.source, at, static_cast<uint32_t>(at + next.text.size())},
                   site::relative_link(content->path, now->address));
      }
    }
  }
  if (const base::SourceText* settings = before.inputs->find_source("data/site.json"))
    follow_settings(*settings, moves, found);
  for (const site::Redirect& row : before.site->redirects.rows())
    if (!row.to.address.empty())
      if (auto now = moved_place(row.to, moves)) found.edit("redirect", row.to_span, data::csv_cell(to_text(*now)));
}

std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::vector<base::Edit>& edits,
                           const std::string& since, const std::string& why) {
  const base::SourceText* file = before.inputs->find_source(site::kRedirects);
  std::vector<base::Edit> all = edits;
  for (const site::Redirect& row : before.site->redirects.rows()) {
    const bool is_back = is_published(after, row.from);
    auto goes_to_itself = moved_place(row.to, moves);
    if (!is_back && (row.from.anchor.empty() || !goes_to_itself || *goes_to_itself != row.from)) continue;
    const base::Position at = file->position(row.from_span.begin);
    const size_t begin = file->line_start(at.line);
    const size_t end = at.line < file->line_count() ? file->line_start(at.line + 1) : file->text().size();
    std::erase_if(all, [&](const base::Edit& edit) { return edit.span.begin >= begin && edit.span.begin < end; });
    all.push_back({{file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, ""});
  }
  const bool adds = std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.promised; });
  std::string text(file ? file->text() : std::string_view());
  if (!adds && all.empty()) return text;
  for (const base::FileEdits& changed : base::sort_edits(std::move(all)).files) text = base::edited_text(changed);
  const std::string_view line_end = base::line_end_of(text);
  if (base::trim(text).empty()) text = std::string(site::kRedirectColumns) + std::string(line_end);
  if (adds && !text.ends_with('\n')) text += line_end;
  for (const Move& move : moves)
    if (move.promised) text += site::redirect_row(move.from, move.to, since, why) + std::string(line_end);
  return text;
}

}  // namespace renaming
