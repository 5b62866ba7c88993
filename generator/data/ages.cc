// How old values are on the date of the site (data/store.h).
#include <algorithm>

#include "data/sql_functions.h"
#include "data/store.h"

namespace data {
namespace {

std::optional<long> limit_of_column(const Resource& resource, std::string_view column) {
  const int index = resource.find(column);
  return index < 0 ? std::nullopt : resource.fields[static_cast<size_t>(index)].own.stale_after_days;
}

// Returns `stale_after_days` of the column of a ref, otherwise that of the resource. All values of a long table are in
// one column.
std::optional<long> limit_of(const Store::Place& place) {
  if (place.own && place.own->stale_after_days) return place.own->stale_after_days;
  const std::optional<LongForm>& long_form = place.resource.long_form;
  const std::optional<long> limit = long_form ? limit_of_column(place.resource, long_form->value) : std::nullopt;
  return limit ? limit : place.resource.stale_after_days;
}

// Returns the smallest limit of a row's columns.
std::optional<long> limit_of_row(const Store::Place& place) {
  std::optional<long> limit = limit_of(place);
  if (!place.own)
    for (const ResourceField& field : place.resource.fields)
      if (const std::optional<long>& own = field.own.stale_after_days; own && (!limit || *own < *limit)) limit = own;
  return limit;
}

std::string_view date_of(const Store::Place& place) {
  return place.own && !place.own->as_of.empty() ? std::string_view(place.own->as_of) : place.record.as_of;
}

std::optional<long> days_between(std::string_view date, std::string_view as_of) {
  const std::optional<Day> last = last_day_of(date), today = first_day_of(as_of);
  return last && today ? std::optional<long>((*today - *last).count()) : std::nullopt;
}

void is_old(sqlite3_context* context, int, sqlite3_value** arguments) {
  const Store& store = *static_cast<const Store*>(sqlite3_user_data(context));
  bool is_any_old = false;
  for (std::string_view ref : refs_in(text_in(arguments[0]).value_or(""))) {
    const std::optional<Store::Place> place = store.place_of(ref);
    const std::optional<long> limit = place ? limit_of_row(*place) : std::nullopt;
    if (!limit) continue;
    const std::optional<long> days = days_between(date_of(*place), store.as_of);
    if (!days) return sqlite3_result_null(context);
    is_any_old |= *days > *limit;
  }
  sqlite3_result_int(context, is_any_old);
}

}  // namespace

std::optional<Age> Store::age_of(std::string_view ref) const {
  const std::optional<Place> place = place_of(ref);
  const std::optional<long> limit = place ? limit_of(*place) : std::nullopt;
  if (!limit) return std::nullopt;
  const std::string_view date = date_of(*place);
  const std::optional<long> days = days_between(date, as_of);
  return days ? std::optional(Age{date, *limit, *days}) : std::nullopt;
}

void add_is_old(sqlite3* handle, const Store& store) {
  if (sqlite3_create_function_v2(handle, "is_old", 1, kFunctionFlags, const_cast<Store*>(&store), is_old, nullptr,
                                 nullptr, nullptr) != SQLITE_OK)
    throw SqliteError("SQLite refused the function is_old");
}

}  // namespace data
