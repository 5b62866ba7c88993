// What a build remembers for the next one: of each page what it read, with hashes of the answers, what it published,
// and what the passes after rendering ask of it. Kept in the site's own folder, outside of what is published. It may be
// lost, cut short, written by another program or for another site: then a build starts with an empty one.
//
// The file: "sourcebook cache 7\n", a sum (build/bytes.h), the program's identity, libraries, questions and answers,
// addresses that links lead to, pages, contents, products.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "blocks/uses.h"
#include "site/content.h"
#include "site/link.h"

namespace build {

// A question and the hash of its answer (site::View). A question that another page would be answered differently ends
// with a tab and the page's address. Pages share what they read.
struct Fact {
  std::string question;
  base::Hash answer;
  auto operator<=>(const Fact&) const = default;
};

// A page as it was rendered without a mistake. Spans are places in its own file, without naming it; 0 and 0 for
// nowhere.
struct CachedPage {
  std::vector<uint32_t> facts;              // places in Cache::facts
  std::map<std::string, base::Hash> files;  // by address: the page itself, and those beside it
  // Drawn for it; no hash where a file of the site stood in its place.
  std::map<std::string, std::optional<base::Hash>> pictures;
  site::Links links;
  std::vector<std::string> anchors, parts, row_anchors;
  blocks::Uses uses;
  uint64_t figures = 0;
  std::vector<base::Diagnostic> warnings;
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
  std::map<std::string, CachedPage, std::less<>> pages;        // by address
  std::map<std::string, CachedContent, std::less<>> contents;  // by path
  std::map<std::string, Product> products;
};

// The same where it stands, with those who own it: a site of many pages is not copied to be remembered.
struct CacheView {
  struct Page {
    std::string_view address;
    const std::vector<uint32_t>* facts;
    const std::map<std::string, base::Hash>* files;
    const std::map<std::string, std::optional<base::Hash>>* pictures;
    const site::Links* links;
    const std::vector<std::string>*anchors, *parts, *row_anchors;
    const blocks::Uses* uses;
    uint64_t figures;
    const std::vector<base::Diagnostic>* warnings;
  };
  struct Content {
    std::string_view path;
    base::Hash file;
    const site::Outline* outline;
  };
  const std::map<std::string, std::string>* libraries;
  const std::deque<Fact>* facts;
  std::vector<std::string_view> addresses;  // of the pages that links know (site::InternalLink::to), by their numbers
  std::vector<Page> pages;                  // by address
  std::vector<Content> contents;            // by path
  const std::map<std::string, Product>* products;
};
// Of a cache that was read, or made for a test; it outlives the view.
CacheView view_of(const Cache& cache);

// `program` tells programs apart that render the same differently.
std::string write_cache(const CacheView& cache, std::string_view program);
// Whatever the bytes are. Empty for all but what write_cache gave for the same program.
Cache read_cache(std::string_view bytes, std::string_view program);

}  // namespace build
