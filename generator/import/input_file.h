// The files that are passed to an import: single files, and folders of any size, whose files are read one at a time.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "io/file_system.h"
#include "notation/node.h"

namespace import {

// A file or folder from the command line. `files` outlives it.
struct InputFile {
  const io::FileSystem* files = nullptr;
  std::string path;       // the path in `files`; "" for a folder, which is then the root of `files`
  std::string shown;      // the path from the command line, for messages
  std::string full_path;  // the path whose folder names may state what the file contains: "/data/training_results_v4.0"
  bool is_folder() const { return path.empty(); }
  std::string name() const;         // returns the last part of `full_path`
  std::string folder_name() const;  // returns the part before the last one
};

// Owns the texts that diagnostics point into.
using Texts = std::vector<std::shared_ptr<const base::SourceText>>;

// What a command writes and reports.
struct Outcome {
  std::vector<base::ChangedFile> files;  // the files that change
  base::Diagnostics diagnostics;         // after an error, nothing may be written
  Texts texts;                           // texts that diagnostics point into

  bool failed() const { return diagnostics.has_errors(); }
  // Adds a changed file. `before` is its text, which may not have been written yet, or null.
  void add_file(const std::string& path, const base::SourceText* before, std::string bytes);
};

// Reads a file of the site; returns null if it can't be read.
const base::SourceText* read_file(const io::FileSystem& root, const std::string& path, Texts& texts);

// Reads a file. Returns nullopt after an error ("unreadable-file" or "too-large"); messages use the name `shown`.
std::optional<std::string> read_bytes(const InputFile& file, const std::string& path, base::Diagnostics& diagnostics);

// Reads a file as text. Returns null after an error, including those of check_is_text().
const base::SourceText* read_text(const InputFile& file, Texts& texts, base::Diagnostics& diagnostics);

// Returns false after an error "import-format", which explains what to do, for a compressed file, a workbook, a web
// page, UTF-16 and other files with NUL characters.
bool check_is_text(const base::SourceText& file, base::Diagnostics& diagnostics);

// Parses a file that must be strict JSON.
std::optional<notation::Node> parse_whole_json(const base::SourceText& text, base::Diagnostics& diagnostics);

// Parses JSON as people edit it. Accepts the following with a note: trailing commas, a byte order mark, bytes that are
// not UTF-8 (read as "?"), and keys that occur twice with the same value. If the values differ, the first is read, but
// only for keys that the importer does not use; `keys` are the keys that it uses, or empty if it uses all. If the text
// is still not valid, reports the errors of strict JSON. `parse` is a strict parser.
std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                                decltype(parse_whole_json)* parse = parse_whole_json,
                                                std::span<const std::string_view> keys = {});

// Returns the span of a line without its line end.
base::Span span_of_line(const base::SourceText& text, size_t line);

// Returns the span of `part` in the text; empty if `part` does not point into the text.
base::Span span_of(const base::SourceText& text, std::string_view part);

}  // namespace import
