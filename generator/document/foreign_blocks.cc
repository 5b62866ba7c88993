#include "document/foreign_blocks.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace document {
namespace {

struct BlockKind {
  std::string_view names;  // separated by spaces
  Callout callout;
  bool needs_title = false;  // whether the name says more than that of our callout, so that it needs a title
};

constexpr BlockKind kBlockKinds[] = {
    {"note info seealso", Callout::note},
    {"abstract admonition example question quote summary", Callout::note, true},
    {"tip hint", Callout::tip},
    {"success check", Callout::tip, true},
    {"important", Callout::important},
    {"warning attention", Callout::warning},
    {"caution danger error", Callout::caution},
    {"bug failure fail", Callout::caution, true},
    {"details dropdown tab", Callout::none, true},
};

const BlockKind* find_block_kind(std::string_view name) {
  const std::string lower = base::lower(name);
  const auto* found =
      std::ranges::find_if(kBlockKinds, [&](const BlockKind& each) { return base::has_word(each.names, lower); });
  return found == std::end(kBlockKinds) ? nullptr : found;
}

// The first line of a block, without the white space before it.
struct Opening {
  size_t mark = 0;  // the length of the mark: 3 for ":::"
  ForeignBlock block;
  std::string_view title;
  bool is_indented = false;  // whether the text is indented, and not ended by a line
};

std::string_view without(std::string_view text, std::string_view open, std::string_view close) {
  if (!text.starts_with(open) || !text.ends_with(close) || text.size() < open.size() + close.size()) return text;
  return text.substr(open.size(), text.size() - open.size() - close.size());
}

// Reads the words after the mark: the kind, and the title. Returns whether they are understood.
bool read_words(std::string_view words, Opening& opening) {
  const bool has_braces = words.starts_with('{');
  if (has_braces) words.remove_prefix(words.starts_with("{.") ? 2 : 1);
  if (words.starts_with("callout-")) words.remove_prefix(8);
  const size_t size =
      std::min(words.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), words.size());
  const BlockKind* kind = size == 0 ? nullptr : find_block_kind(words.substr(0, size));
  std::string_view title = words.substr(size);
  if (has_braces && !title.starts_with('}')) return false;
  if (has_braces) title.remove_prefix(1);
  if (!kind || (!title.empty() && title[0] != ' ' && title[0] != '[')) return false;
  title = base::trim(title);
  if (opening.is_indented) {
    const size_t quote = std::min(title.find('"'), title.size());
    const bool has_other_words =
        title.substr(0, quote).find_first_not_of("abcdefghijklmnopqrstuvwxyz- ") != std::string_view::npos;
    title.remove_prefix(quote);
    if (has_other_words || (!title.empty() && (title.size() < 2 || !title.ends_with('"')))) return false;
    title = without(title, "\"", "\"");
  } else {
    title = without(base::trim(without(title, "|", "")), "[", "]");
  }
  opening.title = base::trim(title);
  opening.block.callout = kind->callout;
  opening.block.is_tab = base::lower(words.substr(0, size)) == "tab";
  opening.block.folds = opening.block.folds || kind->callout == Callout::none;
  return (!kind->needs_title || !opening.title.empty()) && !opening.title.ends_with('}');
}

// Returns whether the line begins a block.
bool read_opening(std::string_view line, Opening& opening) {
  const auto has_mark = [&](std::string_view mark) {
    if (!line.starts_with(mark) || line.size() <= mark.size() || line[mark.size()] != ' ') return false;
    opening.mark = mark.size();
    return true;
  };
  if (line.starts_with(":::") || line.starts_with("///") || line.starts_with("```")) {
    opening.mark = std::min(line.find_first_not_of(line[0]), line.size());
    if (line[0] == '`' && (opening.mark == line.size() || line[opening.mark] != '{')) return false;
    return read_words(base::trim(line.substr(opening.mark)), opening);
  }
  opening.is_indented = true;
  opening.block.folds = line.starts_with("???");
  opening.block.is_open = line.starts_with("???+");
  if (has_mark("!!!") || has_mark("???") || has_mark("???+"))
    return read_words(base::trim(line.substr(opening.mark)), opening);
  if (!has_mark("===") && !has_mark("===!") && !has_mark("===+")) return false;
  opening.block.folds = opening.block.is_tab = true;
  const std::string_view title = base::trim(line.substr(opening.mark));
  opening.title = without(title, "\"", "\"");
  return opening.title.size() + 2 == title.size() && !opening.title.empty();
}

