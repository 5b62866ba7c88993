# The files that `cmake --install` installs below a prefix. The program finds its files relative to itself, so that the
# folder can be moved; bundle.sh adds the libraries.
#
#   bin/sourcebook
#   lib/sourcebook/libsourcebook_highlight.so
#   share/man/man1/sourcebook.1.gz
#   share/sourcebook/templates/           the default theme, to copy from; the program contains it too
#   share/doc/sourcebook/                 copyright, NEWS.gz (the changelog)

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
# Build and installation have the same RPATH: to change it later, CMake would pad the shorter one with empty entries,
# which mean the current folder.
set_target_properties(sourcebook PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/../lib/sourcebook"
                                            BUILD_WITH_INSTALL_RPATH ON)
install(TARGETS sourcebook RUNTIME DESTINATION bin)
if(TARGET sourcebook_highlight_plugin)
  install(TARGETS sourcebook_highlight_plugin LIBRARY DESTINATION lib/sourcebook)
endif()

# Without help2man there is no manual page.
set(described ${CMAKE_BINARY_DIR}/described)
find_program(HELP2MAN help2man)
install(CODE "
  file(MAKE_DIRECTORY \"${described}\")
  file(COPY_FILE \"${CMAKE_SOURCE_DIR}/CHANGELOG.md\" \"${described}/NEWS\")
  execute_process(COMMAND gzip -9nf \"${described}/NEWS\" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/copyright.sh OUTPUT_FILE \"${described}/copyright\"
                  COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${described}/NEWS.gz ${described}/copyright DESTINATION share/doc/sourcebook)
if(HELP2MAN)
  list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
  install(CODE "
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env \"SOURCEBOOK=$<TARGET_FILE:sourcebook>\" \"EMULATOR=${emulator}\" ${HELP2MAN} --no-info
              \"--name=static site generator in which every number has a source\"
              --include=${CMAKE_CURRENT_LIST_DIR}/manual.h2m --output=${described}/sourcebook.1
              ${CMAKE_CURRENT_LIST_DIR}/all_help.sh COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND gzip -9nf \"${described}/sourcebook.1\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${described}/sourcebook.1.gz DESTINATION share/man/man1)
endif()
install(DIRECTORY templates DESTINATION share/sourcebook)
