#include "passes/output.h"

namespace passes {

bool Outputs::claim(const std::string& address, const base::Hash& hash) {
  const std::lock_guard lock(mutex_);
  // The first file at an address is published. gather() relies on that: files of the author are added before generated
  // ones.
  return files_.try_emplace(address, Output{hash}).second;
}

void Outputs::note_staged(const std::string& address, const io::Stage::Done& done) {
  const std::lock_guard lock(mutex_);
  files_[address].is_staged = done.ok();
  if (!done) failures_.emplace(address, done.error());
}

base::Hash Outputs::add_file(const std::string& address, std::string_view bytes) {
  const base::Hash hash = base::hash_bytes(bytes);
  if (claim(address, hash) && !folder_.holds(address, hash, bytes.size()))
    note_staged(address, stage_.write(address, bytes));
  return hash;
}

bool Outputs::has(const std::string& address) const {
  const std::lock_guard lock(mutex_);
  return files_.contains(address);
}

base::Result<std::string, io::Error> Outputs::read(const std::string& address) const {
  bool is_staged = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(address);
    is_staged = found != files_.end() && found->second.is_staged;
  }
  return is_staged ? stage_.read(address) : folder_.files().read(address);
}

std::map<std::string, io::Error> Outputs::failures() const {
  const std::lock_guard lock(mutex_);
  return failures_;
}

void GrowingFile::append(std::string_view piece) {
  constexpr size_t kMaxBuffered = 1 << 20;
  hasher_.append(piece);
  buffer_ += piece;
  if (buffer_.size() >= kMaxBuffered) flush();
}

void GrowingFile::flush() {
  if (done_ && !outputs_.large_)
    done_ = flushed_ == 0 ? outputs_.stage_.write(address_, buffer_) : outputs_.stage_.append(address_, buffer_);
  flushed_ += buffer_.size();
  buffer_.clear();
}

base::Hash GrowingFile::finish() {
  if (flushed_ == 0) return outputs_.add_file(address_, buffer_);
  flush();
  const base::Hash hash = hasher_.finish();
  if (outputs_.large_) {
    const std::lock_guard lock(outputs_.mutex_);
    outputs_.large_->emplace(address_, flushed_);
    return hash;
  }
  outputs_.claim(address_, hash);
  // The hash is known only after everything was staged. If the folder has the same bytes, it keeps its file and stamp.
  if (done_ && outputs_.folder_.holds(address_, hash, flushed_))
    outputs_.stage_.drop(address_);
  else
    outputs_.note_staged(address_, done_);
  return hash;
}

}  // namespace passes
