// Finds links, images and footnote marks that were parsed as text.
#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "base/suggest.h"
#include "base/text.h"
#include "document/document.h"
#include "document/leftovers.h"

namespace document {
namespace {

constexpr size_t kMaxLinkText = 2000;  // bytes from "[" to "]"; longer ones were not meant as links

// Returns the text for a message, with an ellipsis for each element that is not text.
std::string with_ellipses(std::string_view text) {
  std::string shown;
  for (char c : text) {
    if (static_cast<unsigned char>(c) < ' ')
      shown += "…";
    else
      shown += c;
  }
  return shown;
}

bool is_plain_word(char c) { return base::is_letter(c) || base::is_digit(c); }

// Whether a text can only be a destination: a URL or a file path.
bool is_like_destination(std::string_view text) {
  if (text.empty() || text.find_first_of(" \n") != std::string_view::npos) return false;
  for (std::string_view start : {"http://", "https://", "mailto:", "./", "../", "\1"})
    if (text.starts_with(start)) return true;
  if (text[0] == '#') return text.size() > 1 && base::is_letter(text[1]);
  const std::string_view path = text.substr(0, text.find_first_of("#?"));
  for (std::string_view ending : {".md", ".html", ".htm", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".pdf"})
    if (path.ends_with(ending) && path.size() > ending.size()) return true;
  return false;
}

void report_literal(size_t begin, size_t end, std::string_view what, std::string expected, std::string help,
                    Leftovers& found) {
  found
      .error("broken-link-syntax", begin, end,
             fmt::format("this looks like {} {} and is shown as plain text", what == "image" ? "an" : "a", what))
      .expect(std::move(expected))
      .suggest(std::move(help));
}

class LinkFinder {
 public:
  LinkFinder(const BlockText& block, const std::vector<std::string_view>& footnotes, Leftovers& found)
      : text_(block.text), footnotes_(footnotes), found_(found) {}

  void run() {
    find_broken_schemes(text_, "for literal text, put it between backticks", found_);
    for (size_t at = text_.find('['); at != std::string_view::npos; at = text_.find('[', at)) at = look_at(at);
  }

