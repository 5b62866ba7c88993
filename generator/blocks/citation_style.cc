// Formats references by the rules of the Chicago Manual of Style. Each function is one macro of the style, in the same
// order. A source without authors begins with its publisher, although the style begins with the title.
// Source: https://github.com/citation-style-language/styles/blob/master/chicago-author-date.csl;
// tests/unit/blocks/bibliography/ compares with Pandoc.
#include "blocks/references.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/csl_text.h"
#include "document/raw_html.h"

namespace blocks {
namespace {

using data::capitalize_first;
using data::Date;
using data::Mark;

constexpr std::string_view kParts = "chapter entry-dictionary entry-encyclopedia paper-conference";
constexpr std::string_view kWorks = "bill book graphic legal_case legislation motion_picture report song";

using Texts = std::initializer_list<std::string>;

std::string join_texts(std::string_view delimiter, Texts texts) {
  std::string out;
  for (const std::string& text : texts)
    if (!text.empty()) out.append(out.empty() ? "" : delimiter).append(text);
  return out;
}

std::string around(std::string_view prefix, const std::string& text, std::string_view suffix = "") {
  return text.empty() ? "" : std::string(prefix) + text + std::string(suffix);
}

bool is_numeric(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos && text.find(' ') == std::string_view::npos;
}

// Returns the word at an index in a list separated by spaces; "" beyond the last.
std::string nth_word(std::string_view words, size_t index) {
  const std::vector<std::string_view> all = base::split(words, ' ');
  return index < all.size() ? std::string(all[index]) : "";
}

constexpr int kSpring = 21;  // the month of a season: 21 to 24

// Returns a season in the order of the language: "Summer 2019", "2019年夏".
std::string season_text(const Date::Parts& parts, const site::Words& words) {
  const std::string name = nth_word(words["ref_seasons"], static_cast<size_t>(parts.month - kSpring));
  const std::string year = std::to_string(parts.year), &pattern = words.locale().month_format;
  if (!pattern.starts_with("%Y")) return name + " " + year;
  return year + pattern.substr(2, pattern.find('%', 2) - 2) + name;
}

// Shortens "436-444" to "436–44".
// Source: https://docs.citationstyles.org/en/stable/specification.html#page-ranges (chicago)
std::string page_range(std::string_view first, std::string_view last) {
  const auto number_at = [](std::string_view page) {
    size_t at = page.size();
    while (at > 0 && base::is_digit(page[at - 1])) --at;
    return at;
  };
  const size_t digits = number_at(first), last_digits = number_at(last);
  const std::string_view low = first.substr(digits);
  std::string_view high = last.substr(last_digits);
  std::string full = std::string(first) + "–" + std::string(last);
  if (low.size() < 3 || high.size() != low.size() || first.substr(0, digits) != last.substr(0, last_digits))
    return full;
  const bool is_hundred = low.ends_with("00");
  if (is_hundred) return first.substr(0, digits).empty() ? full : std::string(first) + "–" + std::string(high);
  size_t same = 0;
  while (same + 1 < low.size() && low[same] == high[same]) ++same;
  // After 101 to 109 write only the digits that change, otherwise two or more; if three of four change, all four.
  if (low[low.size() - 2] != '0') same = std::min(same, low.size() - 2);
  if (low.size() == 4 && same <= 1) same = 0;
  return std::string(first) + "–" + std::string(high.substr(same));
}

std::string page_ranges(std::string_view text) {
  std::string out;
  for (std::string_view part : base::split(text, ',')) {
    part = base::trim(part);
    const std::string plain = base::replace_all(std::string(part), "–", "-");
    const size_t dash = plain.find('-');
    out += out.empty() ? "" : ", ";
    if (dash == std::string::npos || dash == 0 || dash + 1 == plain.size())
      out += part;
    else
      out += page_range(base::trim(plain.substr(0, dash)), base::trim(plain.substr(dash + 1)));
  }
  return out;
}

class Reference {
 public:
  Reference(const data::Source& source, const site::Words& words, bool with_address)
      : source_(source), words_(words), with_address_(with_address) {
    is_english_ =
        source.variables.contains("language") ? raw("language").starts_with("en") : words["ref_title_case"] == "yes";
  }

