#include "template/engine.h"

#include <fmt/format.h>

#include <deque>
#include <set>
#include <utility>

#include "base/suggest.h"
#include "markup/url.h"
#include "template/evaluate.h"
#include "template/parser.h"
#include "template/program.h"

namespace templates {
namespace {

// The characters that the engine itself writes for what may not stand in a URL, put back.
std::string unescaped_url(std::string_view written, bool& readable) {
  struct Entity {
    std::string_view name;
    char character;
  };
  constexpr Entity entities[] = {{"&amp;", '&'}, {"&lt;", '<'},   {"&gt;", '>'},
                                 {"&#34;", '"'}, {"&#39;", '\''}, {"&quot;", '"'}};
  std::string url;
  readable = true;
  bool scheme_may_come = true;
  for (size_t i = 0; i < written.size(); ++i) {
    char c = written[i];
    if (c == '/' || c == '?' || c == '#' || c == ':') scheme_may_come = false;
    if (c == '&') {
      bool found = false;
      for (const Entity& entity : entities) {
        if (!written.substr(i).starts_with(entity.name)) continue;
        c = entity.character;
        i += entity.name.size() - 1;
        found = true;
        break;
      }
      // Another entity, which a template wrote where the scheme stands: not worth decoding.
      if (!found && scheme_may_come) readable = false;
    }
    url += c;
  }
  return url;
}

class Render {
 public:
  Render(const Program& program, const Map& context, std::string& out, base::Diagnostics& diagnostics)
      : program_(program),
        reporter_(diagnostics),
        evaluator_(program, context, reporter_),
        out_(out),
        start_(out.size()) {}

  void page(const Linked& linked, base::Span included) {
    reporter_.stages.push_back({&linked, 0, included});
    for (size_t level = 0; level < linked.chain.size(); ++level) {
      reporter_.stages.back().level = level;
      unit(linked.chain[level]->top, level + 1 == linked.chain.size());
    }
    reporter_.stages.pop_back();
  }

 private:
  void unit(const Unit& unit, bool prints) {
    Frame& frame = frames_.emplace_back(unit);
    Frame* outer = std::exchange(evaluator_.frame, &frame);
    prints_ = prints;
    nodes(unit.body);
    prints_ = true;
    evaluator_.frame = outer;
    // The frame stays: exported variables live in it. Whoever called drops it when nobody can see them any more.
  }

