// Formulas as MathML Core, which browsers render without a script and screen readers can read.
#include "base/text.h"
#include "document/converter.h"

namespace document {
namespace {

using math::Role;
using math::Shape;

constexpr std::string_view kThin = "0.1667em";
constexpr std::string_view kApply = "\u2061";  // function application: shows nothing, is read as "of"
constexpr std::string_view kNoBreak = "\u00A0";

class MathWriter {
 public:
  // Writes the parts of a row with the spacing that their neighbours require.
  void parts(const math::Node& row) {
    const math::Node* before = nullptr;
    for (const math::Node& part : row.parts) {
      if (before && is_function(part) && is_thing(*before)) space(kThin);
      if (before && is_function(*before) && part.shape != Shape::space) {
        out_.element("mo", kApply);
        if (part.role != Role::open && part.shape != Shape::fence && part.role != Role::close &&
            part.role != Role::punctuation && part.role != Role::relation && part.role != Role::binary)
          space(kThin);
      }
      node(part, is_sign(part, before));
      before = &part;
    }
  }

  // Writes one node. `sign` makes an operator a sign.
  void node(const math::Node& node, bool sign = false) {
    switch (node.shape) {
      case Shape::nothing:
        out_.open("mrow").close();
        break;
      case Shape::row:
        out_.open("mrow");
        parts(node);
        out_.close();
        break;
      case Shape::identifier:
        out_.open("mi").attr_if(node.upright, "mathvariant", "normal").text(node.text).close();
        break;
      case Shape::number:
        out_.element("mn", node.text);
        break;
      case Shape::symbol:
        return symbol(node, sign);
      case Shape::words:
        return words(node.text);
      case Shape::space:
        return space(node.text);
      case Shape::fraction:
        return fraction(node);
      case Shape::binomial:
        out_.open("mrow");
        bracket("(", "prefix");
        out_.open("mfrac").attr("linethickness", "0");
        this->node(node.parts[0]);
        this->node(node.parts[1]);
        out_.close();
        bracket(")", "postfix");
        out_.close();
        break;
      case Shape::root:
        out_.open(node.parts.size() > 1 ? "mroot" : "msqrt");
        for (const math::Node& part : node.parts) this->node(part);
        out_.close();
        break;
      case Shape::script:
        return script(node);
      case Shape::accent:
        return accent(node);
      case Shape::fence:
        out_.open("mrow");
        bracket(node.text, "prefix");
        this->node(node.parts[0]);
        bracket(node.close, "postfix");
        out_.close();
        break;
      case Shape::table:
        return table(node);
    }
  }

  markup::Writer& out() { return out_; }

 private:
  static bool is_function(const math::Node& node) { return node.role == Role::function || node.role == Role::limit; }
  // Whether there is a space between this part and a function after it: true for a variable, a number, a closing
  // bracket.
  static bool is_thing(const math::Node& node) {
    return node.shape != Shape::space && (node.role == Role::ordinary || node.role == Role::close || is_function(node));
  }
  // "−" is a sign if there is nothing before it to subtract from.
  static bool is_sign(const math::Node& node, const math::Node* before) {
    if (node.role != Role::binary) return false;
    return !before || before->role == Role::binary || before->role == Role::relation || before->role == Role::open ||
           before->role == Role::punctuation || before->role == Role::function || before->role == Role::limit ||
           before->role == Role::sum;
  }

  void space(std::string_view width) { out_.open("mspace").attr("width", width).close(); }

  void bracket(std::string_view text, std::string_view form) {
    if (text.empty()) return;
    out_.open("mo").attr("form", form).attr("stretchy", "true").text(text).close();
  }

  void symbol(const math::Node& node, bool sign) {
    out_.open("mo");
    const bool is_limit = node.role == Role::limit, is_tight = node.role == Role::tight;
    // Otherwise arrows would grow with the text above them.
    const bool is_fixed =
        is_tight || node.role == Role::open || node.role == Role::close || node.role == Role::relation;
    out_.attr_if(is_fixed, "stretchy", "false").attr_if(is_limit, "movablelimits", "true");
    if (is_tight || is_limit) out_.attr("lspace", "0em").attr("rspace", "0em");
    if (sign) out_.attr("form", "prefix");
    out_.text(node.text).close();
  }

  // Writes a text with its leading and trailing spaces, which browsers would otherwise drop.
  void words(std::string_view text) {
    const std::string_view inner = base::trim(text);
    out_.open("mtext");
    if (!inner.empty() && inner.data() != text.data()) out_.text(kNoBreak);
    out_.text(inner.empty() && !text.empty() ? kNoBreak : inner);
    if (!inner.empty() && text.ends_with(' ')) out_.text(kNoBreak);
    out_.close();
  }

  void fraction(const math::Node& node) {
    const bool styled = node.size != math::Size::as_is;
    if (styled)
      out_.open("mstyle")
          .attr("displaystyle", node.size == math::Size::display ? "true" : "false")
          .attr("scriptlevel", "0");
    out_.open("mfrac");
    this->node(node.parts[0]);
    this->node(node.parts[1]);
    out_.close();
    if (styled) out_.close();
  }

  void script(const math::Node& node) {
    const math::Node& base = node.parts[0];
    const bool has_index = node.parts[1].shape != Shape::nothing;
    const bool has_exponent = node.parts[2].shape != Shape::nothing;
    const bool beyond = base.role == Role::sum || base.role == Role::limit || base.role == Role::mark;
    if (has_index && has_exponent)
      out_.open(beyond ? "munderover" : "msubsup");
    else if (has_index)
      out_.open(beyond ? "munder" : "msub");
    else
      out_.open(beyond ? "mover" : "msup");
    this->node(base);
    if (has_index) this->node(node.parts[1]);
    if (has_exponent) this->node(node.parts[2]);
    out_.close();
  }

  void accent(const math::Node& node) {
    out_.open(node.below ? "munder" : "mover").attr(node.below ? "accentunder" : "accent", "true");
    this->node(node.parts[0]);
    out_.open("mo").attr("stretchy", node.wide ? "true" : "false").text(node.text).close();
    out_.close();
  }

  void table(const math::Node& node) {
    out_.open("mtable");
    const bool is_array = node.table == math::Table::array;
    if (node.table != math::Table::matrix && !is_array)
      out_.attr("class", node.table == math::Table::cases ? "cases" : "aligned");
    // An equation in a column is as large as a separate equation.
    if (node.table == math::Table::aligned) out_.attr("displaystyle", "true");
    for (const math::Node& row : node.parts) {
      out_.open("mtr");
      size_t column = 0;
      for (const math::Node& cell : row.parts) {
        const char align = is_array && column < node.text.size() ? node.text[column] : 'c';
        ++column;
        out_.open("mtd");
        if (align != 'c') out_.attr("class", align == 'l' ? "left" : "right");
        parts(cell);
        out_.close();
      }
      out_.close();
    }
    out_.close();
  }

  markup::Writer out_;
};

}  // namespace

markup::SafeHtml mathml(const math::Node& formula, std::string_view latex, bool block) {
  MathWriter writer;
  writer.out().open("math").attr_if(block, "display", "block").attr("alttext", base::one_line(latex));
  writer.parts(formula);
  writer.out().close();
  return writer.out().take();
}

}  // namespace document
