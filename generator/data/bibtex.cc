#include "data/bibtex.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/pattern.h"
#include "base/text.h"
#include "data/dates.h"

namespace data {
namespace {

using notation::Kind;
using notation::Node;

// A type or variable of CSL, and the types or fields of BibTeX that become it. If an entry has several of these fields,
// the first one counts.
struct FromBib {
  std::string_view csl, bib;
};
// Source: the tables of Pandoc (Text.Pandoc.Citeproc.BibTeX) and Zotero; types in neither become the nearest type of
// CSL.
constexpr FromBib kTypes[] = {
    {"article-journal", "article suppperiodical"},
    {"book", "book collection manual mvbook mvcollection mvproceedings mvreference proceedings reference"},
    {"chapter", "bookinbook inbook incollection suppbook suppcollection"},
    {"dataset", "dataset data"},
    {"entry-encyclopedia", "inreference"},
    {"graphic", "artwork image"},
    {"legal_case", "jurisdiction"},
    {"manuscript", "unpublished"},
    {"motion_picture", "movie video"},
    {"pamphlet", "booklet"},
    {"paper-conference", "conference inproceedings"},
    {"personal_communication", "letter"},
    {"report", "report techreport"},
    {"song", "audio music"},
    {"thesis", "mastersthesis phdthesis thesis"},
    {"webpage", "electronic online webpage www"},
};
constexpr std::string_view kSameTypes = "legislation patent performance periodical review software standard";
constexpr FromBib kTextFields[] = {
    {"title-short", "shorttitle"},
    {"container-title", "journaltitle journal booktitle maintitle"},
    {"container-title-short", "shortjournal"},
    {"collection-title", "series"},
    {"volume", "volume"},
    {"number-of-volumes", "volumes"},
    {"issue", "issue"},
    {"page", "pages"},
    {"number-of-pages", "pagetotal"},
    {"chapter-number", "chapter"},
    {"edition", "edition"},
    {"publisher", "publisher institution school organization howpublished"},
    {"publisher-place", "location address"},
    {"event-title", "eventtitle"},
    {"event-place", "venue"},
    {"ISBN", "isbn"},
    {"ISSN", "issn"},
    {"PMID", "pmid"},
    {"version", "version"},
    {"note", "note"},
    {"annote", "annote annotation"},
    {"abstract", "abstract"},
    {"keyword", "keywords"},
    {"call-number", "library"},
    {"original-title", "origtitle"},
    {"original-publisher", "origpublisher"},
    {"original-publisher-place", "origlocation"},
    {"status", "pubstate"},
};
constexpr FromBib kNameFields[] = {{"author", "author holder"},
                                   {"editor", "editor"},
                                   {"translator", "translator"},
                                   {"container-author", "bookauthor"}};
constexpr FromBib kDateFields[] = {
    {"issued", "date"}, {"accessed", "urldate"}, {"event-date", "eventdate"}, {"original-date", "origdate"}};

// The values of `type` that BibLaTeX defines, and BibTeX's types of theses.
constexpr FromBib kGenres[] = {{"PhD thesis", "phdthesis"},        {"Master’s thesis", "mathesis mastersthesis"},
                               {"Bachelor’s thesis", "bathesis"},  {"Candidate thesis", "candthesis"},
                               {"technical report", "techreport"}, {"research report", "resreport"}};
// Babel's names of languages; other names are copied unchanged.
constexpr std::string_view kLanguages =
    "english en american en-US usenglish en-US british en-GB ukenglish en-GB german de ngerman de austrian de-AT "
    "french fr francais fr spanish es italian it dutch nl portuguese pt brazilian pt-BR polish pl czech cs russian ru "
    "swedish sv danish da finnish fi norwegian nb turkish tr greek el latin la chinese zh japanese ja korean ko "
    "hungarian hu";

std::string_view csl_of(std::span<const FromBib> table, std::string_view bib) {
  for (const FromBib& row : table)
    if (base::has_word(row.bib, bib)) return row.csl;
  return "";
}

Node text_node(std::string text, base::Span span) { return {Kind::string, span, std::move(text)}; }

class BibConverter {
 public:
  BibConverter(const BibEntry& entry, std::vector<std::string>& unknown)
      : entry_(entry), fields_(entry.fields), unknown_(unknown) {}

