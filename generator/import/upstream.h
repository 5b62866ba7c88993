// The files that an import was given: single ones, and folders of any size whose files are read one at a time.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "io/file_system.h"

namespace import {

// One of them, as it was named on the command line. `files` outlives it.
struct Given {
  const io::FileSystem* files = nullptr;
  std::string path;    // within `files`; "" for a folder, which is then the root of `files`
  std::string shown;   // in messages: as it was given
  std::string beside;  // its whole path, for what can be told by the names of folders: "/data/training_results_v4.0"
  bool is_folder() const { return path.empty(); }
  std::string name() const;         // the last part of `beside`
  std::string folder_name() const;  // the one before it
};

// Texts that diagnostics point into, kept for as long as these are shown.
using Texts = std::vector<std::shared_ptr<const base::SourceText>>;

constexpr size_t kLargestUpstream = size_t{512} << 20;

// The bytes of a file; nothing after an error ("unreadable-file", "too-large", with `shown`).
std::optional<std::string> read_bytes(const Given& given, const std::string& path, base::Diagnostics& diagnostics);

// The same as a text that is kept; also nothing for what is none (text_check.h). Bytes that are not UTF-8 stay as they
// are.
const base::SourceText* read_text(const Given& given, Texts& texts, base::Diagnostics& diagnostics);

// The last part of a path that names results by their version, such as "training_results_v4.0-main"; "" without one.
std::string_view results_in(std::string_view path);

// A line without its end; see SourceText::line().
base::Span span_of_line(const base::SourceText& text, size_t line);

// "4.0" of such a part; without one, of the last part that says any version; "" where none does.
std::string version_in(std::string_view path);

}  // namespace import
