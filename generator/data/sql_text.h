// Splits SQL into tokens with positions, for messages, for declarations in comments, and for facts that SQLite does not
// report (where a compound SELECT is).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace data {

enum class SqlTokenKind { word, quoted, text, number, parameter, symbol, comment };

struct SqlToken {
  SqlTokenKind kind;
  std::string_view text;  // the token in the query
  size_t offset = 0;
};

// Splits a query into tokens, without white space. An unclosed quote or comment extends to the end.
// Source: https://www.sqlite.org/lang_keywords.html and the rules of tokenize.c
std::vector<SqlToken> sql_tokens(std::string_view sql);

// Removes comments.
std::vector<SqlToken> without_comments(std::vector<SqlToken> tokens);

// Whether result columns may come from a UNION, INTERSECT or EXCEPT. Those inside IN (…) and EXISTS (…) do not count,
// because they only select rows. `tokens` has no comments.
bool is_compound(const std::vector<SqlToken>& tokens);

bool is_keyword(const SqlToken& token, std::string_view keyword);  // `keyword` must be in lower case

// is_name() is true for a word or a quoted name; name_in() returns the name itself.
bool is_name(const SqlToken& token);
std::string_view name_in(const SqlToken& token);

}  // namespace data
