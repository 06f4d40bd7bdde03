#include "kernels/product.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "base/random.h"
#include "support/near.h"

namespace attn {
namespace {

std::vector<double> reference_product(const Matrix& a, const Matrix& b) {
  std::vector<double> c;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.cols(); ++j) {
      double sum = 0;
      for (Index k = 0; k < a.cols(); ++k) sum += static_cast<double>(a(i, k)) * b(k, j);
      c.push_back(sum);
    }
  }
  return c;
}

class Product : public testing::TestWithParam<Index> {};

// TEST-CASES 39
TEST_P(Product, MatchesReferenceAtEverySize) {
  const Index rows = GetParam();
  for (const Index columns : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33}) {
    for (const Index depth : {1, 2, 3, 8, 17, 33}) {
      Random random(1, static_cast<std::uint64_t>(columns * 100 + depth));
      const Matrix a = normal_matrix(rows, depth, 1, random);
      const Matrix b = normal_matrix(depth, columns, 1, random);
      Matrix c(rows, columns);
      multiply(a, b, c);
      EXPECT_TRUE(all_near(c, reference_product(a, b), reduction_tolerance(depth)))
          << columns << " columns, depth " << depth;
      Matrix again(rows, columns);
      const Matrix b_transposed = b.transpose();
      multiply(a, transposed(b_transposed), again);
      EXPECT_EQ(c, again);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Rows, Product,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33));

// TEST-CASES 39, 40
TEST(Product, ReadsAndWritesOnlyInsideStridedMatrices) {
  for (const Index rows : {1, 3, 4, 6}) {
    for (const Index columns : {1, 4, 7, 8, 13}) {
      Random random(3);
      Matrix whole_a = Matrix::Constant(rows + 2, 9, kNaN), whole_b = Matrix::Constant(7, 20, kNaN);
      Matrix whole_c = Matrix::Constant(rows + 2, columns + 2, 77);
      const Matrix a = normal_matrix(rows, 5, 1, random), b = normal_matrix(5, columns, 1, random);
      whole_a.block(1, 2, rows, 5) = a;
      whole_b.block(1, 3, 5, columns) = b;
      multiply(whole_a.block(1, 2, rows, 5), whole_b.block(1, 3, 5, columns),
               whole_c.block(1, 1, rows, columns));
      EXPECT_TRUE(all_near(Matrix(whole_c.block(1, 1, rows, columns)), reference_product(a, b),
                           reduction_tolerance(5)));
      whole_c.block(1, 1, rows, columns).setConstant(77);
      EXPECT_EQ(whole_c, Matrix::Constant(rows + 2, columns + 2, 77));
    }
  }
}

TEST(Product, ARowHasTheSameBitsAloneAsInAMatrix) {
  Random random(4);
  const Matrix a = normal_matrix(11, 33, 1, random), b = normal_matrix(33, 13, 1, random);
  Matrix full(11, 13), alone(1, 13);
  multiply(a, b, full);
  for (Index i = 0; i < 11; ++i) {
    multiply(a.row(i), b, alone);
    EXPECT_EQ(alone, full.row(i)) << "row " << i;
  }
}

// TEST-CASES 44
TEST(Product, ANaNReachesItsOwnRowOnly) {
  Matrix a = Matrix::Ones(6, 3), b = Matrix::Ones(3, 5), c(6, 5);
  a(2, 1) = kNaN;
  multiply(a, b, c);
  for (Index i = 0; i < 6; ++i) EXPECT_EQ(c.row(i).hasNaN(), i == 2);
}

// TEST-CASES 21
TEST(Product, AZeroSelectsNothingEvenFromNaN) {
  Random random(5);
  Matrix a = normal_matrix(6, 7, 1, random), b = normal_matrix(7, 5, 1, random);
  a.col(2).setZero();
  a(1, 4) = -0.0f;
  Matrix plain(6, 5), got(6, 5);
  multiply(a, b, plain);
  multiply_where_nonzero(a, b, got);
  EXPECT_EQ(got, plain);
  const float special[] = {kNaN, kInfinity};
  b(2, 3) = special[0];
  b.row(4).setConstant(special[1]);
  multiply_where_nonzero(a, b, got);
  for (Index i = 0; i < 6; ++i) {
    for (Index c = 0; c < 5; ++c) {
      if (i == 1) {
        EXPECT_TRUE(std::isfinite(got(i, c)));
      } else {
        EXPECT_EQ(got(i, c), a(i, 4) > 0 ? special[1] : -special[1]);
      }
    }
  }
}

// TEST-CASES 41
TEST(Product, OfDepthZeroIsZero) {
  Matrix c = Matrix::Constant(3, 2, 9);
  multiply(Matrix(3, 0), Matrix(0, 2), c);
  EXPECT_EQ(c, Matrix::Zero(3, 2));
  Matrix none(0, 2);
  multiply(Matrix(0, 4), Matrix(4, 2), none);
}

}  // namespace
}  // namespace attn
