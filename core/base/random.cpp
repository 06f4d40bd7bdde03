#include "base/random.h"

#include <bit>
#include <cmath>

#include "base/bit_cast.h"
#include "base/portable_math.h"
#include "base/tensor.h"

namespace attn {
namespace {

constexpr std::uint64_t kMultiplier = 6364136223846793005u;

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : increment_((stream << 1) | 1u) {
  next_uint32();
  state_ += seed;
  next_uint32();
}

std::uint32_t Random::next_uint32() {
  const std::uint64_t old = state_;
  state_ = old * kMultiplier + increment_;
  const auto xor_shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
  return std::rotr(xor_shifted, static_cast<int>(old >> 59));
}

double Random::uniform() {
  const std::uint32_t high = next_uint32() >> 5;  // 27 bits
  const std::uint32_t low = next_uint32() >> 6;   // 26 bits
  return (high * 67108864.0 + low) * 0x1p-53;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double x, y, square;
  do {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * natural_log(square) / square);
  spare_ = y * factor;
  has_spare_ = true;
  return x * factor;
}

Random::State Random::state() const {
  return {state_, bit_cast<std::uint64_t>(spare_), std::uint64_t{has_spare_}};
}

void Random::restore(const State& state) {
  state_ = state[0];
  spare_ = bit_cast<double>(state[1]);
  has_spare_ = state[2] != 0;
}

std::uint64_t stream_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return hash;
}

Matrix normal_matrix(Index rows, Index columns, double standard_deviation, Random& random) {
  check_element_count({rows, columns});
  Matrix matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      matrix(i, j) = static_cast<float>(standard_deviation * random.normal());
    }
  }
  return matrix;
}

Matrix glorot_matrix(Index rows, Index columns, Random& random) {
  return normal_matrix(rows, columns, std::sqrt(2 / static_cast<double>(rows + columns)), random);
}

}  // namespace attn
