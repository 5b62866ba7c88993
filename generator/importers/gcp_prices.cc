// Imports the price file of the Google Cloud pricing and cost calculator
// (Cyclenerd/google-cloud-pricing-cost-calculator, pricing.yml):
//   about:   {timestamp: 1785391997, …}          when the file was made, in seconds since 1970
//   compute:
//     instance:
//       a2-highgpu-8g:                           a machine type
//         a100: 8                                its accelerators, by kind; plain machines have no such key
//         cpu: 96                                ram and local-ssd are other keys
//         cost:
//           us-central1: {hour: …, hour_spot: …, month: …, month_1y: …, month_3y: …, month_spot: …}
// Prices are in USD for the whole machine; those with "month" are per month of 730 hours. Terms that are not sold have
// no key. The other sections are not read.
//
// Fields: kPriceFields; `as_of` is the date of the file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.h"
#include "data/dates.h"
#include "import/cell_text.h"
#include "importers/common.h"
#include "notation/yaml.h"

namespace import {
namespace {

using notation::Node;

constexpr int64_t kHoursOfMonth = 730;
constexpr std::array<std::string_view, 6> kPlainKeys = {"cost", "cpu", "ram", "local-ssd", "bandwidth", "type"};

struct Terms {
  std::string_view key, terms, note;
  bool monthly;
};
constexpr std::array kTerms = {
    Terms{"hour", "on-demand", "", false},
    Terms{"hour_spot", "spot", "", false},
    Terms{"month_1y", "commit-1y", " / 730 h; resource-based committed use", true},
    Terms{"month_3y", "commit-3y", " / 730 h; resource-based committed use", true},
};

// The accelerators of one machine type.
struct Accelerators {
  std::string kind;
  long count = 0;
  std::string problem;  // the reason why prices can't be imported; "" if they can
};

// Returns the accelerators of a machine. A key that is not one of kPlainKeys is an accelerator if its value is a count.
// `kind` and `problem` are "" if all keys are plain.
Accelerators accelerators_of(const Node& machine) {
  Accelerators found;
  std::vector<std::string> counted, uncounted;
  for (const notation::Entry& entry : machine.entries) {
    if (std::ranges::find(kPlainKeys, entry.key) != kPlainKeys.end()) continue;
    const auto count = count_of_text(entry.value.text);
    (count ? counted : uncounted).push_back(entry.key);
    if (count) {
      found.kind = entry.key;
      found.count = *count;
    }
  }
  if (counted.size() > 1)
    found.problem = "several kinds of accelerators in one machine: " + base::join(counted, ", ");
  else if (counted.empty() && !uncounted.empty())
    found.problem = "none of these keys has a number of accelerators: " + base::join(uncounted, ", ");
  return found;
}

// Converts seconds since 1970 to a date in UTC; returns "" for other texts.
std::string date_of(const std::string& seconds) {
  const auto number = count_of_text(seconds);
  if (!number || *number > 253'402'300'799) return "";
  return data::day_text(std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(*number))));
}

class PricingReader {
 public:
  PricingReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    const base::SourceText* text = read_text(file_, task_.texts, task_.diagnostics);
    const auto root = text ? notation::parse_yaml(base::whole(*text), task_.diagnostics) : std::nullopt;
    if (!root) return;
    const Node* compute = root->is_map() ? root->find("compute") : nullptr;
    const Node* instances = compute && compute->is_map() ? compute->find("instance") : nullptr;
    if (!instances || !instances->is_map()) {
      task_.diagnostics
          .error("import-format", root->span, "there are no machines here: this is not a pricing.yml of the calculator")
          .expect("compute: {instance: {a2-highgpu-1g: {cost: {us-central1: {hour: …}}}}}");
      return;
    }
    if (const Node* about = root->find("about"); about && about->is_map()) read_date(*about);
    for (const notation::Entry& machine : instances->entries) read_machine(machine);
  }

 private:
  std::string where(base::Span at) const { return fmt::format("{}:{}", file_.shown, at.source->line_of(at.begin)); }

  void read_date(const Node& about) {
    date_ = date_of(scalar(about, "timestamp"));
    if (const Node* timestamp = about.find("timestamp"); timestamp && date_.empty())
      task_.input.notes.push_back(where(timestamp->span) +
                                  ": about.timestamp is not a number of seconds, so the date of the prices is unknown");
  }

  void skip(const std::string& why, base::Span at) {
    ++task_.input.read;
    task_.input.skips.skip_row(why, where(at));
  }

  void read_machine(const notation::Entry& machine) {
    const Node* costs = machine.value.is_map() ? machine.value.find("cost") : nullptr;
    if (!costs || !costs->is_map()) return skip("a machine without prices", machine.key_span);
    const Accelerators accelerators = accelerators_of(machine.value);
    if (accelerators.kind.empty() && accelerators.problem.empty())
      return skip("a machine without accelerators", machine.key_span);
    for (const notation::Entry& region : costs->entries)
      if (region.value.is_map())
        read_region(machine.key, region, accelerators);
      else
        skip("a region without prices", region.key_span);
  }

  void read_region(const std::string& machine, const notation::Entry& region, const Accelerators& accelerators) {
    for (const Terms& terms : kTerms) {
      const Node* value = region.value.find(terms.key);
      if (!value) continue;
      ++task_.input.read;
      Price price;
      price.cloud = "gcp";
      price.item = price.offering = machine;
      price.region = region.key;
      price.terms = terms.terms;
      price.as_of = date_;
      price.where = where(value->span);
      const std::string revision = task_.option("revision");
      price.locator_detail =
          fmt::format("{}{}, compute.instance.{}.cost.{}.{}{}", file_.name(), revision.empty() ? "" : " @ " + revision,
                      machine, region.key, terms.key, terms.note);
      add(std::move(price), terms, base::trim(value->text), accelerators);
    }
  }

  void add(Price price, const Terms& terms, std::string_view digits, const Accelerators& accelerators) {
    if (!accelerators.problem.empty()) return leave_out(row_of(price), accelerators.problem, task_);
    const auto number = quantity::Exact::parse(digits);
    if (!number || number->sign() <= 0) return leave_out(row_of(price), "the price is not a number above 0", task_);
    const auto found = task_.look_up(accelerators.kind, "", row_of(price));
    if (!found) return;
    price.accelerator = found->known->means;
    price.accelerators = accelerators.count;
    price.per_hour = terms.monthly ? *number / kHoursOfMonth : *number;
    if (!terms.monthly) price.digits = std::string(digits);
    add_price(price, task_);
  }

  const InputFile& file_;
  Task& task_;
  std::string date_;
};

}  // namespace

void import_gcp_prices(const std::vector<InputFile>& files, Task& task) {
  task.input.what = "price";
  task.input.scope = {"provider"};
  each_file(files, task, "pricing.yml", [&](const InputFile& each) { PricingReader(each, task).read(); });
}

}  // namespace import
