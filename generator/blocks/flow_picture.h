// A flow as shown on its page: the picture in which every step is a link.
#pragma once
#include <string_view>
#include <vector>

#include "blocks/context.h"

namespace blocks {

// Returns the drawing of a flow in a <figure class="flow">; `start` is the address of the first step. Error
// "no-flow-layout" if the layout library is missing.
markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context);

}  // namespace blocks
