// A flow as a nested list, for those who can't see its picture, and as the picture itself.
#pragma once
#include "blocks/context.h"
#include "site/flow.h"

namespace blocks {

// Each step once, where it is first reached; from elsewhere a link leads to it.
markup::SafeHtml flow_outline(const site::Flow& flow, Context& context);

// <figure class="flow"> with the drawing. Error "no-flow-layout" when the layout library is missing.
markup::SafeHtml flow_picture(const site::Flow& flow, Context& context);

}  // namespace blocks
