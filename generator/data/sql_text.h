// SQL as text: tokens with their places, for messages, for the comments that declare columns, and for what SQLite does
// not tell (where a compound SELECT is).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace data {

enum class SqlTokenKind { word, quoted, text, number, parameter, symbol, comment };

struct SqlToken {
  SqlTokenKind kind;
  std::string_view text;  // as written
  size_t offset = 0;
};

// Source: https://www.sqlite.org/lang_keywords.html and tokenize.c's rules. White space is left out; an unclosed quote
// or comment ends with the text.
std::vector<SqlToken> sql_tokens(std::string_view sql);

// The token at an offset (as sqlite3_error_offset gives it), or an empty one at the end.
std::string_view sql_token_at(std::string_view sql, size_t offset);

// True if result columns may come from a UNION, INTERSECT or EXCEPT. Those within IN (…) and EXISTS (…) do not count:
// they only choose rows.
bool is_compound(const std::vector<SqlToken>& tokens);

bool is_keyword(const SqlToken& token, std::string_view keyword);  // in lower case

}  // namespace data
