#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "blocks/chart_figure.h"
#include "cli/commands.h"
#include "cli/makers.h"
#include "passes/build.h"
#include "passes/gather.h"
#include "passes/parse.h"
#include "picture/png.h"
#include "site/url.h"

namespace cli {
namespace {

constexpr std::string_view kFolder = "content/pins/";

using Files = std::map<std::string, std::string>;  // files by the ends of their names

const pages::RenderedPage* page_of(const passes::CheckedSite& checked, const site::Page& page) {
  auto found = std::find_if(checked.rendered.begin(), checked.rendered.end(),
                            [&](const auto& rendered) { return rendered.page == &page; });
  return found == checked.rendered.end() ? nullptr : &*found;
}

std::string find(const Files& files, const std::string& address) {
  auto found = files.find(address);
  return found == files.end() ? "" : found->second;
}

// Adds a line to the page that states that it is a copy.
std::string dated(std::string html, const site::Words& words, const std::string& day) {
  const size_t end = html.rfind("</main>");
  if (end == std::string::npos) return html;
  markup::Writer out;
  out.open("p").attr("class", "embed-from").text(words.fill("pinned", {{"date", day}})).close();
  return html.insert(end, out.take().str() + "\n");
}

// Returns the files of a copy, or the reason why its picture cannot be drawn.
base::Result<Files, std::string> files_of(const site::NamedBlock& block, const passes::CheckedSite& checked,
                                          const std::string& day) {
  Files files;
  const pages::RenderedPage* page = page_of(checked, *block.page);
  if (!page) return files;
  const std::string& name = block.name;
  if (block.block->kind == document::FenceKind::table) {
    files["csv"] = find(page->files, "tables/" + name + ".csv");
    std::string html = find(page->files, blocks::embed_address(name));
    if (!html.empty()) files["html"] = dated(std::move(html), checked.inputs->words, day);
    return files;
  }
  files["csv"] = find(page->files, "charts/" + name + ".csv");
  const blocks::PictureAddresses addresses(name);
  std::string svg = find(page->files, addresses.light);
  if (svg.empty()) return files;
  auto png = picture::draw_png(svg, passes::kPictureScale);
  if (!png) return base::Failure{png.error()};
  files["png"] = std::move(png).value();
  files["svg"] = std::move(svg);
  return files;
}

bool can_be_pinned(const site::NamedBlock& block) { return block.block->kind != document::FenceKind::estimate; }

UsageError unknown(const std::string& name, const site::Site& site) {
  std::vector<std::string_view> names;
  for (const site::NamedBlock& block : site.blocks)
    if (can_be_pinned(block)) names.push_back(block.name);
  std::string help = names.empty() ? "the site has no tables or charts" : "expected " + base::list_names(names, 20);
  if (std::string meant = base::did_you_mean(name, names); !meant.empty()) help = meant;
  return {fmt::format("there is no table or chart \"{}\"", name), help};
}

int run(io::DiskFileSystem& root, const PinOptions& options) {
  Plan plan = make_pins(root, options, today_text());
  const int status = carry_out(root, plan, options);
  if (status != kFine || options.quiet) return status;
  for (const base::ChangedFile& file : plan.files) print_text("wrote   {}\n", file.path);
  print_text("\nCommit these files. Their addresses do not change:\n  {}\n", base::join(plan.next, "\n  "));
  return status;
}

}  // namespace

Plan make_pins(const io::FileSystem& root, const PinOptions& options, const std::string& day) {
  passes::Options build;
  build.base_url = options.base_url;
  build.jobs = jobs_of(options);
  passes::CheckedSite checked = passes::check_site(root, build);
  Plan plan;
  if (checked.report.diagnostics.has_errors()) {
    plan.diagnostics = std::move(checked.report.diagnostics);
    plan.texts.emplace_back(checked.report.sources_of_spans, nullptr);
    return plan;
  }
  const std::string& base_url = checked.inputs->config.base_url;
  for (const std::string& name : options.names) {
    const auto& all = checked.site->blocks;
    auto block = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    if (block == all.end() || !can_be_pinned(*block)) throw unknown(name, *checked.site);
    auto files = files_of(*block, checked, day);
    if (!files) {
      plan.diagnostics.error("no-pictures", std::string(kFolder), files.error());
      return plan;
    }
    for (auto& [ending, bytes] : files.value()) {
      const std::string address = fmt::format("pins/{}-{}.{}", name, day, ending);
      plan.next.push_back(base_url.empty() ? address : site::absolute_url(base_url, address));
      plan.files.push_back({"content/" + address, bytes});
    }
  }
  return plan;
}

void add_pin(CLI::App& app, int& status) {
  auto [command, options] =
      add_command<PinOptions>(app, "pin", "Save dated copies of tables and charts in content/pins/", status, run);
  add_common_options(*command, *options);
  command->add_option("name", options->names, "Tables and charts to copy")->required()->type_name("NAME");
  command
      ->add_option("--base-url", options->base_url, "URL of the published site (default: base_url of data/site.json)")
      ->type_name("URL");
}

}  // namespace cli