// Whether the line is an option of a block of MkDocs: "    open: True".
bool is_option(std::string_view line) {
  const size_t name = line.find_first_not_of(' '), colon = std::min(line.find(':'), line.size());
  return name != std::string_view::npos && name >= 4 && name < colon && colon < line.size() &&
         std::ranges::all_of(line.substr(name, colon - name), base::is_letter);
}

class BlockMarker {
 public:
  BlockMarker(std::string_view text, std::vector<ForeignBlock>& blocks) : text_(text), blocks_(blocks) {}

  void run(size_t begin, size_t end) {
    for (size_t at = begin; at < end;) {
      const size_t line_end = std::min(text_.find('\n', at), end);
      line(at, std::string_view(text_).substr(at, line_end - at));
      at = line_end + 1;
    }
    for (const Open& open : open_) restore(open);  // never closed, so it is not a block
    std::erase_if(blocks_, [](const ForeignBlock& block) { return block.mark == kNone; });
  }

  std::string take() { return std::move(text_); }

 private:
  static constexpr size_t kNone = std::string::npos;
  static constexpr size_t kMaxDepth = 50;  // of blocks in blocks
  struct Open {
    std::string mark;
    size_t block;
    size_t begin;
    std::string line;  // the line as written
  };

  void restore(const Open& open) {
    text_.replace(open.begin, open.line.size(), open.line);
    blocks_[open.block].mark = kNone;
  }

  // Marks a line ": definition", also in a quote, as an item. In an item, it may be indented as far as code.
  bool mark_definition(size_t begin, std::string_view line) {
    const bool is_code = indented_.is_code(line);
    const size_t sign = line.find_first_not_of(" >");
    const bool defines = sign < line.size() - 1 && line[sign] == ':' && base::is_space(line[sign + 1]);
    if (!defines || is_code) return false;
    const bool is_too_far = line.find_first_not_of(' ', sign + 1) > sign + 5;  // its text would be code
    if (!is_too_far) text_[begin + sign] = '+';
    is_plus_[sign] = true;
    blocks_.push_back({.mark = begin + sign, .is_definition = true});
    return true;
  }

  void line(size_t begin, std::string_view written) {
    const std::string copy(written.substr(0, written.find_last_not_of(" \t\r") + 1));
    const bool is_comment = is_in_comment_ || (fence_.empty() && base::trim(copy).starts_with("<!--"));
    is_in_comment_ = is_comment && copy.find("-->") == kNone;
    if (is_comment) return;
    const size_t indentation = std::min(copy.find_first_not_of(' '), copy.size());
    const std::string_view line = std::string_view(copy).substr(indentation);
    if (!fence_.empty()) {
      if (closes_fence(copy, fence_, fence_column_)) fence_.clear();
      return;
    }
    const size_t at = begin + indentation;
    const bool defines = mark_definition(begin, copy);
    if (!open_.empty() && line == open_.back().mark) {
      blocks_[open_.back().block].end = at;
      open_.pop_back();
      std::fill_n(text_.begin() + static_cast<std::ptrdiff_t>(at), line.size(), ' ');
      return;
    }
    Opening opening;
    // With options, which would be shown as text, it is not a block but an error.
    const size_t next = std::min(begin + written.size() + 1, text_.size());
    const bool has_options =
        line.starts_with("///") && is_option(std::string_view(text_).substr(next, text_.find('\n', next) - next));
    const bool opens = !defines && open_.size() < kMaxDepth && !has_options && read_opening(line, opening);
    if (const std::string_view fence = fence_of(copy); !fence.empty() && !opens) {
      fence_ = fence;
      fence_column_ = static_cast<size_t>(fence.data() - copy.data());
    }
    if (!opens) return;
    std::string masked(line.size(), ' ');
    const size_t mark = opening.is_indented ? 4 : 0;
    if (opening.is_indented) {
      bool& is_plus = is_plus_[indentation];
      is_plus = !is_plus;
      masked[0] = is_plus ? '+' : '*';
    }
    masked[mark] = kForeignMark;
    if (!opening.title.empty())
      masked.replace(static_cast<size_t>(opening.title.data() - line.data()), opening.title.size(), opening.title);
    opening.block.mark = at + mark;
    blocks_.push_back(opening.block);
    if (!opening.is_indented)
      open_.push_back({std::string(line.substr(0, opening.mark)), blocks_.size() - 1, at, std::string(line)});
    text_.replace(at, line.size(), masked);
  }

