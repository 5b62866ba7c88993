#include "fuzz/fuzz.h"

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_scanner.h"

namespace fuzz {
namespace {

constexpr size_t kMaxFormatted = 20;  // a file may have thousands of errors

// Limits of an input: the bytes allocated in total, which are the same in each run, and the CPU time, in code that is
// some twenty times slower than a release. Ordinary inputs need far less of both.
constexpr uint64_t kBytes = uint64_t{64} << 20, kBytesPerByte = 40'000;
constexpr uint64_t kMicroseconds = 1'000'000, kMicrosecondsPerByte = 500;

std::atomic<uint64_t> allocated = 0;
void count_allocated(const volatile void*, size_t size) { allocated += size; }
void ignore_freed(const volatile void*) {}

uint64_t cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_nsec) / 1000;
}

void check_place(const base::Position& place, base::Span span, size_t offset) {
  require(place.line >= 1 && place.line <= span.source->line_count(), "the line is one of the file's");
  const std::string_view line = span.source->line(place.line);
  require(place.column >= 1 && place.column <= base::count_code_points(line) + 2, "the column is one of the line's");
  require(span.source->line_start(place.line) <= offset, "the line begins before the place");
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = base::take_code_point(text);
    if (c < 0x20 && c != '\n') return false;
    if ((c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)) return false;
  }
  return true;
}

void check_words(const base::Diagnostic& diagnostic) {
  using enum base::DiagnosticFormat;
  const std::string shown = base::format_diagnostic(diagnostic, text, false);
  require(!base::find_invalid_utf8(shown) && is_printable(shown), "a diagnostic is printable", shown);
  const std::string annotation = base::format_diagnostic(diagnostic, github, false);
  require(std::count(annotation.begin(), annotation.end(), '\n') == 1, "an annotation is one line", annotation);
  const std::string line = base::format_diagnostic(diagnostic, json, false);
  require(nlohmann::json::accept(line), "a diagnostic is JSON", line);
}

bool runs(const markup::HtmlAttribute& attribute) {
  const std::string name = base::lower_case(attribute.name);
  if (name.starts_with("on") || name == "srcdoc" || name == "style") return true;
  if (name != "href" && name != "src" && name != "xlink:href" && name != "action") return false;
  std::string url = base::lower_case(markup::unescaped(attribute.value.value_or("")));
  std::erase_if(url, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
  return url.starts_with("javascript:") || url.starts_with("vbscript:") || url.starts_with("data:");
}

}  // namespace

void require(bool holds, std::string_view what, std::string_view found) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(found.size()), found.data());
  std::abort();
}

std::vector<std::string> parts_of(std::string_view input, size_t count) {
  constexpr std::string_view kBetween = "\n%%\n";
  std::vector<std::string> parts;
  for (size_t end = 0; end != std::string_view::npos;) {
    end = input.find(kBetween);
    parts.emplace_back(input.substr(0, end));
    if (end != std::string_view::npos) input.remove_prefix(end + kBetween.size());
  }
  parts.resize(std::max(parts.size(), count));
  return parts;
}

void check(base::Span span) {
  if (!span) return;
  require(span.begin <= span.end && span.end <= span.source->text().size(), "a span lies in its file");
  check_place(span.source->position(span.begin), span, span.begin);
  check_place(span.source->position(span.end), span, span.end);
}

void check(const base::Diagnostics& diagnostics) {
  size_t formatted = 0;
  for (const base::Diagnostic& each : diagnostics.list()) {
    require(!each.code.empty() && !each.message.empty(), "a diagnostic has a code and a message", each.code);
    require(each.span || !each.path.empty(), "a diagnostic names a place", each.message);
    check(each.span);
    for (const base::Note& note : each.notes) check(note.span);
    if (++formatted <= kMaxFormatted) check_words(each);
  }
}

void check(const notation::Node& node) {
  check(node.span);
  auto inside = [&](base::Span span) {
    require(span.begin >= node.span.begin && span.end <= node.span.end, "a value is inside its parent");
  };
  for (const notation::Node& item : node.items) inside(item.span), check(item);
  std::set<std::string_view> keys;
  for (const notation::Entry& entry : node.entries) {
    require(keys.insert(entry.key).second, "keys are unique", entry.key);
    inside(entry.key_span), inside(entry.value.span);
    check(entry.key_span), check(entry.value);
  }
}

void check_markup(std::string_view text) {
  constexpr std::string_view kNever[] = {"script",        "iframe", "object", "embed", "base", "form",
                                         "foreignobject", "meta",   "link",   "style", "set",  "animate"};
  markup::HtmlScanner scanner(text);
  std::vector<std::string_view> open;
  while (scanner.next()) {
    if (scanner.is_text()) continue;
    const markup::HtmlTag& tag = scanner.tag();
    require(!tag.is_unfinished, "each tag ends", scanner.token());
    if (tag.closes) {
      require(!open.empty() && open.back() == tag.name, "elements end in the order of their beginnings",
              text.substr(0, static_cast<size_t>(scanner.token().data() - text.data()) + scanner.token().size()));
      open.pop_back();
      continue;
    }
    require(std::ranges::find(kNever, base::lower_case(tag.name)) == std::end(kNever), "no element that runs",
            scanner.token());
    markup::HtmlAttributes attributes(tag.attributes);
    for (markup::HtmlAttribute each; attributes.next(each);) require(!runs(each), "nothing runs", scanner.token());
    if (!tag.closes_itself && !markup::is_void_element(tag.name)) open.push_back(tag.name);
  }
  require(open.empty(), "all elements end", text);
}

}  // namespace fuzz

extern "C" int __real_LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Runs a target (the linker's --wrap), and fails if an input costs too much for its size.
extern "C" int __wrap_LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(fuzz::count_allocated, fuzz::ignore_freed);
  const uint64_t bytes = fuzz::allocated, begin = fuzz::cpu_microseconds();
  const int result = __real_LLVMFuzzerTestOneInput(data, size);
  const uint64_t used = fuzz::cpu_microseconds() - begin, made = fuzz::allocated - bytes;
  fuzz::require(installed != 0 && made <= fuzz::kBytes + fuzz::kBytesPerByte * size,
                "memory is in proportion to the input", std::to_string(made) + " bytes for " + std::to_string(size));
  fuzz::require(used <= fuzz::kMicroseconds + fuzz::kMicrosecondsPerByte * size, "time is in proportion to the input",
                std::to_string(used) + " microseconds for " + std::to_string(size));
  return result;
}
