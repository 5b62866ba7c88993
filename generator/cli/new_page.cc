#include "cli/new_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "document/front_matter.h"
#include "io/disk.h"
#include "notation/json.h"

namespace cli {
namespace {

constexpr size_t kLongestName = 60;

// True when the section's index.md lists its pages in an order of its own.
bool has_contents(const io::FileSystem& root, const std::string& folder) {
  auto bytes = root.read(folder + "/index.md");
  if (!bytes.ok()) return false;
  base::SourceText source(folder + "/index.md", std::move(bytes).value());
  base::Diagnostics unused;
  return !document::read_front_matter(source, unused).contents.empty();
}

// The page's place, or why it can have none.
struct Place {
  std::string folder, path;
  Made refused;
};

Place find_place(const NewPageOptions& options) {
  Place place;
  std::string section(options.section);
  while (section.ends_with('/')) section.pop_back();
  if (section.starts_with("content/")) section.erase(0, 8);
  if (!io::is_plain_path(section)) {
    place.refused = Made::refuse(fmt::format("\"{}\" is no section", options.section),
                                 "name a folder of content/, such as --section lessons");
    return place;
  }
  place.folder = "content/" + section;
  place.path = page_path(place.folder, options.name.empty() ? options.title : options.name);
  if (place.path.empty())
    place.refused = Made::refuse("no file can be named after this title", "give it a name: --name NAME");
  return place;
}

std::string page_stem(const std::string& path) {
  size_t slash = path.rfind('/') + 1;
  return path.substr(slash, path.size() - slash - 3);
}

Made make_page(const io::FileSystem& root, const NewPageOptions& options, const std::string& title,
               const std::string& rest) {
  Place place = find_place(options);
  if (place.refused.failed()) return std::move(place.refused);
  if (title.empty()) return Made::refuse("the page has no title", "give it one, in quotes");
  Made made;
  made.files.push_back({place.path, fmt::format("---\ntitle: {}\n{}", yaml_text(title), rest)});
  if (has_contents(root, place.folder))
    made.left.push_back(
        fmt::format("put it in its place: add {} to `contents:` in {}/index.md", page_stem(place.path), place.folder));
  made.next = {"sourcebook build"};
  return made;
}

int run(const NewPageOptions& options, Made (*make)(const io::FileSystem&, const NewPageOptions&)) {
  auto root = find_root(options.common);
  if (!root) return kWrongUsage;
  io::DiskFileSystem files(root->string(), io::Writing::lasting);
  return finish(files, make(files, options), options.common);
}

CLI::App* set_up(CLI::App& parent, NewPageOptions& options, const char* name, const char* what, const char* title,
                 const char* section) {
  CLI::App* command = parent.add_subcommand(name, what);
  add_common_options(*command, options.common);
  command->add_option("title", options.title, title)->required();
  command->add_option("--name", options.name, "Of the file, if it is not to be made from the title");
  options.section = section;
  command->add_option("--section", options.section, "The folder of content/")->capture_default_str();
  return command;
}

bool is_plain_yaml(const std::string& text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  auto fine = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || std::string_view(" ,.'?!()-/").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  std::string lower = base::lower_case(text);
  if (text.empty() || text.back() == ' ' || lower == "true" || lower == "false" || lower == "null") return false;
  bool starts_well = letter(text.front()) || static_cast<unsigned char>(text.front()) >= 0x80;
  return starts_well && std::all_of(text.begin(), text.end(), fine);
}

}  // namespace

Made make_lesson(const io::FileSystem& root, const NewPageOptions& options) {
  Made made = make_page(root, options, title_of(options.title), R"(# One sentence for lists, search and cards:
# description: …
# What stands at the top of the lesson, a sentence each:
# key_points:
#   - …
# What a reader should remember, at the end:
takeaway: This lesson is still to be written.
---
Still to be written.
)");
  if (made.failed()) return made;
  made.left.insert(made.left.begin(), "write the description, the key points, the takeaway and the text");
  return made;
}

Made make_faq(const io::FileSystem& root, const NewPageOptions& options) {
  std::string title(base::trim(options.title));
  Made made = make_page(root, options, title, "---\nStill to be answered.\n");
  if (made.failed()) return made;
  made.left.insert(made.left.begin(), "write the answer: below two hundred words, with a source for what it claims");
  if (!title.ends_with('?')) made.notes.emplace_back("the title is no question; it should end with a question mark");
  return made;
}

std::string page_path(const std::string& folder, const std::string& title) {
  std::string name = base::file_slug(title);
  if (name.size() > kLongestName) {
    size_t cut = name.rfind('-', kLongestName);
    name.resize(cut == std::string::npos || cut < kLongestName / 2 ? base::code_point_start(name, kLongestName) : cut);
  }
  return name.empty() || name == "index" ? "" : fmt::format("{}/{}.md", folder, name);
}

std::string title_of(const std::string& name_or_title) {
  std::string title(base::trim(name_or_title));
  bool is_name = std::all_of(title.begin(), title.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  if (!is_name || title.empty()) return title;
  std::replace_if(title.begin(), title.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
  if (title.front() >= 'a' && title.front() <= 'z') title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

std::string yaml_text(const std::string& text) { return is_plain_yaml(text) ? text : notation::json_text(text); }

void set_up_new_lesson(CLI::App& parent, NewPageOptions& options, int& status) {
  CLI::App* command = set_up(parent, options, "lesson", "A lesson to be written",
                             "Its title, or a name such as how-it-works", "lessons");
  command->callback([&] { status = run(options, make_lesson); });
}

void set_up_new_faq(CLI::App& parent, NewPageOptions& options, int& status) {
  CLI::App* command = set_up(parent, options, "faq", "A question to be answered", "The question, in quotes", "faq");
  command->callback([&] { status = run(options, make_faq); });
}

}  // namespace cli
