// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "format/source.h"

namespace cairn {

/// What a property file of the software verification competition asks for.
struct PropertyFile {
  std::string name = "unreach-call";     ///< as results call it
  std::string entry = "main";            ///< init(main())
  std::string function = "reach_error";  ///< that must not be called; empty: any may be
  /// What must not happen, by the names of --check; with unreach-call none.
  std::vector<std::string> checks;
  std::string line = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
};

/// Reads "CHECK( init(ENTRY()), LTL(FORMULA) )", blanks as one likes. FORMULA is G !
/// call(FUNCTION()), G ! overflow, or G valid-deref, valid-free, valid-memtrack or
/// valid-memcleanup; the first three of the last four may stand together, one a line:
/// valid-memsafety. Throws InputError for another text, and for the competition's other properties,
/// by name.
PropertyFile read_property_file(const Source& source);

/// The same by name: unreach-call, no-overflow, valid-memsafety and so on. Throws InputError, at
/// `name`, for others.
PropertyFile property_by_name(const std::string& name);

}  // namespace cairn
