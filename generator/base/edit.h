// Changes to texts that were read: what `sourcebook fix` writes back, and nothing else of the file.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace base {

// `span` is to become `text`.
struct Edit {
  Span span;
  std::string text;
};

// All that is to change in one file: sorted, without overlaps.
struct FileEdits {
  const SourceText* source = nullptr;
  std::vector<Edit> edits;
};

struct SortedEdits {
  std::vector<FileEdits> files;   // by path
  std::vector<Edit> conflicting;  // want different texts for the same bytes; made by nobody
};

// Groups edits by file. The same edit asked for twice is made once.
SortedEdits sort_edits(std::vector<Edit> edits);

// The file's text with its edits made.
std::string edited_text(const FileEdits& file);

// The edits as a unified diff without lines of context ("diff -U0"), for people and for patch(1).
std::string edits_diff(const FileEdits& file);

// The same of a whole text, "" for a file that is not there, as one change from its first other line to its last.
std::string texts_diff(const std::string& path, std::string_view before, std::string_view after);

}  // namespace base
