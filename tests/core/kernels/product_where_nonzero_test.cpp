// multiply_where_nonzero in every form that attention uses: equal within rounding to double
// products that skip zeros of a, and bit-identical to the scalar twin with NaN and infinity in
// skipped rows.
#include <gtest/gtest.h>

#include <vector>

#include "base/finite.h"
#include "base/random.h"
#include "kernels/product.h"
#include "support/guarded_matrix.h"
#include "support/highway_target.h"
#include "support/product_in_double.h"
#include "support/product_twin.h"
#include "support/same_bits.h"

namespace attn {
namespace {

class ProductWhereNonzero : public testing::TestWithParam<std::int64_t> {
 protected:
  void expect_twin(const Matrix& a, const Matrix& b) const {
    Random random(9);
    const Matrix before = normal_matrix(a.rows(), b.cols(), 1, random);
    const Matrix bias = normal_matrix(1, b.cols(), 1, random);
    const ProductInDouble in_double(a, b, false);
    Matrix finite_b = b;
    for (Index k = 0; k < b.rows(); ++k) {
      if (!b.row(k).allFinite()) finite_b.row(k).setZero();
    }
    for (const ProductOptions& options :
         {ProductOptions{}, {-0.7f}, {1, 1}, {0.3f, 1.3f, bias.data()}, {1, 0, bias.data()}}) {
      Matrix finite_product = before;
      twin_multiply(a, finite_b, finite_product, options, fused_);
      for (const bool a_by_columns : {false, true}) {
        for (const bool b_by_columns : {false, true}) {
          const Index margin = 1 + a_by_columns + 2 * b_by_columns;
          const Guarded left(a, a_by_columns, margin, kNaN), right(b, b_by_columns, margin, kNaN);
          Guarded c(before, false, margin, 77);
          multiply_where_nonzero(left.view(), right.view(), c.block(), options);
          EXPECT_TRUE(in_double.is(c.block(), before, options));
          for (Index i = 0; i < a.rows(); ++i) {
            if (selects_odd(a, b, i)) continue;
            EXPECT_TRUE(same_bits(c.block().row(i), finite_product.row(i))) << "row " << i;
          }
          EXPECT_TRUE(c.guards_are_intact());
        }
      }
    }
  }

 private:
  static bool selects_odd(const Matrix& a, const Matrix& b, Index i) {
    for (Index k = 0; k < b.rows(); ++k) {
      if (a(i, k) != 0 && !b.row(k).allFinite()) return true;
    }
    return false;
  }

  OnTargets only_{GetParam()};
  bool fused_ = fuses_multiply_add(GetParam());
};

// TEST-CASES 21, 39, 40
TEST_P(ProductWhereNonzero, MatchesTheScalarTwinThatSkipsZeros) {
  for (const Index rows : {0, 1, 3, 9, 33}) {
    for (const Index columns : {1, 4, 17, 33}) {
      for (const Index depth : {0, 1, 2, 7, 16, 33}) {
        Random random(1, static_cast<std::uint64_t>(rows * 10000 + columns * 100 + depth));
        Matrix a = normal_matrix(rows, depth, 1, random);
        Matrix b = normal_matrix(depth, columns, 1, random);
        for (Index i = 0; i < rows; ++i) {
          for (Index k = i % 4; k < depth; k += 3) a(i, k) = k % 2 == 0 ? 0.0f : -0.0f;
        }
        expect_twin(a, b);
        // Rows of b that no row, some rows and all rows of a select.
        for (Index k = 1; k < depth; k += 7) {
          b.row(k).setConstant(kNaN);
          a.col(k).setZero();
        }
        for (Index k = 4; k < depth; k += 9) b(k, k % columns) = k % 2 == 0 ? kInfinity : kNaN;
        expect_twin(a, b);
      }
    }
  }
}

// TEST-CASES 44
TEST_P(ProductWhereNonzero, HandlesDenormalsInfinitiesAndNaNOnEitherSide) {
  Random random(4);
  for (const float special : {1e-40f, -1e-42f, 5e37f, kInfinity, -kInfinity, kNaN}) {
    Matrix a = normal_matrix(17, 19, 1, random), b = normal_matrix(19, 37, 1, random);
    a(0, 0) = a(5, 7) = a(16, 18) = b(3, 3) = b(18, 36) = special;
    for (const Index i : {1, 2, 5, 9}) a(i, 3) = a(i, 18) = 0;
    expect_twin(a, b);
    expect_twin(a * 1e-38f, b);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ProductWhereNonzero, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

}  // namespace
}  // namespace attn
