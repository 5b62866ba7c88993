#include "passes/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/parallel.h"
#include "base/text.h"
#include "base/work.h"
#include "blocks/spec.h"
#include "data/dates.h"
#include "notation/yaml.h"
#include "quantity/language.h"
#include "quantity/locale.h"
#include "site/changes.h"
#include "site/url.h"

namespace passes {
namespace {

constexpr std::string_view kData = "data/", kTemplates = "templates/";

void parse_config(Inputs& inputs, const Options& options, base::Diagnostics& diagnostics) {
  inputs.config = site::read_config(data::data_file(inputs.tree, "site.json", diagnostics), diagnostics);
  if (!options.base_url.empty()) inputs.config.base_url = options.base_url;
  if (inputs.config.repository.empty()) inputs.config.repository = options.repository;
}

// Whether two trees share the same file objects below a folder. Different objects with equal bytes do not count.
bool has_same_below(std::string_view folder, const io::SourceTree& tree, const io::SourceTree& earlier) {
  return tree.below(folder) == earlier.below(folder);
}

bool includes_same(const site::Content& content, const io::SourceTree& tree) {
  return std::ranges::all_of(content.includes,
                             [&](const auto& include) { return tree.find(include.first) == include.second; });
}

// Returns the file that a path names: from the file in which it is written, from content/, or from the site's folder,
// each without leading "../". Only content/ and the folders of `includes` are searched.
const base::SourceText* find_included(const base::SourceText& from, std::string_view path, const Inputs& inputs,
                                      decltype(site::Content::includes)& includes) {
  std::string_view rest = path;
  for (std::string_view start : {"@/", "/", "./"})
    if (rest.starts_with(start)) rest.remove_prefix(start.size());
  while (rest.starts_with("../")) rest.remove_prefix(3);
  const std::string_view folder = std::string_view(from.path()).substr(0, from.path().rfind('/') + 1);
  for (const std::string& written :
       {fmt::format("{}{}", folder, path), fmt::format("content/{}", rest), std::string(rest)}) {
    const std::string named = std::filesystem::path(written).lexically_normal();
    const bool is_allowed =
        named.starts_with(kContent) ||
        std::ranges::any_of(inputs.config.includes, [&](const auto& each) { return named.starts_with(each + "/"); });
    if (!is_allowed) continue;
    const io::SourceFile* file = inputs.tree.find(named);
    includes.emplace_back(named, file);
    if (file) return &file->source;
  }
  return nullptr;
}

std::shared_ptr<const site::Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics,
                                                   const Inputs& inputs, const Inputs* earlier) {
  if (earlier)
    if (auto known = earlier->clean_contents.find(&file); known != earlier->clean_contents.end() &&
                                                          includes_same(*known->second, inputs.tree) &&
                                                          known->second->text->diagnostics().empty())
      return known->second;
  decltype(site::Content::includes) includes;
  const auto find = [&](const base::SourceText& from, std::string_view path) {
    return find_included(from, path, inputs, includes);
  };
  std::unique_ptr<site::Content> content = site::parse_content(file, diagnostics, find);
  content->includes = std::move(includes);
  for (site::Block& block : content->blocks) block.spec = blocks::parse_spec(block.kind, block.yaml);
  return content;
}

void parse_data(Inputs& inputs, const Options& options, base::Diagnostics& diagnostics, const Inputs* earlier,
                const std::atomic<bool>* stop) {
  if (earlier && earlier->is_database_clean && has_same_below(kData, inputs.tree, earlier->tree)) {
    inputs.database = earlier->database;
    inputs.rows = earlier->rows;
    inputs.unbound_rules = earlier->unbound_rules;
    inputs.is_database_clean = true;
    inputs.work_of_data = earlier->work_of_data;
    return;
  }
  base::Meter meter(base::work_allowed(inputs.bytes), stop);
  data::DataFiles files = data::data_files(inputs.tree, diagnostics);
  files.as_of = inputs.config.as_of;
  files.lang = inputs.config.lang;
  files.compares_order = options.compares_order;
  inputs.database = data::Database::load(files, diagnostics);
  inputs.is_database_clean = diagnostics.empty();
  inputs.work_of_data = meter.used();
}

uint64_t bytes_of(const io::SourceTree& tree) {
  uint64_t bytes = 0;
  for (const std::string& folder : site_folders())
    for (const io::SourceFile* file : tree.below(folder + "/"))
      if (folder != "content" || file->source.path().ends_with(".md")) bytes += file->source.text().size();
  return bytes;
}

// Returns the names that every template gets (pages/page_values.h), to find misspelt names when templates are compiled.
std::vector<std::string> template_names() {
  constexpr std::string_view kNames =
      "site page nav breadcrumbs toc previous next content notes references strings data_date footer "
      "json_ld alternates card embed sections pages plan plans cases recent key_points takeaway picture steps "
      "steps_figures start outcomes print chapters question answers asked_from flow next_steps reached_from "
      "questions groups source uses uses_shown uses_total csl citation resources shown_on "
      "resource contradictions contradictions_link redirect lists moved day days corrections heading lead "
      "ids";
  const std::vector<std::string_view> names = base::split(kNames, ' ');
  return {names.begin(), names.end()};
}

// Returns the theme that ships with the program. All builds of a process share its files.
const std::vector<std::shared_ptr<const io::SourceFile>>& theme_files() {
  static const auto files = [] {
    std::vector<std::shared_ptr<const io::SourceFile>> made;
    for (const auto& [path, bytes] : default_theme())
      made.push_back(
          std::make_shared<const io::SourceFile>(std::string(kTemplates) + std::string(path), std::string(bytes)));
    return made;
  }();
  return files;
}

constexpr size_t kMaxMissingTexts = 10;  // that are named

std::string strings_path(std::string_view lang) { return fmt::format("templates/strings/{}.yaml", lang); }

// Returns the texts in a language that ship with the program.
site::Words default_words(std::string_view lang) {
  base::Diagnostics none;
  for (const auto& file : theme_files())
    if (file->source.path() == strings_path(lang)) return site::Words::read(file->source, none);
  return {};
}

// Reads the texts of the interface: those of the site's language and region, then of its language, then English.
void read_words(Inputs& inputs, base::Diagnostics& diagnostics) {
  const site::Words english = default_words("en");
  const std::vector<std::string> tags = quantity::tags_of(inputs.config.lang);
  const quantity::Locale& locale = *quantity::find_locale(inputs.config.lang);
  inputs.words.set_locale(locale);
  for (const std::string& tag : tags) {
    if (const io::SourceFile* strings = inputs.tree.find(strings_path(tag)))
      inputs.words.fill_gaps(site::Words::read(strings->source, diagnostics, &english, locale));
    if (tag != "en") inputs.words.fill_gaps(default_words(tag));
  }
  const bool has_any = !inputs.words.all().empty();
  if (!has_any) inputs.words.set_locale(quantity::english());  // a date in another script would tear its sentence apart
  if (const io::SourceFile* own = inputs.tree.find(strings_path("en")); own && tags.back() != "en")
    inputs.words.fill_gaps(site::Words::read(own->source, diagnostics, &english));
  std::vector<std::string> missing = inputs.words.fill_with_english(english);
  if (!quantity::language_of(inputs.config.lang).has_claims())
    inputs.notes.push_back(
        fmt::format("claims such as superlatives are not checked, because their words in \"{}\" are not known",
                    inputs.config.lang));
  if (tags.back() == "en") return;
  const std::string& wanted = tags.back() == "zh" ? tags[tags.size() - 2] : tags.back();
  const size_t most = std::min(missing.size(), kMaxMissingTexts);
  const std::string more = missing.size() > most ? fmt::format(" and {} more", missing.size() - most) : "";
  missing.resize(most);
  if (!has_any)
    inputs.notes.push_back(
        fmt::format("the interface is in English: {} does not exist; `sourcebook new strings {}` makes it",
                    strings_path(wanted), wanted));
  else if (!missing.empty())
    inputs.notes.push_back(fmt::format("texts of the interface that {} does not have are in English: {}{}",
                                       strings_path(wanted), base::join(missing, ", "), more));
}

void parse_theme(Inputs& inputs, base::Diagnostics& diagnostics, const Inputs* earlier) {
  templates::Sources sources;
  for (const io::SourceFile* file : inputs.tree.below(kTemplates)) {
    std::string_view name = std::string_view(file->source.path()).substr(kTemplates.size());
    if (name.starts_with("assets/")) {
      inputs.listing.assets.push_back(file);
    } else if (name.ends_with(".html")) {
      sources.emplace(name, &file->source);
      inputs.listing.layouts.push_back(name);
    }
  }
  if (earlier && earlier->is_theme_clean && earlier->config.lang == inputs.config.lang &&
      has_same_below(kTemplates, inputs.tree, earlier->tree)) {
    inputs.words = earlier->words;
    inputs.notes = earlier->notes;
    inputs.engine = earlier->engine;
    inputs.is_theme_clean = true;
    return;
  }
  read_words(inputs, diagnostics);
  inputs.engine = templates::Engine::compile(sources, diagnostics, template_names());
  inputs.is_theme_clean = diagnostics.empty();
}

// Returns the paths below content/ that a file's text links to or shows.
std::set<std::string> linked_paths(const site::Content& content) {
  std::set<std::string> paths;
  const auto add = [&](std::string_view destination) {
    if (site::is_external(destination)) return;
    const auto path = site::decode_percent(site::split_link(destination).path);
    const bool is_from_root = path && path->starts_with('/');
    for (const std::string_view from : {content.folder(), content.own_folder()})
      if (auto joined = path ? site::join_path(is_from_root ? std::string_view() : from, path->substr(is_from_root))
                             : std::nullopt)
        paths.insert(*std::move(joined));
  };
  const auto add_all = [&](const document::Document& text) {
    for (const document::Image& image : text.images()) add(image.destination);
    for (const document::Link& link : text.links()) add(link.destination);
  };
  add_all(content.document());
  for (const document::Document* text : content.short_documents()) add_all(*text);
  return paths;
}

// Reports texts that are published as files: Markdown with another extension than ".md", and texts of other formats to
// which no page links, because their author may expect a page.
void report_other_texts(const Inputs& inputs, base::Diagnostics& diagnostics) {
  constexpr std::string_view kMarkdown = "md mdx markdown mdown mkd mkdn qmd rmd";
  constexpr std::string_view kOther = "adoc asciidoc creole docx ipynb mediawiki odt org rst rtf tex textile typ wiki";
  std::set<std::string> linked;
  for (const io::SourceFile* file : inputs.listing.files) {
    const std::string& path = file->source.path();
    const size_t dot = path.rfind('.') + 1;  // 0 without an extension
    const std::string extension = dot == 0 ? "" : base::lower(path.substr(dot));
    if (base::has_word(kMarkdown, extension))
      diagnostics.error("markdown-extension", path, fmt::format("{} is Markdown, but is not read as a page", path))
          .expect("a name that ends in \".md\"")
          .suggest(fmt::format("rename it to {}md", path.substr(0, dot)));
    if (!base::has_word(kOther, extension)) continue;
    if (linked.empty())
      for (const auto& content : inputs.contents) linked.merge(linked_paths(*content));
    if (linked.contains(path.substr(kContent.size()))) continue;
    const std::string_view converter = extension == "ipynb" ? "jupyter nbconvert --to markdown" : "pandoc --to gfm";
    diagnostics
        .warning("markdown-extension", base::Span(), fmt::format("{} is published as a file, not as a page", path))
        .suggest(fmt::format("to make a page of it, run {} {}; as a file, let a page link to it", converter, path))
        .path = path;
  }
}

// Leaves out the files that only drafts use.
void leave_out_files(const site::Contents& drafts, Inputs& inputs) {
  std::set<std::string> unused;
  for (const auto& draft : drafts) unused.merge(linked_paths(*draft));
  const auto is_unused = [&](const io::SourceFile* file) {
    return unused.contains(file->source.path().substr(kContent.size()));
  };
  std::vector<const io::SourceFile*>& files = inputs.listing.files;
  if (std::none_of(files.begin(), files.end(), is_unused)) return;
  for (const auto& content : inputs.contents)
    for (const std::string& path : linked_paths(*content)) unused.erase(path);
  std::erase_if(files, is_unused);
}

// One thread loads the data, which takes longest, while the other threads parse texts and the theme.
void parse_in_parallel(Inputs& inputs, const Options& options, base::Diagnostics& diagnostics, const Inputs* earlier,
                       const std::atomic<bool>* stop) {
  std::vector<const io::SourceFile*> pages;
  for (const io::SourceFile* file : inputs.tree.below(kContent))
    (file->source.path().ends_with(".md") ? pages : inputs.listing.files).push_back(file);
  const auto is_left_out = [&](const site::Content& content) { return content.front.draft && !options.drafts; };
  site::Contents parsed(pages.size());
  std::vector<base::Diagnostics> found(pages.size());
  base::Diagnostics found_in_data, found_in_theme;
  base::parallel_for(options.jobs, 2 + pages.size(), [&](size_t piece, unsigned) {
    if (piece == 0) return parse_data(inputs, options, found_in_data, earlier, stop);
    if (piece == 1) return parse_theme(inputs, found_in_theme, earlier);
    const size_t i = piece - 2;
    parsed[i] = parse_content(*pages[i], found[i], inputs, earlier);
    if (is_left_out(*parsed[i])) found[i].merge(parsed[i]->text->diagnostics());  // nothing else reads this text
  });
  site::Contents drafts;
  for (size_t i = 0; i < parsed.size(); ++i) {
    if (found[i].empty()) inputs.clean_contents.emplace(pages[i], parsed[i]);
    diagnostics.merge(std::move(found[i]));
    if (is_left_out(*parsed[i])) {
      inputs.listing.drafts.emplace(parsed[i]->path);
      drafts.push_back(std::move(parsed[i]));
    } else
      inputs.contents.push_back(std::move(parsed[i]));
  }
  leave_out_files(drafts, inputs);
  report_other_texts(inputs, diagnostics);
  diagnostics.merge(std::move(found_in_data));
  diagnostics.merge(std::move(found_in_theme));
  if (!inputs.rows) inputs.rows = site::rows_of(*inputs.database, options.jobs);
}

void parse_figures(Inputs& inputs, base::Diagnostics& diagnostics) {
  const base::SourceText* file = data::data_file(inputs.tree, "figures.yaml", diagnostics);
  if (!file) return;
  auto yaml = notation::parse_yaml(base::whole(*file), diagnostics);
  if (!yaml) return;
  if (yaml->is_map() || yaml->is_null())
    inputs.figures = site::read_named_figures(*yaml, diagnostics);
  else
    diagnostics.error("wrong-type", yaml->span, "this is not a map of named figures").expect("lines of NAME: FORMULA");
}

std::shared_ptr<const site::Changes> changes_of(const io::SourceFile& file, Inputs& inputs, const Inputs* earlier,
                                                base::Diagnostics& diagnostics) {
  if (earlier)
    if (const auto known = earlier->clean_changes.find(&file); known != earlier->clean_changes.end())
      return inputs.clean_changes.insert(*known).first->second;
  base::Diagnostics found;
  auto changes = std::make_shared<const site::Changes>(site::read_changes(file.source, found));
  if (found.empty()) inputs.clean_changes.emplace(&file, changes);
  diagnostics.merge(std::move(found));
  return changes;
}

void parse_changes(Inputs& inputs, const Inputs* earlier, base::Diagnostics& diagnostics) {
  for (const io::SourceFile* file : inputs.tree.below(site::kChanges)) {
    const std::string& path = file->source.path();
    const std::string_view name = std::string_view(path).substr(site::kChanges.size());
    if (!name.ends_with(".json") || !data::is_date(name.substr(0, name.size() - 5)))
      diagnostics
          .error("bad-change-file", base::Span{&file->source, 0, 0},
                 fmt::format("the name of \"{}\" is not a date", name))
          .expect("a file such as data/changes/2026-03-15.json")
          .suggest("`sourcebook diff --save` writes such files; move other files elsewhere");
    else
      inputs.listing.changes.push_back(changes_of(*file, inputs, earlier, diagnostics));
  }
}

}  // namespace

