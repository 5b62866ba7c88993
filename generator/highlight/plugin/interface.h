// The interface of the shared object that uses KSyntaxHighlighting: plain C, so that nothing of Qt is needed
// to compile the program or to start it. The shared object is libsourcebook_highlight.so, beside the program or where
// the dynamic linker looks.
#pragma once
#include <cstddef>

extern "C" {

// Numbers of highlight::Style.
using sourcebook_on_piece = void (*)(void* to, size_t begin, size_t end, int style);
using sourcebook_on_name = void (*)(void* to, const char* name, size_t size);

struct SourcebookHighlight {
  // A highlighter, to be used by one thread at a time; never freed, because a program needs it until it ends.
  void* (*create)();
  // A language by its name, an alias or a file's extension; -1 for none.
  int (*find)(void* highlighter, const char* language, size_t size);
  // Calls on_piece, in order, for each piece that is not plain.
  void (*run)(void* highlighter, int language, const char* code, size_t size, sourcebook_on_piece on_piece, void* to);
  // Identifies the definitions of all languages: differs if one of them has changed. Valid as long as the highlighter.
  const char* (*version)(void* highlighter);
  // Calls on_name for each name that authors may write.
  void (*names)(void* highlighter, sourcebook_on_name on_name, void* to);
};

// The only symbol of the shared object.
const SourcebookHighlight* sourcebook_highlight();
}
