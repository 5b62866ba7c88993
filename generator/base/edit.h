// Changes to files: edits of parts of a text, or whole new texts, and their diffs.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/source_text.h"

namespace base {

// Replaces `span` with `text`.
struct Edit {
  Span span;
  std::string text;
};

// All edits of one file: sorted, without overlaps.
struct FileEdits {
  const SourceText* source = nullptr;
  std::vector<Edit> edits;
};

// Groups edits by file, sorted by path, without duplicates and without those that overlap another one.
std::vector<FileEdits> sort_edits(std::vector<Edit> edits);

std::string edited_text(const FileEdits& file);

// Returns the edits as a unified diff without lines of context ("diff -U0"), for people and for patch(1).
std::string edits_diff(const FileEdits& file);

// A file with new content, planned before anything is written.
struct ChangedFile {
  std::string path;  // the path relative to the site's root
  std::string bytes;
  // Hash of the bytes to be replaced, which must still be in the file; nullopt if the file must not exist.
  std::optional<Hash> from = {};
};

// Returns the hash of a text that was read; nullopt if `before` is null because the file does not exist.
inline std::optional<Hash> hash_of(const SourceText* before) {
  return before ? std::optional<Hash>(hash_bytes(before->text())) : std::nullopt;
}

}  // namespace base
