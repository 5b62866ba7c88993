#include "blocks/ages.h"

#include <algorithm>

#include "base/text.h"
#include "blocks/context.h"

namespace blocks {
namespace {

// assets/age.js counts in the same way.
std::string age_text(long days, const site::Words& words) {
  constexpr long kMaxDays = 60, kMaxMonths = 24;
  constexpr double kDaysOfMonth = 365.25 / 12;
  const auto months = static_cast<long>(static_cast<double>(days) / kDaysOfMonth);
  const auto count = [&](std::string_view key, long number) { return words.count(key, static_cast<size_t>(number)); };
  if (days <= kMaxDays) return count("age_days", days);
  return months < kMaxMonths ? count("age_months", months) : count("age_years", months / 12);
}

struct OldCount {
  size_t old = 0, all = 0;
};

OldCount count_old(long limit, const std::map<std::string, size_t>& dates, Context& context) {
  OldCount count;
  const auto today = data::first_day_of(context.view.as_of());
  for (const auto& [date, values] : dates) {
    const auto last = data::last_day_of(date);
    count.all += values;
    if (today && last && (*today - *last).count() > limit) count.old += values;
  }
  return count;
}

std::string text_of(const OldCount& count, long limit, Context& context) {
  return context.words.fill("ages_of_values", {{"old", std::to_string(count.old)},
                                               {"count", std::to_string(count.all)},
                                               {"days", std::to_string(limit)},
                                               {"date", std::string(context.view.as_of())}});
}

}  // namespace

markup::SafeHtml age_html(const data::Age& age, Context& context) {
  markup::Writer out;
  out.text(" ").open("span").attr("class", "age").attr("data-limit", std::to_string(age.limit));
  if (!age.is_old()) out.attr("hidden");
  out.attr("data-date", age.as_of);
  return out.text(age.is_old() ? age_text(age.days, context.words) : "").close().take();
}

markup::SafeHtml figure_age_html(const site::Figure& figure, Context& context) {
  std::optional<data::Age> oldest, newest;
  for (const std::string& ref : figure.cell.refs) {
    const site::Provenance* provenance = context.view.provenance(ref);
    if (!provenance || !provenance->age) continue;
    const data::Age& age = *provenance->age;
    const auto left = [](const data::Age& each) { return each.limit - each.days; };
    if (!oldest || left(age) < left(*oldest)) oldest = age;
    if (!newest || left(age) > left(*newest)) newest = age;
  }
  if (!oldest) return {};
  return age_html(figure.formula.empty() ? *newest : *oldest, context);
}

markup::SafeHtml ages_html(const Ages& ages, Context& context) {
  markup::Writer out;
  for (const auto& [limit, dates] : ages) {
    const OldCount count = count_old(limit, dates, context);
    if (count.old == 0) continue;
    out.text(" ").open("span").attr("class", "age").text(text_of(count, limit, context)).close();
  }
  return out.take();
}

std::string ages_text(const Ages& ages, Context& context) {
  std::string text;
  for (const auto& [limit, dates] : ages)
    if (const OldCount count = count_old(limit, dates, context); count.old > 0)
      text += " " + text_of(count, limit, context) + ".";
  return text;
}

}  // namespace blocks
