#include "models/readout.h"

#include "base/check.h"

namespace attn {

void check_one_vector(Readout readout) {
  if (readout == Readout::kEveryPosition) {
    refuse("expected a model with one vector per input, got one with readout \"every_place\"");
  }
}

Matrix readout_shares(Readout readout, const std::vector<std::uint8_t>& key_padding, Index batch,
                      Index n) {
  Matrix shares = Matrix::Zero(batch, n);
  for (Index b = 0; b < batch; ++b) {
    Index count = 0;
    for (Index i = 0; i < n && (readout == Readout::kMean || i == 0); ++i) {
      if (readout == Readout::kMean && !key_padding.empty() &&
          key_padding[static_cast<std::size_t>(b * n + i)] == 0) {
        continue;
      }
      shares(b, i) = 1;
      ++count;
    }
    if (count > 1) shares.row(b) /= static_cast<float>(count);
  }
  return shares;
}

Tensor pool(const Matrix& shares, const Tensor& x) {
  Tensor pooled({"batch", "query", "d_model"}, {x.shape[0], 1, x.shape[2]});
  for (Index b = 0; b < x.shape[0]; ++b) {
    for (Index i = 0; i < x.shape[1]; ++i) {
      if (shares(b, i) != 0) pooled.matrix(b).row(0) += shares(b, i) * x.matrix(b).row(i);
    }
  }
  return pooled;
}

Tensor pool_backward(const Matrix& shares, const Tensor& d_pooled) {
  Tensor d_x({"batch", "query", "d_model"}, {shares.rows(), shares.cols(), d_pooled.shape[2]});
  for (Index b = 0; b < shares.rows(); ++b) {
    for (Index i = 0; i < shares.cols(); ++i) {
      if (shares(b, i) != 0) d_x.matrix(b).row(i) = shares(b, i) * d_pooled.matrix(b).row(0);
    }
  }
  return d_x;
}

}  // namespace attn
