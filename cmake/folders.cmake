# cairn_folder(NAME [LIBRARIES...]): one folder of src/ = one static library cairn_NAME, made of
# every .cpp below it. What it may include is said in its README.md and checked by
# tests/layers/check_layers.py; what it links is said here.
function(cairn_folder name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/clang_frontend\\.cpp$")  # a module of its own
  if(sources)
    add_library(cairn_${name} STATIC ${sources})
    target_link_libraries(cairn_${name} PUBLIC cairn_flags ${ARGN})
  else()
    add_library(cairn_${name} INTERFACE)
    target_link_libraries(cairn_${name} INTERFACE cairn_flags ${ARGN})
  endif()
endfunction()
