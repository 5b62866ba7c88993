#include "cli/pin_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "blocks/chart_figure.h"
#include "build/build.h"
#include "build/gather.h"
#include "build/parse.h"
#include "cli/today.h"
#include "io/disk.h"
#include "picture/png.h"
#include "site/url.h"

namespace cli {
namespace {

constexpr std::string_view kFolder = "content/pins/";

using Files = std::map<std::string, std::string>;  // by the ending of their names

const pages::RenderedPage* page_of(const build::CheckedSite& checked, const site::Page& page) {
  auto found = std::find_if(checked.rendered.begin(), checked.rendered.end(),
                            [&](const auto& rendered) { return rendered.page == &page; });
  return found == checked.rendered.end() ? nullptr : &*found;
}

std::string find(const Files& files, const std::string& address) {
  auto found = files.find(address);
  return found == files.end() ? "" : found->second;
}

// Says within the page that it is a copy.
std::string dated(std::string html, const site::Words& words, const std::string& day) {
  const size_t end = html.rfind("</main>");
  if (end == std::string::npos) return html;
  markup::Writer out;
  out.open("p").attr("class", "embed-from").text(words.fill("pinned", {{"date", day}})).close();
  return html.insert(end, out.take().str() + "\n");
}

// Why there is none, when the drawing fails.
base::Result<Files, std::string> files_of(const site::NamedBlock& block, const build::CheckedSite& checked,
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
  auto png = picture::draw_png(svg, build::kPictureScale);
  if (!png) return base::Failure{png.error()};
  files["png"] = std::move(png).value();
  files["svg"] = std::move(svg);
  return files;
}

bool can_be_pinned(const site::NamedBlock& block) { return block.block->kind != document::FenceKind::estimate; }

Made unknown(const std::string& name, const site::Site& site) {
  std::vector<std::string_view> names;
  for (const site::NamedBlock& block : site.blocks)
    if (can_be_pinned(block)) names.push_back(block.name);
  std::string help = names.empty() ? "the site has none" : "one of " + base::list_names(names, 20);
  if (std::string meant = base::did_you_mean(name, names); !meant.empty()) help = meant;
  return Made::refuse(fmt::format("there is no table or chart \"{}\"", name), help);
}

int run(const PinOptions& options) {
  auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  std::string why;
  const std::string day = day_of_today(why);
  if (day.empty()) return refuse(why, "give it as seconds since 1970, or leave it unset", options.common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  Made made = make_pins(root, options, day);
  if (report_failure(root, made.diagnostics) != kFine) made.refusal.clear();  // it may rest on what was not read
  if (!made.refusal.empty()) return refuse(made.refusal, made.help, options.common);
  const int status = write_made(root, made);
  print_diagnostics(made.diagnostics, options.common);
  if (status != kFine || options.common.quiet) return status;
  for (const base::ChangedFile& file : made.files) fmt::print("wrote   {}\n", file.path);
  fmt::print("\nTo be committed; published, and never changed by a build, at:\n  {}\n", base::join(made.next, "\n  "));
  return status;
}

}  // namespace

Made make_pins(const io::FileSystem& root, const PinOptions& options, const std::string& day) {
  build::Options build;
  build.base_url = options.base_url;
  build.jobs = jobs_of(options.common);
  build::CheckedSite checked = build::check_site(root, build);
  Made made;
  if (checked.report.diagnostics.has_errors()) {
    made.diagnostics = std::move(checked.report.diagnostics);
    made.sources.emplace_back(checked.report.sources_of_spans, nullptr);  // keeps what they point into
    return made;
  }
  const std::string& base_url = checked.inputs->config.base_url;
  for (const std::string& name : options.names) {
    const auto& all = checked.site->blocks;
    auto block = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    if (block == all.end() || !can_be_pinned(*block)) return unknown(name, *checked.site);
    auto files = files_of(*block, checked, day);
    if (!files) {
      made.diagnostics.error("no-pictures", std::string(kFolder), files.error());
      return made;
    }
    for (auto& [ending, bytes] : files.value()) {
      const std::string address = fmt::format("pins/{}-{}.{}", name, day, ending);
      made.next.push_back(base_url.empty() ? address : site::absolute_url(base_url, address));
      made.files.push_back({"content/" + address, bytes});
    }
  }
  return made;
}

void set_up_pin(CLI::App& app, PinOptions& options, int& status) {
  CLI::App* command =
      app.add_subcommand("pin", "Keep a dated copy of a table or chart that never changes, below content/pins/");
  add_common_options(*command, options.common);
  command->add_option("name", options.names, "Of the table or chart; several are possible")->required();
  command->add_option("--base-url", options.base_url, "Where the site is published, instead of site.json's");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
