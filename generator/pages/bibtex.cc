#include "pages/bibtex.h"

#include <fmt/format.h>

#include "base/text.h"

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
  return escaped(author.family) + (author.given.empty() ? "" : ", " + escaped(author.given));
}

}  // namespace

std::string bibtex(const data::Source& source) {
  std::string out = fmt::format("@{}{{{}", entry_type(source.type), source.id);
  auto field = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += fmt::format(",\n  {} = {{{}}}", key, value);
  };
  std::string authors;
  for (const data::Name& author : source.authors) authors += (authors.empty() ? "" : " and ") + name(author);
  field("author", authors);
  field("title", "{" + escaped(source.title) + "}");
  field(entry_type(source.type) == "article" ? "journal" : "booktitle", escaped(source.container_title));
  field("publisher", escaped(source.publisher));
  field("year", source.issued.year ? std::to_string(source.issued.year) : "");
  field("month", source.issued.month ? std::to_string(source.issued.month) : "");
  field("version", escaped(source.version));
  // BibTeX reads such a field verbatim, except that braces must be balanced.
  auto verbatim = [](const std::string& text) {
    return base::replace_all(base::replace_all(text, "{", "%7B"), "}", "%7D");
  };
  field("doi", verbatim(source.doi));
  field("url", verbatim(source.url));
  field("urldate", source.accessed.text());
  return out + "\n}\n";
}

}  // namespace pages
