#include "data/sql_text.h"

#include <sqlite3.h>

#include <algorithm>

#include "base/text.h"

namespace data {
namespace {

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
using base::is_digit;
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
      SqlTokenKind kind = take();
      tokens.push_back({kind, sql_.substr(begin, at_ - begin), begin});
    }
    return tokens;
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0'; }
  void take_while(bool (*accepts)(char)) {
    while (at_ < sql_.size() && accepts(sql_[at_])) ++at_;
  }
  void take_until(std::string_view end) {
    size_t found = sql_.find(end, at_);
    at_ = found == std::string_view::npos ? sql_.size() : found + end.size();
  }
  // A quote within is written twice.
  void take_quoted(char close) {
    for (++at_; at_ < sql_.size(); ++at_) {
      if (sql_[at_] != close) continue;
      if (close == ']' || peek(1) != close) return void(++at_);
      ++at_;
    }
  }

  SqlTokenKind take() {
    char c = sql_[at_];
    if (c == '-' && peek(1) == '-') return at_ = std::min(sql_.find('\n', at_), sql_.size()), SqlTokenKind::comment;
    if (c == '/' && peek(1) == '*') return at_ += 2, take_until("*/"), SqlTokenKind::comment;
    if (c == '\'') return take_quoted('\''), SqlTokenKind::text;
    if (c == '"' || c == '`') return take_quoted(c), SqlTokenKind::quoted;
    if (c == '[') return take_quoted(']'), SqlTokenKind::quoted;
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      const size_t begin = at_;
      take_while([](char d) { return is_word(d) || d == '.'; });
      const bool is_hex = at_ - begin > 1 && (sql_[begin + 1] == 'x' || sql_[begin + 1] == 'X');
      const bool ends_in_e = sql_[at_ - 1] == 'e' || sql_[at_ - 1] == 'E';
      if (ends_in_e && !is_hex && (peek(0) == '-' || peek(0) == '+') && is_digit(peek(1))) {
        ++at_;
        take_while(is_word);
      }
      return SqlTokenKind::number;
    }
    if (c == '?' || ((c == ':' || c == '@' || c == '$' || c == '#') && is_word(peek(1)))) {
      ++at_;
      take_while(is_word);
      return SqlTokenKind::parameter;
    }
    if (is_word_start(c)) return take_while(is_word), SqlTokenKind::word;
    ++at_;
    return SqlTokenKind::symbol;
  }

  std::string_view sql_;
  size_t at_ = 0;
};

}  // namespace

std::vector<SqlToken> sql_tokens(std::string_view sql) { return SqlLexer(sql).run(); }

std::string_view sql_token_at(std::string_view sql, size_t offset) {
  if (offset >= sql.size()) return sql.substr(sql.size());
  std::vector<SqlToken> rest = sql_tokens(sql.substr(offset));
  return rest.empty() ? sql.substr(sql.size()) : rest.front().text;
}

bool is_keyword(const SqlToken& token, std::string_view keyword) {
  return token.kind == SqlTokenKind::word && token.text.size() == keyword.size() &&
         sqlite3_strnicmp(token.text.data(), keyword.data(), static_cast<int>(keyword.size())) == 0;
}

bool is_compound(const std::vector<SqlToken>& tokens) {
  std::vector<bool> chooses_rows = {false};  // of each open parenthesis
  const SqlToken* before = nullptr;
  for (const SqlToken& token : tokens) {
    if (token.kind == SqlTokenKind::comment) continue;
    if (token.text == "(") {
      bool condition = before != nullptr && (is_keyword(*before, "in") || is_keyword(*before, "exists"));
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
