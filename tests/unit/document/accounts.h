// Random Markdown in which every word occurs once, and a check that the page or a message accounts for each word.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "helpers.h"

namespace document_test {

struct Word {
  std::string text;
  size_t offset;
  size_t block;  // position of the block that contains it
};

// `choose(n)` returns a number below n.
class MadeUp {
 public:
  explicit MadeUp(std::function<unsigned(unsigned)> choose) : choose_(std::move(choose)) {
    for (unsigned blocks = 1 + choose_(8); blocks > 0; --blocks) {
      block_ = text.size();
      add_block();
      text += choose_(6) == 0 ? "\n" : "\n\n";
    }
  }

  std::string text;
  std::vector<Word> words;

 private:
  void word() {
    words.push_back({"q" + std::to_string(100 + words.size()) + "z", text.size(), block_});
    text += words.back().text;
  }
  void name() { text += "f" + std::to_string(choose_(4)); }  // adds the name of a footnote or label

  // Adds `form` with a word for each "W", a name for each "N", and inlines for each "I".
  void add(std::string_view form) {
    for (char c : form) {
      if (c == 'W')
        word();
      else if (c == 'N')
        name();
      else if (c == 'I')
        add_inlines();
      else
        text += c;
    }
  }

  void add_inlines() {
    static constexpr std::string_view kForms[] = {"W",
                                                  "W",
                                                  "W",
                                                  "`W`",
                                                  "``W ` W``",
                                                  "*W*",
                                                  "**W W**",
                                                  "W*W W*W",
                                                  "**W **",
                                                  "~W~",
                                                  "~~W~~",
                                                  "~5~W",
                                                  "[W](W.md)",
                                                  "[W](W W.md)",
                                                  "[W][N]",
                                                  "[W][]",
                                                  "[N]",
                                                  "![W](W.png)",
                                                  "![W][N]",
                                                  "![W](W.png =3x)",
                                                  "[^N]",
                                                  "[@W]",
                                                  "[@W, W]",
                                                  "[W @W]",
                                                  "$W$",
                                                  "$`W`$",
                                                  "$$W$$",
                                                  "{{W}}",
                                                  "{%W%}",
                                                  "{W}`W`",
                                                  ":W:",
                                                  "==W==",
                                                  "W^2^",
                                                  "[[W]]",
                                                  "\\*W\\*",
                                                  "W\\",
                                                  "W|W",
                                                  "W\\|W",
                                                  "W\\\\|W",
                                                  "`W|W`",
                                                  "&amp;W",
                                                  "<b>W</b>",
                                                  "W<br>W",
                                                  "https://W.example/W",
                                                  "<https://W.example>",
                                                  "[W](W.md \"W\")",
                                                  "(W)",
                                                  "[W",
                                                  "W]",
                                                  "![",
                                                  "](W)",
                                                  "**「W」**W",
                                                  "_W_",
                                                  "W_W_",
                                                  "{#W}",
                                                  "{: .W}",
                                                  "[W *W*](W.md)",
                                                  "[**W**](fig:W/W/W)",
                                                  "<!-- -->W",
                                                  "W:W",
                                                  "# W",
                                                  "[W]: W.md",
                                                  "[^N]: W",
                                                  "[W]{.W}",
                                                  "| W"};
    for (unsigned count = 1 + choose_(4); count > 0; --count) {
      add(kForms[choose_(std::size(kForms))]);
      if (count > 1) text += choose_(5) == 0 ? "\n" : choose_(4) == 0 ? "" : " ";
    }
  }

  void add_row(std::string_view line_start) {
    text += line_start;
    for (unsigned cells = choose_(5); cells > 0; --cells) {
      if (choose_(8) > 0) add(choose_(3) == 0 ? "[W](fig:W/W/W)" : choose_(3) == 0 ? "`W\\|W`" : "W");
      text += cells == 1 && choose_(3) == 0 ? "" : " | ";
    }
    text += '\n';
  }

  void add_table(std::string_view line_start) {
    const std::string start(line_start);
    add(start + "| W | W |\n" + start + (choose_(8) == 0 ? "|---|\n" : "|:--|---|\n"));
    for (unsigned rows = choose_(4); rows > 0; --rows) add_row(start + (choose_(4) == 0 ? "" : "| "));
  }

