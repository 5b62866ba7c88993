// Reads RIS files as CSL. Each line is a tag and a value ("TI  - Title"); an entry begins with TY and ends with ER.
// Source: RIS Format Specifications (Reference Manager, 2011); types and tags are mapped as in Zotero's RIS.js.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.h"
#include "base/utf8.h"
#include "data/bibtex.h"
#include "data/dates.h"

namespace data {
namespace {

using notation::Kind;
using notation::Node;
using RisWords = std::pair<std::string_view, std::string_view>;  // a word of CSL, and the types or tags that become it

constexpr RisWords kRisTypes[] = {{"article-journal", "JOUR JFULL EJOUR ABST"},
                                  {"article-magazine", "MGZN"},
                                  {"article-newspaper", "NEWS"},
                                  {"book", "BOOK EBOOK EDBOOK SER"},
                                  {"chapter", "CHAP ECHAP"},
                                  {"dataset", "DATA AGGR DBASE"},
                                  {"entry-encyclopedia", "ENCYC"},
                                  {"entry-dictionary", "DICT"},
                                  {"legal_case", "CASE"},
                                  {"legislation", "BILL HEAR STAT LEGAL UNBILL"},
                                  {"manuscript", "UNPB MANSCPT"},
                                  {"map", "MAP"},
                                  {"motion_picture", "MPCT VIDEO"},
                                  {"pamphlet", "PAMP"},
                                  {"paper-conference", "CPAPER CONF"},
                                  {"patent", "PAT"},
                                  {"personal_communication", "PCOMM"},
                                  {"report", "RPRT GOVDOC"},
                                  {"software", "COMP"},
                                  {"standard", "STAND"},
                                  {"thesis", "THES"},
                                  {"webpage", "ELEC WEB ICOMM BLOG"}};
constexpr RisWords kRisTexts[] = {{"title", "TI T1 CT"},
                                  {"container-title", "JO JF T2 BT JA J1 J2"},
                                  {"collection-title", "T3"},
                                  {"title-short", "ST"},
                                  {"publisher", "PB"},
                                  {"publisher-place", "CY PP"},
                                  {"volume", "VL"},
                                  {"issue", "IS"},
                                  {"edition", "ET"},
                                  {"DOI", "DO"},
                                  {"URL", "UR"},
                                  {"abstract", "AB N2"},
                                  {"note", "N1"},
                                  {"language", "LA"},
                                  {"ISBN", "SN"}};  // an article's number is its ISSN
constexpr RisWords kRisNames[] = {
    {"author", "AU A1"}, {"editor", "ED A2"}, {"collection-editor", "A3"}, {"translator", "A4"}};
constexpr RisWords kRisDates[] = {{"issued", "DA PY Y1"}, {"accessed", "Y2"}};
// Tags without a variable in CSL: keywords, files, databases, and fields that each program uses in its own way.
constexpr std::string_view kRisOthers =
    "TY ER KW L1 L2 L3 L4 LK DB DP AN AV CN CA RN RP RI SE OP NV SV TA TT AD C1 C2 C3 C4 C5 C6 C7 C8 M1 M2 M3 "
    "U1 U2 U3 U4 U5 LB BN";

struct RisLine {
  std::string_view tag, value;
};

// Returns nullopt if the line does not begin with a tag.
std::optional<RisLine> read_ris_line(std::string_view line) {
  const auto is_tag = [](char c) { return (c >= 'A' && c <= 'Z') || base::is_digit(c); };
  const bool is_tagged = line.size() >= 5 && is_tag(line[0]) && is_tag(line[1]) && line.substr(2, 3) == "  -";
  return is_tagged ? std::optional(RisLine{line.substr(0, 2), base::trim(line.substr(5))}) : std::nullopt;
}

class RisReader {
 public:
  RisReader(const base::SourceText& file, base::Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  Node read() {
    Node list{Kind::list, base::whole(file_)};
    for (size_t number = 1; number <= file_.line_count(); ++number) {
      std::string_view line = base::trim(file_.line(number));
      if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
      if (line.empty()) continue;
      const auto read = read_ris_line(line);
      if (read && read->tag == "TY") {
        if (!values_.empty()) report(line, "this entry begins before the one above ends", "a line \"ER  - \"");
        values_.clear();
      } else if (values_.empty()) {
        report(line, "this line is not part of an entry", "\"TY  - JOUR\", which begins an entry");
        continue;
      }
      if (read && read->tag == "ER") {
        add_entry(list);
      } else if (read) {
        values_.emplace_back(read->tag, node(read->value));
      } else {  // a long text may continue on the next line
        values_.back().second.text += " " + std::string(line);
      }
    }
    if (!values_.empty())
      report(values_.front().second.span.text(), "this entry is not closed", "a line \"ER  - \" at its end");
    return list;
  }

 private:
  base::Span place(std::string_view part) const {
    const auto begin = static_cast<uint32_t>(part.data() - file_.text().data());
    return {&file_, begin, begin + static_cast<uint32_t>(part.size())};
  }
  Node node(std::string_view value) const { return {Kind::string, place(value), std::string(value)}; }
  void report(std::string_view part, std::string message, std::string expected) {
    diagnostics_.error("bibtex-syntax", place(part), std::move(message)).expect(std::move(expected));
  }

  const Node* find(std::string_view tags) const {
    for (std::string_view tag : base::split(tags, ' '))
      for (const auto& [name, value] : values_)
        if (name == tag && !value.text.empty()) return &value;
    return nullptr;
  }

  void add(Node& entry, std::string_view key, Node value) const {
    entry.entries.push_back({std::string(key), value.span, std::move(value)});
  }

  void add_entry(Node& list) {
    Node entry{Kind::map, values_.front().second.span};
    std::optional<Node> id;
    if (const Node* given = find("ID")) id = *given;
    if (const Node* doi = id ? nullptr : find("DO"); doi && doi->text.find("10.") != std::string::npos) {
      id = *doi;
      id->text = "doi:" + doi->text.substr(doi->text.find("10."));
    }
    if (!id)
      diagnostics_.error("missing-key", entry.span, "this entry has neither an ID nor a DOI, by which it is cited")
          .expect("a line \"ID  - NAME\" in the entry");
    else
      add(entry, "id", *id);
    add_type(entry);
    for (const auto& [key, tags] : kRisTexts)
      if (const Node* found = find(tags))
        add(entry, key == "ISBN" && entry.find("type")->text.starts_with("article") ? "ISSN" : key, *found);
    for (const auto& [key, tags] : kRisNames) add_names(entry, key, tags);
    for (const auto& [key, tags] : kRisDates) add_date(entry, key, tags);
    check_years({find("DA"), find("PY"), find("Y1")}, diagnostics_);
    if (const Node* first = find("SP")) {
      Node pages = *first;
      if (const Node* last = find("EP"); last && pages.text.find('-') == std::string::npos)
        pages.text += "-" + last->text;
      add(entry, "page", std::move(pages));
    }
    for (const auto& [tag, value] : values_)
      if (!is_known(tag))
        diagnostics_.warning("bibtex-syntax", value.span, fmt::format("the tag {} is unknown, and is left out", tag));
      else if (const Node* first = find(tag);
               is_single(tag) && first && !value.text.empty() && first->text != value.text)
        diagnostics_
            .warning("bibtex-syntax", value.span,
                     fmt::format("a second {} is left out; the first is \"{}\"", tag, base::shortened(first->text)))
            .suggest("keep the right one");
    values_.clear();
    if (id) list.items.push_back(std::move(entry));
  }

  static bool has_tag(std::span<const RisWords> table, std::string_view tag) {
    return std::ranges::any_of(table, [&](const RisWords& row) { return base::has_word(row.second, tag); });
  }
  // Whether only the first value of a tag is read.
  static bool is_single(std::string_view tag) {
    return base::has_word("ID SP EP", tag) || has_tag(kRisTexts, tag) || has_tag(kRisDates, tag);
  }
  static bool is_known(std::string_view tag) {
    return base::has_word(kRisOthers, tag) || is_single(tag) || has_tag(kRisNames, tag);
  }

  void add_type(Node& entry) {
    Node type = values_.front().second;
    const auto* row =
        std::ranges::find_if(kRisTypes, [&](const RisWords& each) { return base::has_word(each.second, type.text); });
    type.text = row == std::end(kRisTypes) ? "document" : row->first;
    add(entry, "type", std::move(type));
  }

  // Adds all names with these tags: "Winkler, R., Jr." has a family name, given names and a suffix.
  void add_names(Node& entry, std::string_view key, std::string_view tags) const {
    Node list{Kind::list};
    for (const auto& [tag, value] : values_) {
      if (!base::has_word(tags, tag) || value.text.empty()) continue;
      const std::vector<std::string_view> parts = base::split(value.text, ',');
      Node name{Kind::map, value.span};
      constexpr std::string_view kParts[] = {"family", "given", "suffix"};
      const bool is_person = parts.size() > 1 && parts.size() <= std::size(kParts);
      if (!is_person) add(name, "literal", value);
      for (size_t i = 0; is_person && i < parts.size(); ++i)
        add(name, kParts[i], {Kind::string, value.span, std::string(base::trim(parts[i]))});
      list.items.push_back(std::move(name));
    }
    if (list.items.empty()) return;
    list.span = list.items.front().span;
    add(entry, key, std::move(list));
  }

  // Adds a date: "2012/05/31/spring", "2012", or another text, which is read as CSL's raw dates are.
  void add_date(Node& entry, std::string_view key, std::string_view tags) const {
    const Node* found = find(tags);
    if (!found) return;
    std::string raw;
    for (std::string_view part : base::split(found->text, '/')) {
      if (raw.size() >= 10 || part.empty() || !std::ranges::all_of(part, base::is_digit)) break;
      raw += (raw.empty() ? "" : part.size() == 1 ? "-0" : "-") + std::string(part);
    }
    // "MAY 5" beside the year in another tag, as Web of Science writes it.
    const Node* year = key == "issued" && raw.size() < 4 ? find("PY Y1") : nullptr;
    if (year && year != found && is_year(year->text.substr(0, 4))) {
      raw = found->text + " " + year->text.substr(0, 4);
      if (const auto readings = readings_of_date(raw); readings.size() == 1) raw = *readings.begin();
    }
    Node date{Kind::map, found->span};
    add(date, "raw", {Kind::string, found->span, raw.empty() ? found->text : raw});
    add(entry, key, std::move(date));
  }

  const base::SourceText& file_;
  base::Diagnostics& diagnostics_;
  std::vector<std::pair<std::string_view, Node>>
      values_;  // the tags of the current entry and their values; TY is first
};

}  // namespace

Node read_ris(const base::SourceText& file, base::Diagnostics& diagnostics) {
  return RisReader(file, diagnostics).read();
}

}  // namespace data
