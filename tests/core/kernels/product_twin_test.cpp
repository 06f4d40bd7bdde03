// Products on every target that the processor supports: bit-identical to the scalar twin, and equal
// to double products within rounding.
#include "support/product_twin.h"

#include <gtest/gtest.h>

#include <array>
#include <tuple>
#include <vector>

#include "base/finite.h"
#include "base/random.h"
#include "kernels/product.h"
#include "support/guarded_matrix.h"
#include "support/highway_target.h"
#include "support/product_in_double.h"
#include "support/same_bits.h"

namespace attn {
namespace {

constexpr float kGuard = 77;

void leaky(float* x, Index n) {
  for (Index i = 0; i < n; ++i) x[i] = x[i] < 0 ? x[i] / 8 : x[i];
}

// Computes a product in every layout, packed and unpacked, on the selected target.
void expect_twin(const Matrix& a, const Matrix& b, const std::vector<ProductOptions>& all_options,
                 bool fused) {
  Random random(9);
  const Matrix before = normal_matrix(a.rows(), b.cols(), 1, random);
  const ProductInDouble in_double(a, b);
  for (const ProductOptions& options : all_options) {
    Matrix expected = before;
    twin_multiply(a, b, expected, options, fused);
    EXPECT_TRUE(in_double.is(expected, before, options));
    for (const bool a_by_columns : {false, true}) {
      for (const bool b_by_columns : {false, true}) {
        const Index margin = 1 + a_by_columns + 2 * b_by_columns;
        const Guarded left(a, a_by_columns, margin, kNaN), right(b, b_by_columns, margin, kNaN);
        for (const bool packed : {false, true}) {
          Guarded c(before, false, margin, kGuard);
          if (packed) {
            multiply(left.view(), PackedMatrix(right.view()), c.block(), options);
          } else {
            multiply(left.view(), right.view(), c.block(), options);
          }
          EXPECT_TRUE(same_bits(c.block(), expected))
              << "depth " << a.cols() << (a_by_columns ? ", a transposed" : "")
              << (b_by_columns ? ", b transposed" : "") << (packed ? ", packed" : "");
          EXPECT_TRUE(c.guards_are_intact());
        }
      }
    }
  }
}

class ProductTwin : public testing::TestWithParam<std::int64_t> {
 protected:
  OnTargets only_{GetParam()};
  bool fused_ = fuses_multiply_add(GetParam());
};

// TEST-CASES 39, 40
TEST_P(ProductTwin, HasTheSameBitsAtEverySize) {
  for (Index rows = 0; rows <= 33; rows += rows < 18 ? 1 : 5) {
    for (Index columns = 0; columns <= 67; columns += columns < 35 ? 1 : 8) {
      for (const Index depth : {0, 1, 3, 4, 9}) {
        Random random(1, static_cast<std::uint64_t>(rows * 10000 + columns * 100 + depth));
        expect_twin(normal_matrix(rows, depth, 1, random), normal_matrix(depth, columns, 1, random),
                    {{}}, fused_);
      }
    }
  }
}

TEST_P(ProductTwin, HasTheSameBitsAtEveryDepth) {
  for (Index depth = 0; depth <= 33; ++depth) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 35}, {15, 19}}) {
      Random random(8, static_cast<std::uint64_t>(depth));
      expect_twin(normal_matrix(rows, depth, 1, random), normal_matrix(depth, columns, 1, random),
                  {{}}, fused_);
    }
  }
}

TEST_P(ProductTwin, HasTheSameBitsAcrossBlocks) {
  // Sizes around the row block, the depth block and the limit for reading b in place; and few rows
  // with several times as many panels as are processed at once.
  const Index shapes[][3] = {
      {126, 255, 33}, {127, 256, 17},  {128, 257, 65}, {129, 257, 9},  {71, 513, 40},
      {130, 300, 9},  {1, 700, 140},   {2, 700, 70},   {3, 260, 130},  {29, 129, 129},
      {130, 5, 300},  {13, 1030, 8},   {57, 600, 1},   {70, 600, 140}, {135, 300, 100},
      {131, 20, 33},  {132, 20, 33},   {133, 20, 33},  {139, 20, 70},  {140, 20, 70},
      {141, 20, 70},  {290, 300, 100}, {1, 300, 290},  {3, 20, 390},   {255, 20, 33},
      {256, 20, 33},  {257, 20, 33},   {258, 20, 33},  {259, 20, 33}};
  for (const auto& [rows, depth, columns] : shapes) {
    Random random(2, static_cast<std::uint64_t>(rows));
    const Matrix a = normal_matrix(rows, depth, 1, random);
    const Matrix b = normal_matrix(depth, columns, 1, random);
    const Matrix bias = normal_matrix(1, columns, 1, random);
    expect_twin(a, b, {{}, {0.3f, 0.7f, bias.data(), leaky}, {1, 0, bias.data(), leaky}, {1, 1}},
                fused_);
  }
}

