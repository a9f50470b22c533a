// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certify/judgement.h"
#include "cli/session.h"
#include "model/bit_system.h"
#include "model/word_model.h"

namespace CLI {
class App;
}

namespace cairn {

/// "90", "90s", "1.5m", "2h" in seconds; nothing if it is none of these.
std::optional<double> parse_seconds(std::string_view text);
/// "500", "500M", "4G", "64K" in bytes, without a letter megabytes; nothing if it is none of these.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// --timeout, --memory, --seed, --verbose, --quiet.
void add_session_options(CLI::App& command, SessionOptions& options);

/// The bad state or justice property that "b3", "j0" or a name means; a number means a bad state,
/// unless there are none. Throws InputError at `file`.
Property find_property(const BitSystem& system, const std::string& text, const std::string& file);
Property find_property(const WordModel& model, const std::string& text, const std::string& file);
/// The same by the names of all bad states; empty strings have none.
std::uint32_t find_property(const std::vector<std::string>& names, const std::string& text,
                            const std::string& file);

/// The positions that these mean: all of them if `text` is "all", else one.
std::vector<std::uint32_t> find_properties(const std::vector<std::string>& names,
                                           const std::string& text, const std::string& file);

/// Throws InputError if a file of that name can't be made, before a long run shows it. "-" and the
/// empty string are fine.
void require_writable(const std::string& path);

/// Throws InputError if one of the files to write is the model or another file to write; empty
/// strings and "-" don't count.
void require_distinct(const std::string& model, std::initializer_list<const std::string*> outputs);

/// "b3 'name'", for people.
std::string describe_bad(const BitSystem& system, std::size_t position);
std::string describe_bad(const WordModel& model, std::size_t position);
/// "j0 'name'".
std::string describe_justice(const BitSystem& system, std::size_t position);

}  // namespace cairn
