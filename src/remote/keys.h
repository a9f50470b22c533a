// SPDX-License-Identifier: MIT
//
// What Cairn keeps in Redis. Names begin with the version of this list; other versions do not see
// it. Messages have a version of their own (remote/job.cpp). The part in braces is what Redis
// Cluster places a key by: what a script changes together lies together, models and lemmas lie
// anywhere. Every key has an expiry from the moment that it is there.
//
// cairn2:{board}:job:ID              hash    spec (JSON), state (open, done, cancelled), verdict;
//                                            attempts:PLAN; ended:PLAN
// cairn2:{board}:job:ID:results      stream  info (JSON) and evidence (bytes, gzip); or given-up,
//                                            the number of a plan that too many workers lost
// cairn2:{board}:job:ID:status:PLAN  string  how far its worker is (JSON)
// cairn2:{board}:jobs                sorted  ID by time of submission
// cairn2:{board}:sequence            string  jobs so far
// cairn2:{board}:waiting             sorted  ID/PLAN by order: first plans of all jobs, then second
//                                            plans; those that came back are ahead of their kind
// cairn2:{board}:leased              sorted  ID/PLAN by the time at which the lease ends
// cairn2:{board}:owners              hash    ID/PLAN: the worker that has the lease
// cairn2:{board}:workers             sorted  worker by the time at which it was heard last
// cairn2:{board}:worker:ID           string  what it is (JSON)
// cairn2:model:{SHA256}              string  the model's bytes, packed by gzip
// cairn2:lemmas:{SHA256}             stream  batches of lemmas about the system of that hash
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::keys {

inline constexpr std::string_view kPrefix = "cairn2:";
inline constexpr std::string_view kLemmaSeconds = "86400";   ///< since the last lemma
inline constexpr std::string_view kOpenSeconds = "2592000";  ///< of a job that is not over
inline constexpr std::string_view kClosedSeconds = "86400";  ///< of one that is
/// Of what all jobs share: a day longer than the last of them.
inline constexpr std::string_view kBoardSeconds = "2678400";
inline constexpr std::string_view kStatusSeconds = "60";  ///< since the last word of a plan
inline constexpr std::string_view kWorkerSeconds = "30";  ///< since the last word of a worker

/// What all jobs share.
inline std::string board(std::string_view name) {
  return std::string(kPrefix).append("{board}:").append(name);
}
inline std::string model(const std::string& hash) {
  return std::string(kPrefix) + "model:{" + hash + '}';
}
inline std::string job(const std::string& id) {
  return board("job:" + id);
}
inline std::string results(const std::string& id) {
  return job(id) + ":results";
}
inline std::string status(const std::string& id, std::uint32_t plan) {
  return job(id) + ":status:" + std::to_string(plan);
}
inline std::string worker(const std::string& id) {
  return board("worker:" + id);
}
inline std::string lemmas(const std::string& hash) {
  return std::string(kPrefix) + "lemmas:{" + hash + '}';
}

}  // namespace cairn::keys
