// `sourcebook new site`: a small complete site, or one without the example; also empties an example.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/embedded.h"
#include "cli/makers.h"
#include "notation/json.h"
#include "quantity/language.h"
#include "quantity/locale.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSettings = "data/site.json", kTables = "data/datapackage.json";
constexpr std::string_view kBaseline = "data/unbound.txt";  // which a site keeps without the example
constexpr std::string_view kOwner = "OWNER/SOURCEBOOK";

constexpr std::string_view kWorkflows = ".github/workflows/", kContainer = ".devcontainer/devcontainer.json";

// Fills in the repository and version of this program, which workflows and a container image need. Names of images are
// in lower case.
std::string with_version(std::string_view path, std::string bytes) {
  const bool is_workflow = path.starts_with(kWorkflows);
  if (!is_workflow && path != kContainer) return bytes;
  const std::string home(repository());
  if (!home.empty()) bytes = base::replace_all(bytes, kOwner, is_workflow ? home : base::lower_case(home));
  return base::replace_all(bytes, "VERSION", version());
}

std::string shell_word(const std::string& text) {
  const bool plain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == std::string::npos;
  return plain && !text.empty() ? text : "'" + text + "'";
}

struct NewSiteOptions : CommonOptions {
  std::string folder;
  std::string lang = "en";
  bool bare = false;  // without the example
};

bool is_text_of_starter(std::string_view path) {
  return path == "README.md" || path.starts_with("content/") || path.starts_with("data/");
}

// Returns where the settings of an example have their language. Only files of the program's own are read so.
std::string_view language_in(std::string_view settings) {
  constexpr std::string_view kLang = "\"lang\": \"";
  const size_t at = settings.find(kLang);
  if (at == std::string_view::npos) return settings.substr(settings.size());
  settings.remove_prefix(at + kLang.size());
  return settings.substr(0, settings.find('"'));
}

std::string with_language(std::string_view settings, std::string_view lang) {
  const std::string_view old = language_in(settings);
  const auto before = static_cast<size_t>(old.data() - settings.data());
  return fmt::format("{}{}{}", settings.substr(0, before), old.empty() ? "" : lang,
                     settings.substr(before + old.size()));
}

// Adds the files of the starting site: all, or those that are neither texts nor data.
void add_starter(bool with_texts, Plan& plan) {
  for (const auto& [path, bytes] : starter_files()) {
    if (path == kContainer && repository().empty()) continue;  // nobody has published an image
    if (with_texts || !is_text_of_starter(path))
      plan.files.push_back({std::string(path), with_version(path, std::string(bytes))});
  }
  if (repository().empty())
    plan.todo.push_back(fmt::format(
        "to publish with GitHub, replace {} in the files of {} by the repository that releases this program", kOwner,
        kWorkflows));
}

// The plan of a site without the example, and the files of the example to delete.
struct BareSite {
  Plan plan;
  std::vector<std::string> deleted;
};

// Plans a site with one page. In a folder that has the example, plans to replace or delete what is as `new site` wrote
// it, in the language of the example.
BareSite make_bare_site_in(const io::FileSystem& root, const std::string& folder, const std::string& lang) {
  if (!root.status("content/index.md").ok()) return {make_bare_site(folder, lang), {}};
  const auto settings = root.read(std::string(kSettings));
  const std::string used(settings.ok() ? language_in(settings.value()) : "");
  BareSite site{make_bare_site(folder, quantity::find_locale(used) ? used : lang), {}};
  const std::vector<base::ChangedFile> own = std::exchange(site.plan.files, {});
  std::set<std::string, std::less<>> changed;
  const auto empty = [&](std::string_view path, std::string_view example) {
    const auto found = root.read(std::string(path));
    if (!is_text_of_starter(path) || path == kBaseline || !found.ok()) return;
    // A file has the text of one language, so it is compared with each.
    if (found.value() != (path == kSettings ? with_language(example, used) : example))
      return void(changed.emplace(path));
    if (std::ranges::count(site.deleted, path)) return;  // two languages have this file
    if (const auto replaced = std::ranges::find(own, path, &base::ChangedFile::path); replaced != own.end())
      site.plan.files.push_back({replaced->path, replaced->bytes, base::hash_bytes(found.value())});
    else
      site.deleted.emplace_back(path);
  };
  for (const auto& [path, bytes] : starter_files()) empty(path, bytes);
  for (const auto& [path, bytes] : starter_translations()) empty(path.substr(path.find('/') + 1), bytes);
  if (site.deleted.empty() && site.plan.files.empty())
    throw UsageError{fmt::format("{} is a site already, and has no unchanged file of the example", folder),
                     "name another folder"};
  const auto keeps = [&](std::string_view path) {
    const auto is_it = [&](const auto& each) { return each.path == path; };
    return changed.contains(path) && !std::ranges::count(site.deleted, path) &&
           std::ranges::none_of(site.plan.files, is_it);
  };
  // A table that the author changed needs its description, and a changed description its tables.
  const auto is_kept_data = [&](const std::string& path) {
    return path.starts_with("data/") && path != kSettings && keeps(path);
  };
  if (std::ranges::any_of(changed, is_kept_data)) {
    std::erase_if(site.deleted, [](const std::string& path) { return path.starts_with("data/"); });
    site.plan.todo.push_back(fmt::format("delete the example's table from {}, then its files", kTables));
  }
  if (keeps(kSettings))
    site.plan.todo.push_back(fmt::format("delete the pages of the example from \"navigation\" in {}", kSettings));
  return site;
}