TEST_P(ProductTwin, HasTheSameBitsWithEveryOption) {
  for (const auto& [rows, columns] :
       {std::pair<Index, Index>{5, 7}, {16, 32}, {29, 45}, {1, 100}}) {
    Random random(3);
    const Matrix a = normal_matrix(rows, 12, 1, random), b = normal_matrix(12, columns, 1, random);
    const Matrix bias = normal_matrix(1, columns, 1, random);
    for (const float alpha : {1.0f, -0.7f}) {
      for (const float beta : {0.0f, 1.0f, 1.3f}) {
        for (const float* added : {static_cast<const float*>(nullptr), bias.data()}) {
          expect_twin(a, b, {{alpha, beta, added, nullptr}, {alpha, beta, added, leaky}}, fused_);
        }
      }
    }
  }
}

TEST_P(ProductTwin, OfDepthZeroIsTheBiasAndTheScaledPreviousValue) {
  for (const Index columns : {1, 7, 8, 16, 24, 40, 100, 300}) {
    const Matrix a(1, 0), keys(columns, 0), bias = Matrix::Constant(1, columns, 0.5f);
    for (const float* added : {static_cast<const float*>(nullptr), bias.data()}) {
      Guarded c(Matrix::Constant(1, columns, kNaN), false, 3, kGuard);
      multiply(a, transposed(keys), c.block(), {1, 0, added});
      EXPECT_EQ(c.block(), Matrix::Constant(1, columns, added == nullptr ? 0.0f : 0.5f));
      EXPECT_TRUE(c.guards_are_intact()) << columns << " columns";
    }
  }
}

// TEST-CASES 44
TEST_P(ProductTwin, HasTheSameBitsForDenormalsInfinitiesAndNaN) {
  Random random(4);
  for (const float special : {1e-40f, -1e-42f, 3e38f, kInfinity, -kInfinity, kNaN, -0.0f}) {
    Matrix a = normal_matrix(17, 19, 1, random), b = normal_matrix(19, 37, 1, random);
    a(0, 0) = a(5, 7) = a(16, 18) = special;
    b(3, 3) = b(18, 36) = special;
    expect_twin(a, b, {{}}, fused_);
    expect_twin(a * 1e-38f, b, {{}}, fused_);
  }
}

TEST_P(ProductTwin, WithConcatenatedMatricesIsTheirProductsSideBySideWithZerosBetween) {
  Random random(5);
  const Matrix a = normal_matrix(9, 21, 1, random);
  const Matrix wide = normal_matrix(21, 70, 1, random);
  PackedMatrix parts{Matrix(Matrix::Constant(30, 120, kNaN))};
  for (const Index cut : {1, 8, 13, 16, 32, 40}) {
    const Matrix columns[] = {wide.leftCols(cut), wide.middleCols(cut, 29),
                              wide.rightCols(70 - cut - 29)};
    const Matrix middle = columns[1].transpose();
    parts.assign(std::array<MatrixView, 3>{columns[0], transposed(middle), columns[2]});
    const Index second = parts.next_panel(cut), third = parts.next_panel(second + 29);
    Matrix expected = Matrix::Zero(9, third + columns[2].cols());
    Matrix got = Matrix::Constant(9, expected.cols(), kNaN);
    ASSERT_EQ(parts.cols(), expected.cols());
    twin_multiply(a, columns[0], expected.leftCols(cut), {}, fused_);
    twin_multiply(a, columns[1], expected.middleCols(second, 29), {}, fused_);
    twin_multiply(a, columns[2], expected.rightCols(columns[2].cols()), {}, fused_);
    multiply(a, parts, got);
    EXPECT_TRUE(same_bits(got, expected)) << "cut at " << cut;
  }
}

TEST_P(ProductTwin, WithOneOfSeveralConcatenatedMatricesIsTheProductWithThatMatrix) {
  Random random(6);
  for (const Index columns : {1, 5, 8, 15, 16, 17, 31, 32, 33, 64, 300}) {
    const Matrix first = normal_matrix(30, columns, 1, random);
    const Matrix second = normal_matrix(17, columns + 3, 1, random);
    const Matrix third = normal_matrix(21, columns, 1, random);
    PackedMatrix parts;
    parts.assign(std::array<MatrixView, 3>{first, second, third});
    Index begin = 0;
    for (const Matrix* part : {&first, &second, &third}) {
      begin = parts.next_panel(begin);
      const Matrix bias = normal_matrix(1, part->cols(), 1, random);
      for (const Index rows : {1, 15, 130}) {
        const Matrix a = normal_matrix(rows, part->rows(), 1, random);
        const ProductOptions options{1, 0, bias.data(), leaky};
        Matrix got(rows, part->cols()), expected = got;
        multiply(a, parts.columns_from(begin), got, options);
        twin_multiply(a, *part, expected, options, fused_);
        EXPECT_TRUE(same_bits(got, expected)) << columns << " columns, from " << begin;
      }
      begin += part->cols();
    }
  }
}

