// What the names of HTML's elements and attributes mean for what may be printed in them.
#pragma once
#include <string_view>

#include "template/context.h"

namespace templates {

// `name` is in lower case.
Context::Element element_of(std::string_view name);
Context::Attribute attribute_of(Context::Element element, std::string_view name);
// True where tags are read as tags within the element: not in <script>, <style>, <title> …
bool holds_markup(Context::Element element);
// A type of <script> whose content is JSON.
bool is_json_type(std::string_view type);

}  // namespace templates