  std::string run() {
    const std::string who = contributors(), what = title();
    // If there are no contributors, the title takes their position.
    std::string out = join_texts(". ", {who.empty() ? what : who, date(), who.empty() ? "" : what});
    out += description();
    out += around(". ", secondary_contributors());
    out += around(". ", container_title());
    out += container_contributors();
    out += edition();
    out += locators_chapter();
    out += is("article-journal")
               ? around(", ", join_texts(" ", {text("collection-title"), text("collection-number")}), ",")
               : "";
    out += locators();
    out += around(". ", collection_title());
    out += issue();
    out += locators_article();
    out += around(". ", access());
    return out + ".";
  }

 private:
  bool is(std::string_view types) const { return base::has_word(types, source_.type); }
  bool has(std::string_view variable) const {
    return source_.variables.contains(variable) || date_of(variable) || !names_of(variable).empty();
  }
  std::string raw(std::string_view variable) const {
    const auto at = source_.variables.find(variable);
    return at == source_.variables.end() ? "" : at->second;
  }
  std::string text(std::string_view variable) const { return data::parse_csl_text(raw(variable)); }
  std::string titled(std::string_view variable) const {
    return is_english_ ? data::title_case(text(variable)) : text(variable);
  }
  std::string term(std::string_view key) const { return std::string(words_["ref_" + std::string(key)]); }

  // -- names --

  const std::vector<data::Name>& names_of(std::string_view role) const {
    static const std::vector<data::Name> kNone;
    const auto at = source_.names.find(role);
    return at == source_.names.end() ? kNone : at->second;
  }

  // Joins names: "Roe, Ann, and Carl Ode". Only lists of sources put the first person's family name first.
  std::string names(const std::vector<data::Name>& names, bool is_sorted) const {
    constexpr size_t kMaxNames = 10, kShownOfMore = 7;
    size_t shown = names.size();
    const bool has_others = shown > 1 && base::lower(names.back().literal) == "others";
    shown -= has_others;
    const bool is_cut = shown > kMaxNames || has_others;
    if (shown > kMaxNames) shown = kShownOfMore;
    std::string out;
    for (size_t i = 0; i < shown; ++i) {
      const bool is_last = i > 0 && i + 1 == shown && !is_cut;
      if (i > 0) out += is_last && shown == 2 && !is_sorted ? " " : ", ";
      if (is_last) out += term("and") + " ";
      out += data::parse_csl_text(is_sorted && i == 0 ? names[i].sorted_text() : names[i].text());
    }
    return is_cut ? out + (shown > 1 ? ", " : " ") + term("et_al") : out;
  }

  std::string with_verb(std::string_view role, std::string_view verb) const {
    return around(term(verb) + " ", names(names_of(role), false));
  }

  // Returns the editors and translators with their roles. People who did both are listed once.
  std::string editors_and_translators(std::string_view delimiter, bool is_start) const {
    const auto said = [&](std::string text) { return is_start ? capitalize_first(std::move(text)) : text; };
    const std::string editor = with_verb("editor", "edited_by"), translator = with_verb("translator", "translated_by");
    if (!editor.empty() && names(names_of("editor"), false) == names(names_of("translator"), false))
      return said(with_verb("editor", "edited_and_translated_by"));
    return join_texts(
        delimiter, {substitute_ == "editor" ? "" : said(editor), substitute_ == "translator" ? "" : said(translator)});
  }

  std::string contributors() {
    std::string who;
    for (const char* role : {"author", "editor", "translator", "director"}) {
      const std::vector<data::Name>& people = names_of(role);
      who = names(people, true);
      if (who.empty()) continue;
      substitute_ = role;
      if (role != std::string_view("author")) who += ", " + term(std::string(role) + (people.size() > 1 ? "s" : ""));
      break;
    }
    if (who.empty() && is("article-magazine article-newspaper review review-book")) {
      who = container_title();
      is_container_shown_ = !who.empty();
    }
    // The publisher takes the place of missing authors (The Chicago Manual of Style, 17th edition, 15.36).
    if (who.empty() && !is("bill legal_case legislation patent personal_communication")) {
      who = text("publisher");
      is_publisher_shown_ = !who.empty();
      is_container_shown_ = is_publisher_shown_ && who == text("container-title");
    }
    std::string recipient;
    if (is("personal_communication")) recipient = capitalize_first(has("genre") ? text("genre") : term("letter"));
    recipient += around(" ", with_verb("recipient", "to"));
    return join_texts(". ", {who, recipient});
  }

