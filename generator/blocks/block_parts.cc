#include "blocks/block_parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "blocks/code.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr unsigned kBesideBody = 300;  // height in px of the title, notes, sources and link back on a small screen

// Counts the cells that depend on each record.
std::map<std::string_view, size_t> count_refs(const quantity::Frame& frame, const std::vector<size_t>& columns) {
  std::vector<size_t> cells(frame.refs.size());
  for (size_t column : columns)
    if (frame.fields[column].is_measure())
      for (size_t row = 0; row < frame.rows(); ++row) ++cells[frame.cell_refs[row * frame.columns() + column]];
  std::map<std::string_view, size_t> counts;
  for (size_t i = 0; i < cells.size(); ++i)
    if (cells[i] > 0)
      for (const std::string& ref : frame.refs[i]) counts[ref] += cells[i];
  return counts;
}

// Returns the title of a block as a link to the block.
ShownWords link_to_block(const Above::Block& block) {
  markup::Writer out;
  out.open("a").attr("href", "#" + site::encode_fragment(block.name)).text(block.title).close();
  return {block.title, out.take()};
}

void write_downloads(const BlockParts& parts, const About& about, markup::Writer& out, Context& context) {
  // Adds the block's title for screen readers, because ten links named "CSV" are useless in a list of links.
  const auto named = [&](std::string_view what) {
    const std::string label = context.words.fill("share_of", {{"what", what}, {"title", parts.title.text}});
    out.attr("aria-label", label).text(what).close();
  };
  out.open("p").attr("class", "downloads").text(context.words["download"]).text(" ");
  for (const Download& file : about.files) {
    out.open("a").url("href", site::relative_link(context.address(), file.address)).attr("download");
    named(context.words[file.word]);
    out.text(" ");
  }
  out.open("a").attr("class", "anchor").attr("href", "#" + site::encode_fragment(parts.name));
  out.attr_if(about.embed_height > 0, "data-embed", std::to_string(about.embed_height));
  named(context.words[about.embed_height > 0 ? "share_or_embed" : "share"]);
  out.close();
}

// Resolves a relative link against a folder. Both are attribute values: percent-encoded and escaped.
std::string resolved(std::string folder, std::string_view link) {
  for (; link.starts_with("../"); link.remove_prefix(3)) folder = std::string(site::folder_of(folder));
  return (folder.empty() ? "" : folder + "/") + std::string(link);
}

// Makes the links of a page's HTML relative to embed/, and opens them outside the embed. In HTML that a Writer wrote,
// no text contains a quote, so ` href="` always begins an attribute.
markup::SafeHtml moved_to_embed(const markup::SafeHtml& html, std::string_view address) {
  constexpr std::string_view kAttribute = " href=\"";
  const std::string folder = markup::escape(site::encode_path(site::folder_of(address)));
  std::string_view rest = html.str();
  std::string out;
  for (size_t at = rest.find(kAttribute); at != std::string_view::npos; at = rest.find(kAttribute)) {
    const size_t begin = at + kAttribute.size(), end = rest.find('"', begin);
    std::string_view link = rest.substr(begin, end - begin);
    out += rest.substr(0, begin);
    const bool inside = link.starts_with('#'), elsewhere = site::is_external(link);
    if (inside || elsewhere) {
      out += link;
    } else {
      const std::string to = resolved(folder, link);
      out += to.starts_with("embed/") ? to.substr(6) : "../" + to;
    }
    out += inside ? "\"" : "\" target=\"_blank\"";
    rest.remove_prefix(end + 1);
  }
  return markup::SafeHtml::trusted(out.append(rest));
}

}  // namespace

Origins origins_of(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context) {
  Origins origins;
  std::map<const data::Source*, size_t> cells;
  for (auto [ref, count] : count_refs(frame, columns)) {
    origins.refs.emplace_back(ref);
    const site::Provenance* provenance = context.view.provenance(ref);
    if (!provenance) continue;
    if (!provenance->source) {
      const std::string text = no_source_text(*provenance, context);
      auto& known = origins.unsourced;
      if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
      continue;
    }
    origins.dates.emplace(provenance->as_of);
    if (provenance->age) origins.ages[provenance->age->limit][std::string(provenance->as_of)] += 1;
    auto [at, fresh] = cells.try_emplace(provenance->source, 0);
    at->second += count;
    if (fresh) origins.sources.push_back(provenance->source);
  }
  std::sort(origins.sources.begin(), origins.sources.end(), [&](const data::Source* a, const data::Source* b) {
    return cells[a] != cells[b] ? cells[a] > cells[b] : a->id < b->id;
  });
  return origins;
}

ShownWords origins_words(const BlockParts& parts, size_t most, Context& context) {
  ShownWords words;
  const size_t count = parts.origins.size(), named = std::min(count, most);
  if (count == 0) return words;
  markup::Writer out;
  const auto add = [&](std::string_view text) {
    words.text += text;
    out.text(text);
  };
  add(context.words[count == 1 ? "source_named" : "sources_named"]);
  for (const data::Source* source : parts.origins.sources) context.references.cite(*source, parts.name);
  for (size_t i = 0; i < named; ++i) {
    const std::vector<const data::Source*>& sources = parts.origins.sources;
    const std::string address = i < sources.size() ? sources[i]->address : "";
    add(i == 0 ? " " : "; ");
    if (!address.empty()) out.open("a").url("href", site::relative_link(context.address(), address));
    add(i < sources.size() ? short_name(*sources[i]) : parts.origins.unsourced[i - sources.size()]);
    if (!address.empty()) out.close();
  }
  if (count > named) add(context.words.fill("more_sources", {{"count", std::to_string(count - named)}}));
  words.html = out.take();
  return words;
}

