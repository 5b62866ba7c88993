#include "build/store.h"

#include <algorithm>
#include <utility>

#include "build/build.h"
#include "build/bytes.h"

namespace site {
template <>
inline constexpr size_t kFieldsOf<base::Note> = 2;
template <>
inline constexpr size_t kFieldsOf<blocks::Use> = 2;
template <>
inline constexpr size_t kFieldsOf<io::SourceTree::State> = 3;
}  // namespace site

namespace build {

// A position is stored without its file, which is the page's own.
static void transfer(ByteWriter& file, const base::Span& span) { file(span.begin, span.end); }

static void transfer(ByteReader& file, base::Span& span) {
  file(span.begin, span.end);
  file.require(span.begin <= span.end);
}

// All stored diagnostics are warnings.
static void transfer(ByteWriter& file, const base::Diagnostics& warnings) {
  file(warnings.list().size());
  for (const base::Diagnostic& each : warnings.list())
    file(each.code, each.span, each.message, each.expected, each.help, each.notes);
}

static void transfer(ByteReader& file, base::Diagnostics& warnings) {
  uint64_t left = 0;
  for (file(left); left > 0 && file.is_good(); --left) {
    base::Diagnostic each;
    file(each.code, each.span, each.message, each.expected, each.help, each.notes);
    warnings.warning(each.code, each.span, std::move(each.message))
        .expect(std::move(each.expected))
        .suggest(std::move(each.help))
        .notes = std::move(each.notes);
  }
}

namespace {

// The parts of a file, with their checksums.
struct Parts {
  std::string_view state, cache;
};

std::optional<Parts> parts_of(std::string_view bytes, std::string_view program) {
  if (!bytes.starts_with(kStoreFormat)) return std::nullopt;
  ByteReader file(bytes.substr(kStoreFormat.size()));
  std::string_view written_by;
  Parts parts;
  file(written_by, parts.state, parts.cache);
  if (!file.is_whole() || written_by != program) return std::nullopt;
  return parts;
}

std::string join_parts(const SiteState& state, std::string_view cache, std::string_view program) {
  ByteWriter state_part, file;
  state_part(state);
  file(program, with_checksum(state_part.take()), cache);
  return std::string(kStoreFormat) + file.take();
}

template <class Part>
Part read_part(std::string_view bytes) {
  const auto payload = without_checksum(bytes);
  if (!payload) return {};
  ByteReader file(*payload);
  Part part;
  file(part);
  return file.is_whole() ? std::move(part) : Part();
}

bool has_facts(const Cache& cache) {
  return std::all_of(cache.pages.begin(), cache.pages.end(), [&](const auto& page) {
    return std::all_of(page.second.facts.begin(), page.second.facts.end(),
                       [&](uint32_t fact) { return fact < cache.facts.size(); });
  });
}

}  // namespace

base::Hash hash_of(const Options& options) {
  return base::Hasher().add(options.base_url).add(options.repository).add(uint64_t{options.drafts}).finish();
}

base::Hash hash_of(const std::vector<io::SourceTree::State>& files) {
  base::Hasher hasher;
  for (const io::SourceTree::State& file : files) hasher.add(file.path).add(file.hash);
  return hasher.finish();
}

std::string write_store(const SiteState& state, const Cache& cache, std::string_view program) {
  ByteWriter cache_part;
  cache_part(cache);
  return join_parts(state, with_checksum(cache_part.take()), program);
}

SiteState read_state(std::string_view bytes, std::string_view program) {
  const auto parts = parts_of(bytes, program);
  return parts ? read_part<SiteState>(parts->state) : SiteState();
}

Cache read_cache(std::string_view bytes, std::string_view program) {
  const auto parts = parts_of(bytes, program);
  Cache cache = parts ? read_part<Cache>(parts->cache) : Cache();
  return has_facts(cache) ? std::move(cache) : Cache();
}

const SiteState& Store::state() {
  if (std::exchange(is_read_, true) || !options_.memory) return state_;
  auto bytes = options_.memory->read(kStoreFile);
  if (!bytes) return state_;
  SiteState state = read_state(*bytes, options_.program);
  if (!are_same_libraries(state.libraries)) return state_;
  state_ = std::move(state);
  file_ = std::move(bytes).value();
  return state_;
}

const Cache& Store::cache() {
  state();
  if (!cache_) {
    cache_ = read_cache(file_, options_.program);
    file_ = {};
  }
  return *cache_;
}

void Store::save(SiteState state, Cache cache) {
  cache_ = std::move(cache);
  save(std::move(state));
}

void Store::save(SiteState state) {
  state_ = std::move(state);
  is_read_ = true;
  if (!options_.memory) return;
  if (!options_.memory->status(kIgnoreFile)) (void)options_.memory->write(kIgnoreFile, "*\n");
  // Finds the parts without parsing the cache.
  const auto known = cache_ ? std::nullopt : parts_of(file_, options_.program);
  (void)options_.memory->write(kStoreFile, known ? join_parts(state_, known->cache, options_.program)
                                                 : write_store(state_, cache(), options_.program));
}

const std::vector<std::string>& site_folders() {
  static const std::vector<std::string> folders = {"content", "data", "templates"};
  return folders;
}

std::optional<std::vector<io::SourceTree::State>> read_stamps(const SiteState& state, const io::FileSystem& root,
                                                              const Options& options) {
  if (state.pages == 0 || !state.is_clean || state.options != hash_of(options)) return std::nullopt;
  return io::SourceTree::look(root, site_folders(), options.jobs, state.inputs);
}

bool is_up_to_date(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                   const OutputFolder& folder, unsigned jobs) {
  const auto is_same = [](const io::SourceTree::State& a, const io::SourceTree::State& b) {
    return a.path == b.path && a.hash == b.hash;
  };
  return now && std::equal(now->begin(), now->end(), state.inputs.begin(), state.inputs.end(), is_same) &&
         folder.holds_all(jobs);
}

}  // namespace build
