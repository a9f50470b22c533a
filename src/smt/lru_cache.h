// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <utility>

namespace cairn {

/// A map that forgets what was not used for longest when it has more than `limit` entries.
template <class Key, class Value, class Hash>
class LruCache {
 public:
  explicit LruCache(std::size_t limit) : limit_(limit) {}

  /// Null if it is not known. The pointer is good until the next put().
  Value* find(const Key& key) {
    const auto place = places_.find(key);
    if (place == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, place->second);
    return &place->second->second;
  }
  void put(const Key& key, Value value) {
    if (Value* known = find(key)) {
      *known = std::move(value);
      return;
    }
    if (limit_ == 0) return;
    if (places_.size() == limit_) {
      places_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(key, std::move(value));
    places_.emplace(key, entries_.begin());
  }
  std::size_t size() const { return places_.size(); }

 private:
  using Entries = std::list<std::pair<Key, Value>>;
  std::size_t limit_;
  Entries entries_;  // last used first
  std::unordered_map<Key, typename Entries::iterator, Hash> places_;
};

}  // namespace cairn
