// A flow as its page shows it: the picture in which every step is a link.
#pragma once
#include "blocks/context.h"
#include "site/flow.h"

namespace blocks {

// <figure class="flow"> with the drawing. Error "no-flow-layout" when the layout library is missing.
markup::SafeHtml flow_picture(const site::Flow& flow, Context& context);

}  // namespace blocks
