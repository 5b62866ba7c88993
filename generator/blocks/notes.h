// Where each number comes from: the notes of one table or chart, or of the figures in a page's prose. A note is one
// place in one source at one date; cells with the same origin share it, and each cell links to its note.
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/database.h"
#include "markup/html.h"
#include "quantity/frame.h"
#include "site/evaluation.h"
#include "site/view.h"

namespace blocks {

struct Context;

class Notes {
 public:
  // `name` is the prefix of the notes' ids and unique in the page. With `leads_back`, each note links back to its
  // figures in the text, which get ids for that. Notes of tables and charts do not, because an embed shows only a part
  // of the page.
  explicit Notes(std::string name, bool leads_back = false)
      : name_(std::move(name)), leads_back_(leads_back), of_text_(leads_back) {}

  // Returns the anchor of the note for a cell that depends on these records: "prices-n3", or "" if there are none. A
  // computed cell that depends on several has a note that lists them all. `anchor` is the block's, for the source's
  // page.
  std::string add(const quantity::Refs& refs, bool computed, std::string_view anchor, Context& context);
  // Records that the block shows this column, so that caveats about it apply.
  void show_column(const quantity::Field& field);
  // Adds the caveats of records whose numbers are not shown, and records that they are used.
  void mention(const quantity::Refs& refs, std::string_view anchor, Context& context);

  // A figure in prose: its note, and the content of its card, which is the note with at most three records.
  struct FigureNote {
    std::string id;  // "" for a figure without records and assumption
    size_t number = 0;
    std::string mark;  // the id of the figure's link, so that the note links back to it; "" for none
    markup::SafeHtml card;
  };
  FigureNote add_figure(const site::Figure& figure, Context& context);
  // Turns off links, for figures that have a note but no link.
  void stop_back_links() { leads_back_ = false; }

  bool empty() const { return notes_.empty(); }
  // <details class="notes"> with one item a note; SafeHtml{} when there is none. Without those of blocks above.
  markup::SafeHtml list(std::string_view summary, bool open, Context& context) const;
  // With all notes, for an embed of the block.
  markup::SafeHtml full_list(std::string_view summary, Context& context) const;
  // Remarks on the records, each once.
  const std::vector<std::string>& caveats() const { return caveats_; }

 private:
  struct Note {
    std::string id;  // "prices-n3"
    markup::SafeHtml html;
    quantity::Refs refs = {};             // of all cells that link here
    bool is_above = false;                // a block above has it
    std::vector<std::string> marks = {};  // the ids of figures in the text that link here
  };
  // The index of the note with this text, which may be new. `anchor` is the part of the page that uses the records.
  size_t index_of(markup::SafeHtml html, const quantity::Refs& refs, std::string_view anchor, Context& context);
  void write_note(size_t index, markup::Writer& out, Context& context) const;
  void write_back_links(size_t index, markup::Writer& out, Context& context) const;
  // Writes at most `most` of the places, and their number; then the other published values for each of them.
  markup::SafeHtml places(const quantity::Refs& refs, size_t most, std::string_view anchor, Context& context);
  markup::SafeHtml place(const std::string& ref, std::string_view anchor, Context& context);
  void write_competition(const std::string& ref, std::string_view anchor, markup::Writer& out, Context& context);
  void add_caveats(const site::Provenance& provenance);
  markup::SafeHtml caveats_of(const quantity::Refs& refs, size_t most, Context& context) const;
  bool applies(const site::ShownCaveat& caveat) const;

  std::string name_;
  bool leads_back_ = false;
  bool of_text_ = false;  // the page's: always complete
  std::vector<Note> notes_;
  std::map<std::string, size_t, std::less<>> by_text_;         // the text of a note -> its index
  std::map<std::pair<quantity::Refs, bool>, size_t> by_refs_;  // the records of a note -> its index
  std::set<std::string, std::less<>> mentioned_;
  std::vector<std::string> caveats_;
  std::set<std::string, std::less<>> columns_;  // that the block shows
};

// The text for a record without a source: its resource and the reason. "Cup sizes, no source (we chose them)".
std::string no_source_text(const site::Provenance& provenance, Context& context);

// A value as in its row, with all its digits and its own unit.
std::string published_value(const data::Alternative& alternative, const quantity::Field& field, Context& context);

// The dates on which the records were true: sorted, unique; "" among them for an undated one.
std::set<std::string> dates_of(const quantity::Refs& refs, Context& context);
// "2026-03-15", "2024-06 to 2026-03-15", "undated".
std::string date_text(const std::set<std::string>& dates, Context& context);
std::string date_text(std::string_view date, Context& context);
// "As of 2026-03-15"; "" for no dates.
std::string as_of_text(const std::set<std::string>& dates, Context& context);

// "Price card, row 3; 2026-03-15", with a link to the page of the source. REQUIRES: provenance.source
void write_origin(const site::Provenance& provenance, markup::Writer& out, Context& context);

}  // namespace blocks