  std::string secondary_contributors() const {
    if (is(kParts)) return "";
    const std::string director = substitute_ == "director" ? "" : with_verb("director", "directed_by");
    return join_texts(". ", {editors_and_translators(". ", true), capitalize_first(director)});
  }

  std::string container_contributors() const {
    if (!is(kParts)) return "";
    return around(", ", join_texts(", ", {with_verb("container-author", "by"), editors_and_translators(", ", false)}));
  }

  // -- titles --

  std::string review_of(std::string_view variable) const {
    return join_texts(", ", {term("review_of") + " " + data::marked(Mark::italic, titled(variable)),
                             with_verb("reviewed-author", "by")});
  }

  std::string title() const {
    const auto linked = [](const std::string& text) { return data::marked(Mark::title, text); };
    if (!has("title")) return is("personal_communication") ? "" : linked(capitalize_first(text("genre")));
    if (is("bill book graphic legislation motion_picture song"))
      return linked(data::marked(Mark::italic, titled("title"))) +
             around(" (" + term("version") + " ", data::short_version(raw("version")), ")");
    if (has("reviewed-author")) {
      if (!has("reviewed-title")) return linked(review_of("title"));
      return join_texts(". ", {linked(data::marked(Mark::quote, titled("title"))), review_of("reviewed-title")});
    }
    if (is("legal_case interview patent")) return linked(text("title"));
    return linked(data::marked(Mark::quote, titled("title")));
  }

  std::string container_title() const {
    if (is_container_shown_ || is("legal_case")) return "";
    std::string title = titled("container-title");
    if (is("webpage")) return title;
    return around(is(kParts) ? term("in") + " " : "", data::marked(Mark::italic, title),
                  is("post-weblog") ? " " + term("blog") : "");
  }

  std::string collection_title() const {
    if (is("article-journal")) return "";
    return join_texts(is_numeric(raw("collection-number")) ? " " : ", ",
                      {titled("collection-title"), text("collection-number")});
  }

  std::string description() const {
    std::string out;
    if (is("interview"))
      out = join_texts(". ", {around(" ", with_verb("interviewer", "interview_by")), capitalize_first(text("medium"))});
    else if (is("patent"))
      out = around(". ", join_texts(" ", {text("authority"), text("number")}));
    else
      out = around(". ", capitalize_first(text("medium")));
    if (!has("title") || is("thesis personal_communication speech")) return out;
    return out + around(". ", join_texts(" ", {capitalize_first(text("genre")), is("report") ? text("number") : ""}));
  }

  // -- numbers --

  std::string ordinal(const std::string& number) const {
    const auto value = base::parse_number<int>(number);
    if (!value) return number;
    const bool is_teen = *value % 100 / 10 == 1;
    return number + nth_word(term("ordinals"), is_teen || *value % 10 == 0 ? 3 : std::min(*value % 10, 4) - 1);
  }

  std::string edition() const {
    const std::string edition = text("edition");
    if (edition.empty() || !(is(kWorks) || is(kParts))) return "";
    const std::string said = is_numeric(edition) ? ordinal(edition) + " " + term("edition_short") : edition;
    return is(kWorks) ? ". " + capitalize_first(said) : ", " + said;
  }

  std::string volume() const { return around(capitalize_first(term("volume")) + " ", text("volume")); }

  std::string locators() const {
    if (is("article-journal")) {
      const std::string month = month_of(date_of("issued"));
      if (has("volume")) return " " + text("volume") + around(" (", has("issue") ? text("issue") : month, ")");
      if (has("issue")) return ", " + join_texts(" ", {term("number"), text("issue"), around("(", month, ")")});
      return around(", ", month);
    }
    if (is("legal_case"))
      return around(", ", text("volume")) + around(" ", raw("container-title")) + around(" ", pages());
    if (is(kWorks))
      return around(". ", join_texts(". ", {volume(), around("", text("number-of-volumes"), " " + term("volumes"))}));
    return is(kParts) && !has("page") ? around(". ", volume()) : "";
  }

