// SPDX-License-Identifier: MIT
//
// Pages that people open: HTML that needs nothing but itself. What a page shows is in it as JSON;
// what a model calls things is text there and never markup.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// The page of a run, from its JSON (docs/json.md) and nothing else.
std::string report_page(std::string_view json);
/// The page that plays what IC3 did, from its log as one JSON array (docs/ic3.md).
std::string ic3_page(std::string_view events);

}  // namespace cairn
