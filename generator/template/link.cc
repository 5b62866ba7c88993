#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

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
    visit(node->otherwise, seen);
  }
}

void visit(const Template& each, const std::function<void(const Node&)>& seen) {
  visit(each.top.body, seen);
  for (const auto& [number, block] : each.blocks) visit(block.body, seen);
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
    if (longest + 1 == kLongest + 1) {
      diagnostics_.error("template-limit", each.top.span,
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

// --- names ---

struct NameCheck {
  const Program& program;
  std::set<uint32_t> known;
  std::vector<std::string_view> candidates;
  base::Diagnostics& diagnostics;

  void expr(const Expr* e, bool may_be_unknown = false) {
    if (!e) return;
    if (e->op == Op::name && e->slots.empty() && !may_be_unknown && !known.contains(e->number)) {
      diagnostics.error("unknown-name", e->span, fmt::format("there is no \"{}\" here", e->text))
          .suggest(base::did_you_mean(e->text, candidates));
    }
    bool first_may = (e->op == Op::filter && e->filter->takes_unknown) || (e->op == Op::test && !e->test->run);
    for (const ExprPtr& operand : e->operands) {
      expr(operand.get(), first_may && operand == e->operands.front());
    }
  }
};

void add_names(const Expr* e, const Names& names, std::set<std::string, std::less<>>& found) {
  if (!e) return;
  if (e->op == Op::name) found.insert(names.name(e->number));
  for (const ExprPtr& operand : e->operands) add_names(operand.get(), names, found);
}

}  // namespace

std::vector<Use> uses_of(const Template& each) {
  std::vector<Use> uses;
  if (!each.parent.empty()) uses.push_back({each.parent, each.parent_span});
  visit(each, [&](const Node& node) {
    if (node.type == Node::Type::include) uses.push_back({node.text, node.span});
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

void gather_names(Program& program) {
  for (auto& [name, linked] : program.linked) {
    for (const std::string& used : all_uses_of(program, name)) {
      visit(*program.templates.at(used), [&](const Node& node) {
        add_names(node.expr.get(), program.names, linked.asked);
        for (const Branch& branch : node.branches) add_names(branch.condition.get(), program.names, linked.asked);
      });
    }
  }
}

void check_names(const Program& program, base::Diagnostics& diagnostics) {
  if (program.options.names.empty()) return;
  NameCheck check{program, {}, base::views(program.options.names), diagnostics};
  std::set<std::string_view> wanted(check.candidates.begin(), check.candidates.end());
  for (uint32_t i = 0; i < program.names.size(); ++i) {
    if (wanted.contains(program.names.name(i))) check.known.insert(i);
  }
  for (const auto& [name, each] : program.templates) {
    check.known.insert(each->handed_on.begin(), each->handed_on.end());
  }
  for (const auto& [name, each] : program.templates) {
    visit(*each, [&](const Node& node) {
      check.expr(node.expr.get());
      for (const Branch& branch : node.branches) check.expr(branch.condition.get());
    });
  }
}

}  // namespace templates
