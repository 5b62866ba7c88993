#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/suggest.h"
#include "template/filters.h"
#include "template/program.h"

namespace templates {
namespace {

constexpr size_t kLongest = 32;  // chain of templates that include or extend one another

void visit(const Nodes& nodes, const std::function<void(const Node&)>& seen) {
  for (const auto& node : nodes) {
    seen(*node);
    for (const Branch& branch : node->branches) visit(branch.body, seen);
    visit(node->body, seen);
  }
}

void visit(const Template& each, const std::function<void(const Node&)>& seen) {
  visit(each.top, seen);
  for (const auto& [number, block] : each.blocks) visit(block.body, seen);
}

// `seen` gets each name, and whether it may be one that does not exist.
using SeenName = std::function<void(const Expr&, bool may_be_unknown)>;

void visit_names(const Expr* e, bool may_be_unknown, const SeenName& seen) {
  if (!e) return;
  if (e->op == Op::name) seen(*e, may_be_unknown);
  const bool first_may = e->op == Op::is_defined || (e->op == Op::filter && e->filter->takes_unknown);
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

// Walks from template to template, to find the one that comes back to itself.
class Walk {
 public:
  Walk(const Program& program, base::Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

  // Length of the longest chain that starts here.
  size_t visit_template(const Template& each) {
    if (auto known = lengths_.find(&each); known != lengths_.end()) return known->second;
    path_.push_back({&each, {}});
    size_t longest = 0;
    for (const Use& use : uses_of(each)) {
      const Template& next = *program_.templates.find(use.name)->second;
      path_.back().second = use.span;
      auto again = std::find_if(path_.begin(), path_.end(), [&](const auto& step) { return step.first == &next; });
      if (again != path_.end()) {
        report(again - path_.begin(), use);
        continue;
      }
      longest = std::max(longest, visit_template(next));
    }
    path_.pop_back();
    if (longest == kLongest) {
      diagnostics_.error("template-limit", {each.source, 0, 0},
                         fmt::format("\"{}\" leads through more than {} templates", each.name, kLongest));
    }
    return lengths_[&each] = longest + 1;
  }

 private:
  void report(std::ptrdiff_t from, const Use& use) {
    base::Diagnostic& error = diagnostics_.error(
        "recursive-template", use.span,
        from + 1 == static_cast<std::ptrdiff_t>(path_.size())
            ? fmt::format("\"{}\" needs itself", use.name)
            : fmt::format("\"{}\" needs itself: it leads to this template, which leads back to it", use.name));
    for (auto step = path_.begin() + from; step + 1 != path_.end(); ++step) error.note(step->second, "on the way");
  }

  const Program& program_;
  base::Diagnostics& diagnostics_;
  std::vector<std::pair<const Template*, base::Span>> path_;
  std::map<const Template*, size_t> lengths_;
};

void find_missing(const Program& program, base::Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const auto& [name, each] : program.templates) names.push_back(name);
  for (const auto& [name, each] : program.templates) {
    for (const Use& use : uses_of(*each)) {
      if (program.templates.contains(use.name)) continue;
      diagnostics.error("unknown-template", use.span, fmt::format("there is no template \"{}\"", use.name))
          .suggest(base::did_you_mean(use.name, names));
    }
  }
}

}  // namespace

std::vector<Use> uses_of(const Template& each) {
  std::vector<Use> uses;
  if (!each.parent.empty()) uses.push_back({each.parent, each.parent_span});
  visit(each, [&](const Node& node) {
    if (node.type == Node::Type::include) uses.push_back({node.name, node.span});
  });
  return uses;
}

bool link(Program& program, base::Diagnostics& diagnostics) {
  size_t before = diagnostics.errors();
  find_missing(program, diagnostics);
  if (diagnostics.errors() != before) return false;
  Walk walk(program, diagnostics);
  for (const auto& [name, each] : program.templates) walk.visit_template(*each);
  if (diagnostics.errors() != before) return false;
  for (const auto& [name, each] : program.templates) {
    Linked& linked = program.linked[name];
    for (const Template* step = each.get(); step;) {
      linked.chain.push_back(step);
      for (const auto& [number, block] : step->blocks) linked.blocks[number].push_back({&block, step});
      step = step->parent.empty() ? nullptr : program.templates.find(step->parent)->second.get();
    }
    for (const std::string& used : all_uses_of(program, name)) {
      visit_names(*program.templates.at(used), [&](const Expr& e, bool) { linked.asked.emplace(e.text); });
    }
  }
  return true;
}

std::set<std::string> all_uses_of(const Program& program, std::string_view name) {
  std::set<std::string> seen;
  std::vector<std::string> open;
  if (program.templates.contains(name)) open.emplace_back(name);
  while (!open.empty()) {
    std::string next = std::move(open.back());
    open.pop_back();
    if (!seen.insert(next).second) continue;
    for (Use& use : uses_of(*program.templates.at(next))) open.push_back(std::move(use.name));
  }
  return seen;
}

void check_names(const Program& program, base::Diagnostics& diagnostics) {
  if (program.options.names.empty()) return;
  const std::vector<std::string_view> wanted = base::views(program.options.names);
  std::set<std::string_view> known(wanted.begin(), wanted.end());
  for (const auto& [name, each] : program.templates) {
    for (uint32_t number : each->handed_on) known.insert(program.names.name(number));
  }
  for (const auto& [name, each] : program.templates) {
    visit_names(*each, [&](const Expr& e, bool may_be_unknown) {
      if (may_be_unknown || known.contains(e.text) || each->declared.contains(e.number)) return;
      diagnostics.error("unknown-name", e.span, fmt::format("there is no \"{}\" here", e.text))
          .suggest(base::did_you_mean(e.text, wanted));
    });
  }
}

}  // namespace templates
