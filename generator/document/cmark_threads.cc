#include "document/cmark_threads.h"

#include <cmark-gfm-core-extensions.h>
#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>

// Exported by libcmark-gfm-extensions, but declared in none of its headers.
extern "C" {
extern cmark_node_type CMARK_NODE_TABLE;
extern cmark_node_type CMARK_NODE_TABLE_ROW;
extern cmark_node_type CMARK_NODE_TABLE_CELL;
extern cmark_node_type CMARK_NODE_STRIKETHROUGH;
}

namespace {

using Manage = void (*)(cmark_parser*, int);

std::once_flag characters_added;
std::atomic<bool> called{false};

}  // namespace

extern "C" __attribute__((visibility("default"))) void cmark_manage_extensions_special_characters(cmark_parser* parser,
                                                                                                  int add) {
  called.store(true, std::memory_order_relaxed);
  if (!add) return;
  std::call_once(characters_added, [&] {
    auto real = reinterpret_cast<Manage>(dlsym(RTLD_NEXT, "cmark_manage_extensions_special_characters"));
    if (real != nullptr) real(parser, 1);
  });
}

namespace document {
namespace {

CmarkExtensions register_extensions() {
  cmark_gfm_core_extensions_ensure_registered();
  CmarkExtensions result;
  for (const char* name : {"table", "strikethrough", "autolink", "tagfilter", "tasklist"}) {
    cmark_syntax_extension* extension = cmark_find_syntax_extension(name);
    if (extension == nullptr) throw std::logic_error(std::string("libcmark-gfm has no extension ") + name);
    result.all.push_back(extension);
  }
  result.table = CMARK_NODE_TABLE;
  result.table_row = CMARK_NODE_TABLE_ROW;
  result.table_cell = CMARK_NODE_TABLE_CELL;
  result.strikethrough = CMARK_NODE_STRIKETHROUGH;
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (cmark_syntax_extension* extension : result.all) cmark_parser_attach_syntax_extension(parser, extension);
  cmark_node_free(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  if (!called) throw std::logic_error("libcmark-gfm is linked in a way that is not safe for threads");
  return result;
}

}  // namespace

const CmarkExtensions& cmark_extensions() {
  static const CmarkExtensions extensions = register_extensions();
  return extensions;
}

}  // namespace document
