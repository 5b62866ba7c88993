#include "serve/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "build/pictures.h"
#include "picture/png.h"
#include "serve/content_type.h"
#include "serve/error_page.h"
#include "serve/live_files.h"
#include "serve/locate.h"
#include "site/url.h"

namespace serve {
namespace {

constexpr std::string_view kOwn = ".sourcebook/";
// Beyond this a list of what has changed is longer than it is useful: a template has changed, and with it everything.
constexpr size_t kMostListed = 2000;
constexpr size_t kMostNamesCompared = 20000;

std::string event(std::string_view name, const std::string& id, const nlohmann::json& data) {
  return fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, id,
                     data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Response redirect(const std::string& to) {
  Response made = text_response(302, "");
  made.headers.emplace_back("Location", to);
  made.headers.emplace_back("Cache-Control", "no-store");
  return made;
}

// Whether a tag that begins with this, such as "<html", begins a text.
bool is_tag(std::string_view html, std::string_view begin) {
  return html.size() > begin.size() && !base::is_letter(html[begin.size()]) &&
         std::equal(begin.begin(), begin.end(), html.begin(), [](char a, char b) { return a == base::lower(b); });
}

// The size of the tag that a text begins with; 0 where it does not end. Values in quotes may hold '>'.
size_t tag_size(std::string_view html) {
  char quote = 0;
  for (size_t at = 0; at < html.size(); ++at) {
    const char c = html[at];
    if (quote == 0 && c == '>') return at + 1;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
  }
  return 0;
}

// The same of a comment.
size_t comment_size(std::string_view html) {
  const size_t end = html.find("-->", 2), odd_end = html.find("--!>", 2);
  if (end == std::string_view::npos && odd_end == std::string_view::npos) return 0;
  return end < odd_end ? end + 3 : odd_end + 4;
}

// The size of what may stand before a head and begins a text: space, a comment, a doctype, <html>. 0 for all else.
size_t prologue_size(std::string_view html) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (html.starts_with(kByteOrderMark)) return kByteOrderMark.size();
  if (html.starts_with("<!--")) return comment_size(html);
  if (html.starts_with("<!") || html.starts_with("<?")) return html.find('>') + 1;
  if (is_tag(html, "<html")) return tag_size(html);
  return !html.empty() && base::is_space(html.front()) ? 1 : 0;
}

// Where a head begins, or would: what begins there is in the head, and can't be within a script or a comment.
size_t begin_of_head(std::string_view html) {
  size_t at = 0;
  while (const size_t size = prologue_size(html.substr(at))) at += size;
  return is_tag(html.substr(at), "<head") ? at + tag_size(html.substr(at)) : at;
}

// A Content-Security-Policy that lets a page connect to where it comes from, and all else as it says. Of several
// directives of one name the first one counts (CSP Level 3 §2.2.1).
std::string with_own_connections(std::string_view policy) {
  std::vector<std::string> connections, others;  // the name of a directive, and its sources
  for (std::string_view directive : base::split(policy, ';')) {
    std::vector<std::string> words;
    for (std::string_view word : base::split(base::trim(directive), ' '))
      if (!word.empty()) words.emplace_back(word);
    if (words.empty()) continue;
    const std::string name = base::lower_case(words[0]);
    if (name == "connect-src" && connections.empty()) connections = std::move(words);
    if (name == "default-src" && others.empty()) others = std::move(words);
  }
  std::vector<std::string>& sources = connections.empty() ? others : connections;
  const auto holds = [&](std::string_view keyword) {
    return std::any_of(sources.begin(), sources.end(),
                       [&](const auto& each) { return base::lower_case(each) == keyword; });
  };
  if (sources.empty() || holds("'self'") || holds("*")) return std::string(policy);
  sources[0] = "connect-src 'self'";
  std::erase_if(sources, [](const std::string& each) { return base::lower_case(each) == "'none'"; });
  return base::join(sources, " ") + "; " + std::string(policy);
}

bool is_hidden(std::string_view path) { return path.starts_with('.') || path.find("/.") != std::string_view::npos; }

// Those whose file's name is near, wherever it is, then those whose whole address is.
std::vector<std::string_view> nearest_pages(std::string_view path, const std::vector<std::string_view>& addresses) {
  std::vector<std::string_view> pages, found;
  for (std::string_view address : addresses)
    if (address.ends_with(".html") && pages.size() < kMostNamesCompared) pages.push_back(address);
  const std::string_view file = site::file_of(path);
  for (std::string_view page : pages)
    if (found.size() < 5 && page != "index.html" && file != "index.html" &&
        (site::file_of(page) == file || site::file_of(page) == std::string(file) + ".html"))
      found.push_back(page);
  const std::string near = base::nearest(path, pages);
  const auto same = std::find(pages.begin(), pages.end(), near);
  if (same != pages.end() && std::find(found.begin(), found.end(), near) == found.end()) found.push_back(*same);
  return found;
}

}  // namespace

std::string with_live_script(std::string_view html, std::string_view address, std::string_view base_path,
                             std::string_view state) {
  markup::Writer script;
  script.open("script").attr("src", "/.sourcebook/live.js").attr("defer");
  script.attr("data-page", address).attr("data-base", base_path).attr("data-state", state).close();
  std::string page(html);
  page.insert(begin_of_head(html), script.take().str());

  constexpr std::string_view kPolicy = "http-equiv=\"Content-Security-Policy\" content=\"";
  const size_t found = page.find(kPolicy);
  if (found == std::string::npos || found > page.find("</head>")) return page;
  const size_t begin = found + kPolicy.size();
  const size_t size = page.find('"', begin) - begin;
  page.replace(begin, size, with_own_connections(std::string_view(page).substr(begin, size)));
  return page;
}

void Answers::publish(Changes changes) { site_.publish(std::move(changes)); }

std::string Answers::state() const { return fmt::format("{}.{}", run_, site_.version()); }

// False for a state of another server, or none.
bool Answers::state_of(std::string_view text, uint64_t& version) const {
  if (!text.starts_with(run_ + ".")) return false;
  text.remove_prefix(run_.size() + 1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  return error == std::errc() && end == text.data() + text.size();
}

std::string Answers::site_event(uint64_t since, bool knows, bool is_early) const {
  nlohmann::json changed;
  const std::vector<std::string_view> list = knows ? site_.changed_since(since) : std::vector<std::string_view>();
  if (knows && list.size() <= kMostListed) changed = list;
  nlohmann::json told = {{"changed", changed}};
  if (is_early) told["early"] = true;
  return event("site", state(), told);
}

std::string Answers::site_event(bool is_early) const { return site_event(site_.version() - 1, true, is_early); }

std::string Answers::mistakes_event() const { return event("mistakes", state(), {{"html", mistakes_.str()}}); }

Response Answers::events(const Request& request) const {
  constexpr std::string_view kSince = "?since=";
  const size_t query = request.target.find(kSince);
  std::string_view known;
  if (query != std::string::npos) known = std::string_view(request.target).substr(query + kSince.size());
  if (!request.last_event_id.empty()) known = request.last_event_id;  // a connection that was lost
  uint64_t version = 0;
  const bool knows = state_of(known, version);
  std::string first = "retry: 500\n\n";
  if (!knows || version < site_.version()) first += site_event(version, knows, false);
  Response made = response("text/event-stream", std::make_shared<const std::string>(first + mistakes_event()));
  made.headers.emplace_back("Cache-Control", "no-store");
  made.goes_on = true;
  return made;
}

Response Answers::own_file(const Request& request, std::string_view name) const {
  if (name == "events") return events(request);
  for (const auto& [file, bytes] : live_files()) {
    if (file != name) continue;
    Response made = response(std::string(content_type(name)), std::make_shared<const std::string>(bytes));
    made.headers.emplace_back("Cache-Control", "no-store");
    return made;
  }
  return text_response(404, "There is nothing here.\n");
}

Response Answers::served_page(const std::string& html, std::string_view address, int status) const {
  Response made = response("text/html; charset=utf-8",
                           std::make_shared<const std::string>(with_live_script(html, address, base_path_, state())));
  made.status = status;
  // Its script knows the state it was served in, so that an older copy would ask for what it has.
  made.headers.emplace_back("Cache-Control", "no-store");
  return made;
}

Response Answers::missing(std::string_view path, std::string_view within) const {
  return served_page(missing_page(path, nearest_pages(within, site_.addresses()), base_path_), within, 404);
}

// Draws a picture of which the build left the SVG. The error says why that failed; "" for none.
std::string Answers::draw_picture(std::string_view address, const std::string& bytes) {
  if (!address.ends_with(".png") || !bytes.starts_with("<svg")) return "";
  auto png = picture::draw_png(bytes, build::kPictureScale);
  if (!png) return png.error();
  site_.replace(address, std::make_shared<const std::string>(std::move(png).value()));
  return "";
}

Response Answers::file(const Request& request) {
  const std::optional<std::string> path = path_of(request.target);
  if (!path) return text_response(400, "This is no address of a site.\n");
  if (path->starts_with(kOwn)) return own_file(request, std::string_view(*path).substr(kOwn.size()));
  const std::string whole = "/" + *path;
  if (!whole.starts_with(base_path_)) {
    if (whole == "/" || whole + "/" == base_path_) return redirect(site::encode_path(base_path_));
    return missing(whole, "");
  }
  // Before the first good build there is nothing but its mistakes.
  if (site_.version() == 0) return served_page(mistakes_page(mistakes_), "", 500);
  std::string address = whole.substr(base_path_.size());
  if (is_hidden(address)) return text_response(404, "There is nothing here.\n");
  const std::string query = request.target.substr(std::min(request.target.find('?'), request.target.size()));
  if (!address.empty() && !address.ends_with('/') && !site_.find(address) && site_.find(address + "/index.html"))
    return redirect(site::encode_path(whole + "/") + query);
  if (address.empty() || address.ends_with('/')) address += "index.html";
  const Published::File* found = site_.find(address);
  if (!found) return missing(whole, address);
  const std::string_view type = content_type(address);
  if (type.starts_with("text/html")) return served_page(*found->bytes, address, 200);
  if (const std::string error = draw_picture(address, *found->bytes); !error.empty())
    return text_response(500, error + "\n");
  const std::string tag = fmt::format("\"{}.{}\"", run_, found->version);
  Response made;
  if (request.if_none_match == tag) {
    made.status = 304;
  } else {
    made = response(std::string(type), found->bytes);
    // Whoever has a part of an older file wants none of this one; ranges are for GET alone (RFC 9110 §14.2).
    if (request.method == "GET" && (request.if_range.empty() || request.if_range == tag))
      keep_range(made, request.range);
    made.headers.emplace_back("Accept-Ranges", "bytes");
  }
  made.headers.emplace_back("ETag", tag);
  made.headers.emplace_back("Cache-Control", "no-cache");
  return made;
}

Response Answers::answer(const Request& request) {
  if (!is_local_host(request.host))
    return text_response(403, "This server answers to localhost and 127.0.0.1 only, whatever other name leads here.\n");
  if (request.method != "GET" && request.method != "HEAD") {
    Response made = text_response(405, "Here one can only read: GET and HEAD.\n");
    made.headers.emplace_back("Allow", "GET, HEAD");
    return made;
  }
  return file(request);
}

}  // namespace serve
