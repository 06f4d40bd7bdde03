// Products with int8: how both operands are rounded, and what the result depends on.
#include "kernels/int8_panels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/finite.h"
#include "base/random.h"
#include "kernels/encoded_panels.h"
#include "kernels/product.h"
#include "support/highway_target.h"
#include "support/near.h"
#include "support/rounded.h"

namespace attn {
namespace {

Matrix right_operand(Index rows, Index columns, std::uint64_t seed) {
  Random random(7, seed);
  return normal_matrix(rows, columns, 0.1, random);
}

Matrix left_operand(Index rows, Index columns, std::uint64_t seed) {
  Random random(9, seed);
  return normal_matrix(rows, columns, 1, random);
}

PackedMatrix int8_of(const Matrix& b) {
  PackedMatrix packed;
  const MatrixView view(b);
  packed.assign(std::span(&view, 1), ParameterForm::kInt8);
  return packed;
}

Matrix int8_product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.cols());
  multiply(a, int8_of(b), c);
  return c;
}

class Int8Panels : public testing::TestWithParam<std::int64_t> {
 protected:
  OnTargets only_{GetParam()};
};

TEST_P(Int8Panels, ParametersAreWithinTheirBoundAndRoundingTwiceChangesNothing) {
  for (const double size : {1e-30, 1e-6, 0.02, 1.0, 1e30}) {
    Random random(8);
    const Matrix b = normal_matrix(97, 40, size, random);
    Matrix once(97, 40), twice(97, 40);
    unpack_columns(int8_of(b), 0, once);
    unpack_columns(int8_of(once), 0, twice);
    EXPECT_EQ(once, twice);
    double worst = 0;
    for (Index j = 0; j < 40; ++j) {
      for (Index k = 0; k < 97; ++k) {
        const Index first = k / 32 * 32, n = std::min<Index>(32, 97 - first);
        const double largest = b.col(j).segment(first, n).cwiseAbs().maxCoeff();
        worst = std::max(worst, std::abs(double{once(k, j)} - double{b(k, j)}) * 127 / largest);
      }
    }
    EXPECT_LE(worst, 0.502);
    EXPECT_GE(worst, 0.49);  // the bound is tight
  }
}

TEST_P(Int8Panels, ZerosAndVanishingParametersAreZero) {
  Matrix b = Matrix::Constant(33, 3, 1e-36f);
  b.col(1).setZero();
  b.col(2).setConstant(1e-44f);
  Matrix read(33, 3);
  unpack_columns(int8_of(b), 0, read);
  EXPECT_EQ(read, Matrix::Zero(33, 3));
}

// Compares with the unrounded a: each number is off by at most half a step of its block.
TEST_P(Int8Panels, RoundingTheLeftOperandIsWithinItsBound) {
  const Index depth = 100, columns = 24;
  const Matrix b = right_operand(depth, columns, 1), stored = rounded(b, ParameterForm::kInt8);
  for (const float size : {1e-20f, 1.0f, 1e20f}) {
    const Matrix a = left_operand(13, depth, 2) * size;
    const Matrix got = int8_product(a, b);
    double worst = 0;
    for (Index i = 0; i < a.rows(); ++i) {
      for (Index j = 0; j < columns; ++j) {
        double sum = 0, bound = 0, total = 0;
        for (Index k = 0; k < depth; ++k) {
          const Index first = k / 32 * 32, n = std::min<Index>(32, depth - first);
          const double largest = a.row(i).segment(first, n).cwiseAbs().maxCoeff();
          const double term = double{a(i, k)} * double{stored(k, j)};
          sum += term;
          total += std::abs(term);
          bound += largest / 65000 * std::abs(double{stored(k, j)});
        }
        const double error = std::abs(double{got(i, j)} - sum);
        EXPECT_LE(error, bound + 1e-6 * total);
        worst = std::max(worst, error / bound);
      }
    }
    EXPECT_GE(worst, 0.1);  // a has been rounded
  }
}

// The largest numbers on both sides: sums of 32 products still fit into 32 bits.
TEST_P(Int8Panels, TheLargestSumsDoNotOverflow) {
  const Matrix a = Matrix::Constant(5, 64, -3), b = Matrix::Constant(64, 9, 127);
  EXPECT_EQ(int8_product(a, b), Matrix::Constant(5, 9, -3.0f * 127 * 64));
}

TEST_P(Int8Panels, AnElementDependsOnItsRowAndColumnOnly) {
  const Matrix a = left_operand(150, 70, 3), b = right_operand(70, 50, 4);
  const Matrix all = int8_product(a, b);
  for (const Index rows : {1, 2, 3, 4, 5, 63, 64, 65, 149}) {
    const Matrix some = a.bottomRows(rows);
    EXPECT_EQ(int8_product(some, b), Matrix(all.bottomRows(rows))) << rows << " rows";
  }
  for (const Index columns : {1, 7, 8, 9, 16, 33}) {
    const Matrix some = b.leftCols(columns);
    EXPECT_EQ(int8_product(a, some), Matrix(all.leftCols(columns))) << columns << " columns";
  }
}

TEST_P(Int8Panels, ATransposedLeftOperandIsTheSame) {
  const Matrix a = left_operand(9, 70, 5), b = right_operand(70, 20, 6), columns = a.transpose();
  Matrix got(9, 20);
  multiply(transposed(MatrixView(columns)), int8_of(b), got);
  EXPECT_EQ(got, int8_product(a, b));
}

TEST_P(Int8Panels, AlphaBiasAndBetaAreApplied) {
  const Matrix a = left_operand(6, 40, 7), b = right_operand(40, 19, 8),
               bias = left_operand(1, 19, 9);
  const Matrix plain = int8_product(a, b), before = left_operand(6, 19, 10);
  Matrix got = before;
  multiply(a, int8_of(b), got, {0.5f, 2, bias.data()});
  std::vector<double> expected;
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 19; ++j) {
      expected.push_back(0.5 * plain(i, j) + double{bias(0, j)} + 2.0 * before(i, j));
    }
  }
  EXPECT_TRUE(all_near(got, expected, 1e-6));
}

TEST_P(Int8Panels, ARowThatIsNotFiniteGivesNaNAndTheOthersAreAsBefore) {
  const Matrix b = right_operand(70, 20, 11);
  const Matrix a = left_operand(6, 70, 12);
  const Matrix expected = int8_product(a, b);
  for (const float x : {kInfinity, -kInfinity, kNaN}) {
    for (const Index k : {0, 33, 69}) {
      for (const Index row : {0, 3, 5}) {
        Matrix with = a;
        with(row, k) = x;
        const Matrix got = int8_product(with, b);
        for (Index i = 0; i < 6; ++i) {
          for (Index j = 0; j < 20; ++j) {
            if (i == row) {
              EXPECT_TRUE(std::isnan(got(i, j)));
            } else {
              EXPECT_EQ(got(i, j), expected(i, j));
            }
          }
        }
      }
    }
  }
}

TEST_P(Int8Panels, ZerosAndVanishingNumbersOfARowAreZero) {
  Matrix a = Matrix::Zero(3, 64);
  a.row(1).setConstant(1e-31f);
  a.row(2).setConstant(1e-44f);
  EXPECT_EQ(int8_product(a, right_operand(64, 10, 13)), Matrix::Zero(3, 10));
}

INSTANTIATE_TEST_SUITE_P(Targets, Int8Panels, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

}  // namespace
}  // namespace attn