TEST_P(ProductTwin, InColumnBlocksIsTheProductOfEachBlock) {
  Random random(8);
  const Matrix b = normal_matrix(300, 192, 1, random), bias = normal_matrix(1, 192, 1, random);
  const PackedMatrix packed{MatrixView(b)};
  for (const Index columns : {packed.next_panel(1), packed.next_panel(1 + packed.next_panel(1))}) {
    const Index column_blocks = 192 / columns;
    for (const Index rows : {1, 13, 141}) {
      const Matrix a = normal_matrix(rows, 300, 1, random);
      for (const ProductOptions& options : {ProductOptions{}, {0.125f, 0, bias.data(), leaky}}) {
        Matrix all = Matrix::Constant(column_blocks * (rows + 1), columns + 3, kGuard);
        multiply_in_column_blocks(a, packed, all.topLeftCorner(rows, columns), column_blocks,
                                  (rows + 1) * all.cols(), options);
        for (Index column_block = 0; column_block < column_blocks; ++column_block) {
          ProductOptions block_options = options;
          if (options.bias != nullptr) block_options.bias += column_block * columns;
          Matrix expected = Matrix::Constant(rows + 1, columns + 3, kGuard);
          twin_multiply(a, MatrixView(b).column_range(column_block * columns, columns),
                        expected.topLeftCorner(rows, columns), block_options, fused_);
          EXPECT_TRUE(same_bits(all.middleRows(column_block * (rows + 1), rows + 1), expected))
              << "block " << column_block << " of " << column_blocks;
        }
      }
    }
  }
}

TEST_P(ProductTwin, WithPartOfAPackedMatrixUsesItsFirstRowsAndColumns) {
  Random random(7);
  const Matrix b = normal_matrix(300, 90, 1, random), a = normal_matrix(15, 300, 1, random);
  const Matrix bias = normal_matrix(1, 90, 1, random), before = normal_matrix(15, 90, 1, random);
  for (const Index depth : {1, 255, 300}) {
    for (const Index columns : {1, 13, 32, 64, 81, 90}) {
      Matrix padded = Matrix::Constant(300, 90, kNaN);
      padded.topLeftCorner(depth, columns) = b.topLeftCorner(depth, columns);
      const PackedMatrix packed{MatrixView(padded)};
      for (const Index rows : {1, 15}) {
        for (const ProductOptions& options :
             {ProductOptions{}, {1, 1}, {0.125f}, {1, 0, bias.data(), leaky}}) {
          Matrix got = before.topLeftCorner(rows, columns), expected = got;
          multiply(a.topLeftCorner(rows, depth), packed, got, options);
          twin_multiply(a.topLeftCorner(rows, depth), b.topLeftCorner(depth, columns), expected,
                        options, fused_);
          EXPECT_TRUE(same_bits(got, expected)) << depth << " deep, " << columns << " columns";
        }
      }
    }
  }
}

TEST_P(ProductTwin, UsesTheNewValueAfterAPackedMatrixIsReassigned) {
  Random random(6);
  PackedMatrix packed{Matrix(Matrix::Constant(40, 70, kNaN))};
  const Matrix a = normal_matrix(3, 7, 1, random), b = normal_matrix(7, 5, 1, random);
  packed.assign(b);
  Matrix got(3, 5), expected(3, 5);
  multiply(a, packed, got);
  multiply(a, b, expected);
  EXPECT_EQ(got, expected);

  packed.assign(Matrix(Matrix::Constant(900, 128, kNaN)));
  packed.assign(Matrix(Matrix::Ones(768, 128)));
  const PackedColumns all = packed;
  for (Index row = 0; row < all.rows; ++row) {
    for (Index column = 0; column < all.cols; ++column) {
      EXPECT_EQ(*all.element(row, column), row < 768 ? 1 : 0) << row << ", " << column;
    }
  }
}

// One row reads four panels at once. If their distance were a multiple of the page size, their
// cache lines would conflict.
TEST_P(ProductTwin, PanelStridesAreNotMultiplesOfThePageSize) {
  for (const Index depth : {511, 512, 768, 1024}) {
    for (const Index columns : {768, 1024, 2304, 3072}) {
      const PackedMatrix packed{Matrix(Matrix::Ones(depth, columns))};
      const PackedColumns all = packed;
      const float* second = all.element(0, columns / 4);
      EXPECT_NE((second - all.element(0, 0)) % 1024, 0) << depth << ", " << columns;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ProductTwin, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

}  // namespace
}  // namespace attn
