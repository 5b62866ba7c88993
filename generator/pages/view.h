// The tracker of pages/: site::View, and values that are not part of the site: templates, words, navigation, and which
// pages depend on a source. To add a kind of dependency, see site/reads.h, but add the function to pages/view.cc.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pages/render.h"
#include "pages/theme.h"
#include "site/url.h"
#include "site/view.h"

namespace markup {
inline base::Hash own_hash(const SafeHtml& html) { return base::hash_bytes(html.str()); }
}  // namespace markup

namespace pages {

inline base::Hash own_hash(const Navigation::Seen& seen) { return seen.hash; }

// Values that all pages show. Theme describes them and contains their hash.
struct Common {
  const site::Words* words = nullptr;
  const templates::Value *strings = nullptr, *site = nullptr;
  std::span<const site::FooterLink> footer;
  bool has_feed = false, has_changes = false;
  base::Hash hash;
};
inline base::Hash own_hash(const Common& common) { return common.hash; }

class Template {
 public:
  Template(const templates::Engine& engine, std::string_view name, base::Hash hash)
      : engine_(engine), name_(name), hash_(hash) {}
  bool asks(std::string_view value) const { return engine_.asks(name_, value); }
  void render(templates::Map values, std::string& out, base::Diagnostics& diagnostics) const {
    engine_.render(name_, templates::Value(std::move(values)), out, diagnostics);
  }
  friend base::Hash own_hash(const Template& each) { return each.hash_; }

 private:
  const templates::Engine& engine_;
  std::string_view name_;
  base::Hash hash_;
};

// A use of a source or a row on a page.
struct Use {
  static constexpr size_t kFields = 4;
  std::string_view address, anchor, title;  // `title` is the page's title
  std::string part;  // the caption of the table or chart; "" for the page itself and for a figure's note
};

struct RowUses {
  static constexpr size_t kFields = 2;
  size_t count = 0;
  std::vector<Use> first;  // the uses that a page lists
};

struct SourceUses {
  static constexpr size_t kFields = 2;
  const data::Source* source = nullptr;
  size_t count = 0;
};

// The rows of a resource that cite a source.
struct RowsFrom {
  static constexpr size_t kFields = 3;
  std::string_view resource, title;
  size_t rows = 0;
};

struct DatedPage {
  static constexpr size_t kFields = 2;
  std::string_view address, date;
};

struct PageCorrection {
  static constexpr size_t kFields = 2;
  std::string_view date, text;
};

// The table or chart whose rows this page shows: its page, and its index among the blocks of that page's file.
struct ShownBlock {
  static constexpr size_t kFields = 3;
  std::string_view address, source;
  size_t number = 0;
};

struct Model : site::Model {
  const Theme& theme;
  const Backlinks& backlinks;
};

namespace reads {
// The sources of the list of all sources, without those that only pages with a separate search cite.
std::vector<SourceUses> bibliography(const Model& model, std::string_view);
const markup::SafeHtml* reference(const Model& model, std::string_view source);
const markup::SafeHtml* card_mark(const Model& model, std::string_view);
Common common(const Model& model, std::string_view);
std::vector<PageCorrection> corrections(const Model& model, std::string_view);
Template layout(const Model& model, std::string_view name);
const Navigation::Seen* navigation(const Model& model, std::string_view folder);
const blocks::TrackedStyles& pictures(const Model& model, std::string_view);
std::vector<DatedPage> recent(const Model& model, std::string_view);
const site::Names* row_names(const Model& model, std::string_view resource);
std::vector<RowsFrom> rows_from(const Model& model, std::string_view source);
std::optional<ShownBlock> shown_block(const Model& model, std::string_view);
std::vector<Use> uses(const Model& model, std::string_view on);
std::map<std::string, RowUses> uses_of_rows(const Model& model, std::string_view address);
}  // namespace reads

inline constexpr site::KindList<site::Kind<"bibliography", site::DependencyScope::site, reads::bibliography>,
                                site::Kind<"card-mark", site::DependencyScope::site, reads::card_mark>,
                                site::Kind<"corrections", site::DependencyScope::page, reads::corrections>,
                                site::Kind<"navigation", site::DependencyScope::site, reads::navigation>,
                                site::Kind<"pictures", site::DependencyScope::site, reads::pictures>,
                                site::Kind<"recent", site::DependencyScope::page, reads::recent>,
                                site::Kind<"reference", site::DependencyScope::site, reads::reference>,
                                site::Kind<"row-names", site::DependencyScope::site, reads::row_names>,
                                site::Kind<"rows-from", site::DependencyScope::site, reads::rows_from>,
                                site::Kind<"shown-on", site::DependencyScope::page, reads::shown_block>,
                                site::Kind<"template", site::DependencyScope::site, reads::layout>,
                                site::Kind<"theme", site::DependencyScope::site, reads::common>,
                                site::Kind<"uses", site::DependencyScope::site, reads::uses>,
                                site::Kind<"uses-of-rows", site::DependencyScope::site, reads::uses_of_rows>>
    kReadKinds;

// ---- comparing the values of this build with those that a page read in the previous build
// The inputs from which values are computed.
struct ValueSources {
  const site::Site& site;
  const Theme& theme;
  const Backlinks& backlinks;
};

// Returns the value hash of a key in the record of `page`, or of another page if the key names one. For an unknown key
// or a missing page, returns a hash that no record contains.
base::Hash value_hash_of(std::string_view key, const site::Page& page, const ValueSources& sources);

site::DependencyScope dependency_scope(std::string_view key);

class View : public site::View {
 public:
  View(const site::Site& site, const site::Page& page, const Theme& theme, const Backlinks& backlinks,
       site::Recorder reads = site::Recorder())
      : site::View(site, page, std::move(reads)), theme_(theme), backlinks_(backlinks) {}
  // Creates a view of a page that is embedded in the page of `around`. REQUIRES: a page has this address.
  View(const View& around, std::string_view address);
  // Adds everything that an embedded page has read to this page's record.
  void add_reads_of(const View& shown);

