// Opens the text of a resource: compressed, in another encoding, or in the descriptor (data/rows.h).
#include "data/rows.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <optional>

#include "io/inflate.h"

namespace data {
namespace {

// Published tables are 3 to 30 times as large as their compressed files; a larger factor would let a small file take
// gigabytes.

// Returns nullopt if there is no such encoding, or the bytes are not text in it.
std::optional<std::string> to_utf8(std::string_view bytes, const std::string& encoding) {
  const iconv_t handle = iconv_open("UTF-8", encoding.c_str());
  if (handle == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  const std::unique_ptr<void, decltype(&iconv_close)> owner(handle, iconv_close);
  std::string out;
  char* from = const_cast<char*>(bytes.data());
  for (size_t left = bytes.size(); left > 0;) {
    char buffer[1 << 14];
    char* to = buffer;
    size_t space = sizeof buffer;
    const size_t before = left;
    iconv(handle, &from, &left, &to, &space);
    out.append(buffer, to);
    if (left == before && to == buffer) return std::nullopt;
  }
  return out;
}

// Returns the value of "data" at its position in the descriptor, so that messages have the right lines and columns.
std::string inline_text(const Resource& resource) {
  const FileForm& form = resource.form;
  if (!form.inline_text.empty()) return form.inline_text;
  std::string text(form.inline_data.source->text().substr(0, form.inline_data.begin));
  std::ranges::replace_if(text, [](char c) { return c != '\n'; }, ' ');
  return text.append(form.inline_data.text());
}

}  // namespace

bool is_encoding(const std::string& name) { return to_utf8("", name).has_value(); }

ResourceTexts open_texts(const Resource& resource, const FindFile& find, base::Diagnostics& diagnostics) {
  ResourceTexts result;
  auto add = [&](std::string path, std::string text) {
    result.own.push_back(std::make_unique<const base::SourceText>(std::move(path), std::move(text)));
    result.texts.push_back(result.own.back().get());
  };
  if (resource.path.empty()) return result;
  const FileForm& form = resource.form;
  if (form.inline_data) {
    add(form.inline_data.source->path(), inline_text(resource));
    return result;
  }
  std::vector<std::string> paths{resource.path};
  paths.insert(paths.end(), form.more_paths.begin(), form.more_paths.end());
  for (const std::string& path : paths) {
    const base::SourceText* file = find(path);
    if (!file) continue;
    std::optional<std::string> bytes;
    if (form.is_gzip) {
      const size_t max = io::max_unpacked(file->text().size());
      bytes = io::inflate(file->text(), max);
      if (!bytes) {
        diagnostics
            .error("csv-syntax", file->path(),
                   fmt::format("the file is not complete gzip, or has more than {} bytes when it is decompressed", max))
            .suggest("decompress it, and write the name of the result in the package");
        continue;
      }
    }
    const std::string_view text = bytes ? *bytes : file->text();
    if (!form.encoding.empty() && !text.starts_with("\xEF\xBB\xBF")) {
      bytes = to_utf8(text, form.encoding);
      if (!bytes) {
        diagnostics.error("csv-syntax", file->path(), fmt::format("the file is not text in {}", form.encoding))
            .suggest("correct the \"encoding\" of the resource");
        continue;
      }
    }
    if (bytes)
      add(file->path(), *std::move(bytes));
    else
      result.texts.push_back(file);
  }
  return result;
}

}  // namespace data