std::vector<Download> table_files(const std::string& name) {
  return {{"tables/" + name + ".csv", "csv"}, {"tables/" + name + ".json", "json"}};
}

markup::SafeHtml all_rows_html(const std::string& address, size_t rows, Context& context) {
  if (address.empty()) return {};
  markup::Writer out;
  out.open("p").attr("class", "all-rows").open("a").url("href", site::relative_link(context.address(), address));
  return out.text(context.words.count("all_rows", rows)).close().close().take();
}

markup::SafeHtml query_html(std::string_view data, Context& context) {
  std::string_view sql;
  for (const document::Fence& fence : context.view.content()->document().fences())
    if (fence.kind == document::FenceKind::query && fence.name == data) sql = fence.body;
  if (sql.empty()) sql = context.view.view_sql(data);
  return sql.empty() ? markup::SafeHtml() : code_html("sql", sql, context);
}

markup::SafeHtml computed_html(std::string_view data, const BlockParts& parts, Context& context) {
  markup::SafeHtml query = query_html(data, context);
  if (query.empty()) return {};
  markup::Writer out;
  if (context.above) {
    const auto [known, is_new] = context.above->queries.try_emplace(query.str(), parts.name, parts.title.text);
    if (!is_new) {
      out.open("p").attr("class", "computed");
      return out.html(filled_words("computed_above", link_to_block(known->second), context).html).close().take();
    }
  }
  out.open("details").attr("class", "computed").element("summary", context.words["how_computed"]);
  return out.html(query).close().take();
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
    if (!links.text.empty()) {
      links.text += "; ";
      links.html += markup::SafeHtml::text("; ");
    }
    links.text += link.text;
    links.html += link.html;
  }
  if (!others.empty()) lines.push_back(filled_words("caveats_above", links, context));
  return fresh;
}

void write_caveats(const markup::SafeHtml& note, const std::vector<ShownWords>& compared,
                   const std::vector<std::string>& caveats, markup::Writer& out) {
  if (note.empty() && compared.empty() && caveats.empty()) return;
  out.open("ul").attr("class", "caveats");
  if (!note.empty()) out.open("li").html(note).close();
  for (const ShownWords& line : compared) out.open("li").html(line.html).close();
  for (const std::string& caveat : caveats) out.element("li", caveat);
  out.close();
}

void write_caption(const BlockParts& parts, std::string_view element, markup::Writer& out) {
  out.open("figcaption").open(element).attr("class", "caption").html(parts.title.html).close();
  if (!parts.subtitle.html.empty()) out.open("span").attr("class", "subtitle").html(parts.subtitle.html).close();
  out.close();
}

void write_about(const BlockParts& parts, const About& about, markup::Writer& out, Context& context) {
  const bool has_origins = parts.origins.size() > 0;
  if (has_origins || !about.as_of.empty()) {
    out.open("p").attr("class", "origins");
    if (has_origins) out.html(origins_words(parts, Origins::kMaxNamed, context).html).text(". ");
    if (!about.as_of.empty()) out.open("span").attr("class", "as-of").text(about.as_of).close();
    out.html(ages_html(parts.origins.ages, context)).close();
  }
  out.open("details").attr("class", "about");
  if (about.is_open) out.attr("open");
  out.open("summary").attr("class", "fold").text(context.words["details"]).close().html(about.before);
  std::vector<ShownWords> compared = parts.compared;
  const std::vector<std::string> caveats =
      new_caveats(parts.notes.caveats(), {parts.name, parts.title.text}, compared, context);
  write_caveats(parts.note, compared, caveats, out);
  write_downloads(parts, about, out, context);
  out.html(about.data).html(parts.notes.list(context)).html(about.computed);
  if (parts.origins.size() > Origins::kMaxNamed)
    out.open("p").attr("class", "origins").html(origins_words(parts, parts.origins.size(), context).html).close();
  out.close();
}

std::string embed_address(const std::string& name) { return "embed/" + name + ".html"; }

Embed make_embed(const BlockParts& parts, bool is_chart, const markup::SafeHtml& body, double body_height,
                 const markup::SafeHtml& data, Context& context) {
  const bool has_origins = parts.origins.size() > 0;
  const std::string when = as_of_text(parts.origins.dates, context);
  markup::Writer out;
  out.open("figure").attr("class", is_chart ? "chart" : "table").attr("id", parts.name);
  write_caption(parts, "h1", out);
  out.html(body);
  write_caveats(parts.note, parts.compared, parts.notes.caveats(), out);
  if (has_origins || !when.empty()) {
    out.open("p").attr("class", "origins");
    if (has_origins) out.html(origins_words(parts, parts.origins.size(), context).html).text(when.empty() ? "" : ". ");
    out.text(when).html(ages_html(parts.origins.ages, context)).close();
  }
  out.html(data).html(parts.notes.list(context, true)).close();
  const auto height = static_cast<unsigned>(std::ceil(body_height / 10)) * 10 + kBesideBody;
  return {parts.name, parts.title.text, "", is_chart, moved_to_embed(out.take(), context.address()), height};
}

}  // namespace blocks