  void add_block() {
    static constexpr std::string_view kForms[] = {"I",
                                                  "I",
                                                  "I",
                                                  "# I",
                                                  "## W {#N}",
                                                  "##W",
                                                  "- I\n- I",
                                                  "1. I\n2. I",
                                                  "1. I\n7. I",
                                                  "> I",
                                                  "> [!NOTE]\n> I",
                                                  "> [!NOTE] W\n> I",
                                                  "> [!WORSE]\n> W",
                                                  "[^N]: I",
                                                  "[^N]: I\n\n    I",
                                                  "[^N]: - I",
                                                  "[N]: W.md",
                                                  "[N]: W.md \"W\"",
                                                  "[N]: <W W.md>",
                                                  "```\nW\n```",
                                                  "```py\nW W\n```",
                                                  "```py W\nW\n```",
                                                  "```{W}\nW\n```",
                                                  "```\nW",
                                                  "    W\n    W",
                                                  "!!! W\n    W",
                                                  ":::W\nW\n:::",
                                                  "{{#W}}",
                                                  "I\n---",
                                                  "I\n===",
                                                  "***",
                                                  "- [ ] I\n- [x] I",
                                                  "W\n: W",
                                                  "*[W]: W",
                                                  "[TOC]",
                                                  "|W|W|\n|W|W|",
                                                  "> [^N]: W",
                                                  "- W\n\n  [^N]: W\n\n  I",
                                                  "<details><summary>W</summary>\n\nW\n\n</details>",
                                                  "<div>W</div>",
                                                  "$$\nW\n$$",
                                                  "--8<-- \"W\"",
                                                  "import W from 'W'",
                                                  "```math\nW\n```",
                                                  "1) I\n1) I"};
    const unsigned choice = choose_(std::size(kForms) + 4);
    if (choice < std::size(kForms)) return add(kForms[choice]);
    add_table(choice == std::size(kForms) ? "> " : choice == std::size(kForms) + 1 ? "  " : "");
  }

  std::function<unsigned(unsigned)> choose_;
  size_t block_ = 0;
};

// Gives every link and image a target that shows its destination. What a page may not link to, pages report.
class AllLinks : public document_test::PlainHooks {
 public:
  document::LinkHtml link(const document::Link& link, const markup::SafeHtml&, std::string_view) override {
    document::LinkHtml html;
    html.href = "/" + std::string(link.key.empty() ? link.destination : link.key);
    return html;
  }
  document::ImageHtml image(const document::Image& image) override {
    document::ImageHtml html;
    html.src = "/" + std::string(image.destination);
    return html;
  }
};

// Returns the words that the page does not show, in its text or as the destination of a link, and that no message
// points to. A message must be on the word's line or, if more than that line is dropped, in or above its block.
inline std::vector<std::string> lost_words(const MadeUp& made, Parsed& parsed) {
  AllLinks hooks;
  const std::string html = document::write_html(parsed.document, hooks).str();
  std::vector<std::string> lost;
  for (const Word& word : made.words) {
    if (html.find(word.text) != std::string::npos) continue;
    const size_t line_end = std::min(made.text.find('\n', word.offset), made.text.size());
    const size_t line_begin = word.offset == 0 ? 0 : made.text.rfind('\n', word.offset) + 1;
    // After one unbalanced tag, none of the page's HTML is shown.
    const size_t part = std::min(made.text.rfind("\n\n", word.offset), made.text.size());
    const bool is_html = made.text.find('<', part == made.text.size() ? 0 : part) <= line_end;
    bool is_named = false;
    for (const base::Diagnostic& each : parsed.diagnostics.list()) {
      const bool on_line = each.span.begin <= line_end && each.span.end >= line_begin;
      const bool drops_more = each.code.ends_with("-footnote") || each.code == "unclosed-fence" ||
                              each.code == "bad-math" || each.code == "unknown-math";
      // A link within the text of an image is refused where it is used.
      const bool is_definition = each.code == "broken-link-syntax" &&
                                 made.text.substr(line_begin, word.offset - line_begin).find("]:") != std::string::npos;
      const bool in_block = (drops_more && each.span.begin <= word.offset) || (is_html && each.code.ends_with("-html"));
      is_named = is_named || on_line || in_block || is_definition;
    }
    if (!is_named) lost.push_back(word.text);
  }
  return lost;
}

}  // namespace document_test
