// The files given to an import: single files, and folders of any size whose files are read one at a time.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "io/file_system.h"
#include "notation/node.h"

namespace import {

// A file or folder as it was named on the command line. `files` outlives it.
struct InputFile {
  const io::FileSystem* files = nullptr;
  std::string path;       // within `files`; "" for a folder, which is then the root of `files`
  std::string shown;      // in messages: as it was given
  std::string full_path;  // "/data/training_results_v4.0": names of folders may say what it contains
  bool is_folder() const { return path.empty(); }
  std::string name() const;         // the last part of `full_path`
  std::string folder_name() const;  // the part before it
};

// Owns the texts that diagnostics point into.
using Texts = std::vector<std::shared_ptr<const base::SourceText>>;

// The text of a file of the site; null if it can't be read.
const base::SourceText* read_file(const io::FileSystem& root, const std::string& path, Texts& texts);

// The bytes of a file; nullopt after an error ("unreadable-file", "too-large", with `shown`).
std::optional<std::string> read_bytes(const InputFile& file, const std::string& path, base::Diagnostics& diagnostics);

// The file as text, with its bytes; null after an error, those of check_is_text() included.
const base::SourceText* read_text(const InputFile& file, Texts& texts, base::Diagnostics& diagnostics);

// Returns false, after an error "import-format" that explains what to do, for a compressed file, a workbook, a web
// page, UTF-16 and other files with NUL characters.
bool check_is_text(const base::SourceText& file, base::Diagnostics& diagnostics);

// Strict JSON, of a whole file.
std::optional<notation::Node> parse_whole_json(const base::SourceText& text, base::Diagnostics& diagnostics);

// JSON as people edit it: a trailing comma, a byte order mark, bytes that are not UTF-8 (read as "?") and a key that
// occurs twice with one value are accepted with a note; the first value of a repeated key is read if the importer uses
// none of them (`keys` are those it uses; all if there are none). Reports the errors of strict JSON if it is still
// invalid. `parse` is strict.
std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                                decltype(parse_whole_json)* parse = parse_whole_json,
                                                std::span<const std::string_view> keys = {});

// A line without its line end.
base::Span span_of_line(const base::SourceText& text, size_t line);

// Where `part` is in the text; an empty span if it is not a part of it.
base::Span span_of(const base::SourceText& text, std::string_view part);

}  // namespace import
