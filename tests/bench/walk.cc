// The minimum work of a build without changes: stats all files below some folders, and does nothing else.
// usage: walk FOLDER…
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <string_view>

static size_t walk(const std::string& folder) {
  DIR* open = opendir(folder.c_str());
  if (!open) return 0;
  size_t files = 0;
  while (const dirent* entry = readdir(open)) {
    const std::string_view name = entry->d_name;
    struct stat status{};
    if (name == "." || name == ".." || fstatat(dirfd(open), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    files += S_ISDIR(status.st_mode) ? walk(folder + "/" + entry->d_name) : 1;
  }
  closedir(open);
  return files;
}

int main(int count, char** folders) {
  size_t files = 0;
  for (int i = 1; i < count; ++i) files += walk(folders[i]);
  std::printf("%zu files\n", files);
}
