#include "build/fix_addresses.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/edit.h"
#include "base/text.h"
#include "build/parse.h"
#include "data/csv.h"

namespace build {
namespace {

using Mended = std::map<site::Place, site::Place>;  // what was lost -> where it is now

Mended mended_losses(const CheckedSite& checked) {
  Mended mended;
  for (const check::Loss& loss : checked.addresses.losses)
    if (loss.nearest.is_likely) mended.emplace(loss.what, loss.nearest.places[0]);
  return mended;
}

// What the second column of a row should say; "" to leave it.
std::string new_target(const site::Redirect& row, const Mended& mended) {
  if (!row.final.empty()) return row.final;
  if (row.to.address.empty()) return "";
  auto now = mended.find(row.to);
  if (now != mended.end()) return to_text(now->second);
  now = mended.find({row.to.address, ""});
  if (now == mended.end()) return "";
  return to_text(site::Place{now->second.address, row.to.anchor});
}

}  // namespace

std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added) {
  const std::string_view text = file ? file->text() : std::string_view();
  const std::string_view end = base::line_end_of(text);
  std::string result(text);
  if (file && !edits.empty()) {
    for (const base::FileEdits& changed : base::sort_edits(std::move(edits)).files) result = base::edited_text(changed);
  }
  if (base::trim(result).empty()) result = site::kRedirectColumns;
  if (!added.empty() && !result.ends_with('\n')) result += end;
  for (const std::string& row : added) result += row + std::string(end);
  return result;
}

RedirectPlan plan_redirects(const CheckedSite& checked, const std::string& today) {
  const Mended mended = mended_losses(checked);
  RedirectPlan plan;
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : checked.site->redirects.rows()) {
    const std::string target = new_target(row, mended);
    if (target.empty()) continue;
    edits.push_back({row.to_span, data::csv_cell(target)});
    plan.rows.push_back(to_text(row.from) + "," + target + "," + row.since + "," + data::csv_cell(row.why));
  }
  std::vector<std::string> added;
  for (const check::Loss& loss : checked.addresses.losses)
    if (loss.nearest.is_likely) added.push_back(check::redirect_for(loss, today));
  plan.rows.insert(plan.rows.end(), added.begin(), added.end());
  plan.text = redirects_text(checked.inputs->find_source(site::kRedirects), std::move(edits), added);
  return plan;
}

void forget_mended(const CheckedSite& checked, base::Diagnostics& diagnostics) {
  const Mended mended = mended_losses(checked);
  std::set<std::pair<const base::SourceText*, uint32_t>> cells;
  for (const site::Redirect& row : checked.site->redirects.rows())
    if (!new_target(row, mended).empty()) cells.emplace(row.to_span.source, row.to_span.begin);
  diagnostics.remove_if([&](const base::Diagnostic& d) {
    return d.code.starts_with("lost-") ||
           (d.code.starts_with("redirect-") && cells.contains({d.span.source, d.span.begin}));
  });
  std::vector<check::Loss> left;
  for (const check::Loss& loss : checked.addresses.losses)
    if (!loss.nearest.is_likely) left.push_back(loss);
  check::report_losses(*checked.site, left, diagnostics);
  diagnostics.sort();
}

RecordPlan plan_record(const CheckedSite& checked) {
  const check::Permalinks& recorded = checked.addresses.recorded;
  check::Permalinks all = recorded;
  RecordPlan plan;
  const std::vector<site::PageLinks> links = links_of(checked.rendered);
  for (check::RecordedPage& added : check::find_unrecorded(links, recorded)) {
    plan.pages += recorded.find(added.address) == nullptr;
    plan.anchors += added.anchors.size();
    all.pages.push_back(std::move(added));
  }
  all.unite();
  plan.named = check::describe_anchors(links, all) - plan.anchors;
  plan.text = check::permalinks_text(all);
  return plan;
}

}  // namespace build
