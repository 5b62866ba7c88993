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

}  // namespace base
