// The view of pages/: site::View, and values that are not part of the site: templates, words, navigation, and which
// pages depend on a source.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pages/render.h"
#include "pages/theme.h"
#include "site/url.h"
#include "site/view.h"

namespace pages {

// A use of a source or a row on a page.
struct Use {
  std::string_view address, anchor, title;  // `title` is the page's title
  std::string part;  // the caption of the table or chart; "" for the page itself and for a figure's note
};

struct RowUses {
  size_t count = 0;
  std::vector<Use> first;  // the uses that a page lists
};

struct SourceUses {
  const data::Source* source = nullptr;
  size_t count = 0;
};

// The rows of a resource that cite a source.
struct RowsFrom {
  std::string_view resource, title;
  size_t rows = 0;
};

struct DatedPage {
  std::string_view address, date;
};

struct PageCorrection {
  std::string_view date, text;
};

// The table or chart whose rows this page shows: its page, and its index among the blocks of that page's file.
struct ShownBlock {
  std::string_view address, source;
  size_t number = 0;
};

class View : public site::View {
 public:
  View(const site::Site& site, const site::Page& page, const Theme& theme, const Backlinks& backlinks,
       const std::string* shown_at = nullptr)
      : site::View(site, page, shown_at), theme_(theme), backlinks_(backlinks) {}
  // Creates a view of a page that is embedded in the page of `around`. REQUIRES: a page has this address.
  View(const View& around, std::string_view address)
      : View(around.site_, *around.site_.find(address), around.theme_, around.backlinks_, &around.shown_at()) {}

  const Theme& theme() const { return theme_; }
  const templates::Value& navigation() const { return *theme_.navigation.seen_from(site::folder_of(address())); }
  // The pages that were written or changed most recently, without this one, at most `count`.
  std::vector<DatedPage> recent(size_t count) const;
  // The corrections of this page and of pages that redirect to it, latest first.
  std::vector<PageCorrection> corrections() const;
  std::optional<ShownBlock> shown_block() const;
  // Returns the path from the home page to a page. A source that is not in the list of all sources is below the first
  // section that cites it.
  std::vector<std::string_view> above(std::string_view address) const;
  // The sources of the list of all sources, without those that only pages with a separate search cite.
  std::vector<SourceUses> bibliography() const;
  std::vector<Use> uses(std::string_view source) const;
  // Returns the uses of the rows on a page of a resource, by ref.
  std::map<std::string, RowUses> uses_of_rows(std::string_view address) const;
  std::vector<RowsFrom> rows_from(std::string_view source) const;

 private:
  // Whether only pages with a separate search cite a source.
  bool is_separate(const data::Source& source) const;
  const std::vector<Backlink>& backlinks_of(std::string_view on) const;
  Use use_of(const Backlink& backlink) const;

  const Theme& theme_;
  const Backlinks& backlinks_;
};

}  // namespace pages
