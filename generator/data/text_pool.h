// Texts that stay where they are as long as the pool does.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source_text.h"

namespace data {

class TextPool {
 public:
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > kBlock / 4) return add_block(text.size(), text);
    if (used_ + text.size() > size_) {
      blocks_.push_back(std::make_unique<char[]>(kBlock));
      at_ = blocks_.back().get();
      used_ = 0;
      size_ = kBlock;
    }
    char* to = at_ + used_;
    std::memcpy(to, text.data(), text.size());
    used_ += text.size();
    return {to, text.size()};
  }

  // The same text within the source where it stands there as it is (no escapes), else a copy.
  std::string_view keep(std::string_view text, base::Span written) {
    std::string_view raw = written.text();
    if (raw == text) return raw;
    if (raw.size() == text.size() + 2 && raw.substr(1, text.size()) == text) return raw.substr(1, text.size());
    return keep(text);
  }

 private:
  static constexpr size_t kBlock = 1 << 16;
  std::string_view add_block(size_t size, std::string_view text) {
    auto block = std::make_unique<char[]>(size);
    std::memcpy(block.get(), text.data(), size);
    std::string_view kept(block.get(), size);
    // Large texts go behind the block that is being filled, which stays in use.
    blocks_.push_back(std::move(block));
    return kept;
  }
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  size_t used_ = 0;
  size_t size_ = 0;
};

// Few different texts, many times: kept once, known by number. Number 0 is "".
class TextTable {
 public:
  TextTable() { number(""); }
  uint32_t number(std::string_view text) {
    auto at = numbers_.find(text);
    if (at != numbers_.end()) return at->second;
    std::string_view kept = pool_.keep(text);
    texts_.push_back(kept);
    return numbers_[kept] = static_cast<uint32_t>(texts_.size() - 1);
  }
  std::string_view text(uint32_t number) const { return texts_[number]; }

 private:
  TextPool pool_;
  std::vector<std::string_view> texts_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

}  // namespace data
