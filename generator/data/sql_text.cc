#include "data/sql_text.h"

#include <sqlite3.h>

#include <algorithm>

#include "base/text.h"

namespace data {
namespace {

using base::is_digit;
bool is_word_start(char c) { return base::is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_word(char c) { return is_word_start(c) || is_digit(c) || c == '$'; }

class SqlLexer {
 public:
  explicit SqlLexer(std::string_view sql) : sql_(sql) {}

  std::vector<SqlToken> run() {
    std::vector<SqlToken> tokens;
    while (at_ < sql_.size()) {
      if (base::is_space(sql_[at_])) {
        ++at_;
        continue;
      }
      size_t begin = at_;
      SqlTokenKind kind = skip_token();
      tokens.push_back({kind, sql_.substr(begin, at_ - begin), begin});
    }
    return tokens;
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0'; }
  void skip_while(bool (*accepts)(char)) {
    while (at_ < sql_.size() && accepts(sql_[at_])) ++at_;
  }
  void skip_until(std::string_view end) {
    size_t found = sql_.find(end, at_);
    at_ = found == std::string_view::npos ? sql_.size() : found + end.size();
  }
  // Skips a quoted text, in which a doubled quote stands for one quote.
  void skip_quoted(char close) {
    for (++at_; at_ < sql_.size(); ++at_) {
      if (sql_[at_] != close) continue;
      if (close == ']' || peek(1) != close) return void(++at_);
      ++at_;
    }
  }

  SqlTokenKind skip_token() {
    char c = sql_[at_];
    if (c == '-' && peek(1) == '-') {
      at_ = std::min(sql_.find('\n', at_), sql_.size());
      return SqlTokenKind::comment;
    }
    if (c == '/' && peek(1) == '*') {
      at_ += 2;
      skip_until("*/");
      return SqlTokenKind::comment;
    }
    if (c == '\'') {
      skip_quoted('\'');
      return SqlTokenKind::text;
    }
    if (c == '"' || c == '`') {
      skip_quoted(c);
      return SqlTokenKind::quoted;
    }
    if (c == '[') {
      skip_quoted(']');
      return SqlTokenKind::quoted;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      const size_t begin = at_;
      skip_while([](char d) { return is_word(d) || d == '.'; });
      const bool is_hex = at_ - begin > 1 && (sql_[begin + 1] == 'x' || sql_[begin + 1] == 'X');
      const bool ends_in_e = sql_[at_ - 1] == 'e' || sql_[at_ - 1] == 'E';
      if (ends_in_e && !is_hex && (peek(0) == '-' || peek(0) == '+') && is_digit(peek(1))) {
        ++at_;
        skip_while(is_word);
      }
      return SqlTokenKind::number;
    }
    if (c == '?' || ((c == ':' || c == '@' || c == '$' || c == '#') && is_word(peek(1)))) {
      ++at_;
      skip_while(is_word);
      return SqlTokenKind::parameter;
    }
    if (is_word_start(c)) {
      skip_while(is_word);
      return SqlTokenKind::word;
    }
    ++at_;
    return SqlTokenKind::symbol;
  }

  std::string_view sql_;
  size_t at_ = 0;
};

}  // namespace

std::vector<SqlToken> sql_tokens(std::string_view sql) { return SqlLexer(sql).run(); }

size_t closing_bracket(std::span<const SqlToken> tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    depth += tokens[i].text == "(" ? 1 : tokens[i].text == ")" ? -1 : 0;
    if (depth == 0) return i;
  }
  return tokens.size();
}

bool is_keyword(const SqlToken& token, std::string_view keyword) {
  return token.kind == SqlTokenKind::word && token.text.size() == keyword.size() &&
         sqlite3_strnicmp(token.text.data(), keyword.data(), static_cast<int>(keyword.size())) == 0;
}

bool is_sql_keyword(const SqlToken& token) {
  return token.kind == SqlTokenKind::word &&
         sqlite3_keyword_check(token.text.data(), static_cast<int>(token.text.size())) != 0;
}

bool is_name(const SqlToken& token) { return token.kind == SqlTokenKind::word || token.kind == SqlTokenKind::quoted; }

std::string_view name_in(const SqlToken& token) {
  const bool is_quoted = token.kind == SqlTokenKind::quoted && token.text.size() >= 2;
  return is_quoted ? token.text.substr(1, token.text.size() - 2) : token.text;
}

std::vector<SqlToken> without_comments(std::vector<SqlToken> tokens) {
  std::erase_if(tokens, [](const SqlToken& token) { return token.kind == SqlTokenKind::comment; });
  return tokens;
}

bool is_compound(const std::vector<SqlToken>& tokens) {
  std::vector<bool> chooses_rows = {false};  // a value for each open parenthesis
  const SqlToken* before = nullptr;
  for (const SqlToken& token : tokens) {
    if (token.text == "(") {
      bool condition = before && (is_keyword(*before, "in") || is_keyword(*before, "exists"));
      chooses_rows.push_back(chooses_rows.back() || condition);
    } else if (token.text == ")" && chooses_rows.size() > 1) {
      chooses_rows.pop_back();
    } else if (!chooses_rows.back() &&
               (is_keyword(token, "union") || is_keyword(token, "intersect") || is_keyword(token, "except"))) {
      return true;
    }
    before = &token;
  }
  return false;
}

}  // namespace data
