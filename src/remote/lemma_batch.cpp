// SPDX-License-Identifier: MIT
#include "remote/lemma_batch.h"

#include <algorithm>

namespace cairn {
namespace {

constexpr char kMark = 'L';
constexpr char kVersion = 1;
constexpr std::size_t kHeader = 2 + 8;
constexpr std::size_t kChecksum = 4;

/// FNV-1a, 32 bits.
std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t hash = 2166136261u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return hash;
}

void put_number(std::string& bytes, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}

template <class Number>
void put_fixed(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
}

template <class Number>
Number fixed_at(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i)
    number |= static_cast<Number>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }
  std::size_t left() const { return bytes_.size(); }

  /// Nothing for a number that is cut or has more than 32 bits.
  std::optional<std::uint32_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80)
        return value >> 32 == 0 ? std::optional(static_cast<std::uint32_t>(value)) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::string_view bytes_;
};

bool read_lemma(Reader& reader, std::uint32_t latches, SharedLemma& lemma) {
  const auto level = reader.number();
  const auto size = reader.number();
  // The empty cube would say that no state is reachable.
  if (!level || !size || *size == 0 || *size > reader.left()) return false;
  lemma.level = *level == 0 ? SharedLemma::kEverywhere : *level - 1;
  lemma.cube.reserve(*size);
  std::uint64_t literal = 0;
  for (std::uint32_t i = 0; i < *size; ++i) {
    const auto distance = reader.number();
    if (!distance) return false;
    literal += *distance;
    if (literal / 2 >= latches) return false;
    if (i > 0 && lemma.cube.back() / 2 >= literal / 2) return false;
    lemma.cube.push_back(static_cast<std::uint32_t>(literal));
  }
  return true;
}

bool read_lemmas(std::string_view bytes, std::uint32_t latches, std::vector<SharedLemma>& lemmas) {
  Reader reader(bytes);
  const auto count = reader.number();
  if (!count || *count > reader.left()) return false;
  lemmas.resize(*count);
  for (SharedLemma& lemma : lemmas)
    if (!read_lemma(reader, latches, lemma)) return false;
  return reader.at_end();
}

}  // namespace

std::string encode_batch(std::uint64_t sender, const SharedLemma* first, std::size_t count) {
  std::string bytes{kMark, kVersion};
  put_fixed(bytes, sender);
  put_number(bytes, static_cast<std::uint32_t>(count));
  for (const SharedLemma* lemma = first; lemma != first + count; ++lemma) {
    put_number(bytes, lemma->level == SharedLemma::kEverywhere ? 0 : lemma->level + 1);
    put_number(bytes, static_cast<std::uint32_t>(lemma->cube.size()));
    std::uint32_t previous = 0;
    for (const std::uint32_t literal : lemma->cube) {
      put_number(bytes, literal - previous);
      previous = literal;
    }
  }
  put_fixed(bytes, checksum(bytes));
  return bytes;
}

std::optional<std::uint64_t> sender_of_batch(std::string_view bytes) {
  if (bytes.size() < kHeader || bytes[0] != kMark || bytes[1] != kVersion) return std::nullopt;
  return fixed_at<std::uint64_t>(bytes, 2);
}

DecodedBatch decode_batch(std::string_view bytes, std::uint32_t latches) {
  DecodedBatch decoded;
  if (bytes.size() < 2 || bytes[0] != kMark) {
    decoded.fault = BatchFault::Damaged;
  } else if (bytes[1] != kVersion) {
    decoded.fault = BatchFault::OtherVersion;
  } else if (bytes.size() < kHeader + kChecksum) {
    decoded.fault = BatchFault::Damaged;
  } else {
    const std::string_view content = bytes.substr(0, bytes.size() - kChecksum);
    decoded.batch.sender = fixed_at<std::uint64_t>(bytes, 2);
    if (fixed_at<std::uint32_t>(bytes, content.size()) != checksum(content) ||
        !read_lemmas(content.substr(kHeader), latches, decoded.batch.lemmas))
      decoded.fault = BatchFault::Damaged;
  }
  if (decoded.fault != BatchFault::None) decoded.batch.lemmas.clear();
  return decoded;
}

}  // namespace cairn
