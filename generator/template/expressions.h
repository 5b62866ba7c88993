// Reads expressions.
#pragma once
#include "template/syntax.h"
#include "template/token.h"

namespace templates {

// `in_loop`: whether `loop` means the loop that is open here. Throws SyntaxError after reporting.
ExprPtr parse_expression(Tokens& tokens, Names& names, bool in_loop);

// Without `x if y else z` at the top: for `for x in …`.
ExprPtr parse_iterable(Tokens& tokens, Names& names, bool in_loop);

}  // namespace templates