  void nodes(const Nodes& list) {
    for (const auto& node : list) {
      try {
        statement(*node);
      } catch (const Failed&) {
        // Reported; the rest of the page may hold other mistakes.
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
        if (prints_) block(node.number, 0, node.span);
        break;
      case Node::Type::super:
        block(block_, block_level_ + 1, node.span);
        break;
      case Node::Type::include:
        include(node);
        break;
      case Node::Type::set:
        set(node);
        break;
    }
  }

  void check_size(const base::Span& span) {
    if (out_.size() - start_ > program_.options.most_output) {
      reporter_.give_up(span, fmt::format("the page is larger than {} bytes", program_.options.most_output));
    }
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
    check_size(node.span);
  }

  void check_url() {
    if (markup::is_plain_reference(std::string_view(out_).substr(url_begin_))) return;
    bool readable = true;
    std::string url = unescaped_url(std::string_view(out_).substr(url_begin_), readable);
    if (readable && markup::is_safe_url(url)) {
      const std::string encoded = markup::url_characters(url);
      if (encoded == url) return;
      out_.resize(url_begin_);
      markup::append_escaped(out_, encoded);
      return;
    }
    reporter_.report("unsafe-url", url_span_, fmt::format("a link may not go to \"{}\"", url),
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
    check_size(node.span);
  }

  void print(const Value& value, Escape escape, const base::Span& span) {
    switch (value.kind()) {
      case Kind::text:
        markup::append_escaped(out_, value.as_text());
        return;
      case Kind::integer:
      case Kind::number:
        append_text(out_, value);
        return;
      case Kind::safe_html:
        if (escape == Escape::text) {
          out_ += value.as_safe_html().str();
          return;
        }
        reporter_.fail("unprintable-value", span,
                       escape == Escape::plain_text ? "HTML cannot stand within <title> or <textarea>"
                                                    : "HTML cannot stand in an attribute",
                       "print a text here");
      case Kind::null:
        reporter_.fail("unprintable-value", span, "this is none, which is not printed",
                       "ask before with {% if … %}, or give another value: x|default(\"\", true)");
      default:
        reporter_.fail("unprintable-value", span,
                       fmt::format("this is {}, which is not printed", kind_name(value.kind())),
                       value.kind() == Kind::boolean ? "choose a text: \"yes\" if x else \"no\""
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
    size_t count = 0;
    if (value.kind() == Kind::list) {
      count = value.as_list().size();
    } else if (value.kind() == Kind::map) {
      count = value.as_map().size();
    } else {
      reporter_.fail("template-value", node.expr->span,
                     fmt::format("a loop goes over a list or a map, this is {}", kind_name(value.kind())),
                     "print it, or loop over another value");
    }
    if (count == 0) return nodes(node.otherwise);
    Frame& frame = *evaluator_.frame;
    LoopState& state = frame.loops[node.number];
    state.length = count;
    for (size_t i = 0; i < count; ++i) {
      if (++rounds_ > program_.options.most_rounds) {
        reporter_.give_up(
            node.span, fmt::format("the loops of this page go round more than {} times", program_.options.most_rounds));
      }
      for (uint32_t slot = node.first_slot; slot < node.last_slot; ++slot) frame.slots[slot].clear();
      state.index = i;
      assign(node, value, i, frame);
      nodes(node.body);
    }
    for (uint32_t slot = node.first_slot; slot < node.last_slot; ++slot) frame.slots[slot].clear();
  }

  void assign(const Node& node, const Value& value, size_t i, Frame& frame) {
    Slot& first = frame.slots[node.slot];
    if (value.kind() == Kind::map) {
      const Map::Entry& entry = value.as_map().entry(i);
      first.set(Value::borrow(entry.name));
      if (node.pairs) frame.slots[node.second_slot].value = &entry.value;
      return;
    }
    const Value& item = value.as_list()[i];
    if (!node.pairs) {
      first.value = &item;
      return;
    }
    if (item.kind() != Kind::list || item.as_list().size() != 2) {
      reporter_.fail("template-value", node.expr->span, "a loop over two variables needs a map, or a list of pairs");
    }
    first.value = &item.as_list()[0];
    frame.slots[node.second_slot].value = &item.as_list()[1];
  }

  void block(uint32_t number, size_t level, const base::Span& span) {
    Stage& stage = reporter_.stages.back();
    const std::vector<Definition>& definitions = stage.linked->blocks.at(number);
    if (level >= definitions.size()) {
      reporter_.fail("unknown-block", span, "super() finds nothing: no parent has this block");
    }
    const Definition& definition = definitions[level];
    size_t outer_level = stage.level;
    for (size_t i = 0; i < stage.linked->chain.size(); ++i) {
      if (stage.linked->chain[i] == definition.from) stage.level = i;
    }
    uint32_t outer_block = std::exchange(block_, number);
    size_t outer_depth = std::exchange(block_level_, level);
    unit(*definition.unit, true);
    frames_.pop_back();
    block_ = outer_block;
    block_level_ = outer_depth;
    reporter_.stages.back().level = outer_level;
  }

  void include(const Node& node) {
    const Linked& linked = program_.linked.find(node.text)->second;
    size_t mark = evaluator_.mark();
    size_t frames = frames_.size();
    std::vector<std::pair<uint32_t, const Value*>> handed;
    for (const Visible& variable : node.visible) {
      if (const Value* value = evaluator_.find_variable(variable.slots)) handed.emplace_back(variable.number, value);
    }
    for (const auto& [number, value] : handed) evaluator_.override_name(number, value);
    uint32_t outer_block = block_;
    size_t outer_depth = block_level_;
    page(linked, node.span);
    block_ = outer_block;
    block_level_ = outer_depth;
    evaluator_.undo(mark);
    while (frames_.size() > frames) frames_.pop_back();
  }

  void set(const Node& node) {
    Value scratch;
    Value value = evaluator_.evaluate(*node.expr, scratch);
    Slot& slot = evaluator_.frame->slots[node.slot];
    slot.set(std::move(value));
    if (node.exported) evaluator_.override_name(node.number, slot.value);
  }

  const Program& program_;
  Reporter reporter_;
  Evaluator evaluator_;
  std::string& out_;
  size_t start_;
  std::deque<Frame> frames_;
  uint64_t rounds_ = 0;
  bool prints_ = true;  // false at the top level of a template that extends another
  uint32_t block_ = 0;
  size_t block_level_ = 0;
  size_t url_begin_ = 0;
  base::Span url_span_;  // what was printed last in this URL, or where it begins
};

}  // namespace

Engine::Engine(std::unique_ptr<const Program> program) : program_(std::move(program)) {}
Engine::~Engine() = default;

std::unique_ptr<const Engine> Engine::compile(const Sources& sources, base::Diagnostics& diagnostics, Options options) {
  size_t before = diagnostics.errors();
  auto program = std::make_unique<Program>();
  program->options = std::move(options);
  for (const auto& [name, source] : sources) {
    program->templates.emplace(name, parse_template(name, *source, program->names, diagnostics));
  }
  if (link(*program, diagnostics)) {
    gather_names(*program);
    check_contexts(*program, diagnostics);
    check_names(*program, diagnostics);
  }
  if (diagnostics.errors() != before) return nullptr;
  return std::unique_ptr<const Engine>(new Engine(std::move(program)));
}

bool Engine::has(std::string_view name) const { return program_->templates.contains(name); }

std::vector<std::string> Engine::uses(std::string_view name) const {
  const std::set<std::string> found = all_uses_of(*program_, name);
  return {found.begin(), found.end()};
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
  if (context.kind() != Kind::map) throw std::logic_error("Engine::render: the context is not a map");
  Render render(*program_, context.as_map(), out, diagnostics);
  try {
    render.page(linked->second, {});
  } catch (const GaveUp&) {
  }
  return diagnostics.errors() == before;
}

}  // namespace templates
