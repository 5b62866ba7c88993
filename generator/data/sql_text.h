// SQL as text: tokens with their places, for messages, for declarations in comments, and for what SQLite does not
// report (where a compound SELECT is).
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

// Source: https://www.sqlite.org/lang_keywords.html and the rules of tokenize.c. Without white space; an unclosed quote
// or comment extends to the end.
std::vector<SqlToken> sql_tokens(std::string_view sql);

// The tokens without the comments.
std::vector<SqlToken> without_comments(std::vector<SqlToken> tokens);

// True if result columns may come from a UNION, INTERSECT or EXCEPT. Those within IN (…) and EXISTS (…) do not count:
// they only choose rows. `tokens` has no comments.
bool is_compound(const std::vector<SqlToken>& tokens);

bool is_keyword(const SqlToken& token, std::string_view keyword);  // in lower case

// A word or a quoted name, and the name itself.
bool is_name(const SqlToken& token);
std::string_view name_in(const SqlToken& token);

}  // namespace data
