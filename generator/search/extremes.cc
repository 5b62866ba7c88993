#include "search/extremes.h"

#include <algorithm>
#include <map>

namespace search {
namespace {

constexpr size_t kMaxNamed = 3;              // the most things that share an extreme
constexpr double kExtremeImportance = 0.85;  // less than 1, so that figures of things that the query names come first

struct Meaning {
  bool is_price = false;
  bool has_time = false;  // whether the unit is a rate or a duration
};

Meaning meaning_of(const quantity::Field& field, const quantity::Units& units) {
  Meaning meaning;
  const auto unit = units.parse(field.unit);
  if (!unit) return meaning;
  for (const quantity::UnitPart& part : unit->parts) {
    meaning.is_price |= units.is_currency(part.name);
    const auto alone = units.parse(part.name);
    meaning.has_time |= alone && alone->powers == std::map<std::string, int>{{"s", 1}};
  }
  return meaning;
}

// Returns words for the lowest or the highest end of a column.
std::string words_for(bool lowest, const quantity::Field& field, const Meaning& meaning, const site::Words& words) {
  std::string all(words[lowest ? "found_lowest" : "found_highest"]);
  const auto add = [&](std::string_view key) { (all += ' ') += words[key]; };
  if (meaning.is_price) add(lowest ? "found_cheapest" : "found_dearest");
  if (field.better == (lowest ? quantity::Better::lower : quantity::Better::higher)) {
    add("found_best");
    if (meaning.has_time && !meaning.is_price) add("found_fastest");
  }
  return all;
}

class Extremes {
 public:
  Extremes(const MeasuredColumn& column, const std::vector<Entry>& figures, const quantity::Units& units,
           const site::Words& words, std::vector<Entry>& extremes)
      : column_(column),
        figures_(figures),
        meaning_(meaning_of(column.field, units)),
        words_(words),
        extremes_(extremes) {}

  void add(const std::string& group, const std::vector<const Measured*>& figures) {
    if (figures.size() < kMinCompared) return;
    const auto [low, high] = std::ranges::minmax(figures, {}, &Measured::value);
    if (low->value == high->value) return;
    add(group, figures, low->value, true);
    add(group, figures, high->value, false);
  }

 private:
  void add(const std::string& group, const std::vector<const Measured*>& figures, double value, bool lowest) {
    std::vector<const Measured*> best;
    std::ranges::copy_if(figures, std::back_inserter(best), [&](const Measured* each) { return each->value == value; });
    Entry entry = figures_[best.front()->entry];
    std::string names;
    for (size_t i = 0; i < std::min(best.size(), kMaxNamed); ++i)
      (names += i == 0 ? "" : ", ") += figures_[best[i]->entry].context;
    if (best.size() > kMaxNamed) names += " …";
    entry.text += " (" + names + ")";
    entry.title = words_.fill(lowest ? "found_lowest_of" : "found_highest_of",
                              {{"title", column_.field.title}, {"count", std::to_string(figures.size())}});
    entry.context = group;
    entry.names.clear();
    entry.importance = kExtremeImportance;
    entry.column = column_.things + " " + column_.field.name + " " + words_for(lowest, column_.field, meaning_, words_);
    extremes_.push_back(std::move(entry));
  }

  const MeasuredColumn& column_;
  const std::vector<Entry>& figures_;
  const Meaning meaning_;
  const site::Words& words_;
  std::vector<Entry>& extremes_;
};

}  // namespace

void add_extremes(const MeasuredColumn& column, const std::vector<Entry>& figures, const quantity::Units& units,
                  const site::Words& words, std::vector<Entry>& extremes) {
  std::vector<const Measured*> all;
  std::map<std::string, std::vector<const Measured*>> groups;
  for (const Measured& figure : column.figures) {
    all.push_back(&figure);
    for (const std::string& group : *figure.groups)
      if (!group.empty()) groups[group].push_back(&figure);
  }
  Extremes found(column, figures, units, words, extremes);
  found.add("", all);
  for (const auto& [group, of_group] : groups)
    if (of_group.size() < all.size()) found.add(group, of_group);
}

std::string words_of_price(const quantity::Field& field, const quantity::Units& units, const site::Words& words) {
  if (!meaning_of(field, units).is_price) return "";
  std::string all(words["found_price"]);
  if (field.better == quantity::Better::lower) (all += ' ') += words["found_cheapest"];
  return all;
}

}  // namespace search