  Common common() { return read<"theme">(); }
  Template layout(std::string_view name) { return read<"template">(name); }  // "lesson.html"
  const templates::Value& navigation() { return read<"navigation">(site::folder_of(address()))->items; }
  const blocks::TrackedStyles& pictures() const { return theme_.pictures; }
  const markup::SafeHtml& card_mark() { return *read<"card-mark">(); }
  // The pages that were written or changed most recently, without this one.
  std::vector<DatedPage> recent() { return read<"recent">(); }
  // The corrections of this page, latest first.
  std::vector<PageCorrection> corrections() { return read<"corrections">(); }
  std::optional<ShownBlock> shown_block() { return read<"shown-on">(); }
  const site::Names* row_names(std::string_view resource) { return read<"row-names">(resource); }
  // Returns the entry of a source in lists of sources (blocks::reference_html). REQUIRES: the source exists.
  const markup::SafeHtml& reference(std::string_view source) { return *read<"reference">(source); }
  std::vector<SourceUses> bibliography() { return read<"bibliography">(); }
  std::vector<Use> uses(std::string_view source) { return read<"uses">(source); }
  // Returns the uses of the rows on a page of a resource, by ref.
  std::map<std::string, RowUses> uses_of_rows(std::string_view address) { return read<"uses-of-rows">(address); }
  std::vector<RowsFrom> rows_from(std::string_view source) { return read<"rows-from">(source); }

 private:
  template <site::Name name>
  using KindOf = decltype(site::kind_named<name>(kReadKinds));
  template <site::Name name>
  typename KindOf<name>::Value read(std::string_view argument = "") {
    return read_kind<KindOf<name>>(Model{model(), theme_, backlinks_}, argument);
  }

  const Theme& theme_;
  const Backlinks& backlinks_;
};

}  // namespace pages
