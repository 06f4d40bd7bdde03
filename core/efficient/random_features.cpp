#include "efficient/random_features.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/random.h"

namespace attn {
namespace {

using Row = std::vector<double>;

Row normal_row(Index d_head, Random& random) {
  Row row(static_cast<std::size_t>(d_head));
  for (double& element : row) element = random.normal();
  return row;
}

double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

void make_unit(Row& row) {
  const double length = std::sqrt(dot(row, row));
  for (double& element : row) element /= length;
}

// A random unit vector orthogonal to the rows in `before`.
Row direction(const std::vector<Row>& before, Index d_head, Random& random) {
  Row row = normal_row(d_head, random);
  // Orthogonalize twice: the second pass removes the rounding errors of the first.
  for (int time = 0; time < 2; ++time) {
    for (const Row& other : before) {
      const double along = dot(row, other);
      for (std::size_t c = 0; c < row.size(); ++c) row[c] -= along * other[c];
    }
    make_unit(row);
  }
  return row;
}

// Two limits. num_features d_head is at most kMaxNumbers, so that making rows orthogonal takes
// seconds: a row costs 4 d_head operations for each row before it in its block, fewer than d_head
// rows. num_features is at most kMaxNumbers / kMinWidth, because each query and each
// key has one exponent per feature.
Index max_num_features(Index d_head) {
  constexpr Index kMaxNumbers = 1 << 20, kMinWidth = 64;
  return kMaxNumbers / std::max(d_head, kMinWidth);
}

}  // namespace

Matrix random_features(Index num_features, Index d_head, std::uint64_t seed, bool orthogonal) {
  const Index max_features = max_num_features(d_head);
  if (num_features > max_features) {
    refuse("expected num_features of at most {} for d_head {}, got {}",
           {max_features, d_head, num_features});
  }
  Random random(seed, stream_of("features")), lengths(seed, stream_of("lengths"));
  if (!orthogonal) return normal_matrix(num_features, d_head, 1, random);
  Matrix features(num_features, d_head);
  std::vector<Row> block;
  for (Index m = 0; m < num_features; ++m) {
    if (static_cast<Index>(block.size()) == d_head) block.clear();
    block.push_back(direction(block, d_head, random));
    const Row other = normal_row(d_head, lengths);
    const double length = std::sqrt(dot(other, other));
    for (Index c = 0; c < d_head; ++c) {
      features(m, c) = static_cast<float>(length * block.back()[static_cast<std::size_t>(c)]);
    }
  }
  return features;
}

}  // namespace attn
