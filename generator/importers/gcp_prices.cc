// The price file of the Google Cloud pricing and cost calculator (Cyclenerd/google-cloud-pricing-cost-calculator,
// pricing.yml):
//   about:   {timestamp: 1785391997, …}          when it was made, in seconds
//   compute:
//     instance:
//       a2-highgpu-8g:                           a type of machine
//         a100: 8                                its accelerators: their kind is the key; absent on plain machines
//         cpu: 96                                and ram, local-ssd
//         cost:
//           us-central1: {hour: …, hour_spot: …, month: …, month_1y: …, month_3y: …, month_spot: …}
// USD of the whole machine. A commitment is a price a month (of 730 hours), absent where none is sold; so is a spot
// price. The other sections are not read.
//
// Fields: see price.h; `as_of` is the day on which the file was made.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/text.h"
#include "import/digits.h"
#include "import/each_file.h"
#include "import/scalar.h"
#include "importers/price.h"
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

// Of one machine.
struct Accelerators {
  std::string kind;
  long count = 0;
  std::string problem;  // why none of its prices can be taken in; else ""
};

// Of a key that is not plain, only one with a count is an accelerator. Neither a kind nor a problem where there are
// only plain ones.
Accelerators accelerators_of(const Node& machine) {
  Accelerators found;
  std::vector<std::string> counted, uncounted;
  for (const notation::Entry& entry : machine.entries) {
    if (std::find(kPlainKeys.begin(), kPlainKeys.end(), entry.key) != kPlainKeys.end()) continue;
    const auto count = count_of_text(entry.value.text);
    (count ? counted : uncounted).push_back(entry.key);
    if (count) found.kind = entry.key, found.count = *count;
  }
  if (counted.size() > 1)
    found.problem = "several kinds of accelerators in one machine: " + base::join(counted, ", ");
  else if (counted.empty() && !uncounted.empty())
    found.problem = "none of these keys holds a number of accelerators: " + base::join(uncounted, ", ");
  return found;
}

// The day of a number of seconds since 1970, in UTC; "" for what is none.
std::string day_of(const std::string& seconds) {
  auto number = count_of_text(seconds);
  if (!number || *number > 253'402'300'799) return "";
  std::time_t time = *number;
  std::tm parts{};
  if (!gmtime_r(&time, &parts)) return "";
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

class PricingReader {
 public:
  PricingReader(const Given& given, Task& task) : given_(given), task_(task) {}

  void read() {
    const base::SourceText* text = read_text(given_, task_.texts, task_.diagnostics);
    if (!text) return;
    auto root = notation::parse_yaml(base::whole(*text), task_.diagnostics);
    if (!root) return;
    const Node* compute = root->is_map() ? root->find("compute") : nullptr;
    const Node* instances = compute && compute->is_map() ? compute->find("instance") : nullptr;
    if (!instances || !instances->is_map()) {
      task_.diagnostics.error("import-format", root->span, "no machines here: this is no pricing.yml of the calculator")
          .expect("compute: {instance: {a2-highgpu-1g: {cost: {us-central1: {hour: …}}}}}");
      return;
    }
    if (const Node* about = root->find("about"); about && about->is_map()) read_day(*about);
    for (const notation::Entry& machine : instances->entries) read_machine(machine);
  }

 private:
  std::string where(base::Span at) const { return fmt::format("{}:{}", given_.shown, at.source->line_of(at.begin)); }

  void read_day(const Node& about) {
    day_ = day_of(scalar(about, "timestamp"));
    if (const Node* said = about.find("timestamp"); said && day_.empty())
      task_.harvest.notes.push_back(where(said->span) +
                                    ": about.timestamp is no number of seconds, so that the file does not say when its "
                                    "prices were true");
  }

  void read_machine(const notation::Entry& machine) {
    const Node* costs = machine.value.is_map() ? machine.value.find("cost") : nullptr;
    auto skip = [&](const std::string& why) {
      ++task_.harvest.read;
      task_.harvest.skips.add(why, where(machine.key_span));
    };
    if (!costs || !costs->is_map()) return skip("a machine without prices");
    const Accelerators accelerators = accelerators_of(machine.value);
    if (accelerators.kind.empty() && accelerators.problem.empty())
      return skip("a machine of which no accelerator is said");
    for (const notation::Entry& region : costs->entries) read_region(machine.key, region, accelerators);
  }

  void read_region(const std::string& machine, const notation::Entry& region, const Accelerators& accelerators) {
    if (!region.value.is_map()) {
      ++task_.harvest.read;
      return task_.harvest.skips.add("a region without prices", where(region.key_span));
    }
    for (const Terms& terms : kTerms) {
      const Node* value = region.value.find(terms.key);
      if (!value) continue;  // not sold on these terms
      ++task_.harvest.read;
      Price price;
      price.cloud = "gcp";
      price.item = price.offering = machine;
      price.region = region.key;
      price.terms = terms.terms;
      price.as_of = day_;
      price.where = where(value->span);
      std::string revision = task_.option("revision");
      price.locator = fmt::format("{}{}, compute.instance.{}.cost.{}.{}{}", given_.name(),
                                  revision.empty() ? "" : " @ " + revision, machine, region.key, terms.key, terms.note);
      take(std::move(price), terms, base::trim(value->text), accelerators);
    }
  }

  void take(Price price, const Terms& terms, std::string_view digits, const Accelerators& accelerators) {
    auto leave_out = [&](const std::string& why) { leave_out_price(price, why, task_); };
    if (!accelerators.problem.empty()) return leave_out(accelerators.problem);
    auto number = quantity::Exact::parse(digits);
    if (!number || number->sign() <= 0) return leave_out("the price is no number above 0");
    auto found = task_.look_up(accelerators.kind, "", keyed_row(price));
    if (!found) return;
    price.accelerator = found->known->means;
    price.accelerators = accelerators.count;
    price.per_hour = terms.monthly ? *number / kHoursOfMonth : *number;
    if (!terms.monthly) price.digits = std::string(digits);
    add_price(price, task_);
  }

  const Given& given_;
  Task& task_;
  std::string day_;
};

}  // namespace

void import_gcp_prices(const std::vector<Given>& given, Task& task) {
  task.harvest.what = "price";
  task.harvest.scope = {"provider"};
  each_file(given, task, "pricing.yml", [&](const Given& each) { PricingReader(each, task).read(); });
}

}  // namespace import
