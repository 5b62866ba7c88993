// Identifies the program and its libraries, so that a cache of others is not used (passes/store.h).
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/hash.h"
#include "passes/store.h"
#include "picture/library.h"

namespace passes {
namespace {

using Segment = ElfW(Phdr);

// Returns the build id among notes (elf(5), NT_GNU_BUILD_ID); "" if there is none.
std::string_view build_id_in(std::string_view notes) {
  for (ElfW(Nhdr) note; notes.size() >= sizeof note;) {
    std::memcpy(&note, notes.data(), sizeof note);
    auto padded = [](size_t size) { return (size + 3) & ~size_t{3}; };
    const size_t name = padded(note.n_namesz), size = sizeof note + name + padded(note.n_descsz);
    if (size > notes.size()) return "";
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note, note.n_namesz) == std::string_view("GNU\0", 4))
      return notes.substr(sizeof note + name, note.n_descsz);
    notes.remove_prefix(size);
  }
  return "";
}

std::string_view build_id(const dl_phdr_info& object) {
  for (size_t i = 0; i < object.dlpi_phnum; ++i) {
    const Segment& segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* notes = reinterpret_cast<const char*>(object.dlpi_addr + segment.p_vaddr);
    if (auto id = build_id_in({notes, segment.p_memsz}); !id.empty()) return id;
  }
  return "";
}

// Returns the build id of a library that is not loaded; "" if the file is not a library or has no id.
std::string build_id(const std::string& path) {
  constexpr size_t kMaxSegments = 64, kMaxNotes = 64 << 10;
  std::ifstream file(path, std::ios::binary);
  const auto read = [&](uint64_t offset, void* to, size_t size) {
    file.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(file.read(static_cast<char*>(to), static_cast<std::streamsize>(size)));
  };
  ElfW(Ehdr) header{};
  if (!read(0, &header, sizeof header)) return "";
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(Segment)) return "";
  for (size_t i = 0; i < std::min<size_t>(header.e_phnum, kMaxSegments); ++i) {
    Segment segment{};
    if (!read(header.e_phoff + i * sizeof segment, &segment, sizeof segment)) return "";
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMaxNotes) continue;
    std::string notes(segment.p_filesz, '\0');
    if (!read(segment.p_offset, notes.data(), notes.size())) return "";
    if (auto id = build_id_in(notes); !id.empty()) return std::string(id);
  }
  return "";
}

int add_object(dl_phdr_info* object, size_t, void* data) {
  auto& ids = *static_cast<std::map<std::string, std::string>*>(data);
  ids.emplace(object->dlpi_name ? object->dlpi_name : "", build_id(*object));
  return 0;
}

// Returns build ids by path, including that of the program itself, whose path is "".
std::map<std::string, std::string> loaded_objects() {
  std::map<std::string, std::string> ids;
  dl_iterate_phdr(add_object, &ids);
  return ids;
}

}  // namespace

std::string program_identity() {
  const std::map<std::string, std::string> objects = loaded_objects();
  if (auto own = objects.find(""); own == objects.end() || own->second.empty()) return "";
  base::Hasher hasher;
  for (const auto& [path, id] : objects) hasher.add(path).add(id);
  return hasher.add(picture::font_stamp()).finish().hex();
}

std::map<std::string, std::string> loaded_libraries() {
  std::map<std::string, std::string> libraries = loaded_objects();
  std::erase_if(libraries, [](const auto& library) { return library.first.find('/') == std::string::npos; });
  for (auto& [path, id] : libraries) id = base::hash_bytes(id).hex();
  return libraries;
}

bool are_same_libraries(const std::map<std::string, std::string>& libraries) {
  const std::map<std::string, std::string> loaded = loaded_objects();
  return std::all_of(libraries.begin(), libraries.end(), [&](const auto& library) {
    auto found = loaded.find(library.first);
    const std::string id = found == loaded.end() ? build_id(library.first) : found->second;
    return !id.empty() && base::hash_bytes(id).hex() == library.second;
  });
}

}  // namespace passes
