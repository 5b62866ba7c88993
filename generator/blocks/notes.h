// Notes state where numbers come from: those in one table or chart, or the figures in a page's prose. A note describes
// one place in one source at one date. Cells with the same origin share a note, and each cell links to its note.
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
  // `name` is the prefix of the notes' ids and unique on the page. With `leads_back`, each note links back to its
  // figures in the text, which get ids for that. Notes of tables and charts do not, because an embed shows only a part
  // of the page.
  explicit Notes(std::string name, bool leads_back = false)
      : name_(std::move(name)), leads_back_(leads_back), of_text_(leads_back) {}

  // Returns the anchor of the note for a cell that depends on these records: "prices-n3", or "" without records. The
  // note of a computed cell lists all of its records. `anchor` is the block's anchor, for the page of the source.
  std::string add_note(const quantity::Refs& refs, bool computed, std::string_view anchor, Context& context);
  // Records that the block shows this column, so that caveats about it apply.
  void show_column(const quantity::Field& field);
  // Adds the caveats of records whose numbers are not shown, and records that the page uses them.
  void mention(const quantity::Refs& refs, std::string_view anchor, Context& context);

  // The note of a figure in prose.
  struct FigureNote {
    std::string id;  // the note's id; "" if the figure depends on neither records nor assumptions
    size_t number = 0;
    std::string mark;  // the id of the figure's link, to which the note links back; "" without a link back
    markup::SafeHtml html;
  };
  FigureNote add_figure(const site::Figure& figure, Context& context);
  // Turns off links back to the text, for figures that are not links.
  void stop_back_links() { leads_back_ = false; }

  // Returns the notes as a closed <details class="notes">, below `first`; empty if there are none. Those of blocks
  // above are only included `with_above`, for an embed of the block.
  markup::SafeHtml list(Context& context, bool with_above = false, const markup::SafeHtml& first = {}) const;
  // Writes each place once, with the values that compete with it, in a list below the notes, for cells that depend on
  // many records: a note of several places links to that list with their numbers, which assets/card.js replaces by the
  // places. Call it before notes are added.
  void number_places(Context& context);
  // Notes added from now on are for cells that only a script shows: list() leaves them and their new places out,
  // script_list() returns the two lists, which assets/estimate.js adds to those of the page.
  void leave_to_script() {
    shown_ = notes_.size();
    shown_places_ = places_.size();
  }
  markup::SafeHtml script_list(Context& context) const;
  // Returns the caveats about the records, without duplicates.
  const std::vector<std::string>& caveats() const { return caveats_; }

 private:
  struct Note {
    std::string id;  // the note's id: "prices-n3"
    markup::SafeHtml html;
    quantity::Refs refs = {};                       // the records of all cells that link here
    std::set<std::string, std::less<>> known = {};  // the same, to find them
    bool is_above = false;                          // whether the note belongs to a block above
    std::vector<std::string> marks = {};            // the ids of figures in the text that link here
  };
  // Returns the index of the note with this text; adds it if it is new. `anchor` is the part of the page that uses it.
  size_t index_of(markup::SafeHtml html, const quantity::Refs& refs, std::string_view anchor, Context& context);
  void write_note(size_t index, markup::Writer& out, Context& context) const;
  void write_back_links(size_t index, markup::Writer& out, Context& context) const;
  // Writes the places, or their numbers, or how many there are in total if they are many, then the values that compete
  // with each of them.
  markup::SafeHtml places(const quantity::Refs& refs, std::string_view anchor, Context& context);
  markup::SafeHtml place(const std::string& ref, std::string_view anchor, Context& context);
  bool has_numbers() const { return !places_id_.empty(); }
  void write_numbers(const std::vector<markup::SafeHtml>& places, markup::Writer& out);
  void write_competition(const std::string& ref, std::string_view anchor, markup::Writer& out, Context& context);
  void add_caveats(const site::Provenance& provenance);
  markup::SafeHtml caveats_of(const quantity::Refs& refs, Context& context);
  bool applies(const site::ShownCaveat& caveat) const;

  std::string name_;
  bool leads_back_ = false;
  bool of_text_ = false;  // whether these are the notes of the page's text, which never refer to blocks above
  std::vector<Note> notes_;
  std::map<std::string, size_t, std::less<>> by_text_;         // maps the text of a note to its index
  std::map<std::pair<quantity::Refs, bool>, size_t> by_refs_;  // maps the records of a note to its index
  size_t shown_ = SIZE_MAX;                                    // the number of notes before leave_to_script()
  std::string places_id_;  // the id of the list of places; "" if notes contain their places
  std::vector<markup::SafeHtml> places_;
  size_t shown_places_ = SIZE_MAX;                            // the number of places before leave_to_script()
  std::map<std::string, size_t, std::less<>> place_numbers_;  // maps the HTML of a place to its number, from 1
  std::set<std::string, std::less<>> mentioned_;
  std::vector<std::string> caveats_;
  std::set<std::string, std::less<>> columns_;  // the columns that the block shows
};

// Describes a record without a source by its resource and the reason: "Cup sizes, no source (we chose them)".
std::string no_source_text(const site::Provenance& provenance, Context& context);

// Returns a value as published in its row, with all its digits and its own unit.
std::string published_value(const data::Alternative& alternative, const quantity::Field& field, Context& context);

// Returns the dates on which the records were true: sorted, unique; "" for an undated record.
std::set<std::string> dates_of(const quantity::Refs& refs, Context& context);
// Returns the first and last date: "2026-03-15", "2024-06 to 2026-03-15" or "undated".
std::string date_text(const std::set<std::string>& dates, Context& context);
std::string date_text(std::string_view date, Context& context);
// Returns the dates as a phrase: "As of 2026-03-15"; "" without dates.
std::string as_of_text(const std::set<std::string>& dates, Context& context);

// Writes source, place and date, "Bean Street, Price card, row 3; 2026-03-15 · prices.html, line 12", with a link to
// the source's page. assets/card.js shows the parts in another order: publisher, title and date first, .place folded.
// A place that begins with `said`, a name that stands before it, does not repeat it. REQUIRES: provenance.source
void write_origin(const site::Provenance& provenance, markup::Writer& out, Context& context,
                  std::string_view said = {});

}  // namespace blocks
