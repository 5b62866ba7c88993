#include "build/output.h"

#include <algorithm>

namespace build {

bool Outputs::claim(const std::string& address, const base::Hash& hash) {
  const std::lock_guard lock(mutex_);
  return files_.try_emplace(address, Output{hash}).second;
}

void Outputs::note_staged(const std::string& address, const io::Stage::Done& done) {
  const std::lock_guard lock(mutex_);
  files_[address].is_staged = done.ok();
  if (!done) failures_.emplace(address, done.error());
}

base::Hash Outputs::add(const std::string& address, std::string_view bytes) {
  const base::Hash hash = base::hash_bytes(bytes);
  if (claim(address, hash) && !folder_.holds(address, hash, bytes.size()))
    note_staged(address, stage_.write(address, bytes));
  return hash;
}

void Outputs::keep(const std::string& address, const base::Hash& hash) { claim(address, hash); }

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
  if (done_)
    done_ = flushed_ == 0 ? outputs_.stage_.write(address_, buffer_) : outputs_.stage_.append(address_, buffer_);
  flushed_ += buffer_.size();
  buffer_.clear();
}

base::Hash GrowingFile::finish() {
  if (flushed_ == 0) return outputs_.add(address_, buffer_);
  flush();
  const base::Hash hash = hasher_.finish();
  outputs_.claim(address_, hash);
  if (done_ && outputs_.folder_.holds(address_, hash, flushed_))
    outputs_.stage_.drop(address_);
  else
    outputs_.note_staged(address_, done_);
  return hash;
}

base::Hash hash_of_data(const io::SourceTree& tree) {
  base::Hasher hasher;
  for (const io::SourceFile* file : tree.below("data/")) hasher.add(file->source.path()).add(file->hash);
  return hasher.finish();
}

bool Products::keep(const std::string& name, const base::Hash& from) {
  const auto known = earlier_.find(name);
  if (known == earlier_.end() || known->second.from != from) return false;
  const Files& files = known->second.files;
  if (!std::all_of(files.begin(), files.end(),
                   [&](const auto& file) { return outputs_.folder().holds(file.first, file.second); }))
    return false;
  for (const auto& [address, hash] : files) outputs_.keep(address, hash);
  made_.insert(*known);
  return true;
}

void Products::publish(const std::string& name, const base::Hash& from, const std::function<Files()>& make) {
  if (!keep(name, from)) made_[name] = {from, make()};
}

}  // namespace build