  std::string pages() const { return page_ranges(raw("page")); }

  std::string locators_chapter() const {
    return is(kParts) && has("page") ? ", " + around("", text("volume"), ":") + pages() : "";
  }

  std::string locators_article() const {
    if (is("article-newspaper"))
      return around(", ", join_texts(", ", {around("", text("edition"), " " + term("edition")),
                                            around(term("section") + " ", text("section"))}));
    if (is("article-journal")) return around(has("volume") || has("issue") ? ": " : ", ", pages());
    return "";
  }

  // -- dates --

  const Date* date_of(std::string_view variable) const {
    const auto at = source_.dates.find(variable);
    return at == source_.dates.end() || at->second.empty() ? nullptr : &at->second;
  }

  std::string year(int year) const {
    return year < 0 ? std::to_string(-year) + term("before_christ") : std::to_string(year);
  }
  std::string month_name(int month) const {
    return month >= kSpring ? nth_word(term("seasons"), static_cast<size_t>(month - kSpring))
           : month > 0      ? nth_word(term("months"), static_cast<size_t>(month - 1))
                            : "";
  }
  // Writes a date in a pattern of quantity::Locale.
  std::string written(std::string pattern, const Date::Parts& parts) const {
    const std::string day = std::to_string(parts.day), month = std::to_string(parts.month);
    for (const auto& [directive, value] : {std::pair<std::string_view, std::string>("%Y", year(parts.year)),
                                           {"%b", month_name(parts.month)},
                                           {"%B", month_name(parts.month)},
                                           {"%-m", month},
                                           {"%m", fmt::format("{:02}", parts.month)},
                                           {"%-d", day},
                                           {"%d", fmt::format("{:02}", parts.day)}})
      pattern = base::replace_all(pattern, directive, value);
    return pattern;
  }
  // Seasons have no pattern.
  bool has_pattern(const Date::Parts& parts) const {
    return !words_.locale().keeps_iso_dates && parts.month >= 1 && parts.month <= 12;
  }
  std::string day_month(const Date::Parts& parts) const {
    if (has_pattern(parts) && parts.day > 0) return written(words_.locale().day_format, parts);
    return join_texts(" ", {month_name(parts.month), parts.day > 0 ? std::to_string(parts.day) : ""});
  }
  std::string whole_date(const Date::Parts& parts) const {
    const quantity::Locale& locale = words_.locale();
    if (parts.month >= kSpring && parts.year > 0) return season_text(parts, words_);
    if (has_pattern(parts)) return written(parts.day > 0 ? locale.date_format : locale.month_format, parts);
    return join_texts(parts.day > 0 ? ", " : " ", {day_month(parts), year(parts.year)});
  }
  std::string doubted(const Date::Parts& parts) const { return with_doubt(parts, whole_date(parts), words_); }

  // Returns a part of a date, or a range "1990–1995" of such parts; a literal date is unchanged.
  template <class PartOf>
  static std::string range(const Date* date, PartOf part_of) {
    if (!date || date->begin.year == 0) return date ? date->literal : "";
    const std::string begin = part_of(date->begin), end = date->end.year == 0 ? "" : part_of(date->end);
    if (date->is_open && !begin.empty()) return begin + "–";
    return end.empty() || end == begin ? begin : begin + "–" + end;
  }
  std::string years(const Date* date) const {
    return range(date, [&](const Date::Parts& parts) { return with_doubt(parts, year(parts.year), words_); });
  }
  std::string month_of(const Date* date) const {
    return range(date, [&](const Date::Parts& parts) { return month_name(parts.month); });
  }

  // Returns a date or range in words: "June–August 2003", "August 1–8, 2003" or "August 1–September 9, 2003".
  std::string full_date(const Date* date) const {
    if (!date || date->begin.year == 0) return date ? date->literal : "";
    const Date::Parts &from = date->begin, &to = date->end;
    if (to.year == 0) return doubted(from) + (date->is_open ? "–" : "");
    const bool is_doubted = from.is_circa || from.is_uncertain || to.is_circa || to.is_uncertain;
    if (from.year != to.year || is_doubted) return doubted(from) + "–" + doubted(to);
    if (from.month != to.month) return day_month(from) + "–" + whole_date(to);
    if (from.day == to.day) return whole_date(from);
    if (has_pattern(from)) return whole_date(from) + "–" + whole_date(to);
    return fmt::format("{}–{}, {}", day_month(from), to.day, year(to.year));
  }

