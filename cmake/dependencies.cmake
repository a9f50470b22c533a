# What the hardware checker links. Each missing one is named with its Debian package.
function(cairn_require found what package)
  if(NOT ${found})
    message(FATAL_ERROR "${what} not found; on Debian or Ubuntu: apt install ${package}, or run tools/setup")
  endif()
endfunction()

find_package(Threads REQUIRED)
find_package(fmt QUIET)
cairn_require(fmt_FOUND "fmt" libfmt-dev)
find_package(CLI11 QUIET)
cairn_require(CLI11_FOUND "CLI11" libcli11-dev)
find_package(nlohmann_json QUIET)
cairn_require(nlohmann_json_FOUND "nlohmann-json" nlohmann-json3-dev)
find_package(ZLIB QUIET)
cairn_require(ZLIB_FOUND "zlib" zlib1g-dev)

# Numbers of any size in terms' values; the circuits of IEEE floats (headers only).
find_library(GMP_LIBRARY gmp)
find_library(GMPXX_LIBRARY gmpxx)
find_path(GMP_INCLUDE_DIR gmpxx.h)
cairn_require(GMPXX_LIBRARY "GMP" libgmp-dev)
add_library(cairn_gmp INTERFACE)
target_include_directories(cairn_gmp SYSTEM INTERFACE ${GMP_INCLUDE_DIR})
target_link_libraries(cairn_gmp INTERFACE ${GMPXX_LIBRARY} ${GMP_LIBRARY})
find_path(SYMFPU_INCLUDE_DIR symfpu/core/unpackedFloat.h)
cairn_require(SYMFPU_INCLUDE_DIR "SymFPU" libsymfpu-dev)
add_library(cairn_symfpu INTERFACE)
target_include_directories(cairn_symfpu SYSTEM INTERFACE ${SYMFPU_INCLUDE_DIR})

# Debian's CaDiCaL is a static library without a CMake or pkg-config file.
find_library(CADICAL_LIBRARY cadical)
find_path(CADICAL_INCLUDE_DIR cadical.hpp)
if(CADICAL_LIBRARY AND CADICAL_INCLUDE_DIR)
  set(CADICAL_FOUND TRUE)
endif()
cairn_require(CADICAL_FOUND "CaDiCaL" libcadical-dev)
add_library(cadical INTERFACE)
target_include_directories(cadical SYSTEM INTERFACE ${CADICAL_INCLUDE_DIR})
target_link_libraries(cadical INTERFACE ${CADICAL_LIBRARY})

# Optional parts: those that the program as people know it has are on, but the circuit checker alone needs
# none. Turning one on finds its packages, tries them on a small program, and makes the target that the
# part links; that of a part which is off is empty.
include(CheckCXXSourceCompiles)
set(CAIRN_PARTS "")

function(cairn_try part libraries includes source package)
  set(CMAKE_REQUIRED_LIBRARIES ${libraries})
  set(CMAKE_REQUIRED_INCLUDES ${includes})
  set(CMAKE_REQUIRED_QUIET TRUE)
  check_cxx_source_compiles("${source}" CAIRN_${part}_WORKS)
  if(NOT CAIRN_${part}_WORKS)
    unset(CAIRN_${part}_WORKS CACHE)
    message(FATAL_ERROR "${part} was found but a small program does not build with it; "
      "on Debian or Ubuntu: apt install ${package}, or run tools/setup")
  endif()
endfunction()

if(CAIRN_SMT)
  find_library(Z3_LIBRARY z3)
  find_path(Z3_INCLUDE_DIR z3++.h)
  cairn_require(Z3_LIBRARY "Z3" libz3-dev)
  cairn_try(Z3 ${Z3_LIBRARY} ${Z3_INCLUDE_DIR}
    "#include <z3++.h>\nint main() { z3::context c; return z3::solver(c).check() == z3::sat ? 0 : 1; }" libz3-dev)
  add_library(cairn_z3 INTERFACE)
  target_include_directories(cairn_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIR})
  target_link_libraries(cairn_z3 INTERFACE ${Z3_LIBRARY})
  target_compile_definitions(cairn_z3 INTERFACE CAIRN_HAS_Z3)
  list(APPEND CAIRN_PARTS smt)
else()
  add_library(cairn_z3 INTERFACE)
endif()

if(CAIRN_C)
  # Clang's own CMake files ask for every part of it; two libraries and the headers will do.
  find_library(CLANG_CPP_LIBRARY NAMES clang-cpp clang-cpp-14 HINTS /usr/lib/llvm-14/lib)
  find_library(LLVM_LIBRARY NAMES LLVM-14 LLVM HINTS /usr/lib/llvm-14/lib)
  find_path(CLANG_INCLUDE_DIR clang/AST/AST.h HINTS /usr/lib/llvm-14/include)
  find_path(LLVM_INCLUDE_DIR llvm/IR/Module.h HINTS /usr/lib/llvm-14/include)
  # Where Clang's own headers are (stddef.h and so on).
  find_path(CLANG_RESOURCES include/stddef.h
    HINTS /usr/lib/llvm-14/lib/clang/14.0.6 /usr/lib/llvm-14/lib/clang/14)
  foreach(part CLANG_CPP_LIBRARY LLVM_LIBRARY CLANG_INCLUDE_DIR LLVM_INCLUDE_DIR CLANG_RESOURCES)
    cairn_require(${part} "Clang 14's libraries (${part})" "libclang-14-dev libclang-cpp14-dev llvm-14-dev")
  endforeach()
  add_library(cairn_clang INTERFACE)
  target_include_directories(cairn_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIR} ${LLVM_INCLUDE_DIR})
  target_link_libraries(cairn_clang INTERFACE ${CLANG_CPP_LIBRARY} ${LLVM_LIBRARY})
  target_compile_definitions(cairn_clang INTERFACE CAIRN_CLANG_RESOURCES="${CLANG_RESOURCES}")
  cairn_try(CLANG "${CLANG_CPP_LIBRARY};${LLVM_LIBRARY}" "${CLANG_INCLUDE_DIR};${LLVM_INCLUDE_DIR}"
    "#include <clang/Basic/Version.h>\nint main() { return clang::getClangFullVersion().empty(); }" libclang-14-dev)
  list(APPEND CAIRN_PARTS c)
else()
  add_library(cairn_clang INTERFACE)
endif()

if(CAIRN_REDIS)
  find_library(HIREDIS_LIBRARY hiredis)
  find_path(HIREDIS_INCLUDE_DIR hiredis/hiredis.h)
  cairn_require(HIREDIS_LIBRARY "hiredis" libhiredis-dev)
  cairn_try(HIREDIS ${HIREDIS_LIBRARY} ${HIREDIS_INCLUDE_DIR}
    "#include <hiredis/hiredis.h>\nint main() { redisFree(nullptr); return 0; }" libhiredis-dev)
  add_library(cairn_hiredis INTERFACE)
  target_include_directories(cairn_hiredis SYSTEM INTERFACE ${HIREDIS_INCLUDE_DIR})
  target_link_libraries(cairn_hiredis INTERFACE ${HIREDIS_LIBRARY})
  list(APPEND CAIRN_PARTS redis)
endif()

list(JOIN CAIRN_PARTS ", " CAIRN_PARTS_TEXT)
if(NOT CAIRN_PARTS_TEXT)
  set(CAIRN_PARTS_TEXT "none")
endif()
message(STATUS "Optional parts: ${CAIRN_PARTS_TEXT}")