  Node run() {
    node_ = {Kind::map, fields_.span};
    add_variable("id", entry_.key, entry_.key_span);
    type_ = base::has_word(kSameTypes, entry_.type) ? entry_.type : csl_of(kTypes, entry_.type);
    if (type_.empty()) type_ = "document";
    if (type_ == "article-journal" && text("entrysubtype") == "magazine") type_ = "article-magazine";
    if (type_ == "article-journal" && text("entrysubtype") == "newspaper") type_ = "article-newspaper";
    add_variable("type", std::string(type_), fields_.span);
    add_titles();
    for (const auto& [csl, fields] : kNameFields)
      for (std::string_view field : base::split(fields, ' ')) add_names(csl, field);
    add_dates();
    for (const auto& [csl, fields] : kTextFields)
      for (std::string_view field : base::split(fields, ' ')) add_text(csl, field);
    add_number();
    if (type_ == "thesis") add_variable("genre", std::string(csl_of(kGenres, entry_.type)), fields_.span);
    add_addresses();
    return std::move(node_);
  }

 private:
  std::string text(std::string_view name) const {
    const Node* field = fields_.find(name);
    return field ? text_of_tex(field->text, unknown_) : "";
  }
  base::Span span_of(std::string_view name) const {
    const Node* field = fields_.find(name);
    return field ? field->span : fields_.span;
  }

  void add_variable(std::string_view key, Node value) {
    if (!node_.find(key)) node_.entries.push_back({std::string(key), value.span, std::move(value)});
  }
  void add_variable(std::string_view key, std::string value, base::Span span) {
    if (!value.empty()) add_variable(key, text_node(std::move(value), span));
  }

  // Joins a title and its subtitle: "Title: subtitle".
  std::string titled(std::string_view name, std::string_view subtitle) const {
    const std::string title = text(name), more = text(subtitle);
    const bool is_sentence = title.ends_with('?') || title.ends_with('!') || title.ends_with('.');
    return title.empty() || more.empty() ? title + more : title + (is_sentence ? " " : ": ") + more;
  }

  void add_titles() {
    add_variable("title", titled(fields_.find("title") ? "title" : "issuetitle", "subtitle"), span_of("title"));
    for (const auto& [name, subtitle] :
         {std::pair("journaltitle", "journalsubtitle"), std::pair("booktitle", "booksubtitle")})
      if (fields_.find(subtitle)) add_variable("container-title", titled(name, subtitle), span_of(name));
  }

  void add_text(std::string_view key, std::string_view field) {
    std::string value = text(field);
    if (key == "page") value = base::replace_all(base::replace_all(std::move(value), "–", "-"), "—", "-");
    if (key == "container-title" && type_ == "book") return;
    add_variable(key, std::move(value), span_of(field));
  }

  // Adds `number`: the issue of a journal, the number within a series, or the number of the document.
  void add_number() {
    const bool is_issue = type_.starts_with("article-") || type_ == "periodical";
    const bool is_in_series = type_ == "book" || type_ == "chapter" || type_ == "paper-conference";
    add_variable(is_issue ? "issue" : is_in_series ? "collection-number" : "number", text("number"), span_of("number"));
    const std::string type = text("type");
    const std::string_view known = csl_of(kGenres, type);
    add_variable("genre", known.empty() ? type : std::string(known), span_of("type"));
    const std::string_view key = fields_.find("langid") ? "langid" : "language";
    const std::string language = text(key);
    const std::string_view code = base::word_after(kLanguages, base::lower(language));
    add_variable("language", code.empty() ? language : std::string(code), span_of(key));
  }

  // Returns an address without the TeX commands that programs write around or inside it.
  std::string address(std::string_view name) const {
    const Node* field = fields_.find(name);
    if (!field) return "";
    std::string value = base::one_line(field->text);
    if (value.starts_with("\\url{") && value.ends_with('}')) value = value.substr(5, value.size() - 6);
    while (value.starts_with('{') && value.ends_with('}')) value = value.substr(1, value.size() - 2);
    for (std::string_view escaped : {"\\_", "\\%", "\\&", "\\#", "\\~"})
      value = base::replace_all(std::move(value), escaped, escaped.substr(1));
    return base::replace_all(std::move(value), "{\\textasciitilde}", "~");
  }

