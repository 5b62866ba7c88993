#include "markup/foreign_html.h"

#include <csetjmp>
#include <ctime>
#include <memory_resource>

#include "base/text.h"

namespace markup {
namespace {

constexpr size_t kMaxMemory = size_t{1} << 30;
// Ordinary pages need a tenth of a second per megabyte.
constexpr double kMaxSeconds = 1, kMaxSecondsPerByte = 1e-6;

double thread_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

bool has_name(const GumboNode& element, std::string_view names) {
  return base::has_word(names, gumbo_normalized_tagname(element.v.element.tag));
}

}  // namespace

// The memory of a tree, which is released as a whole: the library would destroy it by recursion.
struct ForeignHtml::Memory {
  std::pmr::monotonic_buffer_resource blocks;
  size_t used = 0, calls = 0;
  double last_second = 0;
  std::jmp_buf stop;  // the library can't be told to stop, and has nothing else to release

  static void* allocate(void* memory, size_t size) {
    auto& self = *static_cast<Memory*>(memory);
    self.used += size;
    const bool is_late = ++self.calls % 1024 == 0 && thread_seconds() > self.last_second;
    if (is_late || self.used > kMaxMemory) std::longjmp(self.stop, 1);
    return self.blocks.allocate(size);
  }

  // Returns null if a limit was reached.
  const GumboOutput* parse(std::string_view html) {
    GumboOptions options = kGumboDefaultOptions;
    options.userdata = this;
    options.allocator = allocate;
    options.deallocator = [](void*, void*) {};
    options.max_errors = 0;
    if (setjmp(stop) != 0) return nullptr;
    return gumbo_parse_with_options(&options, html.data(), html.size());
  }
};

ForeignHtml::ForeignHtml() : memory_(std::make_unique<Memory>()) {}
ForeignHtml::ForeignHtml(ForeignHtml&&) noexcept = default;
ForeignHtml::~ForeignHtml() = default;

std::optional<ForeignHtml> ForeignHtml::parse(std::string_view html) {
  ForeignHtml parsed;
  parsed.memory_->last_second = thread_seconds() + kMaxSeconds + kMaxSecondsPerByte * static_cast<double>(html.size());
  const GumboOutput* output = parsed.memory_->parse(html);
  if (!output) return std::nullopt;
  parsed.root_ = output->root;
  return parsed;
}

std::optional<std::string_view> attribute(const GumboNode& element, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&element.v.element.attributes, name);
  return found ? std::optional<std::string_view>(found->value) : std::nullopt;
}

bool is_block(const GumboNode& element) {
  return has_name(
      element,
      "address article aside blockquote br caption center dd details dialog dir div dl dt fieldset "
      "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p "
      "pre section summary table tbody td textarea tfoot th thead tr ul xmp");
}

}  // namespace markup
