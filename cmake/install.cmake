# What `cmake --install` installs, and the packages that CPack makes of it. Manual pages and completion
# are made by the program itself, at that time.
# To install takes what is installed, and not the tests.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# A tarball brings its libraries (tools/package); elsewhere that folder does not exist. Tags of the old
# kind, because libraries of libraries are to be found there, too.
set_target_properties(cairn PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/cairn/lib")
target_link_options(cairn PRIVATE -Wl,--disable-new-dtags)
install(TARGETS cairn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(CAIRN_C)
  # Where input/c/load_frontend.cpp looks for it.
  set_target_properties(cairn_c PROPERTIES INSTALL_RPATH "$ORIGIN/lib")
  target_link_options(cairn_c PRIVATE -Wl,--disable-new-dtags)
  install(TARGETS cairn_c LIBRARY DESTINATION lib/cairn)
endif()

# The library: its header, and find_package(cairn).
include(CMakePackageConfigHelpers)
install(TARGETS cairn_library EXPORT cairn_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES src/cairn/cairn.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cairn)
install(EXPORT cairn_targets NAMESPACE cairn:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cairn)
file(WRITE ${CMAKE_BINARY_DIR}/cairn-config.cmake "include(\${CMAKE_CURRENT_LIST_DIR}/cairn_targets.cmake)\n")
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cairn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cairn-config.cmake ${CMAKE_BINARY_DIR}/cairn-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cairn)

install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.svg")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.*")

install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  message(STATUS \"Making manual pages and completion\")
  execute_process(COMMAND \"$<TARGET_FILE:cairn>\" man --folder \"\${prefix}/${CMAKE_INSTALL_MANDIR}/man1\" COMMAND_ERROR_IS_FATAL ANY)
  foreach(entry bash:bash-completion/completions/cairn zsh:zsh/site-functions/_cairn fish:fish/vendor_completions.d/cairn.fish)
    string(REPLACE : \\; entry \${entry})
    list(GET entry 0 shell)
    list(GET entry 1 file)
    set(file \"\${prefix}/${CMAKE_INSTALL_DATAROOTDIR}/\${file}\")
    get_filename_component(folder \"\${file}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:cairn>\" completion \${shell} OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cairn)
set(CPACK_PACKAGE_CONTACT "The authors of Cairn <cairn@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker for circuits and programs")
set(CPACK_PACKAGE_DESCRIPTION "Decides whether a bad state of a hardware design or of a program is reachable, and backs\
 every answer with evidence that it has checked.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(CAIRN_C)
  # Clang's own headers, stddef.h and the like.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-14-dev)
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "yosys, cvc5")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "iverilog, gtkwave")
include(CPack)
