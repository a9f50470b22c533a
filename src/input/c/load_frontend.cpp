// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "input/c/clang_frontend.h"

namespace cairn {
namespace {

/// Beside the program, as it is built, or where it would be installed.
std::string module_path() {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  for (const char* place : {"cairn_c.so", "../lib/cairn/cairn_c.so"})
    if (std::filesystem::exists(folder / place, failed)) return (folder / place).string();
  return "cairn_c.so";
}

/// Stays loaded: Clang's libraries register things at exit.
TranslateC* load_module(const std::string& for_file) {
  const std::string path = module_path();
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = module == nullptr ? nullptr : dlsym(module, kFrontendSymbol);
  if (symbol == nullptr)
    throw InputError({for_file},
                     fmt::format("the C front end cannot be loaded: {}", printable(dlerror())));
  return reinterpret_cast<TranslateC*>(symbol);
}

TranslateC* module_for(const std::string& file) {
  static TranslateC* const translate = load_module(file);
  return translate;
}

}  // namespace

void load_c_front_end(const std::string& for_file) {
  module_for(for_file);
}

CUnit translate_c(const std::vector<Source>& files, const CReadOptions& options, const Log& log) {
  CAIRN_CHECK(!files.empty());
  CUnit unit;
  module_for(files[0].name)(files, options, log, unit);
  return unit;
}

}  // namespace cairn
