#include <fmt/format.h>

#include "base/text.h"
#include "data/bibliography.h"
#include "data/csl_text.h"
#include "pages/kinds.h"

namespace pages {
namespace {

std::string_view entry_type(std::string_view csl) {
  if (csl.starts_with("article")) return "article";
  if (csl == "paper-conference") return "inproceedings";
  if (csl == "book") return "book";
  if (csl == "chapter") return "incollection";
  if (csl == "report") return "techreport";
  if (csl == "thesis") return "phdthesis";
  return "misc";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\\' || c == '~' || c == '^')
      out += c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}";
    else
      out.append(std::string_view("&%$#_{}").find(c) == std::string_view::npos ? 0 : 1, '\\') += c;
  }
  return out;
}

std::string name(const data::Name& author) {
  if (!author.literal.empty()) return "{" + escaped(author.literal) + "}";
  std::string text;
  for (const std::string* part : {&author.dropping, &author.particle, &author.family})
    if (!part->empty()) text += (text.empty() ? "" : " ") + escaped(*part);
  for (const std::string* part : {&author.suffix, &author.given})
    if (!part->empty()) text += ", " + escaped(*part);
  return text;
}

std::string bib_names(const std::vector<data::Name>& people) {
  std::string text;
  for (const data::Name& person : people) text += (text.empty() ? "" : " and ") + name(person);
  return text;
}

// BibTeX fields, with the CSL variables that provide their values.
constexpr std::pair<std::string_view, std::string_view> kBibFields[] = {
    {"volume", "volume"},          {"number", "issue"},
    {"number", "number"},          {"pages", "page"},
    {"edition", "edition"},        {"series", "collection-title"},
    {"address", "publisher-place"}};

// Returns the entry's key in a form that BibTeX can read.
std::string bib_key(const std::string& id) {
  return id.find_first_of(" ,#%\"'()=~\\") == std::string::npos ? id : data::source_page_name(id);
}

}  // namespace

std::string bibtex(const data::Source& source) {
  std::string out = fmt::format("@{}{{{}", entry_type(source.type), bib_key(source.id));
  auto field = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += fmt::format(",\n  {} = {{{}}}", key, value);
  };
  field("author", bib_names(source.authors));
  if (const auto editors = source.names.find("editor"); editors != source.names.end())
    field("editor", bib_names(editors->second));
  field("title", "{" + escaped(source.title) + "}");
  field(entry_type(source.type) == "article" ? "journal" : "booktitle", escaped(source.container_title));
  for (const auto& [key, variable] : kBibFields)
    if (const auto text = source.variables.find(variable); text != source.variables.end())
      field(key, escaped(data::csl_plain(data::parse_csl_text(text->second))));
  field("publisher", escaped(source.publisher));
  field("year", source.issued.begin.year ? std::to_string(source.issued.begin.year) : "");
  field("month",
        source.issued.begin.month && source.issued.begin.month <= 12 ? std::to_string(source.issued.begin.month) : "");
  field("version", escaped(source.version));
  // BibTeX reads these fields verbatim, but braces must be balanced.
  auto verbatim = [](const std::string& text) {
    return base::replace_all(base::replace_all(text, "{", "%7B"), "}", "%7D");
  };
  field("doi", verbatim(source.doi));
  field("url", verbatim(source.url));
  field("urldate", source.accessed.text());
  return out + "\n}\n";
}

}  // namespace pages
