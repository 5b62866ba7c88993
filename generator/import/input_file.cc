#include "import/input_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "notation/json.h"

namespace import {
namespace {

constexpr size_t kMaxBytes = size_t{512} << 20;

// Detects UTF-16 by its byte order mark. Without one, looks for zero bytes in the first two characters, which are ASCII
// in all supported formats.
bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  if (bytes.size() < 4) return false;
  const auto zeros_at = [&](size_t first) {
    return bytes[first] == 0 && bytes[first + 2] == 0 && bytes[1 - first] != 0 && bytes[3 - first] != 0;
  };
  return zeros_at(0) || zeros_at(1);
}

bool is_web_page(std::string_view bytes) {
  const size_t begin = std::min(bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), bytes.size());
  const std::string tag = base::lower_case(bytes.substr(begin, 14));
  return tag == "<!doctype html" || tag.starts_with("<html");
}

// Calls `visit` with the position of each character from `at` on that is not inside a string, and of the first quote of
// each string, until it returns false.
template <class Visit>
void scan_json(std::string_view text, size_t at, Visit visit) {
  for (bool is_quoted = false; at < text.size(); ++at) {
    if (!is_quoted && !visit(at)) return;
    if (is_quoted && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      is_quoted = !is_quoted;
  }
}

bool is_closing(char c) { return c == ']' || c == '}'; }

// Replaces each comma before a closing bracket with a space, except in strings.
bool blank_trailing_commas(std::string& text) {
  size_t comma = std::string::npos;
  bool is_changed = false;
  scan_json(text, 0, [&](size_t at) {
    if (base::is_space(text[at])) return true;
    if (is_closing(text[at]) && comma != std::string::npos) text[comma] = ' ', is_changed = true;
    comma = text[at] == ',' ? at : std::string::npos;
    return true;
  });
  return is_changed;
}

// Returns the value of the key at `key`, in JSON whose only errors are repeated keys.
std::string_view value_after(std::string_view text, base::Span key) {
  const size_t begin = text.find_first_not_of(" \t\r\n", text.find(':', key.end) + 1);
  size_t depth = 0, end = text.size();
  scan_json(text, begin, [&](size_t at) {
    if (depth == 0 && (text[at] == ',' || is_closing(text[at]))) return end = at, false;
    depth += text[at] == '{' || text[at] == '[';
    depth -= is_closing(text[at]);
    return true;
  });
  return base::trim(text.substr(begin, end - begin));
}

// Replaces repeated keys with spaces if they don't matter (see parse_edited_json()). `found` are the errors in `text`,
// which must all be repeated keys.
bool blank_repeated_keys(std::string& text, const base::Diagnostics& found, std::span<const std::string_view> keys) {
  bool is_changed = false;
  for (const base::Diagnostic& each : found.list()) {
    if (each.code != "duplicate-key" || each.notes.empty()) return false;
    const std::string_view key = each.span.text().substr(1, each.span.text().size() - 2);
    const std::string_view value = value_after(text, each.span);
    const bool is_used = keys.empty() || std::ranges::find(keys, key) != keys.end();
    if (is_used && value != value_after(text, each.notes.front().span)) continue;
    const size_t comma = text.rfind(',', each.span.begin), end = static_cast<size_t>(value.end() - text.data());
    std::fill(text.begin() + static_cast<ptrdiff_t>(comma), text.begin() + static_cast<ptrdiff_t>(end), ' ');
    is_changed = true;
  }
  return is_changed;
}

}  // namespace

void Outcome::add_file(const std::string& path, const base::SourceText* before, std::string bytes) {
  if (before && before->text() == bytes) return;
  const auto planned = std::ranges::find(files, path, &base::ChangedFile::path);
  if (planned != files.end()) return void(planned->bytes = std::move(bytes));
  files.push_back({path, std::move(bytes), base::hash_of(before)});
}

std::string InputFile::name() const { return full_path.substr(full_path.rfind('/') + 1); }

std::string InputFile::folder_name() const {
  const std::vector<std::string_view> parts = base::split(full_path, '/');
  return parts.size() < 2 ? "" : std::string(parts[parts.size() - 2]);
}

