#include "efficient/flash.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "efficient/flash_tiles.h"
#include "kernels/exp.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"
#include "ops/softmax.h"

namespace attn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// The softmax of one row so far.
struct Running {
  float max = -kInfinity;
  float sum = 0;
};

// Turns a row of masked scores into exponentials relative to the row's maximum so far, which may
// grow by it.
//   sums  [d_v]  sum of exponential * value so far, corrected to the new maximum
void take_row(float* scores, Index n, float temperature, Running& running, float* sums, Index d_v) {
  float max = running.max;
  for (Index j = 0; j < n; ++j) max = scores[j] > max ? scores[j] : max;
  if (max == -kInfinity) {  // nothing to attend to yet
    std::fill_n(scores, n, 0.0f);
    return;
  }
  if (max > running.max) {
    const float correction =
        running.max == -kInfinity ? 0 : exp_of_nonpositive((running.max - max) / temperature);
    running.max = max;
    running.sum *= correction;
    // A value whose weight has fallen to 0 is not read into the result, even if it is NaN.
    for (Index c = 0; c < d_v; ++c) sums[c] = correction != 0 ? sums[c] * correction : 0;
  }
  running.sum += row_exponentials(scores, n, max, temperature, scores);
}

struct FinishedRow {
  RowStatus status;
  float max, sum;
};

// sums [d_v] -> context
FinishedRow finish_row(const Running& running, bool has_overflowed, float* sums, Index d_v) {
  if (has_overflowed) {
    std::fill_n(sums, d_v, kNaN);
    return {RowStatus::kNotFinite, kNaN, kNaN};
  }
  if (running.max == -kInfinity) return {RowStatus::kNothingToAttend, 0, 0};
  for (Index c = 0; c < d_v; ++c) sums[c] /= running.sum;
  return {RowStatus::kOk, running.max, running.sum};
}

}  // namespace

Tensor flash_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                       const FlashOptions& options, FlashTrace* trace) {
  const Operands operands = check_flash_operands(q, k, v, mask, options);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  const Index d_v = v.shape[3];
  Tensor context({"batch", "head", "query", v.axes[3]}, {batch, num_heads, n_query, d_v});
  FlashTrace made;
  for (Tensor* of_rows : {&made.row_max, &made.exponential_sum, &made.row_status}) {
    if (trace != nullptr)
      *of_rows = Tensor({"batch", "head", "query"}, {batch, num_heads, n_query});
  }
  FlashTiles tiles(operands, mask, options.block);
  Matrix product(std::min(options.block, n_query), d_v);
  std::vector<Running> running;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = operands.kv_matrix(b, h);
      const ConstMatrixMap values = v.matrix(i_kv);
      MatrixMap sums = context.matrix(i);
      tiles.start_head(b, h, q.matrix(i), k.matrix(i_kv));

      for (Index first = 0; first < n_query; first += options.block) {
        tiles.start_queries(first);
        const Index rows = tiles.rows(), visible = tiles.visible();
        running.assign(static_cast<std::size_t>(rows), {});
        for (Index first_key = 0; first_key < visible; first_key += options.block) {
          const Index columns = std::min(options.block, visible - first_key);
          MatrixRef tile = tiles.masked_scores(first_key, columns);
          for (Index row = 0; row < rows; ++row) {
            float* scores = tile.data() + row * tile.outerStride();
            if (tiles.has_overflowed(row)) {
              std::fill_n(scores, columns, 0.0f);
            } else {
              take_row(scores, columns, options.temperature, running[static_cast<std::size_t>(row)],
                       sums.data() + (first + row) * d_v, d_v);
            }
          }
          multiply_where_nonzero(tile, values.middleRows(first_key, columns),
                                 product.topRows(rows));
          sums.middleRows(first, rows) += product.topRows(rows);
        }
        for (Index row = 0; row < rows; ++row) {
          const FinishedRow done =
              finish_row(running[static_cast<std::size_t>(row)], tiles.has_overflowed(row),
                         sums.data() + (first + row) * d_v, d_v);
          if (trace == nullptr) continue;
          const auto at = static_cast<std::size_t>(i * n_query + first + row);
          made.row_max.data[at] = done.max;
          made.exponential_sum.data[at] = done.sum;
          made.row_status.data[at] = static_cast<float>(done.status);
        }
      }
    }
  }
  if (trace != nullptr) {
    made.context = context;
    *trace = std::move(made);
  }
  return context;
}

}  // namespace attn
