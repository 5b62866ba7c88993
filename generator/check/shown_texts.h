// Finds all texts by authors that readers see, for checks of whether their statements have a source: the texts of a
// page, its titles and captions, the texts and declarations in its queries and in views, and the settings and
// descriptions below data/. A text that readers see is listed here, or in site/shown_texts.h if a page contains it.
// Not included: texts with their source next to them (rows of data and the labels of their values, `note` and `reason`
// of a source), texts by others (titles of sources and licences), the reasons of assumptions (`why` of a figure), and
// corrections, because they describe what was wrong.
#pragma once
#include <deque>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "io/source_tree.h"
#include "notation/node.h"
#include "site/content.h"

namespace check {

class ShownTexts {
 public:
  // The kinds of text, each with what may support a statement in it.
  enum class Place {
    markdown,   // figures, claims and citations in the text
    words,      // figures and claims in a title, description or label
    block,      // the support of `words`, or `holds:` of the table, chart or estimate
    query,      // the query that computes the column with this title
    described,  // the `source` of the resource or column that the text describes
    setting,    // nothing supports the text
  };
  struct Text {
    const document::Document* document = nullptr;
    Place place = Place::markdown;
    bool is_held = false;      // whether the block has `holds:`
    bool is_sourced = false;   // whether the described resource or column has a source, or a reason for having none
    std::string_view query;    // the query of the column
    bool is_returned = false;  // whether the query returns the text, which may be a name and a part of another text
  };

  // Finds the texts of a file in content/, in the order of the file.
  explicit ShownTexts(const site::Content& content);
  // Finds the texts of the files below data/.
  explicit ShownTexts(const io::SourceTree& tree);
  const std::vector<Text>& list() const { return list_; }

 private:
  void add_descriptor(const base::SourceText& descriptor);
  // Adds the texts that a query returns, and the declarations in its comments.
  void add_query(base::Span sql);
  // Adds the texts at these paths of a map.
  void add_all(const notation::Node& map, std::initializer_list<std::string_view> paths, const Text& as);
  void add_text(std::string_view words, base::Span span, Text as, const document::Document* document = nullptr);

  std::vector<Text> list_;
  std::deque<document::Document> plain_;  // titles and labels without links
};

// Whether a query contains this number, unchanged or with another scale ("7" for 7e9).
bool states_number(std::string_view query, std::string_view number);
// Whether a query computes this superlative: with MIN, MAX, RANK …, or from a table or column of a similar name.
bool compares(std::string_view query, std::string_view words);

}  // namespace check
