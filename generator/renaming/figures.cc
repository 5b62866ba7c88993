#include "base/text.h"
#include "quantity/formula.h"
#include "renaming/steps.h"
#include "site/url.h"

namespace renaming {
namespace {

class FigureFollower {
 public:
  FigureFollower(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                 Found& found)
      : before_(*before.inputs), database_(*after.inputs->database), changes_(changes), found_(found) {
    for (const auto& page : after.site->pages)
      if (const site::Content* content = page->content())
        evaluations_.try_emplace(std::string(content->path), page->evaluation.get());
  }

  void follow() {
    for (const auto& content : before_.contents) {
      const auto known = evaluations_.find(content->path);
      evaluation_ = known == evaluations_.end() ? nullptr : known->second;
      follow_links(content->document());
      for (const document::Document* text : content->short_documents()) follow_links(*text);
      follow_formulas(content->figures);
    }
    evaluation_ = nullptr;
    follow_formulas(before_.figures);
  }

 private:
  // Of a query of the page, a view or a resource, as they will be; null for none.
  const quantity::Frame* find_frame(const std::string& table) {
    if (evaluation_ && evaluation_->frames.contains(table)) return evaluation_->frames.at(table).get();
    if (!database_.find_table(table)) return nullptr;
    auto [frame, is_new] = frames_.try_emplace(table);
    if (is_new) frame->second = connection_->table(table);
    return &frame->second;
  }

  // Whether a row begins with the cells of the key.
  static bool has_row(const quantity::Frame& frame, std::string_view key) {
    for (size_t row = 0; row < frame.rows(); ++row) {
      std::string text;
      for (size_t column = 0; column < frame.columns() && text.size() < key.size(); ++column)
        text += (column ? "/" : "") + quantity::to_text(frame.at(row, column));
      if (text == key) return true;
    }
    return false;
  }

  // TABLE/KEY/COLUMN as it will be; the same if it stays.
  std::string renamed_path(const std::string& path) {
    const size_t first = path.find('/') + 1, last = path.rfind('/');
    if (first == 0 || first > last) return path;
    const std::string table = path.substr(0, first - 1), key = path.substr(first, last - first);
    std::string becomes = renamed_text(key, changes_.names);
    const data::TableInfo* info = database_.find_table(table);
    if (info && info->kind == data::TableKind::resource && !(evaluation_ && evaluation_->frames.contains(table))) {
      const std::string* exact = changes_.key(table, key);
      becomes = exact ? *exact : key;
    } else if (becomes != key) {
      const quantity::Frame* frame = find_frame(table);
      if (!frame || has_row(*frame, key)) becomes = key;
    }
    return path.substr(0, first) + becomes + path.substr(last);
  }

  void follow_links(const document::Document& document) {
    for (const document::Link& link : document.links()) {
      if (link.kind != document::LinkKind::figure) continue;
      const std::string path(link.key), becomes = renamed_path(path);
      if (becomes == path) continue;
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

  void follow_formulas(const site::NamedFigures& figures) {
    const auto parse = [&](std::string_view text) { return quantity::Formula::parse(text, before_.database->units()); };
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

  const build::Inputs& before_;
  const data::Database& database_;  // renamed
  const KeyChanges& changes_;
  Found& found_;
  std::unique_ptr<data::Connection> connection_ = database_.connect();
  std::map<std::string, const site::Evaluation*, std::less<>> evaluations_;  // by the paths of contents
  const site::Evaluation* evaluation_ = nullptr;                             // of the page that is looked at
  std::map<std::string, quantity::Frame> frames_;                            // of views
};

}  // namespace

void follow_figures(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                    Found& found) {
  FigureFollower(before, after, changes, found).follow();
}

}  // namespace renaming
