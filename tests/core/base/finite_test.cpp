#include "base/finite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

// Numbers of either sign, with the largest at any position. The guard values are larger still.
std::vector<float> numbers(std::size_t n) {
  std::vector<float> x;
  for (std::size_t j = 0; j < n; ++j) {
    x.push_back((j % 2 == 0 ? 1.0f : -1.0f) * static_cast<float>(j * 11 % 37) * 0.25f);
  }
  return x;
}

// TEST-CASES 39, 40, 44
TEST(LargestMagnitude, IsTheLargestAtEveryLengthAndOffset) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    float largest = 0;
    for (const float each : numbers(n)) largest = std::max(largest, std::abs(each));
    for (std::size_t offset = 0; offset < 16; ++offset) {
      twin::GuardedRow row(numbers(n), offset);
      EXPECT_EQ(largest_magnitude(row.data(), static_cast<Index>(n)), largest) << n;
    }
    for (std::size_t at = 0; at < n; ++at) {
      for (const float special :
           {1e30f, -1e30f, kLargest, -kLargest, kInfinity, -kInfinity, kNaN, -kNaN}) {
        std::vector<float> x = numbers(n);
        x[at] = special;
        const float got = largest_magnitude(x.data(), static_cast<Index>(n));
        ASSERT_TRUE(same_bits(std::vector<float>{got}, {std::abs(special)}))
            << special << " at " << at << " of " << n;
      }
    }
  }
}

TEST(LargestMagnitude, KeepsDenormalsAndReturnsNaNForInfinityAndNaN) {
  const float denormals[] = {-0.0f, 1e-45f, -3e-42f, 2e-42f};
  EXPECT_EQ(largest_magnitude(denormals, 4), 3e-42f);
  EXPECT_EQ(largest_magnitude(denormals, 2), 1e-45f);
  EXPECT_EQ(largest_magnitude(denormals, 1), 0);
  for (const auto& [a, b] : {std::pair{kInfinity, -kNaN}, {kNaN, -kInfinity}}) {
    const float both[] = {1, a, b};
    EXPECT_TRUE(std::isnan(largest_magnitude(both, 3)));
  }
}

TEST(AllZero, IsTrueOnlyIfEveryNumberIsZeroOfEitherSign) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    std::vector<float> x(n);
    for (std::size_t j = 0; j < n; j += 2) x[j] = -0.0f;
    EXPECT_TRUE(all_zero(x.data(), static_cast<Index>(n))) << n;
    for (std::size_t at = 0; at < n; ++at) {
      for (const float other : {1e-45f, -1.0f, kInfinity, kNaN}) {
        std::vector<float> changed = x;
        changed[at] = other;
        EXPECT_FALSE(all_zero(changed.data(), static_cast<Index>(n))) << other << " at " << at;
      }
    }
  }
}

TEST(AllFinite, OfASubmatrixReadsOnlyTheSubmatrix) {
  for (const Index rows : {1, 3}) {
    Matrix matrix = Matrix::Constant(rows, 9, kNaN);
    EXPECT_FALSE(all_finite(matrix));
    EXPECT_TRUE(all_finite(matrix.middleCols(2, 0)));
    matrix.middleCols(2, 5).setZero();
    EXPECT_TRUE(all_finite(matrix.middleCols(2, 5)));
    EXPECT_FALSE(all_finite(matrix.middleCols(2, 6)));
    EXPECT_FALSE(all_finite(matrix.middleCols(1, 6)));
    matrix.setZero();
    EXPECT_TRUE(all_finite(matrix));
    matrix(rows - 1, 8) = -kInfinity;
    EXPECT_FALSE(all_finite(matrix));
  }
}

TEST(AllFinite, FindsASingleNonFiniteElementAnywhere) {
  for (const float special : {kInfinity, -kInfinity, kNaN}) {
    for (Index n = 1; n <= 17; ++n) {
      std::vector<float> x(static_cast<std::size_t>(n), kLargest);
      EXPECT_TRUE(all_finite(x.data(), n));
      for (float& element : x) {
        element = special;
        EXPECT_FALSE(all_finite(x.data(), n));
        element = 1e-45f;
      }
    }
  }
}

// TEST-CASES 40
TEST(AllFinite, ReadsOnlyInsideAStridedMatrix) {
  Matrix matrix = Matrix::Zero(3, 5);
  matrix(1, 4) = kNaN;
  EXPECT_TRUE(all_finite(matrix.leftCols(4)));
  EXPECT_FALSE(all_finite(matrix.rightCols(2)));
  EXPECT_TRUE(all_finite(Matrix(0, 5)));
}

}  // namespace
}  // namespace attn
