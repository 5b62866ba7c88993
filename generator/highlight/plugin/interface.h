// The interface of the shared object that uses KSyntaxHighlighting. It is plain C, so that the program compiles and
// starts without Qt. The shared object is libsourcebook_highlight.so, next to the program or where the dynamic linker
// looks.
#pragma once
#include <cstddef>

extern "C" {

// `style` is a highlight::Style as a number.
using sourcebook_on_piece = void (*)(void* to, size_t begin, size_t end, int style);
using sourcebook_on_name = void (*)(void* to, const char* name, size_t size);

struct SourcebookHighlight {
  // Creates a highlighter, which only one thread may use at a time. It is never freed, as it is needed until the end.
  void* (*create)();
  // Returns a language by its name, an alias or a file extension; -1 if there is none.
  int (*find)(void* highlighter, const char* language, size_t size);
  // Calls on_piece, in order, for each piece that is not plain.
  void (*run)(void* highlighter, int language, const char* code, size_t size, sourcebook_on_piece on_piece, void* to);
  // Returns a text that identifies the definitions of all languages. Valid as long as the highlighter.
  const char* (*version)(void* highlighter);
  // Calls on_name for each name that authors may write.
  void (*names)(void* highlighter, sourcebook_on_name on_name, void* to);
};

// The only symbol of the shared object.
const SourcebookHighlight* sourcebook_highlight();
}