  void add_addresses() {
    add_variable("DOI", address("doi"), span_of("doi"));
    add_variable("URL", address("url"), span_of("url"));
    const std::string archive = base::lower(text(fields_.find("archiveprefix") ? "archiveprefix" : "eprinttype"));
    const std::string eprint = address("eprint");
    const bool is_id = !eprint.empty() && eprint.find_first_of(" \t\"<>") == std::string::npos;
    if (is_id && (archive == "arxiv" || archive.empty()) && eprint.find("://") == std::string::npos)
      add_variable("URL", "https://arxiv.org/abs/" + eprint.substr(base::lower(eprint).starts_with("arxiv:") ? 6 : 0),
                   span_of("eprint"));
    // The field may be written as "howpublished = {\url{…}}".
    const std::string published = address("howpublished");
    if (published.starts_with("https://") || published.starts_with("http://")) {
      add_variable("URL", published, span_of("howpublished"));
      std::erase_if(node_.entries, [](const auto& entry) {
        return entry.key == "publisher" && entry.value.text.find("://") != std::string::npos;
      });
    }
  }

  // -- dates --

  void add_dates() {
    const bool is_year_alone = is_year(text("date")) && fields_.find("month");
    for (const auto& [csl, field] : kDateFields)  // ~ marks an approximate date, and is a space in TeX
      if (csl != "issued" || !is_year_alone)
        add_date(csl, base::replace_all(text(field), "\u00A0", "~"), span_of(field));
    const std::string year = base::replace_all(text(is_year_alone ? "date" : "year"), "\u00A0", " "),
                      month = month_and_day(text("month"));
    std::string value = base::replace_all(std::string(base::trim(year)), "–", "/");
    const std::string written = text("month");
    if (!written.empty())  // the month may be a season, and the year "n.d."
      value = month.empty() ? written + " " + value : is_year(value) ? value + "-" + month : value + ", " + written;
    add_date("issued", std::move(value), span_of("year"));
  }

  void add_date(std::string_view key, std::string value, base::Span span) {
    if (value.empty()) return;
    Node date{Kind::map, span};
    date.entries.push_back({"raw", span, text_node(std::move(value), span)});
    add_variable(key, std::move(date));
  }

  // Converts "may", "May 5" or "5" to "05" or "05-05"; returns "" for any other text.
  static std::string month_and_day(const std::string& month) {
    std::string number = month_of(month.substr(0, 3)), day;
    if (number.empty()) {
      number = month;
    } else {
      const size_t digit = month.find_first_of("0123456789");
      if (digit != std::string::npos) day = month.substr(digit, month.find_first_not_of("0123456789", digit) - digit);
    }
    const auto is_number = [](const std::string& text) {
      return !text.empty() && text.size() <= 2 && std::ranges::all_of(text, base::is_digit);
    };
    if (!is_number(number)) return "";
    const auto padded = [](const std::string& text) { return (text.size() == 1 ? "0" : "") + text; };
    return padded(number) + (is_number(day) ? "-" + padded(day) : "");
  }

  // -- names --

  void add_names(std::string_view key, std::string_view field) {
    const Node* found = fields_.find(field);
    if (!found) return;
    static const base::Pattern kMore("(?:,|\\s|\\band\\b){1,9}et\\s+al\\.?\\s*$", PCRE2_CASELESS);
    std::string names = found->text;
    if (const auto more = kMore.find(names))
      names.replace(names.size() - more->front().size(), std::string::npos, " and others");
    Node list{Kind::list, found->span};
    for (std::string_view name : split_tex(names, "and")) list.items.push_back(name_node(name, found->span));
    if (!list.items.empty()) add_variable(key, std::move(list));
  }

  std::string joined(const std::vector<std::string_view>& words, size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " ") + text_of_tex(words[i], unknown_);
    return without_markup(std::move(text));
  }
  static std::string without_markup(std::string text) {
    return base::replace_all(base::replace_all(std::move(text), "<span class=\"nocase\">", ""), "</span>", "");
  }

  // Whether a word is a particle, such as "van" in "van der Berg": it is in lower case.
  bool is_particle(std::string_view word) const {
    const std::string text = text_of_tex(word, unknown_);
    return !word.starts_with('{') && !text.empty() && text[0] >= 'a' && text[0] <= 'z';
  }