const base::SourceText* read_file(const io::FileSystem& root, const std::string& path, Texts& texts) {
  auto bytes = root.read(path);
  if (!bytes.ok()) return nullptr;
  texts.push_back(std::make_shared<const base::SourceText>(path, std::move(bytes).value()));
  return texts.back().get();
}

std::optional<std::string> read_bytes(const InputFile& file, const std::string& path, base::Diagnostics& diagnostics) {
  const std::string shown = file.is_folder() ? file.shown + "/" + path : file.shown;
  auto status = file.files->status(path);
  if (status.ok() && status.value().size > kMaxBytes) {
    diagnostics.error("too-large", shown, fmt::format("{} is larger than {} MiB", shown, kMaxBytes >> 20))
        .suggest("import it in parts");
    return std::nullopt;
  }
  auto bytes = file.files->read(path);
  if (bytes.ok()) return std::move(bytes).value();
  diagnostics.error("unreadable-file", shown, fmt::format("{} can't be read: {}", shown, bytes.error().message));
  return std::nullopt;
}

const base::SourceText* read_text(const InputFile& file, Texts& texts, base::Diagnostics& diagnostics) {
  auto bytes = read_bytes(file, file.path, diagnostics);
  if (!bytes) return nullptr;
  texts.push_back(std::make_shared<const base::SourceText>(file.shown, std::move(*bytes)));
  return check_is_text(*texts.back(), diagnostics) ? texts.back().get() : nullptr;
}

bool check_is_text(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const std::string_view bytes = file.text();
  const auto refuse = [&](const char* what, const char* help) {
    diagnostics.error("import-format", file.path(), what).suggest(help);
    return false;
  };
  for (const std::string_view mark : {"\x1F\x8B", "\xFD\x37zXZ", "\x28\xB5\x2F\xFD"})  // magic numbers of archives
    if (bytes.starts_with(mark)) return refuse("the file is compressed", "unpack it first");
  if (bytes.starts_with("PK\x03\x04"))
    return refuse("the file is a workbook or an archive, not text",
                  "unpack it, or open it in a spreadsheet and save the sheet as CSV in UTF-8");
  if (is_web_page(bytes))
    return refuse("the file is a web page, not data",
                  "perhaps a login page, or a page that shows the data: download the file itself");
  if (is_utf16(bytes)) return refuse("the file is in UTF-16", "save it in UTF-8");
  const size_t nul = bytes.find('\0');
  if (nul == std::string_view::npos) return true;
  const auto begin = static_cast<uint32_t>(nul);
  diagnostics.error("import-format", {&file, begin, begin + 1}, "unexpected NUL character in a text file");
  return false;
}

std::optional<notation::Node> parse_whole_json(const base::SourceText& text, base::Diagnostics& diagnostics) {
  return notation::parse_json(base::whole(text), diagnostics);
}

std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                                decltype(parse_whole_json)* parse,
                                                std::span<const std::string_view> keys) {
  base::Diagnostics strict, found;
  if (auto node = parse(source, strict)) return node;
  std::vector<std::string> fixed;
  std::string text = base::with_valid_utf8(std::string(source.text()));
  if (text != source.text()) fixed.emplace_back("bytes that are not UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.replace(0, 3, "   ");
  if (blank_trailing_commas(text)) fixed.emplace_back("trailing commas");
  const auto parse_text = [&] {
    texts.push_back(std::make_shared<const base::SourceText>(source.path(), text));
    found = {};
    return parse(*texts.back(), found);
  };
  auto node = parse_text();
  if (!node && blank_repeated_keys(text, found, keys)) {
    fixed.emplace_back("repeated keys");
    node = parse_text();
    if (!node) strict = std::move(found);  // the remaining errors do matter
  }
  if (!node) {
    diagnostics.merge(std::move(strict));
    return std::nullopt;
  }
  if (!fixed.empty()) notes.push_back(fmt::format("{} was read despite {}", source.path(), base::join(fixed, ", ")));
  return node;
}

base::Span span_of_line(const base::SourceText& text, size_t line) { return span_of(text, text.line(line)); }

base::Span span_of(const base::SourceText& text, std::string_view part) {
  const std::string_view all = text.text();
  if (part.data() < all.data() || part.data() + part.size() > all.data() + all.size()) return {};
  const auto begin = static_cast<uint32_t>(part.data() - all.data());
  return {&text, begin, begin + static_cast<uint32_t>(part.size())};
}

}  // namespace import
