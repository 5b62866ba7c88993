// Checks the query of a link to an estimate or table, such as "?users=100" (check/checks.h).
#include "check/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "blocks/spec.h"
#include "site/url.h"
#include "site/view.h"

namespace check {
namespace {

constexpr size_t kMaxNamesListed = 20;

// Decodes a key or value of a query as browsers do.
std::string decode_query_value(std::string_view text) {
  return site::decode_percent(base::replace_all(std::string(text), "+", " ")).value_or("");
}

class QueryCheck {
 public:
  QueryCheck(const site::Site& site, const site::InternalLink& link, base::Diagnostics& diagnostics)
      : site_(site), link_(link), diagnostics_(diagnostics) {}

  void run() {
    for (const site::NamedBlock& block : site_.blocks)
      if (block.page->address == link_.address && block.block->kind == document::FenceKind::estimate) add_inputs(block);
    for (std::string_view pair : base::split(std::string_view(link_.query).substr(1), '&')) {
      const size_t equals = std::min(pair.find('='), pair.size());
      const std::string key = decode_query_value(pair.substr(0, equals));
      const size_t point = std::min(key.find('.'), key.size());
      const site::NamedBlock* block = site_.block_named(key.substr(0, point));
      const bool is_here = block && block->page->address == link_.address;
      const std::string value = decode_query_value(pair.substr(std::min(equals + 1, pair.size())));
      if (is_here && block->block->kind == document::FenceKind::table)
        check_table(*block, std::string_view(key).substr(std::min(point + 1, key.size())), value);
      else if (!inputs_.empty())
        check_input(key, value);
    }
  }

 private:
  struct Input {
    std::string key;  // as in a query, "run.size"
    const blocks::EstimateInput& input;
    std::vector<std::string> choices;  // what readers can choose, unless the input is a number
  };

  // Adds the inputs of an estimate. Its page reports the errors of the estimate.
  void add_inputs(const site::NamedBlock& named) {
    const auto* spec = named.block->spec->as<blocks::EstimateSpec>();
    if (!spec) return;
    site::View view(site_, *named.page);
    for (const blocks::EstimateInput& input : spec->inputs) {
      Input added{named.name + "." + input.name.text, input, {}};
      for (const document::Text& choice : input.choices) added.choices.push_back(choice.text);
      const auto* frame = view.frame(input.is_options() ? input.data.text : spec->table.data.text);
      if (frame && added.choices.empty()) added.choices = blocks::distinct_values(*frame, input.column.text);
      inputs_.push_back(std::move(added));
    }
  }

  base::Diagnostic& error(std::string_view code, std::string message) {
    return diagnostics_.error(code, link_.span, std::move(message));
  }

  void check_input(const std::string& key, const std::string& value) {
    const auto found = std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& each) { return each.key == key; });
    if (found == inputs_.end()) {
      const std::vector<std::string_view> known = base::views(inputs_, &Input::key);
      // "size" for "run.size" is the likeliest mistake.
      const auto short_for = std::find_if(
          known.begin(), known.end(), [&](std::string_view each) { return each.substr(each.find('.') + 1) == key; });
      error("estimate-name", fmt::format("the estimates of {} have no input \"{}\"", link_.address, key))
          .expect("one of " + base::list_names(known, kMaxNamesListed))
          .suggest(short_for == known.end() ? base::did_you_mean(key, known)
                                            : fmt::format("did you mean \"{}\"?", *short_for));
    } else if (found->input.is_number()) {
      check_number(found->input, value);
    } else if (std::find(found->choices.begin(), found->choices.end(), value) == found->choices.end() &&
               !(found->input.is_choice() && value.empty())) {
      const std::vector<std::string_view> known = base::views(found->choices);
      error("estimate-choice", fmt::format("\"{}\" is not a choice of the input \"{}\"", value, key))
          .expect(known.empty() ? "a query that returns rows" : "one of " + base::list_names(known, kMaxNamesListed))
          .suggest(base::did_you_mean(value, known));
    }
  }

  void check_number(const blocks::EstimateInput& input, const std::string& value) {
    // Forms do not accept exponents.
    const bool is_plain = value.find_first_not_of("-.0123456789") == std::string::npos;
    const auto number = is_plain ? quantity::Exact::parse(value) : std::nullopt;
    const std::string objection =
        number ? blocks::objection_to(input, *number) : fmt::format("\"{}\" is not a number", value);
    if (objection.empty()) return;
    error("bad-value", objection)
        .expect(fmt::format("a number from {} to {} for \"{}\"", blocks::decimal_text(input.min),
                            blocks::decimal_text(input.max), input.name.text));
  }

  // Checks the columns in what assets/table.js reads: "sort", "hide" and "is.COLUMN".
  void check_table(const site::NamedBlock& named, std::string_view key, std::string_view value) {
    const quantity::Frame* frame = site::View(site_, *named.page).frame(named.block->data);
    if (!frame) return;
    std::vector<std::string_view> columns;
    if (key == "sort") columns = {value.substr(value.starts_with('-') ? 1 : 0)};
    if (key == "hide") columns = base::split(value, ',');
    if (key.starts_with("is.")) columns = {key.substr(3)};
    const std::vector<std::string_view> known = base::views(frame->fields, &quantity::Field::name);
    for (std::string_view column : columns)
      if (frame->find(column) < 0)
        error("unknown-column", fmt::format("the table \"{}\" has no column \"{}\"", named.name, column))
            .expect("one of " + base::list_names(known, kMaxNamesListed))
            .suggest(base::did_you_mean(column, known));
  }

  const site::Site& site_;
  const site::InternalLink& link_;
  base::Diagnostics& diagnostics_;
  std::vector<Input> inputs_;
};

}  // namespace

void check_query(const site::Site& site, const site::InternalLink& link, base::Diagnostics& diagnostics) {
  QueryCheck(site, link, diagnostics).run();
}

}  // namespace check
