# cairn_folder(NAME [LIBRARIES...]): one folder of src/ = one static library cairn_NAME, made of
# every .cpp below it. What it may include is said in its README.md and checked by
# tests/layers/check_layers.py; what it links is said here.
function(cairn_folder name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/clang_frontend\\.cpp$")  # a module of its own
  if(sources)
    add_library(cairn_${name} STATIC ${sources})
    target_link_libraries(cairn_${name} PUBLIC cairn_flags ${ARGN})
    cairn_precompile(cairn_${name})
  else()
    add_library(cairn_${name} INTERFACE)
    target_link_libraries(cairn_${name} INTERFACE cairn_flags ${ARGN})
  endif()
endfunction()

# cairn_precompile(TARGET): units of the target begin with what most of them include. All folders share
# one file of that, because they have the same flags.
function(cairn_precompile target)
  if(NOT CAIRN_PCH)
    return()
  endif()
  set(owner cairn_headers)
  if(NOT TARGET ${owner})
    file(WRITE ${CMAKE_BINARY_DIR}/headers.cpp "")
    add_library(${owner} OBJECT ${CMAKE_BINARY_DIR}/headers.cpp)
    target_link_libraries(${owner} PRIVATE cairn_flags fmt::fmt)
    target_precompile_headers(${owner} PRIVATE <algorithm> <array> <chrono> <cstdint> <deque> <functional> <limits>
      <map> <memory> <optional> <set> <span> <string> <string_view> <unordered_map> <unordered_set> <utility>
      <variant> <vector> <fmt/format.h>)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
