// The sections of explanations.md on diagnostic codes (cli/embedded.h).
#include "cli/embedded.h"

#include <algorithm>

asm(".section .rodata\n"
    ".global sourcebook_explanations\nsourcebook_explanations:\n.incbin \"" SOURCEBOOK_EXPLANATIONS
    "\"\n"
    ".global sourcebook_explanations_end\nsourcebook_explanations_end:\n.byte 0\n.previous\n");
extern "C" const char sourcebook_explanations[], sourcebook_explanations_end[];

namespace cli {
namespace {

constexpr std::string_view kHeading = "## ";

std::vector<Explanation> read_sections(std::string_view file) {
  std::vector<Explanation> sections;
  file.remove_prefix(file.find("\n## ") + 1);  // skips the introduction
  while (file.starts_with(kHeading)) {
    size_t line_end = std::min(file.find('\n'), file.size() - 1);
    size_t next = std::min(file.find("\n## ", line_end), file.size() - 1);
    std::string_view code = file.substr(kHeading.size(), line_end - kHeading.size());
    std::string_view text = file.substr(line_end + 1, next - line_end);
    while (text.ends_with("\n\n")) text.remove_suffix(1);
    sections.push_back({code, text});
    file.remove_prefix(next + 1);
  }
  return sections;
}

}  // namespace

std::string Explanation::summary() const {
  std::string sentence(text.substr(0, text.find("\n\n")));
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  size_t end = std::min(sentence.find(". "), sentence.find(": "));
  sentence = sentence.substr(0, end);
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = read_sections(
      {sourcebook_explanations, static_cast<size_t>(sourcebook_explanations_end - sourcebook_explanations)});
  return all;
}

const Explanation* find_explanation(std::string_view code) {
  const auto& all = explanations();
  auto found = std::find_if(all.begin(), all.end(), [&](const Explanation& each) { return each.code == code; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace cli
