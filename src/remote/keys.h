// SPDX-License-Identifier: MIT
//
// What Cairn keeps in Redis. Names begin with the version of all that is kept; other versions do
// not see it.
//
//   cairn1:model:SHA256        string   the model's bytes, packed by gzip
//   cairn1:job:ID              hash     spec (JSON), state (open, done, cancelled), verdict,
//                                       attempts:PLAN, ended:PLAN
//   cairn1:job:ID:results      stream   info (JSON), evidence (bytes, gzip)
//   cairn1:job:ID:status       hash     PLAN: how far its worker is (JSON)
//   cairn1:jobs                sorted   ID by time of submission
//   cairn1:waiting             sorted   ID/PLAN by order: first plans of all jobs, second plans,
//   ... cairn1:leased              sorted   ID/PLAN by the time at which the lease ends
//   cairn1:owners              hash     ID/PLAN: the worker that has the lease
//   cairn1:workers             hash     worker: what it is (JSON)
//   cairn1:lemmas:SHA256       stream   batches of lemmas about the system of that hash
#pragma once

#include <string>
#include <string_view>

namespace cairn::keys {

inline constexpr std::string_view kPrefix = "cairn1:";
inline constexpr std::string_view kLemmaSeconds = "86400";   ///< since the last lemma
inline constexpr std::string_view kOpenSeconds = "2592000";  ///< of a job that is not over
inline constexpr std::string_view kClosedSeconds = "86400";  ///< of one that is

inline std::string with_prefix(std::string_view name) {
  return std::string(kPrefix).append(name);
}
inline std::string model(const std::string& hash) {
  return with_prefix("model:" + hash);
}
inline std::string job(const std::string& id) {
  return with_prefix("job:" + id);
}
inline std::string results(const std::string& id) {
  return job(id) + ":results";
}
inline std::string status(const std::string& id) {
  return job(id) + ":status";
}
inline std::string lemmas(const std::string& hash) {
  return with_prefix("lemmas:" + hash);
}

}  // namespace cairn::keys
