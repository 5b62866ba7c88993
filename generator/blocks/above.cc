#include "blocks/above.h"

#include <set>

#include "blocks/short_text.h"
#include "site/url.h"

namespace blocks {

ShownWords link_to_block(const Above::Block& block) {
  markup::Writer out;
  out.open("a").attr("href", "#" + site::encode_fragment(block.name)).text(block.title).close();
  return {block.title, out.take()};
}

std::vector<std::string> new_caveats(const std::vector<std::string>& caveats, const Above::Block& block,
                                     std::vector<ShownWords>& lines, Context& context) {
  if (!context.above) return caveats;
  std::vector<std::string> fresh;
  std::set<Above::Block> others;
  for (const std::string& caveat : caveats) {
    const auto [known, is_new] = context.above->caveats.emplace(caveat, block);
    if (is_new)
      fresh.push_back(caveat);
    else
      others.insert(known->second);
  }
  ShownWords links;
  for (const Above::Block& other : others) {
    const ShownWords link = link_to_block(other);
    if (!links.text.empty()) links.text += "; ", links.html += markup::SafeHtml::text("; ");
    links.text += link.text;
    links.html += link.html;
  }
  if (!others.empty()) lines.push_back(filled_words("caveats_above", links, context));
  return fresh;
}

const Above::Block* block_with_query(std::string_view sql, const Above::Block& block, Context& context) {
  if (!context.above) return nullptr;
  const auto [known, is_new] = context.above->queries.emplace(sql, block);
  return is_new ? nullptr : &known->second;
}

}  // namespace blocks
