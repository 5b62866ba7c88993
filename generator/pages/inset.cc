#include "pages/inset.h"

namespace pages {

Inset::Inset(const site::Page& page, blocks::Notes& figures, KindContext& around)
    : view_(around.site(), page),
      context_{view_,           around.context.words,  around.context.references, figures, rendered_.corrections,
               rendered_.links, rendered_.diagnostics, around.context.pictures},
      around_(around.context.view) {}

void Inset::record(std::string_view what) const {
  const site::Page& page = view_.page();
  base::Hasher read;
  read.add(content().file->hash).add(page.title).add(page.described).add(page.description);
  for (const site::Reads* reads : {&view_.reads(), &rendered_.reads})
    for (const auto& [name, hash] : *reads) read.add(name).add(hash);
  around_.record(std::string(what) + ":" + page.address, read.finish());
}

}  // namespace pages
