// The core's only random generator: PCG32 (O'Neill 2014, PCG-XSH-RR 64/32) and a normal sampler.
// Both use only integer arithmetic and correctly rounded + - * / sqrt, so that a seed gives the
// same bits natively and in wasm. std::normal_distribution and libm's log do not.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/matrix.h"

namespace attn {

class Random {
 public:
  // `stream` selects one of 2^63 independent sequences of the same seed.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint32_t next_uint32();
  double uniform();  // in [0, 1), a multiple of 2^-53
  double normal();   // mean 0, variance 1 (Marsaglia's polar method)

  // A generator of the same stream continues from here after restore(state).
  using State = std::array<std::uint64_t, 3>;
  State state() const;
  void restore(const State& state);

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_ = 1;
  double spare_ = 0;
  bool has_spare_ = false;
};

// The stream of a name ("w_q", a token): its 64-bit FNV-1a hash. The numbers drawn for one name do
// not depend on those drawn for others.
std::uint64_t stream_of(std::string_view name);

// [rows, columns] of independent normals with mean 0 and this standard deviation.
Matrix normal_matrix(Index rows, Index columns, double standard_deviation, Random& random);

// The same with variance 2 / (rows + columns) (Glorot and Bengio 2010).
Matrix glorot_matrix(Index rows, Index columns, Random& random);

}  // namespace attn