  Node name_node(std::string_view name, base::Span span) const {
    Node node{Kind::map, span};
    const auto set = [&](const char* key, std::string value) {
      if (!value.empty()) node.entries.push_back({key, span, text_node(std::move(value), span)});
    };
    const std::vector<std::string_view> parts = split_tex(name, ",");
    std::vector<std::string_view> words = split_tex(parts.empty() ? name : parts[0], " ");
    const bool is_group = name.starts_with('{') && name.ends_with('}') && words.size() == 1 && parts.size() == 1;
    if (is_group || base::lower(name) == "others") {  // CSL has no other sign of further names
      set("literal", without_markup(text_of_tex(name, unknown_)));
      return node;
    }
    if (parts.size() > 1 && parts[0].find('=') != std::string_view::npos) return extended_name(std::move(node), parts);
    // BibTeX has three forms: "First von Last"; "von Last, First"; "von Last, Jr, First".
    size_t given = 0;
    if (parts.size() == 1)
      while (given + 1 < words.size() && !is_particle(words[given])) ++given;
    size_t family = given;
    for (size_t i = given; i + 1 < words.size(); ++i)
      if (is_particle(words[i])) family = i + 1;
    set("family", joined(words, family, words.size()));
    set("dropping-particle", joined(words, given, family));
    if (parts.size() == 1)
      set("given", joined(words, 0, given));
    else
      set("given", joined(split_tex(parts.back(), " "), 0, split_tex(parts.back(), " ").size()));
    if (parts.size() > 2) set("suffix", without_markup(text_of_tex(parts[1], unknown_)));
    return node;
  }

  // Reads a name in BibLaTeX's form "family=Berg, given=Jan, prefix=van der".
  Node extended_name(Node node, const std::vector<std::string_view>& parts) const {
    constexpr std::string_view kKeys = "family family given given prefix dropping-particle suffix suffix";
    for (std::string_view part : parts) {
      const size_t equals = std::min(part.find('='), part.size() - 1);
      const std::string_view key = base::word_after(kKeys, base::trim(part.substr(0, equals)));
      std::string value = without_markup(text_of_tex(part.substr(equals + 1), unknown_));
      if (!key.empty()) node.entries.push_back({std::string(key), node.span, text_node(std::move(value), node.span)});
    }
    return node;
  }

  const BibEntry& entry_;
  const Node& fields_;
  std::vector<std::string>& unknown_;
  std::string_view type_;
  Node node_;
};

}  // namespace

void check_years(const std::vector<const Node*>& dates, base::Diagnostics& diagnostics) {
  static const base::Pattern kYear("(?<!\\d)\\d{4}(?!\\d)");
  const Node* first = nullptr;
  for (const Node* date : dates) {
    const auto year = date ? kYear.find(date->text) : std::nullopt;
    if (!year) continue;
    if (first && first->text.find((*year)[0]) == std::string::npos)
      diagnostics
          .error("bad-date", date->span,
                 fmt::format("the year {} contradicts the date \"{}\" of this entry", (*year)[0], first->text))
          .expect("one date")
          .note(first->span, "the date");
    if (!first) first = date;
  }
}

std::vector<Node> read_bibtex(const std::vector<const base::SourceText*>& files, base::Diagnostics& diagnostics) {
  std::vector<Node> lists;
  std::vector<std::string> unknown;
  for (const std::vector<BibEntry>& entries : read_bib_entries(files, diagnostics)) {
    Node& list = lists.emplace_back(Node{Kind::list, base::whole(*files[lists.size()])});
    for (const BibEntry& entry : entries) {
      const size_t known = unknown.size();
      list.items.push_back(BibConverter(entry, unknown).run());
      check_years({entry.fields.find("date"), entry.fields.find("year")}, diagnostics);
      for (size_t i = known; i < unknown.size(); ++i)
        diagnostics
            .warning("bibtex-syntax", entry.key_span,
                     fmt::format("the command \\{} in \"{}\" is not known and has no effect", unknown[i], entry.key))
            .suggest("write what it prints, in Unicode");
    }
  }
  return lists;
}

}  // namespace data
