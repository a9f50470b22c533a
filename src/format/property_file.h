// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "format/source.h"

namespace cairn {

/// What a property file of the software verification competition asks for.
struct PropertyFile {
  std::string name = "unreach-call";     ///< as results call it
  std::string entry = "main";            ///< init(main())
  std::string function = "reach_error";  ///< that must not be called
  std::string line = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
};

/// Reads "CHECK( init(ENTRY()), LTL(G ! call(FUNCTION())) )", one of them, blanks as one likes.
/// Throws InputError for another text, and for the competition's other properties, by name.
PropertyFile read_property_file(const Source& source);

/// The same by name: "unreach-call". Throws InputError, at `name`, for others.
PropertyFile property_by_name(const std::string& name);

}  // namespace cairn
