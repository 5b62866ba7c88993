#include "cli/explanations.h"

#include <algorithm>

asm(".section .rodata\n"
    ".global sourcebook_codes\nsourcebook_codes:\n.incbin \"" SOURCEBOOK_CODES
    "\"\n"
    ".global sourcebook_codes_end\nsourcebook_codes_end:\n.byte 0\n.previous\n");
extern "C" const char sourcebook_codes[], sourcebook_codes_end[];

namespace cli {
namespace {

constexpr std::string_view kHeading = "## ";

std::vector<Explanation> read_sections(std::string_view file) {
  std::vector<Explanation> sections;
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

std::string_view codes_file() {
  return {sourcebook_codes, static_cast<size_t>(sourcebook_codes_end - sourcebook_codes)};
}

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = read_sections(codes_file());
  return all;
}

const Explanation* find_explanation(std::string_view code) {
  const auto& all = explanations();
  auto found = std::find_if(all.begin(), all.end(), [&](const Explanation& each) { return each.code == code; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace cli
