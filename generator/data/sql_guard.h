// Limits for authors' SQL: it can only read the site's tables, with functions that use no clock, random numbers or
// files. Its steps are charged to the work budget (base/work.h), so that a query ends at the same point on every
// machine.
//
// A single step of SQLite's virtual machine can be slow (printf('%.*c', 2000000000, 'x') runs 14 s), so functions are
// allowed by list, those that read long texts charge their length, and quadratic ones are replaced
// (data/sql_functions.h). Other slow steps, such as comparing texts of a megabyte, are limited by processor time: the
// query ends if its average step takes seven times as long as usual.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace data {

class SqlGuard {
 public:
  // Installs itself on the connection until it is destroyed; initially off. `may_read` decides which tables can be
  // read.
  SqlGuard(sqlite3* handle, std::function<bool(std::string_view table)> may_read);
  ~SqlGuard();
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;

  // Call on() before an author's SQL is prepared, and again with the statement before it runs, in the same thread;
  // off() before our own SQL.
  void on(sqlite3_stmt* statement = nullptr);
  void off();

  // Returns why the last statement was refused: `the function printf() is not available in queries`; otherwise "".
  const std::string& refusal() const { return refusal_; }
  const std::string& help() const { return help_; }
  // The tables and columns that the statement reads which was prepared last.
  const std::set<std::pair<std::string, std::string>>& reads() const { return reads_; }
  // Returns why the last statement was stopped: "takes too many steps"; otherwise "". Only with a base::Meter.
  std::string_view stopped_by() const { return stopped_by_; }

  // The functions that queries may use, sorted.
  static const std::vector<std::string_view>& functions();

 private:
  static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                       const char*);
  static int progress(void* self);
  int decide(int action, std::string_view first, std::string_view second);
  int refuse(std::string what, std::string help = "");

  sqlite3* handle_;
  std::function<bool(std::string_view)> may_read_;
  bool on_ = false;
  std::string refusal_;
  std::set<std::pair<std::string, std::string>> reads_;
  std::string help_;
  uint64_t work_at_start_ = 0;
  long began_ = 0, began_in_thread_ = 0;  // in microseconds: a time, and a processor time of this thread
  int64_t memory_at_start_ = 0;           // see memory_of_thread()
  std::string_view stopped_by_;
};

}  // namespace data
