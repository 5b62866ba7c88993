#include "template/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/utf8.h"
#include "base/work.h"
#include "markup/html_scanner.h"
#include "markup/url.h"
#include "template/evaluate.h"
#include "template/program.h"

namespace templates {
namespace {

// Returns the characters of a URL that was printed escaped. Returns nullopt if a template wrote another character
// reference in the scheme.
std::optional<std::string> unescaped_url(std::string_view written) {
  std::string url;
  while (!written.empty()) {
    const size_t plain = std::min(written.find('&'), written.size());
    url += written.substr(0, plain);
    written.remove_prefix(plain);
    if (written.empty()) break;
    const size_t before = written.size();
    url += markup::take_reference(written);
    const bool is_unknown = before == written.size() + 1;
    if (is_unknown && url.find_first_of("/?#:") == std::string::npos) return std::nullopt;
  }
  return url;
}

constexpr uint64_t kWorkOfInclude = 40;

class Render {
 public:
  Render(const Program& program, const Map& context, std::string& out, base::Diagnostics& diagnostics)
      : program_(program), reporter_(diagnostics), evaluator_(context, reporter_), out_(out), charged_(out.size()) {}

  void page(const Linked& linked, base::Span included) {
    const size_t mark = evaluator_.mark();
    reporter_.stages.push_back({&linked, 0, included});
    for (size_t level = 0; level < linked.chain.size(); ++level) {
      reporter_.stages.back().level = level;
      prints_ = level + 1 == linked.chain.size();
      nodes(linked.chain[level]->top);
    }
    reporter_.stages.pop_back();
    evaluator_.undo(mark);
  }

 private:
  void nodes(const Nodes& list) {
    for (const auto& node : list) {
      try {
        statement(*node);
      } catch (const Failed&) {
        // Already reported. The rest of the page may have other errors.
      }
    }
  }

  void statement(const Node& node) {
    switch (node.type) {
      case Node::Type::text:
        text(node);
        break;
      case Node::Type::output:
        output(node);
        break;
      case Node::Type::condition:
        condition(node);
        break;
      case Node::Type::loop:
        loop(node);
        break;
      case Node::Type::block:
        if (prints_) block(node.name, 0, node.span);
        break;
      case Node::Type::super:
        block(block_.first, block_.second + 1, node.span);
        break;
      case Node::Type::include:
        include(node);
        break;
      case Node::Type::set: {
        Value scratch;
        evaluator_.bind_copy(node.name, evaluator_.evaluate(*node.expr, scratch));
        break;
      }
    }
  }

  void charge(const base::Span& span, uint64_t units = 1) {
    constexpr size_t kBytesOfUnit = 8;
    const size_t printed = out_.size() - std::min(out_.size(), std::exchange(charged_, out_.size()));
    if (!base::charge_work(units + printed / kBytesOfUnit)) reporter_.exceed_limit(span);
  }

  void text(const Node& node) {
    size_t from = 0;
    for (const UrlMark& mark : node.marks) {
      out_.append(node.text, from, mark.offset - from);
      from = mark.offset;
      if (mark.begin) {
        url_begin_ = out_.size();
        url_span_ = mark.span;
      } else {
        check_url();
      }
    }
    out_.append(node.text, from);
    charge(node.span);
  }

  void check_url() {
    if (markup::is_plain_reference(std::string_view(out_).substr(url_begin_))) return;
    const std::string_view written = std::string_view(out_).substr(url_begin_);
    const std::optional<std::string> url = unescaped_url(written);
    if (url && markup::is_safe_url(*url)) {
      const std::string encoded = markup::url_characters(*url);
      if (encoded == *url) return;
      out_.resize(url_begin_);
      markup::append_escaped(out_, encoded);
      return;
    }
    reporter_.report("unsafe-url", url_span_, fmt::format("a link may not go to \"{}\"", url ? *url : written),
                     "a relative address, or one that begins with http:, https:, mailto: or tel:", "");
    out_.resize(url_begin_);
    out_ += '#';
  }

  void output(const Node& node) {
    Value scratch;
    const Value& value = evaluator_.evaluate(*node.expr, scratch);
    if (node.escape == Escape::json) {
      append_json(out_, value);
    } else {
      if (node.escape == Escape::url) url_span_ = node.expr->span;
      print(value, node.escape, node.expr->span);
    }
    charge(node.span);
  }

  void print(const Value& value, Escape escape, const base::Span& span) {
    switch (value.kind()) {
      case ValueType::text:
        markup::append_escaped(out_, value.as_text());
        return;
      case ValueType::integer:
        append_text(out_, value);
        return;
      case ValueType::safe_html:
        if (escape == Escape::text) {
          out_ += value.as_safe_html().str();
          return;
        }
        reporter_.fail("unprintable-value", span,
                       escape == Escape::plain_text ? "HTML cannot be printed within <title> or <textarea>"
                                                    : "HTML cannot be printed in an attribute",
                       "print text here");
      case ValueType::null:
        reporter_.fail("unprintable-value", span, "this is none, which can't be printed",
                       "check it with {% if … %}, or print another value: x|default(\"\", true)");
      default:
        reporter_.fail("unprintable-value", span,
                       fmt::format("this is {}, which can't be printed", kind_name(value.kind())),
                       value.kind() == ValueType::boolean ? "choose text: \"yes\" if x else \"no\""
                                                          : "print its parts with {% for %}");
    }
  }

