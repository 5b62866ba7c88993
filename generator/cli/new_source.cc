#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "cli/makers.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "notation/json.h"

namespace cli {
namespace {

using notation::json_text;

bool is_source_id(const std::string& id) {
  return !id.empty() && id.front() != '.' && std::all_of(id.begin(), id.end(), [](char c) {
    return base::is_letter(c) || base::is_digit(c) || std::string_view("-_.:+").find(c) != std::string_view::npos;
  });
}

int run(const NewSourceOptions& options) {
  io::DiskFileSystem root(find_root(options).string(), io::Writing::lasting);
  return write_new(root, make_source(root, options, today_text()), options);
}

}  // namespace

bool is_url(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

std::string source_id_of(std::string_view url) {
  url = url.substr(url.find("//") + 2);
  url = url.substr(0, url.find_first_of("?#"));
  std::vector<std::string_view> parts = base::split(url, '/');
  std::string host(parts.front().substr(0, parts.front().find(':')));
  if (host.starts_with("www.")) host.erase(0, 4);
  std::vector<std::string_view> names = base::split(host, '.');
  std::string id(names.front());
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  for (size_t i = parts.size() > 3 ? parts.size() - 2 : 1; i < parts.size(); ++i) {
    std::string_view part = parts[i];
    for (std::string_view end : {".html", ".htm", ".pdf", ".php"})
      if (part.ends_with(end)) part.remove_suffix(end.size());
    std::string slug = base::file_slug(base::replace_all(std::string(part), ".", "-"));
    std::erase_if(slug, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (!slug.empty()) id += "-" + slug;
  }
  constexpr size_t kMaxBytes = 48;
  if (id.size() > kMaxBytes) id.resize(kMaxBytes);
  while (id.ends_with('-')) id.pop_back();
  return id;
}

std::string source_entry(const NewSourceOptions& options, const std::string& today) {
  const bool has_url = is_url(options.url_or_id);
  std::string missing = options.title.empty() ? "\"title\"" : "";
  if (options.publisher.empty()) missing += missing.empty() ? "\"publisher\"" : ", \"publisher\"";
  std::string out = fmt::format("{{\n  \"id\": {},\n  \"type\": \"{}\",\n  \"title\": {}", json_text(options.id),
                                has_url ? "webpage" : "document",
                                json_text(options.title.empty() ? options.url_or_id : options.title));
  if (!options.publisher.empty()) out += ",\n  \"publisher\": " + json_text(options.publisher);
  if (has_url) {
    const std::vector<std::string_view> date = base::split(today, '-');
    out += fmt::format(",\n  \"URL\": {},\n  \"accessed\": {{\"date-parts\": [[{}, {}, {}]]}}",
                       json_text(options.url_or_id), date.at(0), date.at(1).substr(date.at(1).starts_with('0')),
                       date.at(2).substr(date.at(2).starts_with('0')));
  }
  if (!missing.empty()) out += fmt::format(",\n  \"custom\": {{\"missing\": [{}]}}", missing);
  return out + "\n}";
}

Plan make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today) {
  const bool has_url = is_url(options.url_or_id);
  NewSourceOptions named = options;
  if (named.id.empty()) named.id = has_url ? source_id_of(options.url_or_id) : options.url_or_id;
  const std::string& id = named.id;
  if (!is_source_id(id))
    return Plan::refuse(fmt::format("\"{}\" is not a valid source id", id),
                        "use letters, digits, \"-\", \"_\", \".\", \":\" and \"+\": --id ID");
  if (has_url && options.url_or_id.find_first_of(" \"<>") != std::string::npos)
    return Plan::refuse(fmt::format("\"{}\" is not a URL", options.url_or_id),
                        "write one such as https://example.org/report");
  std::vector<std::shared_ptr<const base::SourceText>> texts;
  base::Diagnostics unused;
  const data::Bibliography bibliography = data::read_bibliography(root, texts, unused);
  if (const data::Source* other = bibliography.find(id)) {
    const base::SourceText& where = *other->id_span.source;
    return Plan::refuse(
        fmt::format("the source \"{}\" already exists: {}:{}", id, where.path(), where.line_of(other->id_span.begin)),
        "choose another id: --id ID");
  }
  Plan plan;
  const std::string path = "data/sources/" + base::replace_all(id, ":", "-") + ".json";
  plan.files.push_back({path, "[\n  " + base::replace_all(source_entry(named, today), "\n", "\n  ") + "\n]\n"});
  plan.notes.push_back(fmt::format("its id is {}", id));
  if (has_url) plan.notes.push_back(fmt::format("\"accessed\" is today, {}; nothing was downloaded", today));
  if (options.title.empty() || options.publisher.empty())
    plan.todo.push_back(fmt::format("add what \"missing\" lists in {}, then delete \"missing\"", path));
  plan.todo.emplace_back("add its publication date, if known: \"issued\": {\"date-parts\": [[2026, 1, 31]]}");
  plan.todo.push_back(fmt::format("cite it: [@{}, section 2]; `check` lists unused sources", id));
  plan.next = {fmt::format("sourcebook new resource FILE.csv --source {} --locator \"PLACE\"", id), "sourcebook build"};
  return plan;
}

void add_new_source(CLI::App& parent, int& status) {
  auto [command, options] =
      add_command<NewSourceOptions>(parent, "source", "Add a source to the bibliography", status, run);
  add_common_options(*command, *options);
  command->add_option("url-or-id", options->url_or_id, "URL of the source; an id if it is not on the web")->required();
  command->add_option("--id", options->id, "Id for citations (default: from the URL)");
  command->add_option("--title", options->title, "Title");
  command->add_option("--publisher", options->publisher, "Publisher");
}

}  // namespace cli