  std::string date() const {
    if (const Date* issued = date_of("issued"))
      return join_texts(" ", {around("(", years(date_of("original-date")), ")"), years(issued)});
    return has("status") ? capitalize_first(text("status")) : term("no_date");
  }

  // -- publisher and address --

  std::string issue() const {
    if (is("legal_case")) return around(". ", text("authority"));
    const Date* issued = date_of("issued");
    if (is("speech")) {
      const std::string event = has("event") ? text("event") : text("event-title");
      const std::string held = has("genre") ? term("presented_at") : capitalize_first(term("presented_at"));
      return around(". ",
                    join_texts(", ", {join_texts(" ", {capitalize_first(text("genre")), around(held + " ", event)}),
                                      text("event-place"), issued ? day_month(issued->begin) : ""}));
    }
    if (is("article-newspaper article-magazine personal_communication")) return around(", ", full_date(issued));
    if (is("patent")) {
      const std::string filed = around(term("filed") + " ", full_date(date_of("submitted")));
      return around(", ",
                    join_texts(", ", {filed, around((filed.empty() ? "" : term("and") + " ") + term("issued") + " ",
                                                    full_date(issued))}));
    }
    if (is("article-journal")) return "";
    // The publisher is not named twice, as the author or the container too.
    const std::vector<data::Name>& authors = names_of("author");
    const bool is_person = authors.size() == 1 && authors[0].literal.empty();
    std::string publisher = text("publisher");
    if (is_publisher_shown_ || (is_person && publisher == names(authors, false)) ||
        publisher == text("container-title"))
      publisher.clear();
    return around(". ", join_texts(", ", {is("thesis") ? capitalize_first(text("genre")) : "",
                                          join_texts(": ", {text("publisher-place"), publisher})}));
  }

  std::string access() const {
    const bool has_archive =
        is("graphic report") ||
        !is("article-journal bill book chapter legal_case legislation motion_picture paper-conference");
    const std::string archive =
        join_texts(". ", {capitalize_first(text("archive_location")), text("archive"), text("archive-place")});
    const bool is_dated = date_of("issued") != nullptr;
    return join_texts(
        ". ",
        {has_archive ? archive : "", is("webpage post-weblog") ? full_date(date_of("issued")) : "",
         is_dated ? "" : around(capitalize_first(term("accessed")) + " ", full_date(date_of("accessed"))),
         with_address_ && !is("legal_case") ? (source_.doi.empty() ? raw("URL") : "https://doi.org/" + source_.doi)
                                            : ""});
  }

  const data::Source& source_;
  const site::Words& words_;
  const bool with_address_;
  bool is_english_ = true;
  std::string_view substitute_;      // the role that replaces a missing author
  bool is_container_shown_ = false;  // whether the container was shown first, as for a newspaper
  bool is_publisher_shown_ = false;  // whether the publisher was shown first, because there are no authors
};

}  // namespace

std::string with_doubt(const Date::Parts& date, std::string text, const site::Words& words) {
  if (date.is_uncertain) text += "?";
  return date.is_circa ? base::replace_all(std::string(words["ref_circa"]), "{date}", text) : text;
}

std::string date_text(const Date& date, const site::Words& words) {
  const auto text_of = [&](const Date::Parts& parts) {
    const Date certain{.begin = {parts.year, parts.month, parts.day}};
    return with_doubt(parts, parts.month >= kSpring ? season_text(parts, words) : words.date(certain.text()), words);
  };
  if (date.begin.year == 0) return date.literal;
  const std::string begin = text_of(date.begin), dash = words.locale().keeps_iso_dates && !date.is_open ? "/" : "–";
  if (date.end.year == 0) return begin + (date.is_open ? dash : "");
  return begin + dash + text_of(date.end);
}

std::string reference_of(const data::Source& source, const site::Words& words, bool with_address) {
  return Reference(source, words, with_address).run();
}

}  // namespace blocks
