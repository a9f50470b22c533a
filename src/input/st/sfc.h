// SPDX-License-Identifier: MIT
//
// Sequential Function Charts in their textual form (IEC 61131-3, section 2.6). A chart becomes
// statements: of each step a structure with X and T, of each transition a condition, of each action
// whether it runs in this cycle.
#pragma once

#include "input/st/parse_stream.h"

namespace cairn::st {

/// Whether an action, a step or a transition begins here.
bool begins_chart_item(const ParseStream& stream);

/// Reads actions, and steps and transitions, which become the unit's body: then it is a chart.
bool parse_chart(ParseStream& stream, Pou& pou);

/// ACTIONS name ... END_ACTIONS behind the unit, and ACTION ... END_ACTION.
Pou::Action parse_action(ParseStream& stream);

}  // namespace cairn::st
