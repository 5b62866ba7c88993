#include "import/upstream.h"

#include <fmt/format.h>

#include "base/text.h"
#include "import/text_check.h"

namespace import {
namespace {

using base::is_digit;

// "v4.0" at the end of a name, or before a sign that is no part of a number.
std::string version_of(std::string_view name) {
  for (size_t at = name.rfind('v'); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : name.rfind('v', at - 1)) {
    size_t dot = at + 1;
    while (dot < name.size() && is_digit(name[dot])) ++dot;
    if (dot == at + 1 || dot >= name.size() || name[dot] != '.') continue;
    size_t end = dot + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    bool more = end < name.size() && (name[end] == '.' || (name[end] >= 'a' && name[end] <= 'z'));
    if (end > dot + 1 && !more) return std::string(name.substr(at + 1, end - at - 1));
  }
  return "";
}

}  // namespace

std::string Given::name() const { return beside.substr(beside.rfind('/') + 1); }

std::string Given::folder_name() const {
  std::vector<std::string_view> parts = base::split(beside, '/');
  return parts.size() < 2 ? "" : std::string(parts[parts.size() - 2]);
}

std::optional<std::string> read_bytes(const Given& given, const std::string& path, base::Diagnostics& diagnostics) {
  std::string shown = given.is_folder() ? given.shown + "/" + path : given.shown;
  auto status = given.files->status(path);
  if (status.ok() && status.value().size > kLargestUpstream) {
    diagnostics.error("too-large", shown, fmt::format("{} is larger than {} MiB", shown, kLargestUpstream >> 20))
        .suggest("import it in parts");
    return std::nullopt;
  }
  auto bytes = given.files->read(path);
  if (bytes.ok()) return std::move(bytes).value();
  diagnostics.error("unreadable-file", shown, fmt::format("{} can't be read: {}", shown, bytes.error().message));
  return std::nullopt;
}

const base::SourceText* read_text(const Given& given, Texts& texts, base::Diagnostics& diagnostics) {
  auto bytes = read_bytes(given, given.path, diagnostics);
  if (!bytes) return nullptr;
  texts.push_back(std::make_shared<const base::SourceText>(given.shown, std::move(*bytes)));
  return check_is_text(*texts.back(), diagnostics) ? texts.back().get() : nullptr;
}

std::string_view results_in(std::string_view path) {
  std::vector<std::string_view> parts = base::split(path, '/');
  for (size_t i = parts.size(); i-- > 0;)
    if (parts[i].find("results_v") != std::string_view::npos && !version_of(parts[i]).empty()) return parts[i];
  return "";
}

base::Span span_of_line(const base::SourceText& text, size_t line) {
  const std::string_view bytes = text.line(line);
  const auto begin = static_cast<uint32_t>(bytes.data() - text.text().data());
  return {&text, begin, begin + static_cast<uint32_t>(bytes.size())};
}

std::string version_in(std::string_view path) {
  // Systems may be called after versions, too.
  if (std::string_view results = results_in(path); !results.empty()) return version_of(results);
  std::vector<std::string_view> parts = base::split(path, '/');
  for (size_t i = parts.size(); i-- > 0;)
    if (std::string version = version_of(parts[i]); !version.empty()) return version;
  return "";
}

}  // namespace import
