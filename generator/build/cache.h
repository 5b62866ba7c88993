// What a build remembers for the next one: of each page what it read, with hashes of the answers, what it published,
// and what the passes after rendering ask of it. Kept in the site's own folder, outside of what is published. It may be
// lost, cut short, written by another program or for another site: then a build starts with an empty one.
//
// The file: "sourcebook cache 8\n", a sum (build/bytes.h), the program's identity, libraries, questions and answers,
// pages, contents, products.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "pages/rendered_page.h"
#include "site/content.h"

namespace build {

// A question and the hash of its answer (site::View). A question that another page would be answered differently ends
// with a tab and the page's address.
struct Fact {
  std::string question;
  base::Hash answer;
  auto operator<=>(const Fact&) const = default;
};

// A file of content/ that parsing said nothing of, and that does not rest on data.
struct CachedContent {
  base::Hash file;
  site::Outline outline;
  bool operator==(const CachedContent&) const = default;
};

// Files that are made from more than a page (build/products.h).
struct Product {
  base::Hash from;                          // of all that they are made from
  std::map<std::string, base::Hash> files;  // by address
  bool operator==(const Product&) const = default;
};

struct Cache {
  std::map<std::string, std::string> libraries;  // that rendered and drew it (build/program.h)
  std::deque<Fact> facts;
  // By address: pages that were rendered without an error. Spans are positions in the page's own file, whose name is
  // not stored; 0 and 0 for none.
  std::map<std::string, pages::PageRecord, std::less<>> pages;
  std::map<std::string, CachedContent, std::less<>> contents;  // by path
  std::map<std::string, Product> products;
};

// `program` tells programs apart that render the same differently.
std::string write_cache(const Cache& cache, std::string_view program);
// Whatever the bytes are. Empty for all but what write_cache gave for the same program.
Cache read_cache(std::string_view bytes, std::string_view program);

}  // namespace build
