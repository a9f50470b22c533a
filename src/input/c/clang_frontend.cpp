// SPDX-License-Identifier: MIT
//
// The one file that includes Clang's headers, for they take half a minute to compile. Clang has
// resolved names, types and implicit conversions; here side effects are put in order (left to
// right) and become statements, expressions become terms. Nothing of memory is decided here: see
// c_unit.h.
//
// The translator is in clang/: translator.h has the class, the other headers define its functions,
// and each is included here alone. To read: files, types, names, emission, statements, expressions,
// operators, vectors, memory, calls, allocation, library_calls, externals, formats, atomics,
// variadic, entry, functions.
#include "input/c/clang_frontend.h"

#ifdef CAIRN_HAS_C

#include <pthread.h>

#include <exception>
#include <functional>

#include "input/c/clang/allocation.h"
#include "input/c/clang/atomics.h"
#include "input/c/clang/calls.h"
#include "input/c/clang/emission.h"
#include "input/c/clang/entry.h"
#include "input/c/clang/expressions.h"
#include "input/c/clang/externals.h"
#include "input/c/clang/files.h"
#include "input/c/clang/formats.h"
#include "input/c/clang/functions.h"
#include "input/c/clang/library_calls.h"
#include "input/c/clang/memory.h"
#include "input/c/clang/names.h"
#include "input/c/clang/operators.h"
#include "input/c/clang/statements.h"
#include "input/c/clang/translator.h"
#include "input/c/clang/types.h"
#include "input/c/clang/variadic.h"
#include "input/c/clang/vectors.h"

namespace cairn {
namespace {

/// Runs the action on a thread with room for deep recursion, or here if there is no such thread.
void on_large_stack(const std::function<void()>& action) {
  constexpr std::size_t kStack = std::size_t{256} << 20;
  struct Job {
    const std::function<void()>& action;
    std::exception_ptr failure;
  };
  Job job{action, nullptr};
  const auto run = [](void* data) -> void* {
    Job& mine = *static_cast<Job*>(data);
    try {
      mine.action();
    } catch (...) {
      mine.failure = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return action();
  pthread_join(thread, nullptr);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void cairn_translate_c(
    const std::vector<Source>& files, const CReadOptions& options, const Log& log, CUnit& result);

void cairn_translate_c(const std::vector<Source>& files, const CReadOptions& options,
                       const Log& log, CUnit& result) {
  on_large_stack([&] { result = Frontend(files, options, log).run(); });
}

}  // namespace cairn

#endif  // CAIRN_HAS_C
