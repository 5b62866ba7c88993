// Makes the views of data/views/ in the order in which they use each other (data/store.h).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "data/compiled_query.h"
#include "data/descriptor_parts.h"
#include "data/order_check.h"
#include "data/store.h"
#include "data/unit_check.h"

namespace data {
namespace {

enum class ViewState { waiting, making, made, failed };

struct View {
  std::string name;
  const base::SourceText* file = nullptr;
  ViewState state = ViewState::waiting;
};

class ViewMaker {
 public:
  ViewMaker(Store& store, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics)
      : store_(store),
        handle_(handle),
        session_{handle, store, store.numbers, guard},
        order_check_(session_),
        unit_check_(session_),
        diagnostics_(diagnostics) {}

  void run(const std::vector<const base::SourceText*>& files) {
    for (const base::SourceText* file : files) add_view(*file);
    std::sort(views_.begin(), views_.end(), [](const View& a, const View& b) { return a.name < b.name; });
    for (View& view : views_) make(view);
  }

 private:
  void add_view(const base::SourceText& file) {
    View view{std::filesystem::path(file.path()).stem(), &file};
    if (!is_table_name(view.name)) {
      diagnostics_.error("bad-name", file.path(), fmt::format("a view cannot be named \"{}\"", view.name))
          .expect(std::string(kTableNames));
      return;
    }
    for (const TableInfo& table : store_.tables)
      if (same_name(table.name, view.name)) {
        diagnostics_.error("duplicate-name", file.path(), fmt::format("a table is already named \"{}\"", table.name))
            .suggest("rename the view's file");
        return;
      }
    views_.push_back(std::move(view));
  }

  void make(View& view) {
    if (view.state != ViewState::waiting) return;
    view.state = ViewState::making;
    making_.push_back(view.name);
    view.state = make_table(view) ? ViewState::made : ViewState::failed;
    making_.pop_back();
  }

  // Creates a view that another view uses. Returns whether the view exists now.
  bool make_named(std::string_view name) {
    if (name.starts_with("main.")) name.remove_prefix(5);
    for (View& view : views_) {
      if (!same_name(view.name, name)) continue;
      if (view.state == ViewState::making) {
        diagnostics_
            .error("view-cycle", base::Span{view.file, 0, 0},
                   fmt::format("views depend on each other in a cycle: {} → {}", base::join(making_, " → "), view.name))
            .expect("views of resources, or of other views without a cycle")
            .suggest("repeat the query of one of them in another");
        failed_before_ = true;
        return false;
      }
      make(view);
      if (view.state == ViewState::failed) failed_before_ = true;
      return view.state == ViewState::made;
    }
    return false;
  }

  bool make_table(const View& view) {
    const Query source{view.name, base::whole(*view.file)};
    base::Diagnostics of_query;
    failed_before_ = false;
    std::unique_ptr<CompiledQuery> query =
        compile_query(session_, source, of_query, [&](std::string_view name) { return make_named(name); });
    if (!query) {
      if (!failed_before_) diagnostics_.merge(std::move(of_query));  // otherwise the other view reports them
      return false;
    }
    std::string table = quoted_name(view.name);
    const int columns = static_cast<int>(query->names.size());
    execute(handle_, fmt::format("CREATE TABLE {} ({})", table, quoted_names(query->names)));
    Statement insert = prepare_insert(handle_, view.name, query->names.size());
    auto copy = [&](sqlite3_stmt* row) {
      for (int i = 0; i < columns; ++i) {
        if (sqlite3_column_type(row, i) == SQLITE_FLOAT)
          sqlite3_bind_double(insert.get(), i + 1, store_.numbers.clean(sqlite3_column_double(row, i)));
        else
          sqlite3_bind_value(insert.get(), i + 1, sqlite3_column_value(row, i));
      }
      step(insert.get());
      sqlite3_reset(insert.get());
    };
    std::optional<quantity::Frame> frame = run_query(*query, session_, source, {}, diagnostics_, copy);
    // A view whose units do not hold still exists, so that only the view is reported, and not what uses it.
    if (frame) {
      order_check_.run(*query, source, {}, *frame, diagnostics_);
      query->reversed_statements = {};
      order_check_.drop_views();
      unit_check_.run(*query, source, {}, *frame, diagnostics_);
    }
    query.reset();
    insert.reset();
    unit_check_.drop_views();
    if (!frame) {
      execute(handle_, "DROP TABLE " + table);
      return false;
    }
    create_index(handle_, view.name, 1, {frame->fields[0].name});
    const size_t rows = frame->rows();
    store_.add_table(
        {view.name, TableKind::view, view.name, std::move(frame->fields), nullptr, view.file->text(), rows});
    return true;
  }

  Store& store_;
  sqlite3* handle_;
  const Session session_;
  OrderCheck order_check_;
  UnitCheck unit_check_;
  base::Diagnostics& diagnostics_;
  std::vector<View> views_;
  std::vector<std::string> making_;
  bool failed_before_ = false;
};

}  // namespace

void make_views(Store& store, const std::vector<const base::SourceText*>& files, sqlite3* handle, SqlGuard& guard,
                base::Diagnostics& diagnostics) {
  ViewMaker(store, handle, guard, diagnostics).run(files);
}

}  // namespace data