int run_bare_site(io::DiskFileSystem& root, const NewSiteOptions& options, const std::string& prefix) {
  BareSite site = make_bare_site_in(root, options.folder, options.lang);
  const int status = write_new(root, std::move(site.plan), options, prefix);
  if (status != kFine) return status;
  for (const std::string& path : site.deleted) {
    if (auto done = root.remove(path); !done.ok())
      throw UsageError{fmt::format("{}{} can't be deleted: {}", prefix, path, done.error().message), "delete it"};
    if (!options.quiet) print_text("deleted {}{}\n", prefix, path);
    root.remove_if_empty(path.substr(0, path.rfind('/')));
  }
  return kFine;
}

int run_new_site(const NewSiteOptions& options) {
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(options.folder, ignored);
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw UsageError{fmt::format("{} exists and is not a folder", options.folder), "name another folder"};
  io::DiskFileSystem root(folder.string(), io::Writing::durable);
  const std::string prefix = options.folder.ends_with('/') ? options.folder : options.folder + "/";
  if (options.bare) return run_bare_site(root, options, prefix);
  return write_new(root, make_site(options.folder, options.lang), options, prefix);
}

}  // namespace

Plan make_bare_site(const std::string& folder, const std::string& lang) {
  if (!quantity::find_locale(lang))
    throw UsageError{fmt::format("\"{}\" is not a language in CLDR's modern coverage", lang),
                     "give a tag such as fr, pt-BR or zh-Hant"};
  std::error_code ignored;
  std::string title = base::replace_all(fs::weakly_canonical(folder, ignored).filename().string(), "-", " ");
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  Plan plan;
  const std::string name = notation::json_text(title);
  plan.files.push_back({"content/index.md", fmt::format("---\ntitle: {}\n---\nStill to be written.\n", name)});
  plan.files.push_back({"data/site.json", fmt::format("{{\n  \"title\": {},\n  \"lang\": \"{}\"\n}}\n", name, lang)});
  add_starter(false, plan);
  plan.todo.emplace_back("write content/index.md");
  plan.next = {"cd " + shell_word(folder), "sourcebook new resource FILE.csv", "sourcebook build"};
  return plan;
}

Plan make_site(const std::string& folder, const std::string& lang) {
  Plan plan;
  std::set<std::string, std::less<>> languages = {"en"};
  for (const auto& [path, bytes] : starter_translations()) languages.emplace(path.substr(0, path.find('/')));
  const std::vector<std::string> tags = quantity::tags_of(lang);
  const auto found = std::ranges::find_if(tags, [&](const std::string& tag) { return languages.contains(tag); });
  if (!quantity::find_locale(lang) || found == tags.end())
    throw UsageError{
        fmt::format("there is no starting site in \"{}\"", lang),
        fmt::format("give --lang with one of {}; for another language use --bare, which has no example, or "
                    "translate the English one, and see `sourcebook new strings`",
                    base::join(std::vector<std::string>(languages.begin(), languages.end()), ", "))};
  const std::string& language = *found;
  const bool is_english = language == "en";
  for (const auto& [path, bytes] : starter_translations())
    if (path.starts_with(language + "/"))
      plan.files.push_back({std::string(path.substr(language.size() + 1)), std::string(bytes)});
  add_starter(is_english, plan);
  for (base::ChangedFile& file : plan.files)
    if (file.path == kSettings) file.bytes = with_language(file.bytes, lang);
  plan.todo.insert(plan.todo.begin(), "follow README.md, which lists what to change first");
  plan.next = {"cd " + shell_word(folder), "sourcebook build"};
  if (quantity::find_locale(lang)->decimal != quantity::find_locale(language)->decimal)
    plan.next.insert(plan.next.end() - 1, "sourcebook fix  # writes the numbers of the texts as in " + lang);
  return plan;
}

void add_new_site(CLI::App& group, int& status) {
  auto [command, options] =
      add_command<NewSiteOptions>(group, "site", "Create a small complete site to start from", status, run_new_site);
  command->add_option("dir", options->folder, "Folder of the new site")->type_name("DIR")->required();
  command
      ->add_option("--lang", options->lang,
                   "Language of its texts: en, de, es, fr, ja or zh-Hans, also with a region: de-CH")
      ->type_name("LANG")
      ->capture_default_str();
  command->add_flag("--bare", options->bare,
                    "Without the example, in any language; in a folder that has it, delete its unchanged files");
  command->add_flag("-q,--quiet", options->quiet, "Print only errors and warnings");
}

}  // namespace cli
