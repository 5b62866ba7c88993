// Finds recorded anchors that now lead to something else (check/losses.h).
#include "check/losses.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/checks.h"
#include "site/redirects.h"

namespace check {
namespace {

// The similarity of two parts, and whether it is enough to treat them as the same.
struct Likeness {
  int value = 0;
  bool is_convincing = false;
};

Likeness likeness_of(const site::Part& a, const site::Part& b) {
  if (a.is_heading() != b.is_heading()) return {};
  const bool same_title = a.title == b.title, same_opening = a.opening == b.opening && !a.opening.empty();
  // Sections with the same title are distinguished by the headings above them, then by their first words.
  return {(a.above == b.above ? 3 : 0) + (same_title ? 2 : 0) + (same_opening ? 2 : 0), same_title || same_opening};
}

// Returns the greatest likeness of several records of one anchor.
Likeness likeness_of(const std::vector<site::Part>& recorded, const site::Part& part) {
  Likeness best;
  for (const site::Part& each : recorded)
    if (Likeness likeness = likeness_of(each, part); likeness.value >= best.value) best = likeness;
  return best;
}

std::string words_of(const site::Part& part) {
  if (!part.is_heading()) return "a " + part.kind;
  return fmt::format("\"{}\"", part.title) + (part.above.empty() ? "" : fmt::format(" under \"{}\"", part.above));
}

// Compares the recorded anchors of an address with those of the page that has them now.
class AnchorComparison {
 public:
  AnchorComparison(const site::Site& site, const RecordedPage& recorded, const site::PageLinks& present)
      : site_(site), recorded_(recorded), page_(*present.page), names_(*present.anchors) {
    for (std::string_view text : *present.parts) site::read_part(text, parts_.emplace_back());
    parts_.resize(names_.size());
  }

  void run(std::vector<ChangedAnchor>& changed) {
    for (const RecordedAnchor& anchor : recorded_.anchors) {
      const size_t now = index_of(anchor.name);
      if (now == names_.size() || anchor.parts.empty() || is_same(anchor, now)) continue;
      if (site_.redirects.find(recorded_.address, anchor.name)) continue;
      const bool is_other_kind = anchor.parts[0].is_heading() != parts_[now].is_heading();
      const std::string found = find_now(anchor, now), former = find_former(anchor, now);
      if (is_other_kind || !found.empty() || !former.empty())
        changed.push_back({{recorded_.address, anchor.name},
                           anchor.span,
                           &page_,
                           words_of(anchor.parts[0]),
                           words_of(parts_[now]),
                           found,
                           former});
    }
  }

 private:
  // Returns the index of an anchor of the page, or names_.size().
  size_t index_of(std::string_view name) const {
    return static_cast<size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }

  bool is_same(const RecordedAnchor& anchor, size_t now) const {
    return std::find(anchor.parts.begin(), anchor.parts.end(), parts_[now]) != anchor.parts.end();
  }

  // Whether the target of an anchor on this page is exactly as recorded.
  bool is_unchanged(size_t i) const {
    const RecordedAnchor* anchor = recorded_.address == page_.address ? recorded_.find(names_[i]) : nullptr;
    return anchor && is_same(*anchor, i);
  }

  // Returns the current anchor of the recorded target, if that is more similar than the one with the recorded anchor;
  // otherwise "".
  std::string find_now(const RecordedAnchor& anchor, size_t now) const {
    int best = likeness_of(anchor.parts, parts_[now]).value;
    std::string found;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (i == now || is_unchanged(i)) continue;
      const Likeness likeness = likeness_of(anchor.parts, parts_[i]);
      if (likeness.is_convincing && likeness.value > best) {
        best = likeness.value;
        found = names_[i];
      }
    }
    return found;
  }

  // Returns the recorded anchor of the target that now has this anchor; "" if there is none.
  std::string find_former(const RecordedAnchor& anchor, size_t now) const {
    int best = likeness_of(anchor.parts, parts_[now]).value;
    std::string found;
    for (const RecordedAnchor& each : recorded_.anchors) {
      const size_t own = index_of(each.name);
      if (&each == &anchor || (own < names_.size() && is_same(each, own))) continue;
      const Likeness likeness = likeness_of(each.parts, parts_[now]);
      if (likeness.is_convincing && likeness.value > best) {
        best = likeness.value;
        found = each.name;
      }
    }
    return found;
  }

  const site::Site& site_;
  const RecordedPage& recorded_;
  const site::Page& page_;
  const std::vector<std::string>& names_;  // the anchors of the page
  std::vector<site::Part> parts_;          // their targets
};

// Whether the target of each recorded anchor that still exists has the recorded text.
bool is_as_recorded(const RecordedPage& recorded, const site::PageLinks& links) {
  for (size_t i = 0; i < links.anchors->size(); ++i) {
    const RecordedAnchor* anchor = recorded.find((*links.anchors)[i]);
    if (!anchor) continue;
    auto same = [&](const site::Part& part) { return to_text(part) == (*links.parts)[i]; };
    if (std::none_of(anchor->parts.begin(), anchor->parts.end(), same)) return false;
  }
  return true;
}

}  // namespace

std::vector<ChangedAnchor> find_changed_anchors(const site::Site& site, const std::vector<site::PageLinks>& pages,
                                                const Permalinks& recorded) {
  std::vector<ChangedAnchor> changed;
  if (recorded.pages.empty()) return changed;
  const Anchors anchors(pages);
  for (const RecordedPage& each : recorded.pages) {
    const site::Page* page = page_now(site, each.address);
    const site::PageLinks* links = page ? anchors.page(page->address) : nullptr;
    if (links && !is_as_recorded(each, *links)) AnchorComparison(site, each, *links).run(changed);
  }
  return changed;
}

void report_changed_anchors(const site::Site& site, const std::vector<ChangedAnchor>& changed,
                            base::Diagnostics& diagnostics) {
  for (const ChangedAnchor& each : changed) {
    const AnchorSource now = source_of(site, {each.page->address, each.what.anchor});
    const AnchorSource found = each.found.empty() ? AnchorSource{} : source_of(site, {each.page->address, each.found});
    const std::string anchor = "#" + each.what.anchor;
    auto& d = diagnostics.error("changed-anchor", now.span ? now.span : each.recorded,
                                fmt::format("{}{} named {}, and now names {}", each.what.address, anchor, each.was,
                                            each.now == each.was ? "another section of that title" : each.now));
    d.expect("a published anchor to keep its meaning");
    if (found.span && found.is_heading && !found.has_own_id) {
      d.suggest(fmt::format("put {{{}}} after the heading that had it, which is now #{}", anchor, each.found));
    } else if (!each.found.empty()) {
      d.suggest(fmt::format("give this another id, and add a row to {}: {},{},YYYY-MM-DD,", site::kRedirects,
                            to_text(each.what), to_text(site::Place{each.page->address, each.found})));
    } else if (!each.former.empty()) {
      d.suggest(
          fmt::format("put {{#{}}} after this heading, which had that anchor; if the target of {} was removed, "
                      "add a row to {}: {},,YYYY-MM-DD,WHY",
                      each.former, anchor, site::kRedirects, to_text(each.what)));
    } else {
      d.suggest(
          fmt::format("give this another id or name, and add a row to {} that redirects {}", site::kRedirects, anchor));
    }
    if (found.span) d.note(found.span, "its former target is here");
    if (now.span) d.note(each.recorded, "recorded as published here");
  }
}

}  // namespace check
