#include "build/state.h"

#include <algorithm>
#include <utility>

#include "build/bytes.h"

namespace build {
namespace {

constexpr std::string_view kStateFormat = "sourcebook state 2\n";

}  // namespace

base::Hash hash_of(const Options& options) {
  base::Hasher hasher;
  return hasher.add(options.base_url).add(uint64_t{options.drafts}).finish();
}

base::Hash hash_of(const std::vector<io::SourceTree::State>& files) {
  base::Hasher hasher;
  for (const io::SourceTree::State& file : files) hasher.add(file.path).add(file.hash);
  return hasher.finish();
}

std::string write_state(const SiteState& state, std::string_view program) {
  ByteWriter out(kStateFormat);
  out.text(program);
  out.hash(state.options);
  out.list(state.libraries, [&](const auto& library) { out.text(library.first), out.text(library.second); });
  out.number(state.is_clean);
  for (uint64_t count : {state.pages, state.figures, state.sources}) out.number(count);
  out.list(state.inputs,
           [&](const auto& input) { out.text(input.path), out.number(input.stamp), out.hash(input.hash); });
  out.list(state.outputs,
           [&](const auto& file) { out.text(file.first), out.number(file.second.stamp), out.hash(file.second.hash); });
  return std::move(out).finish();
}

SiteState read_state(std::string_view bytes, std::string_view program) {
  const auto body = without_sum(kStateFormat, bytes);
  if (!body) return {};
  ByteReader in(*body);
  if (in.text() != program) return {};
  SiteState state;
  state.options = in.hash();
  in.list([&] {
    std::string path = in.text();
    state.libraries.emplace(std::move(path), in.text());
  });
  state.is_clean = in.number() == 1;
  for (uint64_t* count : {&state.pages, &state.figures, &state.sources}) *count = in.number();
  in.list([&] {
    io::SourceTree::State input;
    input.path = in.text();
    input.stamp = in.number();
    input.hash = in.hash();
    state.inputs.push_back(std::move(input));
  });
  in.list([&] {
    std::string address = in.text();
    const uint64_t stamp = in.number();
    state.outputs.emplace_hint(state.outputs.end(), std::move(address), Published{stamp, in.hash()});
  });
  if (!in.is_whole()) return {};
  return state;
}

std::optional<std::vector<io::SourceTree::State>> look_again(const SiteState& state, const io::FileSystem& root,
                                                             const Options& options) {
  if (state.pages == 0 || !state.is_clean || state.options != hash_of(options)) return std::nullopt;
  return io::SourceTree::look(root, site_folders(), options.jobs, state.inputs);
}

bool is_as_left(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                const OutputFolder& folder, unsigned jobs) {
  const auto is_same = [](const io::SourceTree::State& a, const io::SourceTree::State& b) {
    return a.path == b.path && a.hash == b.hash;
  };
  return now && std::equal(now->begin(), now->end(), state.inputs.begin(), state.inputs.end(), is_same) &&
         folder.holds_all(jobs);
}

const std::vector<std::string>& site_folders() {
  static const std::vector<std::string> folders = {"content", "data", "templates"};
  return folders;
}

}  // namespace build
