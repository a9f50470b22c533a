// SPDX-License-Identifier: MIT
#include "input/word_reader.h"

#include "base/error.h"
#include "format/btor2/btor2_reader.h"

namespace cairn {

WordModel read_word_model(const Source& source, const Log& log) {
  Btor2Model model = read_btor2(source);
  for (const std::string& warning : model.warnings) log.warning("{}: {}", source.name, warning);
  return std::move(static_cast<WordModel&>(model));
}

WordModel read_word_model_with_properties(const Source& source, const Log& log) {
  WordModel model = read_word_model(source, log);
  if (model.system.bad.empty() && model.justice.empty())
    throw InputError({source.name},
                     "nothing to check: expected at least one bad state or justice property");
  if (!model.system.bad.empty() && !model.justice.empty())
    log.warning("{} justice propert{} of the file {} not checked: only bad states are",
                model.justice.size(), model.justice.size() == 1 ? "y" : "ies",
                model.justice.size() == 1 ? "is" : "are");
  return model;
}

}  // namespace cairn
