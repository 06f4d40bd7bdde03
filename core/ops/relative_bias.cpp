#include "ops/relative_bias.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/finite.h"
#include "base/portable_math.h"

namespace attn {
namespace {

// The bucket of every diagonal.
//   returns [n_query + n_key]; that of query i and key j is at j - i + n_query - 1, and the last
//   element is unused
std::vector<Index> buckets_by_diagonal(const RelativeBuckets& buckets, Index n_query, Index n_key) {
  std::vector<Index> by_diagonal(static_cast<std::size_t>(n_query + n_key));
  // The last query is at the last key, so the first key is n_key - 1 positions before it.
  for (Index relative = 1 - n_key; relative < n_query; ++relative) {
    by_diagonal[static_cast<std::size_t>(relative + n_key - 1)] =
        relative_bucket(buckets, relative);
  }
  return by_diagonal;
}

void check_table(const RelativeBuckets& buckets, ConstMatrixRef table, Index head) {
  if (table.rows() == buckets.num_buckets && head >= 0 && head < table.cols()) return;
  refuse(
      "expected a table [num_buckets, num_heads] with num_buckets {} and a column for head {}, got "
      "[{}, {}]",
      {buckets.num_buckets, head, table.rows(), table.cols()});
}

}  // namespace

void check_relative_buckets(const RelativeBuckets& buckets) {
  const Index min_buckets = buckets.bidirectional ? 4 : 2;
  if (buckets.num_buckets < min_buckets) {
    refuse(buckets.bidirectional
               ? "expected num_buckets of at least {}, for both directions, got {}"
               : "expected num_buckets of at least {}, got {}",
           {min_buckets, buckets.num_buckets});
  }
  const Index exact = buckets.num_buckets / min_buckets;
  if (buckets.max_distance <= exact) {
    refuse(
        "expected max_distance above {}, because num_buckets {} give each smaller distance its own "
        "bucket, got {}",
        {exact, buckets.num_buckets, buckets.max_distance});
  }
}

std::vector<float> alibi_slopes(Index num_heads) {
  check_min("num_heads", num_heads, 1);
  std::vector<float> slopes(static_cast<std::size_t>(num_heads));
  for (Index h = 0; h < num_heads; ++h) {
    slopes[static_cast<std::size_t>(h)] = alibi_slope(num_heads, h);
  }
  return slopes;
}

float alibi_slope(Index num_heads, Index head) {
  constexpr double kLn2 = 0.69314718055994530942;
  const auto slope = [](Index i, Index n) {  // 2^(-8 i / n)
    return static_cast<float>(
        exponential(-8 * kLn2 * static_cast<double>(i) / static_cast<double>(n)));
  };
  Index power = 1;
  while (power * 2 <= num_heads) power *= 2;
  return head < power ? slope(head + 1, power) : slope(2 * (head - power) + 1, 2 * power);
}

std::vector<float> alibi_by_diagonal(float slope, Index n_query, Index n_key) {
  std::vector<float> bias;
  for (Index relative = 1 - n_key; relative < n_query; ++relative) {
    bias.push_back(-slope * static_cast<float>(std::abs(relative)));
  }
  return bias;
}

void add_alibi(float slope, MatrixRef bias) {
  add_by_diagonal(alibi_by_diagonal(slope, bias.rows(), bias.cols()), bias.rows() - 1, bias);
}

Index relative_bucket(const RelativeBuckets& buckets, Index relative_position) {
  check_relative_buckets(buckets);
  Index per_direction = buckets.num_buckets, first = 0, distance = -relative_position;
  if (buckets.bidirectional) {
    per_direction /= 2;
    if (relative_position > 0) first = per_direction;
    distance = std::abs(relative_position);
  }
  distance = std::max<Index>(distance, 0);
  const Index exact = per_direction / 2;
  if (distance < exact) return first + distance;

  //   exact + floor(ln(distance / exact) / ln(max_distance / exact) (per_direction - exact))
  // The 1e-9 keeps an exact integer from being rounded down to the one below.
  const double log_ratio = natural_log(static_cast<double>(distance) / static_cast<double>(exact));
  const double max_log_ratio =
      natural_log(static_cast<double>(buckets.max_distance) / static_cast<double>(exact));
  const double steps = log_ratio / max_log_ratio * static_cast<double>(per_direction - exact);
  const double bounded = std::min(steps + 1e-9, static_cast<double>(per_direction));
  return first + std::min(exact + static_cast<Index>(bounded), per_direction - 1);
}

std::vector<float> relative_bias_by_diagonal(const RelativeBuckets& buckets, ConstMatrixRef table,
                                             Index head, Index n_query, Index n_key) {
  check_table(buckets, table, head);
  std::vector<float> bias;
  for (Index relative = 1 - n_key; relative < n_query; ++relative) {
    bias.push_back(table(relative_bucket(buckets, relative), head));
  }
  return bias;
}

void add_relative_bias(const RelativeBuckets& buckets, ConstMatrixRef table, Index head,
                       MatrixRef bias) {
  add_by_diagonal(relative_bias_by_diagonal(buckets, table, head, bias.rows(), bias.cols()),
                  bias.rows() - 1, bias);
}

void add_by_diagonal(const std::vector<float>& by_diagonal, Index first, MatrixRef masked_scores) {
  for (Index i = 0; i < masked_scores.rows(); ++i) {
    float* score = masked_scores.data() + i * masked_scores.outerStride();
    const float* bias = by_diagonal.data() + (first - i);
    for (Index j = 0; j < masked_scores.cols(); ++j) {
      // Selects instead of adding, so that a masked score stays -inf whatever the bias is.
      score[j] = score[j] == -kInfinity ? -kInfinity : score[j] + bias[j];
    }
  }
}

void add_relative_bias_backward(const RelativeBuckets& buckets, ConstMatrixRef d_bias, Index head,
                                MatrixRef d_table) {
  check_table(buckets, d_table, head);
  const Index n_query = d_bias.rows(), n_key = d_bias.cols();
  const std::vector<Index> by_diagonal = buckets_by_diagonal(buckets, n_query, n_key);
  for (Index i = 0; i < n_query; ++i) {
    const Index* bucket = by_diagonal.data() + (n_query - 1 - i);
    for (Index j = 0; j < n_key; ++j) d_table(bucket[j], head) += d_bias(i, j);
  }
}

}  // namespace attn