const base::SourceText* Inputs::find_asset(std::string_view name) const {
  const std::string path = std::string(kTemplates) + "assets/" + std::string(name);
  for (const io::SourceFile* asset : listing.assets)
    if (asset->source.path() == path) return &asset->source;
  return nullptr;
}

const base::SourceText* Inputs::find_source(std::string_view path) const {
  const io::SourceFile* file = tree.find(std::string(path));
  return file ? &file->source : nullptr;
}

std::unique_ptr<Inputs> read_and_parse(const io::FileSystem& root, const Options& options,
                                       base::Diagnostics& diagnostics, Store* store, const std::atomic<bool>* stop) {
  const Inputs* earlier = store ? store->inputs.get() : nullptr;
  auto inputs = std::make_unique<Inputs>();
  inputs->tree =
      io::SourceTree::read(root, folders_to_read(root), options.jobs, diagnostics, earlier ? &earlier->tree : nullptr);
  inputs->bytes = bytes_of(inputs->tree);
  parse_config(*inputs, options, diagnostics);
  for (const auto& file : theme_files()) inputs->tree.add_default(file);
  parse_in_parallel(*inputs, options, diagnostics, earlier, stop);
  parse_figures(*inputs, diagnostics);
  parse_changes(*inputs, earlier, diagnostics);
  apply_look(*inputs, diagnostics);
  return inputs;
}

base::Diagnostics found_in_texts(const Inputs& inputs, unsigned jobs) {
  base::parallel_for(jobs, inputs.contents.size(),
                     [&](size_t i, unsigned) { (void)inputs.contents[i]->text->diagnostics(); });
  base::Diagnostics found;
  for (const auto& content : inputs.contents) found.merge(content->text->diagnostics());
  return found;
}

}  // namespace passes
