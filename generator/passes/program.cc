// Identifies the program and its libraries, so that a cache of others is not used (passes/store.h).
#include <elf.h>
#include <link.h>

#include <cstring>
#include <map>
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

}  // namespace passes