  void condition(const Node& node) {
    for (const Branch& branch : node.branches) {
      if (!branch.condition || evaluator_.is_true(*branch.condition)) return nodes(branch.body);
    }
  }

  void loop(const Node& node) {
    Value holder;
    const Value& value = evaluator_.evaluate(*node.expr, holder);
    if (value.kind() != ValueType::list) {
      reporter_.fail("template-value", node.expr->span,
                     fmt::format("a loop needs a list, but this is {}", kind_name(value.kind())),
                     "print it, or loop over another value");
    }
    const List& list = value.as_list();
    LoopState state{0, list.size()};
    const LoopState* outer = std::exchange(evaluator_.loop, &state);
    const size_t mark = evaluator_.mark();
    for (; state.index < state.length; ++state.index) {
      charge(node.span);
      evaluator_.bind(node.name, &list[state.index]);
      nodes(node.body);
      evaluator_.undo(mark);
    }
    evaluator_.loop = outer;
  }

  void block(std::string_view name, size_t level, const base::Span& span) {
    Stage& stage = reporter_.stages.back();
    const std::vector<Definition>& definitions = stage.linked->blocks.at(name);
    if (level >= definitions.size()) {
      reporter_.fail("unknown-block", span, "super() has nothing to print: no parent has this block");
    }
    const Definition& definition = definitions[level];
    const size_t outer_level = stage.level;
    const auto& chain = stage.linked->chain;
    stage.level = static_cast<size_t>(std::find(chain.begin(), chain.end(), definition.from) - chain.begin());
    const std::pair<std::string_view, size_t> outer = std::exchange(block_, {name, level});
    const size_t mark = evaluator_.mark();
    nodes(definition.block->body);
    evaluator_.undo(mark);
    block_ = outer;
    reporter_.stages.back().level = outer_level;
  }

  void include(const Node& node) {
    charge(node.span, kWorkOfInclude);
    const std::pair<std::string_view, size_t> outer = block_;
    page(program_.linked.find(node.name)->second, node.span);
    block_ = outer;
  }

  const Program& program_;
  Reporter reporter_;
  Evaluator evaluator_;
  std::string& out_;
  size_t charged_;      // number of bytes of `out_` that have been charged
  bool prints_ = true;  // whether output is printed; false at the top level of a template that extends another
  std::pair<std::string_view, size_t> block_;  // the block that is being printed, and the index of its definition
  size_t url_begin_ = 0;
  base::Span url_span_;  // the last value printed in the current URL, or the URL's beginning
};

}  // namespace

Engine::Engine(std::unique_ptr<const Program> program) : program_(std::move(program)) {}
Engine::~Engine() = default;

std::unique_ptr<const Engine> Engine::compile(const Sources& sources, base::Diagnostics& diagnostics,
                                              const std::vector<std::string>& names) {
  size_t before = diagnostics.errors();
  auto program = std::make_unique<Program>();
  for (const auto& [name, source] : sources)
    program->templates.emplace(name, parse_template(name, *source, diagnostics));
  link(*program, diagnostics);
  if (diagnostics.errors() != before) return nullptr;
  check_contexts(*program, diagnostics);
  check_names(*program, names, diagnostics);
  if (diagnostics.errors() != before) return nullptr;
  return std::unique_ptr<const Engine>(new Engine(std::move(program)));
}

std::vector<std::string> Engine::uses(std::string_view name) const {
  const auto linked = program_->linked.find(name);
  if (linked == program_->linked.end()) return {};
  return {linked->second.uses.begin(), linked->second.uses.end()};
}

bool Engine::asks(std::string_view name, std::string_view value) const {
  auto linked = program_->linked.find(name);
  return linked != program_->linked.end() && linked->second.asked.contains(value);
}

bool Engine::render(std::string_view name, const Value& context, std::string& out,
                    base::Diagnostics& diagnostics) const {
  auto linked = program_->linked.find(name);
  if (linked == program_->linked.end()) {
    std::vector<std::string_view> names;
    for (const auto& [known, each] : program_->templates) names.push_back(known);
    diagnostics.error("unknown-template", std::string(name), fmt::format("there is no template \"{}\"", name))
        .suggest(base::did_you_mean(name, names));
    return false;
  }
  size_t before = diagnostics.errors();
  std::optional<base::Meter> meter;  // the meter of a rendering outside a build
  if (!base::Meter::current()) meter.emplace(base::work_allowed(0));
  if (context.kind() != ValueType::map) throw std::logic_error("Engine::render: the context is not a map");
  Render render(*program_, context.as_map(), out, diagnostics);
  try {
    render.page(linked->second, {});
  } catch (const LimitExceeded&) {
  }
  return diagnostics.errors() == before;
}

}  // namespace templates
