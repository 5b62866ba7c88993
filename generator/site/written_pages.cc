// Adds the pages that authors wrote, with their kind, their address, and their text in lists.
#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "site/building.h"
#include "site/layout.h"

namespace site {
namespace {

class WrittenPages {
 public:
  explicit WrittenPages(Building& building) : building_(building), site_(building.site) {}

  void add(std::shared_ptr<const Evaluation> evaluation) {
    const Content& content = *evaluation->content;
    const document::FrontMatter& front = content.front;
    building_.is_reserved(content.path, front.title.span, "page");
    std::string title = front.title.text;
    if (evaluation->from_data) title = fill(front.pages->title, *evaluation);
    Page& page = building_.add(
        address_of(*evaluation), kind_of(content), title, front.title.span,
        fmt::format("{} {}", evaluation->from_data ? "a row's page of" : "the page", content.file->source.path()));
    page.lead = evaluation->from_data ? fill(front.description, *evaluation) : front.description.text;
    if (evaluation->from_data && page.lead.empty()) page.first_paragraph = first_paragraph(*evaluation);
    page.draft = front.draft;
    page.layout = layout_of(page.kind, front, building_.listing.layouts, building_.diagnostics);
    const std::string& path = site_.contents.emplace_hint(site_.contents.end(), content.path, &content)->first;
    if (evaluation->from_data)
      site_.from_data[path] = true;
    else
      site_.by_content.emplace(base::hash_bytes(path), &page);
    add_asserts(page, *evaluation);
    page.evaluation = std::move(evaluation);
  }

 private:
  void add_asserts(const Page& page, const Evaluation& evaluation) {
    if (!evaluation.content->depends_on_data) return;
    for (const document::Fence& fence : evaluation.content->document().fences()) {
      if (fence.kind != document::FenceKind::assertion) continue;
      Assert& assertion = site_.asserts.try_emplace(std::string(fence.name), Assert{&page}).first->second;
      if (evaluation.failed_asserts.contains(fence.name)) assertion.holds = false;
    }
  }

  std::string fill(const document::Text& text, const Evaluation& evaluation) {
    return fill_placeholders(text.text, evaluation.values, text.span, building_.diagnostics);
  }

  // Returns the first paragraph with its placeholders replaced. Unknown names are reported when the page is rendered.
  static std::string first_paragraph(const Evaluation& evaluation) {
    base::Diagnostics unused;
    return fill_placeholders(evaluation.content->document().first_paragraph(), evaluation.values, {}, unused);
  }

  std::string address_of(const Evaluation& evaluation) {
    const Content& content = *evaluation.content;
    const document::FrontMatter& front = content.front;
    std::string folder(content.folder());
    std::string name(content.stem());
    base::Span span = front.slug.span;
    if (evaluation.from_data) {
      span = front.pages->address.span;
      name = fill(front.pages->address, evaluation);
    } else if (!front.slug.empty()) {
      name = front.slug.text;
    }
    if (content.is_index() && !front.slug.empty()) {
      building_.diagnostics
          .error("bad-address", span, "an index.md can't have a slug: its address is that of its folder")
          .suggest("rename the folder, or move this text to another page");
      name = "index";
    }
    bool written = evaluation.from_data || !front.slug.empty();
    if (written && (base::file_slug(name).empty() || base::github_slug(name) != name)) {
      building_.diagnostics.error("bad-address", span, fmt::format("\"{}\" can't be part of an address", name))
          .expect("lower-case letters, digits, '-' and '_'")
          .suggest(fmt::format("for instance \"{}\"", base::file_slug(name)));
      name = base::file_slug(name);
    }
    return (folder.empty() ? "" : folder + "/") + name + ".html";
  }

  PageKind kind_of(const Content& content) const {
    const document::FrontMatter& front = content.front;
    const PageKind kind = ordinary_kind(content);
    if (!front.plans.empty() && kind != PageKind::section)
      building_.diagnostics.error("unknown-key", front.plans.front().name.span, "\"plans\" has no effect on this page")
          .expect("the index.md of a section of lessons or other pages");
    return kind;
  }

  PageKind ordinary_kind(const Content& content) const {
    const document::FrontMatter& front = content.front;
    std::string_view folder = content.folder();
    if (content.is_index()) {
      if (folder.empty()) return PageKind::home;
      if (!front.flow_start.empty()) return PageKind::flow;
      if (folder == "faq") return PageKind::faq;
      if (folder == "sources") return PageKind::sources;
      if (folder == "data") return PageKind::data;
      if (folder == "changes" && !site_.changes.empty()) return PageKind::changes;
      return PageKind::section;
    }
    if (content.path == "contradictions.md" && !site_.database->contradictions().empty())
      return PageKind::contradictions;
    if (content.path == "search.md" && site_.config->features.search) return PageKind::search;
    if (!front.outcome.empty()) return PageKind::outcome;
    if (!front.question.empty()) return PageKind::question;
    if (folder == "faq") return PageKind::answer;
    if (folder == "compare") return PageKind::comparison;
    if (!front.key_points.empty() || !front.takeaway.empty()) return PageKind::lesson;
    return PageKind::page;
  }

  Building& building_;
  Site& site_;
};

}  // namespace

void add_written(Building& building, std::shared_ptr<const Evaluation> evaluation) {
  WrittenPages(building).add(std::move(evaluation));
}

}  // namespace site