 private:
  char at(size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  // Checks the bracket at `open`; returns where to continue.
  size_t look_at(size_t open) {
    if (at(open + 1) == '^') return look_at_mark(open);
    if (at(open + 1) == '@') return open + 2;  // a citation, or an error that find_citations() reports
    const size_t close = closing(open);
    if (open > 0 && text_[open - 1] == ')' && is_address(open, close)) {
      const size_t begin = text_.substr(0, open).rfind('('), end = close == std::string_view::npos ? open + 1 : close;
      report(begin == std::string_view::npos ? open : begin, end + 1, "link", "[text](address)", escape_help());
      return end + 1;
    }
    if (close == std::string_view::npos) return open + 1;
    const bool is_image = open > 0 && text_[open - 1] == '!' && (open < 2 || !is_plain_word(text_[open - 2]));
    if (!is_image && open > 0 && is_plain_word(text_[open - 1]))
      return open + 1;  // code such as "a[i][j]" or "f[x](y z)"
    const size_t begin = is_image ? open - 1 : open;
    const std::string_view what = is_image ? "image" : "link";
    if (at(close + 1) == '(') return look_at_destination(begin, close, what);
    if (at(close + 1) == '[') return look_at_label(begin, open, close, what);
    const size_t paren = close + 2;
    if ((at(close + 1) == ' ' || at(close + 1) == '\n' || at(close + 1) == ']') && at(paren) == '(') {
      const size_t end = std::min(text_.find_first_of(")\n", paren), text_.size());
      if (is_like_destination(text_.substr(paren + 1, end - paren - 1))) {
        report(begin, std::min(end + 1, text_.size()), what, "nothing between \"]\" and \"(\"", escape_help());
        return end;
      }
    }
    const bool is_definition = at(close + 1) == ':' && at(close + 2) == ' ' && (begin == 0 || text_[begin - 1] == '\n');
    if (is_definition) {
      const size_t end = std::min(text_.find_first_of(" \n", close + 3), text_.size());
      if (is_like_destination(text_.substr(close + 3, end - close - 3))) {
        report(begin, end, "link", "the definition of a link, on separate lines", "put a blank line before it");
        return end;
      }
    }
    if (is_image) {
      report(begin, close + 1, what, "![what the image shows](file.png)", escape_help());
      return close + 1;
    }
    return open + 1;
  }

  // Whether the brackets contain an address. A bare URL takes the "]" behind it.
  bool is_address(size_t open, size_t close) const {
    if (close == std::string_view::npos) return at(open + 1) == BlockText::kObject;
    const std::string_view inside = text_.substr(open + 1, close - open - 1);
    return !inside.starts_with(BlockText::kObject) && is_like_destination(inside);
  }

  size_t look_at_mark(size_t open) {
    const size_t close = text_.find_first_of("[] \n", open + 1);
    if (close == std::string_view::npos || text_[close] != ']' || close == open + 2) return open + 2;
    const std::string_view name = text_.substr(open + 2, close - open - 2);
    std::string help = base::did_you_mean(name, footnotes_);
    if (help.empty()) help = "for literal text, write \\[";
    found_
        .error("undefined-footnote", open, close + 1,
               fmt::format("there is no footnote [^{}], so its mark is shown as plain text", with_ellipses(name)))
        .expect(fmt::format("its text, on a separate line: [^{}]: …", with_ellipses(name)))
        .suggest(std::move(help));
    return close + 1;
  }

  // Finds links whose destination is not valid: "[text](my page.md)", "[text](page.md".
  size_t look_at_destination(size_t begin, size_t close, std::string_view what) {
    const size_t inside = close + 2;
    const size_t line_end = std::min(text_.find('\n', inside), text_.size());
    size_t end = text_.find(')', inside);
    const bool is_closed = end < line_end;
    if (!is_closed) end = line_end;
    const std::string_view destination = text_.substr(inside, end - inside);
    if (destination.empty() || names_own_scheme(destination)) return close + 1;
    std::string help = escape_help();
    static const base::Pattern size(R"(^(\S+)(?: .*)? =(\d*)%?(?:x(\d*)%?)?(?: .*)?$)");
    const auto with_value = [](std::string_view name, std::string_view value) {
      return value.empty() ? "" : fmt::format("{}=\"{}\"", name, value);
    };
    if (!is_closed)
      help = "close the destination with \")\"";
    else if (const auto sized = what == "image" ? size.find(destination) : std::nullopt)
      help = fmt::format("for a size, write <img src=\"{}\" alt=\"what it shows\"{}{}>", with_ellipses((*sized)[1]),
                         with_value(" width", (*sized)[2]), with_value(" height", (*sized)[3]));
    else if (is_plain(destination) && destination.find_first_of("\"'<>") == std::string_view::npos)
      help = fmt::format("write each space as %20: {}", base::replace_all(std::string(destination), " ", "%20"));
    report(begin, is_closed ? end + 1 : end, what, "a destination without spaces, optionally followed by a \"title\"",
           std::move(help));
    return end;
  }

  // Reports "[text][label]" if the label is not defined.
  size_t look_at_label(size_t begin, size_t open, size_t close, std::string_view what) {
    const size_t end = closing(close + 1);
    if (end == std::string_view::npos) return close + 1;
    const std::string_view text = text_.substr(open + 1, close - open - 1);
    const std::string_view label = text_.substr(close + 2, end - close - 2);
    if (label.starts_with(',')) return end;  // optional parameters such as "f(a[, b][, c])"
    if (label.starts_with('@') || label.starts_with('^') || names_own_scheme(label)) return close + 1;
    const auto is_number = [](std::string_view part) {
      return part.find_first_not_of("0123456789., :-") == std::string_view::npos;
    };
    if (is_number(text) && is_number(label)) return end;  // indices such as "[0, 1][2]"
    const std::string_view name = label.empty() ? text : label;
    report(begin, end + 1, what,
           fmt::format("the definition of its label, on a separate line: [{}]: page.md", with_ellipses(name)),
           escape_help());
    return end + 1;
  }

  static bool is_plain(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  }
  static bool names_own_scheme(std::string_view text) {
    return std::any_of(std::begin(kSchemes), std::end(kSchemes),
                       [&](const auto& scheme) { return text.starts_with(scheme.first); });
  }
  static std::string escape_help() { return "for literal text, write \\["; }

  // Returns the position of the "]" that closes the bracket at `open`, skipping nested brackets.
  size_t closing(size_t open) const {
    const size_t stop = std::min(text_.size(), open + kMaxLinkText);
    unsigned depth = 0;
    for (size_t at = open; at < stop; ++at) {
      if (text_[at] == '[') ++depth;
      if (text_[at] == ']' && --depth == 0) return at;
    }
    return std::string_view::npos;
  }

  void report(size_t begin, size_t end, std::string_view what, std::string expected, std::string help) {
    report_literal(begin, end, what, std::move(expected), std::move(help), found_);
  }

  std::string_view text_;
  const std::vector<std::string_view>& footnotes_;
  Leftovers& found_;
};

}  // namespace

void find_broken_schemes(std::string_view text, std::string_view literal_help, Leftovers& found) {
  if (text.find(':') == std::string_view::npos) return;
  for (const auto& [scheme, kind] : kSchemes)
    for (size_t at = text.find(scheme); at != std::string_view::npos; at = text.find(scheme, at + 1)) {
      if (at == 0 || std::string_view("(<[").find(text[at - 1]) == std::string_view::npos) continue;
      if (text[at - 1] == '(' && (at < 2 || text[at - 2] != ']') && (at < 3 || text[at - 3] != ']')) continue;
      const size_t end = std::min(text.find_first_of(")>]\n", at), text.size());
      const std::string key = with_ellipses(text.substr(at, end - at));
      report_literal(at, end, "link",
                     fmt::format("[text]({}…), with nothing between \"]\" and \"(\" and no spaces", scheme),
                     key.find(' ') == std::string::npos
                         ? std::string(literal_help)
                         : fmt::format("write each space as %20: {}", base::replace_all(key, " ", "%20")),
                     found);
    }
}

void find_broken_links(const BlockText& block, const std::vector<std::string_view>& footnotes, Leftovers& found) {
  LinkFinder(block, footnotes, found).run();
}

}  // namespace document
