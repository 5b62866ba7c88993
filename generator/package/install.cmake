# The files that `cmake --install` installs below a prefix, and the Debian package that CPack makes of them. The program
# finds its files relative to itself, so that the folder can be moved.
#
#   bin/sourcebook
#   lib/sourcebook/libsourcebook_highlight.so
#   share/man/man1/sourcebook.1.gz
#   share/bash-completion/completions/sourcebook, share/zsh/vendor-completions/_sourcebook,
#   share/fish/vendor_completions.d/sourcebook.fish
#   share/sourcebook/templates/           the default theme, to copy from; the program contains it too
#   share/doc/sourcebook/                 copyright, NEWS.gz (the changelog of the handbook)

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
# The same for build and installation: to change it later, CMake would pad the shorter one with empty entries, which mean
# the current folder.
set_target_properties(sourcebook PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/../lib/sourcebook"
                                            BUILD_WITH_INSTALL_RPATH ON)
install(TARGETS sourcebook RUNTIME DESTINATION bin)
if(TARGET sourcebook_highlight_plugin)
  install(TARGETS sourcebook_highlight_plugin LIBRARY DESTINATION lib/sourcebook)
endif()

# The changelog is a page of the handbook without its front matter. Without help2man there is no manual page.
set(described ${CMAKE_BINARY_DIR}/described)
find_program(HELP2MAN help2man)
install(CODE "
  file(MAKE_DIRECTORY \"${described}\")
  file(READ \"${CMAKE_SOURCE_DIR}/content/handbook/changelog.md\" changelog)
  string(REGEX REPLACE \"^---\\n.*\\n---\\n\" \"\" changelog \"\${changelog}\")
  file(WRITE \"${described}/NEWS\" \"\${changelog}\")
  execute_process(COMMAND gzip -9nf \"${described}/NEWS\" COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${described}/NEWS.gz DESTINATION share/doc/sourcebook)
if(HELP2MAN)
  install(CODE "
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env \"SOURCEBOOK=$<TARGET_FILE:sourcebook>\" ${HELP2MAN} --no-info
              \"--name=static site generator in which every number has a source\"
              --include=${CMAKE_CURRENT_LIST_DIR}/manual.h2m --output=${described}/sourcebook.1
              ${CMAKE_CURRENT_LIST_DIR}/all_help.sh COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND gzip -9nf \"${described}/sourcebook.1\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${described}/sourcebook.1.gz DESTINATION share/man/man1)
endif()
install(FILES generator/package/completions/sourcebook.bash DESTINATION share/bash-completion/completions
        RENAME sourcebook)
install(FILES generator/package/completions/_sourcebook DESTINATION share/zsh/vendor-completions)
install(FILES generator/package/completions/sourcebook.fish DESTINATION share/fish/vendor_completions.d)
install(FILES generator/package/copyright DESTINATION share/doc/sourcebook)
install(DIRECTORY templates DESTINATION share/sourcebook)

# ---- the Debian package: `cpack --config build/release/CPackConfig.cmake`

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sourcebook)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Sourcebook's maintainers <maintainers@sourcebook.invalid>"
    CACHE STRING "Name and address of the packager")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
if(SOURCEBOOK_REPOSITORY)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE https://github.com/${SOURCEBOOK_REPOSITORY})
endif()
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "static site generator in which every number has a source
Reads Markdown and tables of data, and writes a static site of lessons,
comparison tables, charts, a decision flow and questions with answers.

Figures in sentences are tied to the data: the build fails if they
differ. Each figure of a table links to its publisher, title, place in
the source and date. Sites need no JavaScript and no server.")
# Linked libraries are detected, also those of the plugin for syntax highlighting. Libraries that are loaded when needed
# are listed here: the layout of flows, pictures of charts and their font, requests to other sites.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libgvc6 (>= 2.42), librsvg2-2 (>= 2.52), libcairo2, libfontconfig1, fonts-liberation, libcurl4 (>= 7.87)"
    ca-certificates)
list(JOIN CPACK_DEBIAN_PACKAGE_DEPENDS ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
