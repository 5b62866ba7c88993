#include "notation/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"

namespace notation {
namespace {

bool is_block_map_on_one_line(const Node& value) {
  std::string_view written = value.span.text();
  return value.is_map() && !written.starts_with('{') && written.find('\n') == std::string_view::npos;
}

// Returns help for text that YAML reads as a list or a map.
std::string quote_it(const Node& value) {
  if (is_block_map_on_one_line(value) || ((value.is_map() || value.is_list()) && value.span.text().size() < 80 &&
                                          value.span.text().find_first_of("\n\"") == std::string_view::npos))
    return fmt::format("if it is meant as text, put quotes around it: \"{}\"", value.span.text());
  return "";
}

// Whether a comma cut a text within { }: {label: Yes, they do} has a second key "they do" with no value.
bool looks_cut_by_comma(const Entry& entry) {
  if (!entry.value.is_null() || !entry.value.text.empty() || !entry.key_span) return false;
  std::string_view after = entry.key_span.source->text().substr(entry.key_span.end);
  size_t next = after.find_first_not_of(" \t\r\n");
  return next != std::string_view::npos && (after[next] == ',' || after[next] == '}');
}

// Says which numbers are allowed: "a number from 1 to 9". A range has a limit at least.
std::string text_of(const Range& range) {
  const auto& [least, most, above] = range;
  if (least && most) return fmt::format("a number from {} to {}", *least, *most);
  if (above && most) return fmt::format("more than {} and at most {}", *above, *most);
  if (least) return fmt::format("{} or more", *least);
  return above ? fmt::format("more than {}", *above) : fmt::format("{} or less", *most);
}

constexpr size_t kUsualKeys = 32;
constexpr size_t kMaxUnknown = 100;  // maximum number of unknown keys that are reported

}  // namespace

Reader::Reader(const Node& map, std::string what, base::Diagnostics& diagnostics)
    : map_(&map), what_(std::move(what)), diagnostics_(diagnostics) {
  known_.reserve(kUsualKeys);
  if (map.is_map() || map.is_null()) return;
  diagnostics_
      .error("wrong-type", map.span, fmt::format("{} must be a map (key: value), not {}", what_, kind_name(map.kind)))
      .suggest(map.is_string() ? "write a space after the colon: \"key: value\"" : "");
}

const Node* Reader::node(std::string_view key, Need need) {
  known_.emplace_back(key);
  const Node* found = map_->find(key);
  bool readable = map_->is_map() || map_->is_null();
  if (need == Need::required && readable && (!found || found->is_null()))
    diagnostics_.error("missing-key", found ? found->span : map_->span,
                       fmt::format("{} needs {} \"{}\"", what_, found ? "a value for" : "the key", key));
  return found;
}

const Node* Reader::given(std::string_view key, Need need) {
  const Node* value = node(key, need);
  return value && !value->is_null() ? value : nullptr;
}

const Node* Reader::of_kind(Kind kind, std::string_view key) {
  const Node* value = given(key);
  if (!value || value->kind == kind) return value;
  wrong_type(*value, key, kind_name(kind));
  return nullptr;
}

void Reader::wrong_type(const Node& value, std::string_view key, std::string_view expected) {
  diagnostics_
      .error("wrong-type", value.span,
             fmt::format("\"{}\" of {} must be {}, not {}", key, what_, expected, kind_name(value.kind)))
      .suggest(expected.find("text") != std::string_view::npos ? quote_it(value) : "");
}

std::string Reader::text(std::string_view key, Need need) {
  const Node* value = given(key, need);
  if (!value) return "";
  if (value->is_string() || value->kind == Kind::number) return value->text;
  wrong_type(*value, key, "text");
  return "";
}

std::optional<bool> Reader::boolean(std::string_view key) {
  const Node* value = of_kind(Kind::boolean, key);
  return value ? std::optional<bool>(value->as_bool()) : std::nullopt;
}

std::optional<long> Reader::integer(std::string_view key) {
  const Node* value = given(key);
  if (!value) return std::nullopt;
  if (value->kind != Kind::number) {
    wrong_type(*value, key, "a whole number");
    return std::nullopt;
  }
  std::string_view digits = value->text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  if (const auto number = base::parse_number<long>(digits)) return number;
  diagnostics_.error("wrong-type", value->span,
                     fmt::format("\"{}\" of {} must be a whole number, not {}", key, what_, value->text));
  return std::nullopt;
}

std::optional<double> Reader::number(std::string_view key) {
  const Node* value = of_kind(Kind::number, key);
  return value ? std::optional<double>(value->as_double()) : std::nullopt;
}

std::vector<std::string> Reader::texts(std::string_view key, std::vector<base::Span>* spans) {
  const Node* value = given(key);
  std::vector<std::string> found;
  if (!value) return found;
  auto add = [&](const Node& item) {
    if (!item.is_string() && item.kind != Kind::number) return false;
    found.push_back(item.text);
    if (spans) spans->push_back(item.span);
    return true;
  };
  if (!value->is_list()) {
    if (!add(*value)) wrong_type(*value, key, "text or a list of text values");
    return found;
  }
  for (const Node& item : value->items)
    if (!add(item))
      diagnostics_
          .error("wrong-type", item.span,
                 fmt::format("an item of \"{}\" of {} must be text, not {}", key, what_, kind_name(item.kind)))
          .suggest(quote_it(item));
  return found;
}

std::vector<std::string> Reader::filled_texts(std::string_view key, std::vector<base::Span>& spans) {
  std::vector<std::string> found = texts(key, &spans);
  for (size_t i = found.size(); i-- > 0;) {
    if (!found[i].empty()) continue;
    diagnostics_.error("bad-value", spans[i], fmt::format("empty text in \"{}\"", key)).suggest("delete it");
    found.erase(found.begin() + static_cast<ptrdiff_t>(i));
    spans.erase(spans.begin() + static_cast<ptrdiff_t>(i));
  }
  return found;
}

std::string Reader::choice(std::string_view key, const std::vector<std::string_view>& allowed) {
  const Node* value = given(key);
  if (!value) return "";
  if (value->is_list() || value->is_map()) {
    wrong_type(*value, key, "one of " + base::list_names(allowed));
    return "";
  }
  if (std::find(allowed.begin(), allowed.end(), value->text) != allowed.end()) return value->text;
  diagnostics_
      .error("unknown-value", value->span, fmt::format("\"{}\" of {} cannot be \"{}\"", key, what_, value->text))
      .expect(base::list_names(allowed))
      .suggest(base::did_you_mean(value->text, allowed));
  return "";
}

const Node* Reader::list(std::string_view key) { return of_kind(Kind::list, key); }

const Node* Reader::map(std::string_view key) { return of_kind(Kind::map, key); }

base::Span Reader::span_of(std::string_view key) const {
  const Node* value = map_->find(key);
  return value ? value->span : map_->span;
}

bool Reader::is_in(const Range& range, std::string_view key, double value) {
  const auto& [least, most, above] = range;
  if ((!least || value >= *least) && (!above || value > *above) && (!most || value <= *most)) return true;
  diagnostics_
      .error("bad-value", span_of(key), fmt::format("\"{}\" of {} cannot be {}", key, what_, map_->find(key)->text))
      .expect(text_of(range));
  return false;
}

void Reader::finish(bool is_open, const std::function<bool(const Entry&)>& explain) {
  std::vector<std::string_view> known;
  for (const std::string& key : known_)
    if (std::find(known.begin(), known.end(), key) == known.end()) known.push_back(key);
  size_t unknown = 0;
  for (const Entry& entry : map_->entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end() || (explain && explain(entry))) continue;
    if (!is_open && ++unknown > kMaxUnknown) {
      diagnostics_.error("unknown-key", entry.key_span, fmt::format("{} has more unknown keys from here on", what_));
      break;
    }
    std::string help = base::did_you_mean(entry.key, known);
    if (is_open) {
      if (help.empty()) continue;
      diagnostics_
          .warning("unknown-key", entry.key_span,
                   fmt::format("{} has a key \"{}\" with no meaning here", what_, entry.key))
          .suggest(std::move(help));
      continue;
    }
    if (help.empty() && looks_cut_by_comma(entry))
      help = "in { } a comma ends the value: put quotes around the whole text";
    diagnostics_.error("unknown-key", entry.key_span, fmt::format("{} has no key \"{}\"", what_, entry.key))
        .expect(base::list_names(known, 40))
        .suggest(std::move(help));
  }
}

}  // namespace notation
