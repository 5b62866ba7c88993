#include "passes/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "passes/build.h"
#include "site/shared_data.h"

namespace passes {
namespace {

constexpr size_t kHashDigits = 32;

// The words of a line, from left to right. The last one may contain spaces.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view text() {
    const size_t size = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(std::min(size + 1, rest_.size()));
    return word;
  }
  uint64_t number(int base = 10) { return read_number(text(), base); }
  base::Hash hash() {
    const std::string_view word = text();
    if (word.size() != kHashDigits) {
      is_good_ = false;
      return base::Hash();
    }
    return {read_number(word.substr(0, kHashDigits / 2), 16), read_number(word.substr(kHashDigits / 2), 16)};
  }
  std::string rest() {
    is_good_ = is_good_ && !rest_.empty();
    return std::string(std::exchange(rest_, {}));
  }
  // Whether all words could be read, and there are no more.
  bool is_read() const { return is_good_ && rest_.empty(); }

 private:
  uint64_t read_number(std::string_view digits, int base) {
    const auto number = base::parse_number<uint64_t>(digits, base);
    is_good_ = is_good_ && number;
    return number.value_or(0);
  }

  std::string_view rest_;
  bool is_good_ = true;
};

// Returns false for a line that write_state() does not write.
bool read_line(std::string_view line, std::string_view program, SiteState& state) {
  Words words(line);
  const std::string_view kind = words.text();
  if (kind == "program") return words.rest() == program;
  if (kind == "options") {
    state.options = words.hash();
  } else if (kind == "clean" || kind == "warnings") {
    state.is_clean = kind == "clean";
    state.pages = words.number();
    state.figures = words.number();
    state.sources = words.number();
  } else if (kind == "folder") {
    state.folders.push_back(words.rest());
  } else if (kind == "in") {
    io::SourceTree::State& file = state.inputs.emplace_back();
    file.stamp = words.number();
    file.hash = words.hash();
    file.path = words.rest();
  } else if (kind == "out") {
    Published file;
    file.stamp = words.number();
    file.hash = words.hash();
    state.outputs.insert_or_assign(words.rest(), file);
  } else {
    return false;
  }
  return words.is_read();
}

}  // namespace

base::Hash hash_of(const Options& options) {
  return base::Hasher().add(options.base_url).add(options.repository).add(uint64_t{options.drafts}).finish();
}

std::string write_state(const SiteState& state, std::string_view program) {
  std::string lines = fmt::format("program {}\noptions {}\n{} {} {} {}\n", program, state.options.hex(),
                                  state.is_clean ? "clean" : "warnings", state.pages, state.figures, state.sources);
  const auto out = std::back_inserter(lines);
  for (const std::string& folder : state.folders) fmt::format_to(out, "folder {}\n", folder);
  for (const auto& file : state.inputs) fmt::format_to(out, "in {} {} {}\n", file.stamp, file.hash.hex(), file.path);
  for (const auto& [address, file] : state.outputs)
    fmt::format_to(out, "out {} {} {}\n", file.stamp, file.hash.hex(), address);
  return fmt::format("{}{}\n{}", kStateFormat, base::hash_bytes(lines).hex(), lines);
}

SiteState read_state(std::string_view bytes, std::string_view program) {
  if (!bytes.starts_with(kStateFormat)) return {};
  bytes.remove_prefix(kStateFormat.size());
  const size_t end = bytes.find('\n');
  // A damaged file counts as no file, which costs time but is always correct.
  if (end == std::string_view::npos || bytes.substr(0, end) != base::hash_bytes(bytes.substr(end + 1)).hex()) return {};
  std::string_view lines = bytes.substr(end + 1);
  if (!lines.starts_with("program ") || !lines.ends_with('\n')) return {};
  lines.remove_suffix(1);
  SiteState state;
  for (std::string_view line : base::split(lines, '\n'))
    if (!read_line(line, program, state)) return {};
  return state;
}

const SiteState& Store::state() {
  if (std::exchange(is_read_, true) || !options_.memory) return state_;
  if (auto bytes = options_.memory->read(kStoreFile)) state_ = read_state(*bytes, options_.program);
  return state_;
}

void Store::save(SiteState state) {
  state_ = std::move(state);
  is_read_ = true;
  if (!options_.memory) return;
  if (!options_.memory->status(kIgnoreFile)) (void)options_.memory->write(kIgnoreFile, "*\n");
  (void)options_.memory->write(kStoreFile, write_state(state_, options_.program));
}

const std::vector<std::string>& site_folders() {
  static const std::vector<std::string> folders = {"content", "data", "templates"};
  return folders;
}

std::vector<std::string> folders_to_read(const io::FileSystem& root) {
  std::vector<std::string> folders = site_folders();
  if (const auto settings = root.read("data/site.json"))
    for (std::string& folder : site::included_folders_of(settings.value())) folders.push_back(std::move(folder));
  return folders;
}

std::optional<std::vector<io::SourceTree::State>> read_stamps(const SiteState& state, const io::FileSystem& root,
                                                              const Options& options) {
  if (state.pages == 0 || !state.is_clean || state.options != hash_of(options)) return std::nullopt;
  std::vector<std::string> folders = site_folders();
  folders.insert(folders.end(), state.folders.begin(), state.folders.end());
  return io::SourceTree::look(root, folders, options.jobs, state.inputs);
}

bool is_up_to_date(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                   const OutputFolder& folder, unsigned jobs) {
  const auto is_same = [](const io::SourceTree::State& a, const io::SourceTree::State& b) {
    return a.path == b.path && a.hash == b.hash;
  };
  return now && std::equal(now->begin(), now->end(), state.inputs.begin(), state.inputs.end(), is_same) &&
         folder.holds_all(jobs);
}

}  // namespace passes
