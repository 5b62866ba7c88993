#include "document/cmark_threads.h"

#include <cmark-gfm-core-extensions.h>
#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

// libcmark-gfm-extensions exports this function, but none of its headers declares it.
extern "C" {
extern cmark_node_type CMARK_NODE_TABLE;
extern cmark_node_type CMARK_NODE_TABLE_ROW;
extern cmark_node_type CMARK_NODE_TABLE_CELL;
extern cmark_node_type CMARK_NODE_STRIKETHROUGH;
}

namespace {

std::atomic<bool> called{false};

}  // namespace

extern "C" __attribute__((visibility("default"))) void cmark_manage_extensions_special_characters(cmark_parser*, int) {
  called.store(true, std::memory_order_relaxed);
}

namespace document {
namespace {

struct Extensions {
  std::vector<cmark_syntax_extension*> blocks;
  std::vector<cmark_syntax_extension*> inlines;
  CmarkTypes types;
};

cmark_syntax_extension* find_extension(const char* name) {
  cmark_syntax_extension* extension = cmark_find_syntax_extension(name);
  if (!extension) throw std::logic_error(std::string("libcmark-gfm has no extension ") + name);
  return extension;
}

Extensions register_extensions() {
  cmark_gfm_core_extensions_ensure_registered();
  Extensions result;
  for (const char* name : {"table", "tagfilter", "tasklist"}) result.blocks.push_back(find_extension(name));
  for (const char* name : {"strikethrough", "autolink"}) result.inlines.push_back(find_extension(name));
  result.types = {CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL, CMARK_NODE_STRIKETHROUGH};
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  cmark_node_free(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  if (!called) throw std::logic_error("libcmark-gfm is linked in a way that is not safe for threads");
  return result;
}

const Extensions& extensions() {
  static const Extensions extensions = register_extensions();
  return extensions;
}

// Adds the special characters of all extensions, as the library's own function would.
void add_special_characters() {
  using Manage = void (*)(cmark_parser*, int);
  auto manage = reinterpret_cast<Manage>(dlsym(RTLD_NEXT, "cmark_manage_extensions_special_characters"));
  if (!manage) throw std::logic_error("libcmark-gfm does not export what adds special characters");
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (cmark_syntax_extension* extension : extensions().inlines)
    cmark_parser_attach_syntax_extension(parser, extension);
  manage(parser, 1);
  cmark_parser_free(parser);
}

}  // namespace

const CmarkTypes& cmark_types() { return extensions().types; }

void attach_extensions(cmark_parser* parser, bool inlines) {
  for (cmark_syntax_extension* extension : extensions().blocks) cmark_parser_attach_syntax_extension(parser, extension);
  if (!inlines) return;
  static std::once_flag added;
  std::call_once(added, add_special_characters);
  for (cmark_syntax_extension* extension : extensions().inlines)
    cmark_parser_attach_syntax_extension(parser, extension);
}

}  // namespace document
