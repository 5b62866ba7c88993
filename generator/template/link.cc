// Connects templates that extend or include others, and checks the names that they use (template/program.h).
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/suggest.h"
#include "template/operations.h"
#include "template/program.h"

namespace templates {
namespace {

// A template that another one extends or includes, and the position of that statement.
struct Use {
  std::string name;
  base::Span span;
};

constexpr size_t kMaxLength = 32;  // the longest chain of templates that include or extend one another

void visit(const Nodes& nodes, const std::function<void(const Node&)>& seen) {
  for (const auto& node : nodes) {
    seen(*node);
    for (const Branch& branch : node->branches) visit(branch.body, seen);
    visit(node->body, seen);
  }
}

void visit(const Template& each, const std::function<void(const Node&)>& seen) {
  visit(each.top, seen);
  for (const auto& [name, block] : each.blocks) visit(block.body, seen);
}

// A function that is called with each name, and with whether the name may be undefined.
using SeenName = std::function<void(const Expr&, bool may_be_unknown)>;

void visit_names(const Expr* e, bool may_be_unknown, const SeenName& seen) {
  if (!e) return;
  if (e->op == Op::name) seen(*e, may_be_unknown);
  const bool first_may = e->op == Op::is_defined || (e->op == Op::filter && e->filter->accepts_unknown);
  for (const ExprPtr& operand : e->operands) {
    visit_names(operand.get(), first_may && operand == e->operands.front(), seen);
  }
}

void visit_names(const Template& each, const SeenName& seen) {
  visit(each, [&](const Node& node) {
    visit_names(node.expr.get(), false, seen);
    for (const Branch& branch : node.branches) visit_names(branch.condition.get(), false, seen);
  });
}

std::vector<Use> uses_of(const Template& each) {
  std::vector<Use> uses;
  if (!each.parent.empty()) uses.push_back({each.parent, each.parent_span});
  visit(each, [&](const Node& node) {
    if (node.type == Node::Type::include) uses.push_back({node.name, node.span});
  });
  return uses;
}

class Linker {
 public:
  Linker(Program& program, base::Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {
    for (const auto& [name, each] : program.templates) names_.push_back(name);
  }

  // Links a template. First links those that it extends or includes.
  const Linked& link(const Template& each) {
    const auto [place, is_new] = program_.linked.try_emplace(each.name);
    Linked& linked = place->second;
    if (!is_new) return linked;
    path_.push_back({&each, {}});
    add_own(linked, each);
    for (const Use& use : uses_of(each)) {
      path_.back().second = use.span;
      const auto next = program_.templates.find(use.name);
      if (next == program_.templates.end()) {
        diagnostics_.error("unknown-template", use.span, fmt::format("there is no template \"{}\"", use.name))
            .suggest(base::did_you_mean(use.name, names_));
        continue;
      }
      const auto again =
          std::find_if(path_.begin(), path_.end(), [&](const auto& step) { return step.first == next->second.get(); });
      if (again == path_.end())
        add_used(linked, link(*next->second), use.name == each.parent);
      else
        report_recursion(again, use);
    }
    path_.pop_back();
    if (linked.length == kMaxLength + 1)
      diagnostics_.error("template-limit", {each.source, 0, 0},
                         fmt::format("\"{}\" includes or extends more than {} templates", each.name, kMaxLength));
    return linked;
  }

 private:
  using Path = std::vector<std::pair<const Template*, base::Span>>;

  static void add_own(Linked& linked, const Template& each) {
    linked.chain.push_back(&each);
    linked.uses.insert(each.name);
    for (const auto& [name, block] : each.blocks) linked.blocks[name].push_back({&block, &each});
    visit_names(each, [&](const Expr& e, bool) { linked.asked.emplace(e.text); });
  }

  static void add_used(Linked& linked, const Linked& used, bool is_parent) {
    linked.length = std::max(linked.length, used.length + 1);
    linked.uses.insert(used.uses.begin(), used.uses.end());
    linked.asked.insert(used.asked.begin(), used.asked.end());
    if (!is_parent) return;
    linked.chain.insert(linked.chain.end(), used.chain.begin(), used.chain.end());
    for (const auto& [name, definitions] : used.blocks) {
      std::vector<Definition>& all = linked.blocks[name];
      all.insert(all.end(), definitions.begin(), definitions.end());
    }
  }

  void report_recursion(Path::const_iterator from, const Use& use) {
    base::Diagnostic& error = diagnostics_.error(
        "recursive-template", use.span,
        from + 1 == path_.end() ? fmt::format("\"{}\" needs itself", use.name)
                                : fmt::format("\"{}\" includes or extends itself through this template", use.name));
    for (; from + 1 != path_.end(); ++from) error.note(from->second, "on the way");
  }

  Program& program_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string_view> names_;
  Path path_;
};

}  // namespace

void link(Program& program, base::Diagnostics& diagnostics) {
  Linker linker(program, diagnostics);
  for (const auto& [name, each] : program.templates) linker.link(*each);
}

void check_names(const Program& program, const std::vector<std::string>& context, base::Diagnostics& diagnostics) {
  if (context.empty()) return;
  const std::vector<std::string_view> wanted = base::views(context);
  std::set<std::string_view> known(wanted.begin(), wanted.end());
  for (const auto& [name, each] : program.templates) known.insert(each->exported.begin(), each->exported.end());
  for (const auto& [name, each] : program.templates) {
    visit_names(*each, [&](const Expr& e, bool may_be_unknown) {
      if (may_be_unknown || known.contains(e.text) || each->declared.contains(e.text)) return;
      diagnostics.error("unknown-name", e.span, fmt::format("there is no \"{}\" here", e.text))
          .suggest(base::did_you_mean(e.text, wanted));
    });
  }
}

}  // namespace templates
