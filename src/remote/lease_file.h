// SPDX-License-Identifier: MIT
//
// What a worker tells the process that runs a plan. It is a file of the worker's own folder, which
// nobody else can read: a password on a command line would be everybody's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "remote/address.h"
#include "remote/job.h"

namespace cairn {

struct LeaseFile {
  RedisAddress address;
  std::string job;
  std::uint32_t number = 0;  ///< of the plan
  std::string worker;
  JobPlan plan;
  JobSpec::Language language = JobSpec::Language::Aiger;
  std::string model;                      ///< the file that it is in
  std::optional<std::uint32_t> property;  ///< as in JobSpec
  std::optional<double> seconds;          ///< of time
  std::uint64_t bytes = 0;                ///< of memory; 0: no limit
  std::string message;                    ///< the file that the answer goes to
  bool exchange = true;                   ///< whether lemmas are shared
};

std::string to_json(const LeaseFile& lease);
std::optional<LeaseFile> lease_from_json(std::string_view text);

}  // namespace cairn
