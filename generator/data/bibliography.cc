#include "data/bibliography.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/hash.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/bibtex.h"
#include "markup/url.h"
#include "notation/json.h"
#include "notation/yaml.h"

namespace data {
namespace {

using notation::Node;

// Whether a name is Chinese, Japanese or Korean: the family name comes first, without a space.
bool is_eastern(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    const char32_t c = base::take_code_point(name);
    if ((c < 0x2E80 && c != ' ') || (c > 0x9FFF && c < 0xAC00) || (c > 0xD7AF && c < 0xF900)) return false;
  }
  return true;
}

std::string words_of(std::initializer_list<std::string_view> words) {
  std::string text;
  for (std::string_view word : words) {
    // There is no space within "d'Alembert" and "l’Hôpital".
    const bool is_joined = text.empty() || word.empty() || text.ends_with('\'') || text.ends_with("’");
    text.append(is_joined ? "" : " ").append(word);
  }
  return text;
}

std::string parts_text(const Date::Parts& parts) {
  if (parts.year == 0) return "";
  std::string out = parts.year < 0 ? fmt::format("-{:04}", -parts.year) : fmt::format("{:04}", parts.year);
  if (parts.month > 0) out += fmt::format("-{:02}", parts.month);
  if (parts.day > 0) out += fmt::format("-{:02}", parts.day);
  if (parts.is_circa && parts.is_uncertain) return out + "%";
  if (parts.is_circa) return out + "~";
  return parts.is_uncertain ? out + "?" : out;
}

bool is_bibtex(std::string_view path) { return base::lower(path).ends_with(".bib"); }

bool is_ris(std::string_view path) { return base::lower(path).ends_with(".ris"); }

bool is_json(std::string_view path) { return base::lower(path).ends_with(".json"); }

// Returns the list of entries in a file of any supported format except BibTeX; nullopt after an error.
std::optional<Node> read_entries(const base::SourceText& file, base::Diagnostics& diagnostics) {
  if (is_ris(file.path())) return read_ris(file, diagnostics);
  std::optional<Node> root =
      (is_json(file.path()) ? notation::parse_json : notation::parse_yaml)(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  // Pandoc and Better BibTeX write the list as the value of a key.
  for (std::string_view key : {"references", "items"})
    if (const Node* list = root->find(key); list && list->is_list()) return Node(*list);
  if (root->is_list()) return root;
  diagnostics.error("wrong-type", root->span, "a bibliography must be a list of sources")
      .expect("CSL-JSON: [{\"id\": …}, …]");
  return std::nullopt;
}

bool is_one_word(std::string_view id) {
  return std::ranges::all_of(id, [](char c) {
    return base::is_letter(c) || base::is_digit(c) || std::string_view("._:-").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string Name::text() const {
  if (!literal.empty()) return literal;
  if (is_eastern(family) && is_eastern(given)) return family + given;
  std::string text = words_of({given, words_of({dropping, words_of({particle, family})})});
  return suffix.empty() ? text : text + (has_comma_suffix ? ", " : " ") + suffix;
}

std::string Name::sorted_text() const {
  if (!literal.empty() || (is_eastern(family) && is_eastern(given))) return text();
  const std::string rest = words_of({given, dropping, particle});
  return family + (rest.empty() ? "" : ", " + rest) + (suffix.empty() ? "" : ", " + suffix);
}

std::string Date::text() const {
  if (begin.year == 0) return literal;
  return parts_text(begin) + (is_open ? "/.." : end.year == 0 ? "" : "/" + parts_text(end));
}

std::string Date::last() const {
  Parts parts = end.year == 0 ? begin : end;
  parts.is_circa = parts.is_uncertain = false;
  return begin.year == 0 ? literal : parts_text(parts);
}

std::string Source::link() const {
  if (!url.empty() || doi.empty()) return markup::url_characters(url);
  std::string link = "https://doi.org/";
  for (char c : doi)
    if (c > ' ' && c < 0x7F && c != '#' && c != '%' && c != '?')  // these are part of the DOI
      link += c;
    else
      markup::append_percent_encoded(link, c);
  return markup::url_characters(link);
}

bool Bibliography::is_file(std::string_view path) {
  return base::has_word("bib ris json yaml yml", base::lower(path.substr(path.rfind('.') + 1)));
}

void Bibliography::add_source(Source source, base::Diagnostics& diagnostics) {
  auto [at, is_new] = by_id_.emplace(source.id, sources_.size());
  if (is_new) return sources_.push_back(std::move(source));
  const Source& first = sources_[at->second];
  if (first.csl() == source.csl()) return;  // the sources are the same entry in two exports of one library
  diagnostics.error("duplicate-key", source.id_span, fmt::format("two sources have the id \"{}\"", source.id))
      .note(first.id_span, "the first");
}

void Bibliography::add_entry(const PackageEntry& entry, base::Diagnostics& diagnostics) {
  if (by_id_.contains(entry.id)) return;
  Source source = read_csl(entry.csl, diagnostics);
  source.converted = notation::to_json(entry.csl);
  add_source(std::move(source), diagnostics);
}

Bibliography Bibliography::read(const std::vector<const base::SourceText*>& files, base::Diagnostics& diagnostics,
                                const std::vector<PackageEntry>& entries) {
  Bibliography result;
  std::vector<const base::SourceText*> bib_files;
  std::ranges::copy_if(files, std::back_inserter(bib_files), [](const auto* file) { return is_bibtex(file->path()); });
  std::vector<Node> bib_lists = read_bibtex(bib_files, diagnostics);
  auto bib_list = bib_lists.begin();
  for (const base::SourceText* file : files) {
    const std::optional<Node> list =
        is_bibtex(file->path()) ? std::optional(std::move(*bib_list++)) : read_entries(*file, diagnostics);
    if (!list) continue;
    for (const Node& node : list->items) {
      Source source = read_csl(node, diagnostics);
      if (source.id.empty()) continue;
      if (!file->path().ends_with(".json")) source.converted = notation::to_json(node, ",\n ");
      result.add_source(std::move(source), diagnostics);
    }
  }
  for (const PackageEntry& entry : entries) result.add_entry(entry, diagnostics);
  // Zotero writes an address as the id, and also the key that authors cite.
  for (size_t i = 0; i < result.sources_.size(); ++i)
    if (const auto key = result.sources_[i].variables.find("citation-key"); key != result.sources_[i].variables.end())
      result.by_id_.emplace(key->second, i);
  std::set<std::string> names;
  for (Source& source : result.sources_) {
    // The file names of ids that differ only in case or punctuation would be equal, so add a hash to the second one.
    std::string name = source_page_name(source.id);
    constexpr size_t kDigits = 8;
    if (name.empty() || name == "index" || !names.insert(name).second)
      name += (name.empty() ? "" : "-") + base::hash_bytes(source.id).hex().substr(0, kDigits);
    source.address = "sources/" + name + ".html";
    if (!source.superseded_by.empty() && !result.find(source.superseded_by))
      diagnostics
          .error("unknown-source", source.id_span,
                 fmt::format("\"{}\" is superseded by \"{}\", which is not in the bibliography", source.id,
                             source.superseded_by))
          .suggest(result.suggest(source.superseded_by));
  }
  return result;
}

const Source* Bibliography::find(std::string_view id) const {
  auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : &sources_[at->second];
}

std::string Bibliography::suggest(std::string_view id) const {
  std::string near = base::did_you_mean(id, base::views(sources_, &Source::id));
  if (id.starts_with("https://") || id.starts_with("http://"))
    return "use the id of the source; `sourcebook new source URL` adds a source";
  if (!is_one_word(id)) return near;  // an argument of a command must be quoted otherwise
  return fmt::format("{}: sourcebook new source URL --id {}",
                     near.empty() ? "write it first" : near + " If not, write it first", id);
}

}  // namespace data