  std::string text_;
  std::vector<ForeignBlock>& blocks_;
  std::vector<Open> open_;
  std::string fence_;           // the mark of the open code block
  size_t fence_column_ = 0;     // the number of characters before it
  bool is_in_comment_ = false;  // in which nothing begins
  IndentedLines indented_;
  // The bullet of the last item with each indentation: lists with other bullets are other lists.
  std::map<size_t, bool> is_plus_;
};

}  // namespace

std::string_view without_bullet(std::string_view line) {
  line = base::trim(line);
  const size_t mark = std::min(line.find_first_not_of("0123456789"), line.size());
  const bool is_item = mark + 1 < line.size() && line[mark + 1] == ' ' &&
                       std::string_view(mark == 0 ? "-*+:" : ".)").find(line[mark]) != std::string_view::npos;
  return is_item ? base::trim(line.substr(mark + 1)) : line;
}

std::string_view fence_of(std::string_view line) {
  line = without_bullet(line);
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  const std::string_view mark = line.substr(0, line.find_first_not_of(line[0]));
  return mark[0] == '`' && line.find('`', mark.size()) != std::string_view::npos ? std::string_view() : mark;
}

bool closes_fence(std::string_view line, std::string_view fence, size_t column) {
  const std::string_view mark = base::trim(line);
  return mark.starts_with(fence) && mark.find_first_not_of(fence[0]) == std::string_view::npos &&
         line.find_first_not_of(' ') < column + 4;
}

bool IndentedLines::is_code(std::string_view line) {
  const size_t indentation = line.find_first_not_of(' ');
  if (indentation == std::string_view::npos) return false;
  if (indentation >= 4) return !holds_indented_;
  const bool is_item = without_bullet(line) != base::trim(line);
  constexpr std::string_view kStarts[] = {"!!!", "???", "===", "[^"};
  if (indentation == 0 || is_item)
    holds_indented_ =
        is_item || std::ranges::any_of(kStarts, [&](std::string_view start) { return line.starts_with(start); });
  return false;
}

bool is_foreign_block(std::string_view info) {
  Opening opening;
  return info.starts_with('{') && read_words(info, opening);
}

std::string mark_foreign_blocks(std::string_view text, size_t begin, size_t end, std::vector<ForeignBlock>& blocks) {
  const std::string_view part = text.substr(begin, end - begin);
  const auto has = [&](std::string_view mark) { return part.find(mark) != std::string_view::npos; };
  bool has_colon = false;  // ":::", "\n:", " : " or " :\t", found by their rarest character
  for (size_t at = part.find(':'); at != std::string_view::npos && !has_colon; at = part.find(':', at + 1)) {
    const char before = at > 0 ? part[at - 1] : ' ', after = at + 1 < part.size() ? part[at + 1] : ' ';
    has_colon = before == '\n' || (before == ' ' && base::is_space(after)) || part.substr(at).starts_with(":::");
  }
  if (!has_colon && !has("///") && !has("```{") && !has("!!! ") && !has("???") && !has("===")) return "";
  BlockMarker marker(text, blocks);
  marker.run(begin, end);
  return blocks.empty() ? "" : marker.take();
}

}  // namespace document
