#include "audit/links.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/suggest.h"
#include "base/text.h"
#include "site/url.h"

namespace audit {
namespace {

constexpr std::string_view kAnyDepth = "404.html";  // hosts show it at whatever address was asked for

// Browsers get it without being asked to.
bool comes_by_itself(Use use) { return use == Use::load || use == Use::lead; }

bool has_anchors(std::string_view address) {
  return address.ends_with(".html") || address.ends_with(".svg") || address.ends_with(".md");
}

bool is_scheme(std::string_view target, std::string_view scheme) {
  return target.size() > scheme.size() && equal_names(target.substr(0, scheme.size()), scheme);
}

}  // namespace

uint64_t hash_of_anchor(std::string_view anchor) { return base::hash_bytes(anchor).low; }

std::string anchor_of(std::string_view fragment) {
  if (fragment.starts_with('#')) fragment.remove_prefix(1);
  fragment = fragment.substr(0, fragment.find(":~:"));
  if (fragment == "top" || fragment.starts_with("svgView(")) return "";
  return site::decode_percent(fragment).value_or(std::string(fragment));
}

void report_anchor(Findings& findings, std::string_view written, std::string_view anchor, std::string_view address,
                   const std::vector<std::string>& known) {
  const bool has_room = findings.has_room("broken-anchor");
  findings.error("broken-anchor", written, fmt::format("{} has no part #{}", address, anchor))
      .expect("the id of an element there")
      .suggest(known.size() > 2000 || !has_room ? "" : base::did_you_mean(anchor, base::views(known)));
}

Links::Links(const Published& published, std::string_view base_url, uint32_t file, Findings& findings)
    : published_(published),
      base_url_(base_url),
      file_(file),
      address_(published.files()[file].address),
      findings_(findings) {}

void Links::check(const Reference& reference) {
  const std::string_view target = base::trim(reference.target);
  ++count_;
  if (target.empty()) {
    if (reference.use != Use::follow) broken(reference, "nothing is named here", "");
    return;
  }
  if (!base_url_.empty() && (target.starts_with(base_url_) || target == base_url_.substr(0, base_url_.size() - 1))) {
    const std::string_view rest = target.substr(std::min(base_url_.size(), target.size()));
    const size_t end = std::min(rest.find_first_of("?#"), rest.size());
    return check_inside(reference, rest.substr(0, end), rest.substr(end), true);
  }
  if (site::is_external(target)) {
    if (is_scheme(target, "data:") || is_scheme(target, "blob:") || is_scheme(target, "about:")) return;
    if (is_scheme(target, "file:"))
      broken(reference, "this leads to a file of one machine", "");
    else if (comes_by_itself(reference.use))
      findings_
          .error("foreign-resource", reference.written,
                 fmt::format("this loads from another site: {}", target.substr(0, 200)))
          .expect("a file of this site: pages ask nothing of anyone else");
    return;
  }
  if (target.starts_with('/') || target.find('\\') < target.find_first_of("?#")) {
    findings_
        .error("link-form", reference.written,
               target.starts_with('/')
                   ? "this link begins at the host's root, so that it fails in a folder and from disk"
                   : "addresses have \"/\" between their parts, not \"\\\"")
        .expect("an address relative to the page: ../data/index.html");
    return;
  }
  if (reference.use == Use::absolute) {
    findings_.error("link-form", reference.written, "programs that read this don't know which page it is relative to")
        .expect(base_url_.empty() ? "an absolute address" : fmt::format("an absolute address: {}…", base_url_));
    return;
  }
  if (target.starts_with('#')) {
    if (std::string anchor = anchor_of(target); !anchor.empty()) own_.push_back({reference.written, std::move(anchor)});
    return;
  }
  if (address_ == kAnyDepth) {
    findings_
        .error("link-form", reference.written,
               "hosts show 404.html at any address, so that a relative link leads nowhere")
        .expect(base_url_.empty() ? "no link" : fmt::format("an absolute address: {}…", base_url_));
    return;
  }
  const size_t end = std::min(target.find_first_of("?#"), target.size());
  check_inside(reference, target.substr(0, end), target.substr(end), false);
}

void Links::check_inside(const Reference& reference, std::string_view path, std::string_view behind, bool is_absolute) {
  const auto decoded = site::decode_percent(path);
  if (!decoded)
    return broken(reference, "a \"%\" is followed by two digits from 0 to 9 and A to F, and stands for UTF-8", "");
  const auto joined = site::join_path(is_absolute ? std::string_view() : site::folder_of(address_), *decoded);
  if (!joined) return broken(reference, "this leads out of the site", "");
  std::string address = decoded->empty() && !is_absolute ? std::string(address_) : *joined;
  const bool names_folder =
      !decoded->empty() && (decoded->ends_with('/') || *decoded == "." || decoded->ends_with(".."));
  auto target = published_.find(address);
  const std::string index = address.empty() ? "index.html" : address + "/index.html";
  if ((!target || names_folder) && published_.find(index)) {
    // Hosts show a folder's index; disks don't.
    if (!is_absolute) {
      findings_
          .error("link-form", reference.written,
                 fmt::format("this names the folder {}/, which shows a list from disk", address))
          .expect(site::relative_link(address_, index));
      return;
    }
    target = published_.find(index);
  } else if (names_folder) {
    target.reset();
  }
  if (!target) return broken(reference, fmt::format("nothing is published at {}", address), address);
  if (is_absolute && address_ != kAnyDepth && (comes_by_itself(reference.use) || reference.use == Use::follow) &&
      address_.ends_with(".html")) {
    const std::string expected = site::relative_link(address_, published_.files()[*target].address);
    const std::string_view what =
        "this link within the site is absolute: a copy on disk or elsewhere leaves itself by it";
    base::Diagnostic& told = comes_by_itself(reference.use)
                                 ? findings_.error("link-form", reference.written, std::string(what))
                                 : findings_.warning("link-form", reference.written, std::string(what));
    told.expect(expected);
  }
  if (reference.use == Use::lead)
    lead_ = {*target, offset(reference.written), static_cast<uint32_t>(reference.written.size())};
  add_anchor(reference, *target, behind);
}

void Links::broken(const Reference& reference, std::string message, std::string_view address) {
  const std::string near = address.empty() || !findings_.has_room("broken-link") ? "" : published_.nearest(address);
  base::Diagnostic& error = findings_.error("broken-link", reference.written, std::move(message));
  if (!near.empty()) error.suggest(fmt::format("did you mean \"{}\"?", near));
}

void Links::add_anchor(const Reference& reference, uint32_t target, std::string_view behind) {
  const size_t hash = behind.find('#');
  if (hash == std::string_view::npos || !has_anchors(published_.files()[target].address)) return;
  std::string anchor = anchor_of(behind.substr(hash));
  if (anchor.empty()) return;
  if (target == file_) {
    own_.push_back({reference.written, std::move(anchor)});
    return;
  }
  add_pending(target, reference.written, anchor);
}

uint32_t Links::offset(std::string_view written) const {
  return static_cast<uint32_t>(written.data() - findings_.text().data());
}

void Links::add_pending(uint32_t target, std::string_view written, std::string_view anchor) {
  pending_.push_back({target, offset(written), static_cast<uint32_t>(written.size()), hash_of_anchor(anchor)});
}

void Links::check_own_anchors(const std::vector<std::string>& anchors, std::optional<uint32_t> other) {
  if (own_.empty()) return;
  Anchors known;
  for (const std::string& each : anchors) known.push_back(hash_of_anchor(each));
  std::sort(known.begin(), known.end());
  for (const Own& own : own_) {
    if (std::binary_search(known.begin(), known.end(), hash_of_anchor(own.anchor))) continue;
    if (other)
      add_pending(*other, own.written, own.anchor);
    else
      report_anchor(findings_, own.written, own.anchor, "this page", anchors);
  }
  own_.clear();
}

}  // namespace audit
