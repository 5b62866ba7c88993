// What SQL of authors may do: read the site's tables with functions that see neither clock nor chance nor file, within
// limits that count work instead of time, so that they cut at the same place on every machine.
//
// A step of SQLite's virtual machine can be long by itself (printf('%.*c', 2000000000, 'x') runs 14 s), past every
// limit on steps: so functions are allowed by list.
#pragma once
#include <sqlite3.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace data {

class SqlGuard {
 public:
  // Installs itself on the connection, for as long as it lives; starts switched off. `may_read` tells tables.
  SqlGuard(sqlite3* handle, std::function<bool(std::string_view table)> may_read);
  ~SqlGuard();
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;

  // Before the SQL of an author is prepared; `off` before our own.
  void on();
  void off() { on_ = false; }
  // Before a statement runs: its budget of steps starts anew.
  void start();

  // Why the last statement was refused: `the function printf() is not available in queries`; "" if it was not.
  const std::string& refusal() const { return refusal_; }
  const std::string& help() const { return help_; }
  bool out_of_steps() const { return out_of_steps_; }
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
  long steps_ = 0;
  bool out_of_steps_ = false;
  bool out_of_memory_ = false;
};

}  // namespace data
