#include "blocks/because.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "site/url.h"

namespace blocks {
namespace {

// Writes an assert that is the reason for an answer: its name, with a link to the page of its query.
markup::SafeHtml assert_html(const document::Text& because, const document::Answer& answer,
                             const site::Assert& assertion, Context& context) {
  if (!assertion.holds)
    context.diagnostics
        .error("flow-unjustified", because.span,
               fmt::format("the reason for \"{}\" no longer holds: the assert \"{}\" fails", answer.id, because.text))
        .expect("an answer that the data supports")
        .suggest("check the assert, then change the answer, its reason, or the flow");
  markup::Writer out;
  out.text(context.words["checked_by_data"]).text(" ");
  write_link(site::relative_link(context.address(), assertion.page->address), base::replace_all(because.text, "-", " "),
             out);
  return out.take();
}

// Writes a remark for each assert of a sentence: "(checked against the data by every build: Prices)". Returns whether
// there is one.
bool write_checks(const document::Document& markdown, markup::Writer& out, Context& context) {
  std::set<std::string_view> pages;
  bool found = false;
  for (const document::Link& link : markdown.links()) {
    if (link.kind != document::LinkKind::assertion) continue;
    found = true;
    const auto assertion = context.view.assertion(link.key);
    if (!assertion || !pages.insert(assertion->page->address).second) continue;
    out.text(" ").open("span").attr("class", "locator").text("(").text(context.words["checked_by_data"]).text(" ");
    write_link(site::relative_link(context.address(), assertion->page->address), assertion->page->title, out);
    out.text(")").close();
  }
  return found;
}

std::string claim_text(std::string_view id, std::string_view column, Context& context) {
  const site::Cell* cell = context.view.cell(claim_key(id, column));
  return cell ? quantity::to_text(cell->value) : "";
}

// Writes the status of a claim: "Disputed: another guide says otherwise."
void write_status(std::string_view id, markup::Writer& out, Context& context) {
  std::string status = claim_text(id, kStatus, context);
  if (status.empty() || status == "holds") return;
  std::string key = "status_" + status, why = claim_text(id, kStatusWhy, context);
  std::string_view word = context.words[key];
  out.text(" ").open("span").attr("class", "status").element("strong", word == key ? status : word);
  if (!why.empty()) out.text(": ").text(why);
  out.close();
}

markup::SafeHtml claim_html(std::string_view id, const site::Cell& cell, Context& context) {
  markup::Writer out;
  out.text(quantity::to_text(cell.value));
  std::vector<std::string_view> caveats;
  for (const std::string& ref : cell.refs) {
    const site::Provenance* provenance = context.view.provenance(ref);
    if (!provenance) continue;
    context.references.depend_on(ref, "");
    for (const site::ShownCaveat& caveat : provenance->caveats)
      if (caveat.columns.empty()) caveats.push_back(caveat.text);
    if (!provenance->source) continue;
    out.open("sup").attr("class", "cite");
    write_citation(*provenance->source, "", out, context);
    out.close();
    if (!provenance->locator.empty())
      out.text(" ").open("span").attr("class", "locator").text(fmt::format("({})", provenance->locator)).close();
    if (markup::SafeHtml status = status_html(*provenance->source, context); !status.empty())
      out.text(" ").html(status);
  }
  write_status(id, out, context);
  for (std::string_view caveat : caveats) out.text(" ").open("span").attr("class", "caveat").text(caveat).close();
  return out.take();
}

// Whether a sentence states a figure that depends on rows of the data, and not only on assumptions.
bool states_data(const document::Document& markdown, Context& context) {
  return std::any_of(markdown.links().begin(), markdown.links().end(), [&](const document::Link& link) {
    const site::Figure* figure = link.kind == document::LinkKind::figure ? context.view.figure(link.key) : nullptr;
    return figure && !figure->cell.refs.empty();
  });
}

}  // namespace

std::string claim_key(std::string_view id, std::string_view column) {
  return fmt::format("{}/{}/{}", kClaims, id, column);
}

std::vector<markup::SafeHtml> because_html(const document::Answer& answer, const site::Content& content,
                                           document::Hooks& hooks, Context& context) {
  std::vector<markup::SafeHtml> reasons;
  for (const document::Text& because : answer.because) {
    if (!site::is_plain_name(because.text)) {
      const document::Document& markdown = *content.short_text(because.span);
      markup::Writer out;
      out.html(document::write_inline(markdown, hooks));
      if (!write_checks(markdown, out, context) && markdown.citations().empty() && !states_data(markdown, context))
        context.diagnostics
            .error("flow-unjustified", because.span,
                   fmt::format("the reason for \"{}\" has no citation, figure or assert", answer.id))
            .expect(
                "the id of a claim, the name of an assert, or a sentence with a citation such as [@source], a figure "
                "of the data such as [80 GB](fig:TABLE/KEY/COLUMN), or a link to an assert, such as "
                "[the cheapest](assert:name)");
      reasons.push_back(out.take());
    } else if (const site::Cell* claim = context.view.cell(claim_key(because.text))) {
      reasons.push_back(claim_html(because.text, *claim, context));
    } else if (const auto assertion = context.view.assertion(because.text)) {
      reasons.push_back(assert_html(because, answer, *assertion, context));
    } else {
      const std::vector<std::string> ids = context.view.names(kClaims);
      context.diagnostics
          .error("unknown-claim", because.span, fmt::format("there is no claim or assert \"{}\"", because.text))
          .expect(fmt::format("the id of a row of \"{}\", the name of an assert, or a cited sentence", kClaims))
          .suggest(base::did_you_mean(because.text, base::views(ids)));
    }
  }
  return reasons;
}

}  // namespace blocks
