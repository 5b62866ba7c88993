// Reads the templates as a browser would, parents before children, so that each block is checked in the context in
// which its parent prints it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "template/context.h"
#include "template/program.h"

namespace templates {
namespace {

struct Placed {
  Context context;
  base::Span span;
};
using Places = std::map<std::string_view, Placed>;  // positions of blocks by their name

// Thrown after an error was reported, if the context of the following text is unknown.
struct ContextLost {};

class Checker {
 public:
  // `places` contains the contexts of the parent templates' blocks; those of this template's blocks are added.
  Checker(Template& each, Places& places, base::Diagnostics& diagnostics)
      : template_(each), places_(places), diagnostics_(diagnostics) {}

  void run() {
    if (!template_.parent.empty()) return child(template_.top);
    Context context;
    try {
      walk(template_.top, context);
    } catch (const ContextLost&) {
      return;
    }
    if (context.place != Context::Place::text) {
      const auto end = static_cast<uint32_t>(template_.source->text().size());
      error({template_.source, end, end}, fmt::format("the template ends {}", context.describe())).suggest("close it");
    }
  }

 private:
  base::Diagnostic& error(const base::Span& span, std::string message) {
    return diagnostics_.error("template-context", span, std::move(message));
  }

  void walk(Nodes& nodes, Context& context) {
    for (auto& node : nodes) {
      switch (node->type) {
        case Node::Type::text:
          text(*node, context);
          break;
        case Node::Type::output:
          output(*node, context);
          break;
        case Node::Type::condition:
          condition(*node, context);
          break;
        case Node::Type::loop:
          loop(*node, context);
          break;
        case Node::Type::block:
          block(*node, context);
          break;
        case Node::Type::super:
          if (!context.same_place(*block_start_)) {
            error(node->span, fmt::format("super() prints the block of the parent, which begins {}; this is {}",
                                          block_start_->describe(), context.describe()));
          }
          if (context.place == Context::Place::tag) context.glued = true;
          break;
        case Node::Type::include:
          if (context.place != Context::Place::text) {
            error(node->span, fmt::format("a template is included in text only; this is {}", context.describe()));
          }
          break;
        case Node::Type::set:
          break;
      }
    }
  }

  void text(Node& node, Context& context) {
    node.marks.clear();
    try {
      context.read(node.text, node.marks);
      for (UrlMark& mark : node.marks) mark.span = span_at(node, mark.offset);
    } catch (const ContextError& e) {
      error(span_at(node, e.offset), e.message).suggest(e.help);
      throw ContextLost();
    }
  }

  static base::Span span_at(const Node& text, size_t offset) {
    base::Span span = text.span;
    span.begin += static_cast<uint32_t>(offset);
    span.end = span.begin + 1;
    return span;
  }

  void output(Node& node, Context& context) {
    try {
      node.escape = context.escape();
      context.printed();
    } catch (const ContextError& e) {
      error(node.span, e.message).suggest(e.help);
    }
  }

  void condition(Node& node, Context& context) {
    const Context before = context;
    const bool has_else = !node.branches.back().condition;
    for (Branch& branch : node.branches) {
      Context inside = before;
      walk(branch.body, inside);
      join(node, context, inside, &branch == &node.branches.front());
    }
    if (!has_else) join(node, context, before, false);
  }

  void join(const Node& node, Context& into, const Context& branch, bool first) {
    if (first) {
      into = branch;
    } else if (!into.same_place(branch)) {
      error(node.span,
            fmt::format("the branches end in different places: one {}, another {}", into.describe(), branch.describe()))
          .suggest("open and close tags and quotes in the same branch");
      throw ContextLost();
    } else {
      into.glued |= branch.glued;
    }
  }

  // Reads nodes that may be printed repeatedly, or elsewhere. They must end in the context in which they start.
  Context closed(Nodes& nodes, const Context& start, const Node& node, const std::string& what, std::string_view unit,
                 base::Span parent = {}) {
    Context context = start;
    walk(nodes, context);
    if (context.same_place(start)) return context;
    base::Diagnostic& e =
        error(node.span, fmt::format("{} starts {} and ends {}", what, start.describe(), context.describe()));
    e.suggest(fmt::format("open and close tags and quotes in the same {}", unit));
    if (parent.source && parent.source != node.span.source) e.note(parent, "the parent's block");
    throw ContextLost();
  }

  void loop(Node& node, Context& context) {
    Context start = context;
    // Within a tag, the end of one iteration is directly followed by the beginning of the next.
    if (start.place == Context::Place::tag) start.glued = true;
    context.glued |= closed(node.body, start, node, "an iteration of this loop", "iteration").glued;
  }

  void block(Node& node, Context& context) {
    auto [place, fresh] = places_.try_emplace(node.name, Placed{context, node.span});
    if (!fresh && !place->second.context.same_place(context)) {
      error(node.span, fmt::format("the block \"{}\" is {} here, but {} in the parent", node.name, context.describe(),
                                   place->second.context.describe()))
          .note(place->second.span, "the parent's block");
      return;
    }
    if (!fresh) place->second.context.glued |= context.glued;
    definition(node, place->second);
    // The block that a child template prints here may end with a name.
    if (context.place == Context::Place::tag) context.glued = true;
  }

  void definition(const Node& node, const Placed& placed) {
    Context start = placed.context;
    if (start.place == Context::Place::tag) start.glued = true;
    const Context* outer = std::exchange(block_start_, &start);
    closed(template_.blocks.at(node.name).body, start, node, fmt::format("the block \"{}\"", node.name), "block",
           placed.span);
    block_start_ = outer;
  }

  // Checks the top level of a template that extends another: only its blocks are printed.
  void child(Nodes& nodes) {
    for (auto& node : nodes) {
      for (Branch& branch : node->branches) child(branch.body);
      if (node->type != Node::Type::block) continue;
      auto place = places_.find(node->name);
      if (place == places_.end()) {
        std::vector<std::string_view> known;
        for (const auto& [name, placed] : places_) known.push_back(name);
        diagnostics_
            .error(
                "unknown-block", node->span,
                fmt::format("\"{}\" has no block \"{}\", so this would never be printed", template_.parent, node->name))
            .expect(base::list_names(known))
            .suggest(base::did_you_mean(node->name, known));
        continue;
      }
      try {
        definition(*node, place->second);
      } catch (const ContextLost&) {
        block_start_ = nullptr;
      }
    }
  }

  Template& template_;
  Places& places_;
  base::Diagnostics& diagnostics_;
  const Context* block_start_ = nullptr;
};

}  // namespace

void check_contexts(Program& program, base::Diagnostics& diagnostics) {
  std::map<std::string, Places, std::less<>> done;
  // A parent has a shorter chain than its children, so sorting by length puts parents first.
  std::vector<Template*> order;
  for (auto& [name, each] : program.templates) order.push_back(each.get());
  std::stable_sort(order.begin(), order.end(), [&](const Template* a, const Template* b) {
    return program.linked.at(a->name).chain.size() < program.linked.at(b->name).chain.size();
  });
  for (Template* each : order) {
    Places places = each->parent.empty() ? Places() : done.at(each->parent);
    Checker(*each, places, diagnostics).run();
    done.emplace(each->name, std::move(places));
  }
}

}  // namespace templates
