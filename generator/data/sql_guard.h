// What SQL of authors may do: read the site's tables with functions that see neither clock nor chance nor file, within
// limits that count work instead of time, so that they cut at the same place on every machine.
//
// A step of SQLite's virtual machine can be long by itself (printf('%.*c', 2000000000, 'x') runs 14 s), past every
// limit on steps: so functions are allowed by list. What is left, many steps on texts of megabytes, is cut by the
// processor's time, at ten times what the steps of a query on numbers take.
#pragma once
#include <sqlite3.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace data {

// Of one statement.
struct SqlBudget {
  long steps = 100'000'000;    // some seconds of work
  long milliseconds = 20'000;  // of the processor: only for steps that are long by themselves
};

class SqlGuard {
 public:
  // Installs itself on the connection, for as long as it lives; starts switched off. `may_read` tells tables.
  SqlGuard(sqlite3* handle, std::function<bool(std::string_view table)> may_read, SqlBudget budget = {});
  ~SqlGuard();
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;

  // Before the SQL of an author is prepared; `off` before our own.
  void on();
  void off();
  // Before a statement runs, in the thread that it runs in: its budget starts anew.
  void start();

  // Why the last statement was refused: `the function printf() is not available in queries`; "" if it was not.
  const std::string& refusal() const { return refusal_; }
  const std::string& help() const { return help_; }
  bool out_of_steps() const { return out_of_steps_; }
  bool out_of_time() const { return out_of_time_; }
  bool out_of_memory() const { return out_of_memory_; }

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
  std::string help_;
  SqlBudget budget_;
  long steps_ = 0;
  long began_ = 0;  // milliseconds of this thread
  bool out_of_steps_ = false;
  bool out_of_time_ = false;
  bool out_of_memory_ = false;
};

}  // namespace data
